/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing. The sources and the words for what is wrong with them are openssl's.
 */
#include "passphrase.h"

#include "cli/size.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int read_env(struct session *session, const char *name, struct secret *ret_secret)
{
	int error = secret_from_env(name, ret_secret);

	if (error == -ENOENT)
		session_say(session, 0, "No environment variable %s", session_name(session, name));
	else if (error < 0)
		session_say(session, error, "%s", session_name(session, name));
	return error;
}

static void tell_nul(struct session *session)
{
	session_say(session, 0, "-passin: there is a NUL in the first line, which no pass phrase can have");
}

static int read_file(struct session *session, const char *path, struct secret *ret_secret)
{
	int error = secret_from_file(path, ret_secret);

	if (error == -EILSEQ)
		tell_nul(session);
	else if (error < 0)
		session_say(session, error, "Can't open file %s", session_name(session, path));
	return error;
}

static int read_fd(struct session *session, const char *number, struct secret *ret_secret)
{
	uint64_t fd = 0;
	int error = size_parse_count(number, &fd);

	if (error < 0 || fd > INT_MAX)
		error = -EBADF;
	else
		error = secret_from_fd((int)fd, ret_secret);
	if (error == -EILSEQ)
		tell_nul(session);
	else if (error < 0)
		session_say(session, error, "Error reading password from BIO");
	return error;
}

/* The argument itself may be a secret, so no more of it is shown than openssl shows. */
static int tell_no_source(struct session *session, const char *source)
{
	const char *colon = strchr(source, ':');

	if (colon && colon - source < 5)
		session_say(session, 0, "Invalid password argument, starting with \"%.*s:\"", (int)(colon - source),
			  source);
	else
		session_say(session, 0, "Invalid password argument, missing ':' within the first 5 chars");
	return -EINVAL;
}

static int read_from(struct session *session, const char *source, struct secret *ret_secret)
{
	if (strncmp(source, "pass:", 5) == 0)
		return secret_from_text(source + 5, ret_secret);
	if (strncmp(source, "env:", 4) == 0)
		return read_env(session, source + 4, ret_secret);
	if (strncmp(source, "file:", 5) == 0)
		return read_file(session, source + 5, ret_secret);
	if (strncmp(source, "fd:", 3) == 0)
		return read_fd(session, source + 3, ret_secret);
	if (strcmp(source, "stdin") == 0)
		return read_fd(session, "0", ret_secret);
	return tell_no_source(session, source);
}

int passphrase_read(struct session *session, const char *source, struct secret *ret_secret)
{
	if (read_from(session, source, ret_secret) == 0)
		return 0;
	session_say(session, 0, "Error getting password");
	return -EINVAL;
}

int passphrase_ask(struct session *session, const char *path, struct secret *ret_secret)
{
	const char *name = session_name(session, path);
	char *prompt = NULL;
	int error = -ENOMEM;

	if (asprintf(&prompt, "Enter pass phrase for %s:", name) >= 0)
		error = secret_ask(prompt, ret_secret);
	if (error == -ENOTTY)
		session_say(session, 0,
			  "Could not read private key from %s: it is encrypted, and no terminal is here; give -passin",
			  name);
	else if (error < 0)
		session_say(session, error, "Could not read private key from %s", name);
	free(prompt);
	return error < 0 ? -EINVAL : 0;
}
