/* SPDX-License-Identifier: MIT */
/*
 * Owns the copies of keys while a digest is opened; the library keeps its own. Four names of -macopt are about where
 * a key is (keyenv, keyenvhex, keyfile, keystdin), all others are libcrypto's.
 */
#include "mac.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* With it, OpenSSL's modules are told apart; it is in OpenSSL's source. */
#define FINGERPRINT_KEY "etaonrishdlcupfm"

bool mac_is_wanted(const struct options *options)
{
	return options->mac || options->hmac_source != HMAC_NONE;
}

bool mac_is_hmac(const struct options *options)
{
	return options->hmac_source != HMAC_NONE || (options->mac && strcasecmp(options->mac, "HMAC") == 0);
}

static bool is_variable(const char *what)
{
	return strstr(what, "env") != NULL;
}

/*
 * @what: how the message begins
 * @where: what the key is read from; NULL: standard input
 */
static int tell_key_error(struct session *session, const char *what, const char *where, int error)
{
	const char *name = where ? session_name(session, where) : "standard input";

	if (error == 0)
		return 0;
	if (error == -ENOENT && is_variable(what))
		session_tell(session, 0, "-%s: no environment variable %s", what, name);
	else if (error == -EINVAL)
		session_tell(session, 0, "-%s: %s is not in hex", what, name);
	else if (error == -EILSEQ)
		session_tell(session, 0, "-%s: %s has a NUL in its first line; give such a key as keyfile", what, name);
	else if (error == -E2BIG)
		session_tell(session, 0, "-%s: the key is longer than %d bytes", what, SECRET_MAX);
	else if (error == -ENODATA)
		session_tell(session, 0, "-%s: %s is empty", what, name);
	else
		session_tell(session, error, "-%s: %s", what, name);
	return -EINVAL;
}

/* An empty line is more likely a mistake than a key. */
static int read_stdin_key(struct secret *ret_key)
{
	int error = secret_from_fd(STDIN_FILENO, ret_key);

	if (error < 0 || ret_key->len > 0)
		return error;
	secret_finish(ret_key);
	return -ENODATA;
}

static int read_hmac_key(struct session *session, struct secret *ret_key)
{
	const char *argument = session->options.hmac;

	switch (session->options.hmac_source) {
	case HMAC_TEXT:
		return tell_key_error(session, "hmac", NULL, secret_from_text(argument, ret_key));
	case HMAC_ENV:
		return tell_key_error(session, "hmac-env", argument, secret_from_env(argument, ret_key));
	case HMAC_STDIN:
		return tell_key_error(session, "hmac-stdin", NULL, read_stdin_key(ret_key));
	case HMAC_FINGERPRINT:
	case HMAC_NONE:
		break;
	}
	return tell_key_error(session, "fips-fingerprint", NULL, secret_from_text(FINGERPRINT_KEY, ret_key));
}

/* Whether an option of -macopt says where the key is, without saying the key. */
static bool is_key_source(const char *option)
{
	return strncmp(option, "keyenv:", 7) == 0 || strncmp(option, "keyenvhex:", 10) == 0 ||
	       strncmp(option, "keyfile:", 8) == 0 || strcmp(option, "keystdin") == 0;
}

static int read_key_source(struct session *session, const char *option, struct secret *ret_key)
{
	const char *colon = strchr(option, ':');

	if (!colon)
		return tell_key_error(session, "macopt keystdin", NULL, read_stdin_key(ret_key));
	if (strncmp(option, "keyfile:", 8) == 0)
		return tell_key_error(session, "macopt keyfile", colon + 1, secret_from_key_file(colon + 1, ret_key));
	if (strncmp(option, "keyenv:", 7) == 0)
		return tell_key_error(session, "macopt keyenv", colon + 1, secret_from_env(colon + 1, ret_key));
	return tell_key_error(session, "macopt keyenvhex", colon + 1, secret_from_env_hex(colon + 1, ret_key));
}

/* The library takes this key after all settings, so it holds whatever key is among those before it. */
static int take_key(struct mac *mac, struct session *session, const char *option)
{
	struct secret key;
	int error = read_key_source(session, option, &key);

	if (error < 0)
		return error;
	secret_finish(&mac->key);
	mac->key = key;
	return 0;
}

/* openssl shows it whole, be it a key: it stands on the command line anyway. */
static void tell_bad_option(struct session *session, const char *option)
{
	session_say(session, 0, "MAC parameter error \"%s\"", session_name(session, option));
}

static int add_setting(struct mac *mac, struct session *session, const char *option)
{
	struct secret *copy = &mac->copies[mac->n_settings];
	int error = strchr(option, ':') ? secret_from_text(option, copy) : -EINVAL;
	char *colon;

	if (error < 0) {
		tell_bad_option(session, option);
		return -EINVAL;
	}
	colon = strchr(copy->data, ':');
	*colon = '\0';
	mac->settings[mac->n_settings] = (struct ringsum_setting){ copy->data, colon + 1 };
	mac->sources[mac->n_settings++] = option;
	if (strcmp(copy->data, "key") == 0 || strcmp(copy->data, "hexkey") == 0)
		secret_finish(&mac->key);
	return 0;
}

static int read_options(struct mac *mac, struct session *session)
{
	const struct texts *options = &session->options.mac_options;
	int error = 0;

	mac->copies = calloc(options->n + 1, sizeof(*mac->copies));
	mac->settings = calloc(options->n + 1, sizeof(*mac->settings));
	mac->sources = calloc(options->n + 1, sizeof(*mac->sources));
	if (!mac->copies || !mac->settings || !mac->sources) {
		session_tell(session, -ENOMEM, "-macopt");
		return -EINVAL;
	}
	for (size_t i = 0; error == 0 && i < options->n; i++) {
		if (is_key_source(options->at[i]))
			error = take_key(mac, session, options->at[i]);
		else
			error = add_setting(mac, session, options->at[i]);
	}
	return error;
}

int mac_init(struct mac *mac, struct session *session)
{
	const struct options *options = &session->options;
	int error = options->mac ? read_options(mac, session) : read_hmac_key(session, &mac->key);

	if (error < 0)
		return error;
	mac->wanted = (struct ringsum_mac){
		.name = mac_is_hmac(options) ? NULL : options->mac,
		.key = mac->key.data,
		.key_len = mac->key.len,
		.settings = mac->settings,
		.n_settings = mac->n_settings,
	};
	return 0;
}

static void tell_refusal(const struct mac *mac, struct session *session, int error, size_t bad)
{
	const char *name = mac->wanted.name ? session_name(session, mac->wanted.name) : "HMAC";

	if (error == -EINVAL && bad > 0 && bad <= mac->n_settings)
		tell_bad_option(session, mac->sources[bad - 1]);
	else if (error == -EINVAL)
		session_tell(session, 0, "Error generating %s key: no key that it takes; give one by -macopt", name);
	else if (error == -ENOENT)
		session_say(session, 0, "Error initializing %s context", name);
	else if (error == -EACCES)
		session_say(session, 0, "Error setting context: libcrypto refuses %s%s%s", name,
			  mac->wanted.digest ? " with " : "", mac->wanted.digest ? mac->wanted.digest : "");
	else
		session_say(session, error, "Error setting context");
}

int mac_open(struct mac *mac, struct session *session, const char *digest_name, struct ringsum_digest **ret_digest)
{
	size_t bad = 0;
	int error;

	mac->wanted.digest = digest_name;
	error = ringsum_digest_open_mac(&mac->wanted, ret_digest, &bad);
	if (error < 0)
		tell_refusal(mac, session, error, bad);
	return error < 0 ? -EINVAL : 0;
}

void mac_finish(struct mac *mac)
{
	secret_finish(&mac->key);
	for (size_t i = 0; i < mac->n_settings; i++)
		secret_finish(&mac->copies[i]);
	free(mac->copies);
	free(mac->settings);
	free(mac->sources);
	*mac = (struct mac){ 0 };
}
