/* SPDX-License-Identifier: MIT */
/*
 * The command line as one struct. Reading it changes nothing and opens nothing.
 */
#ifndef RINGDGST_OPTIONS_H
#define RINGDGST_OPTIONS_H

#include "cli/diag.h"

#include <stdbool.h>
#include <stddef.h>

/** enum action - what is asked for */
enum action {
	ACTION_SUM,
	ACTION_CHECK,
	ACTION_LIST,
	/** the help, on standard error as openssl has it */
	ACTION_USAGE,
	/** the help, on standard output */
	ACTION_HELP,
	ACTION_VERSION,
};

/** enum form - how a digest is written where it is not binary; the last option holds */
enum form {
	FORM_OPENSSL,
	/** -c */
	FORM_COLONS,
	/** -r */
	FORM_COREUTILS,
};

/** enum bytes - -hex and -binary; the last one holds */
enum bytes {
	/** hex, but signatures binary */
	BYTES_DEFAULT,
	BYTES_HEX,
	BYTES_BINARY,
};

/** enum hmac_source - where the key of an HMAC is; of several options the last one holds */
enum hmac_source {
	HMAC_NONE,
	/** in the argument */
	HMAC_TEXT,
	/** in the environment variable that the argument names */
	HMAC_ENV,
	/** the first line of standard input */
	HMAC_STDIN,
	/** the key of OpenSSL's own fingerprint */
	HMAC_FINGERPRINT,
};

/** struct texts - several arguments of one option, in their order */
struct texts {
	const char **at;
	size_t n;
};

/** struct options - what the command line says; strings point into it; NULL and 0: not given */
struct options {
	enum action action;
	const char *digest_name;
	/** @other_digest_name: the one named before it, if any */
	const char *other_digest_name;
	const char *xof_len;

	/* how it is written */
	enum form form;
	enum bytes bytes;
	const char *out;
	const char *label;
	bool is_debug;

	/* MACs */
	enum hmac_source hmac_source;
	const char *hmac;
	const char *mac;
	struct texts mac_options;

	/* signatures */
	const char *key;
	bool is_public;
	bool is_verify;
	const char *signature;
	const char *key_form;
	const char *passphrase;
	struct texts sig_options;

	/* where algorithms come from */
	/** @providers: pairs, "provider", "provider-path" or "provparam" before each value */
	struct texts providers;
	const char *properties;

	const char *list;
	char **operands;
	size_t n_operands;
};

/**
 * options_parse() - read the command line
 * @argv: borrowed
 * @diag: gets what is wrong
 * @ret_options: filled in
 *
 * Owner: the caller, who calls options_finish().
 * Return: 0; -EINVAL: the user has been told why; -ENOMEM, told as well.
 */
int options_parse(int argc, char **argv, const struct diag *diag, struct options *ret_options);

/** options_finish() - free what options_parse() allocated */
void options_finish(struct options *options);

#endif
