/* SPDX-License-Identifier: MIT */
/*
 * The command line as one struct. Options are written as openssl's, with one dash or two, "-bytes 64" or "-bytes=64".
 * Reading it changes nothing and opens nothing.
 */
#ifndef RINGSPEED_OPTIONS_H
#define RINGSPEED_OPTIONS_H

#include "rates.h"

#include "cli/diag.h"
#include "cli/quote.h"

#include <stddef.h>

/** enum options_action - what is asked for */
enum options_action {
	OPTIONS_MEASURE,
	OPTIONS_FILES,
	OPTIONS_COMPARE,
	OPTIONS_HELP,
	OPTIONS_VERSION,
};

/** enum options_format - how it is printed */
enum options_format {
	OPTIONS_TEXT,
	/** -mr: openssl's form for programs */
	OPTIONS_MR,
	OPTIONS_CSV,
	OPTIONS_JSON,
};

/** A run below it says nothing, and one above it is a mistake; seconds. */
#define OPTIONS_SECONDS_MIN 0.01
#define OPTIONS_SECONDS_MAX 86400

/** Processes of -multi, rounds of -rounds, bytes of -misalign at most; 63 is openssl's. */
#define OPTIONS_MULTI_MAX 1024
#define OPTIONS_ROUNDS_MAX 1000
#define OPTIONS_MISALIGN_MAX 63

/** struct options_digest - one digest asked for */
struct options_digest {
	const char *name;
	bool is_hmac;
};

/** struct options - what the command line says; strings point into it */
struct options {
	enum options_action action;
	enum options_format format;
	/** @digests: none: the usual ones */
	struct options_digest *digests;
	unsigned n_digests;
	/** @apis: of -api, each at most once, in its order */
	enum rates_api apis[RATES_LANES + 1];
	unsigned n_apis;
	/** @seconds: of one cell; 0: openssl's 3 */
	double seconds;
	/** @bytes: the only block size; 0: openssl's six */
	uint64_t bytes;
	bool is_elapsed;
	bool is_locked;
	/** @n_processes: of -multi; 0: not given */
	unsigned n_processes;
	unsigned misalign;
	/** @cpus: of -cpu; NULL: not given */
	const char *cpus;
	/** @plot: of -plot; NULL: not given */
	const char *plot;
	/** @report_fd: where the run is put for the process that started this one; -1: printed */
	int report_fd;
	/** @label: of the run that goes to @report_fd */
	const char *label;

	/* -file */
	const char **files;
	unsigned n_files;
	/** @versus: a program that knows "dgst"; NULL: none */
	const char *versus;
	bool is_warm;
	bool is_cold;
	/** @n_rounds: how often each file is hashed; 0: not given */
	unsigned n_rounds;

	/* -compare */
	const char **compared;
	unsigned n_compared;

	/** @rerun: the command line for the same without -cpu; ends with NULL, behind room for four more words */
	char **rerun;
	unsigned n_rerun;
};

/**
 * options_parse() - read the command line
 * @diag: gets what is wrong
 * @ret_options: filled in
 *
 * Owner: the caller, who calls options_finish().
 * Return: false: the user has been told why.
 */
bool options_parse(int argc, char **argv, const struct diag *diag, struct quote *quote, struct options *ret_options);

/** options_finish() - free what options_parse() allocated */
void options_finish(struct options *options);

#endif
