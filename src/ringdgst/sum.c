/* SPDX-License-Identifier: MIT */
/*
 * Owns the way from operands to lines. Jobs are added while there is room, and one result is taken when there is
 * none, so output stands in the order of the operands and memory stays flat.
 */
#include "sum.h"

#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void tell_digest_error(struct session *session, const char *name, int error)
{
	enum ringsum_digest_kind kind = ringsum_digest_kind(session->chosen.digest);

	if (error == -EFBIG)
		session_say(session, 0, "Error signing data: %s: too large for a key that takes it in one piece", name);
	else if (error == -EACCES)
		session_say(session, 0, "Error setting digest: %s: libcrypto refuses it here", name);
	else if (kind == RINGSUM_DIGEST_VERIFY)
		session_say(session, 0, "Error verifying data: %s", name);
	else if (kind == RINGSUM_DIGEST_PLAIN)
		session_say(session, 0, "Error Digesting Data: %s", name);
	else
		session_say(session, 0, "Error signing data: %s", name);
}

static void tell_error(struct session *session, const char *name, const struct ringsum_result *result)
{
	int error = result->error;

	name = name ? session_name(session, name) : "stdin";
	if (result->stage == RINGSUM_STAGE_DIGEST)
		tell_digest_error(session, name, error);
	else if (result->stage == RINGSUM_STAGE_READ || error == -EISDIR)
		session_say(session, error, "Read error in %s", name);
	else if (*name == '\0')
		session_say(session, 0, "%s", strerror(-error));
	else
		session_say(session, error, "%s", name);
}

static void put_verdict(struct session *session, bool is_right)
{
	out_puts(&session->out, is_right ? "Verified OK\n" : "Verification failure\n");
	out_end_line(&session->out);
	if (!is_right)
		session->has_failed = true;
}

static void put_result(struct session *session, const struct ringsum_result *result)
{
	const char *name = result->cookie;

	if (session->stream == name)
		session->stream = NULL;
	if (session->options.is_debug)
		session_tell_work(session, name, result);
	if (result->error < 0) {
		tell_error(session, name, result);
		session->has_failed = true;
		return;
	}
	if (ringsum_digest_kind(session->chosen.digest) != RINGSUM_DIGEST_VERIFY)
		line_put(session, name, result->digests[0], session->chosen.is_empty ? 0 : result->digest_lens[0]);
	else if (!result->is_torn)
		put_verdict(session, result->digests[0][0] == 1);
	if (result->is_torn)
		session_fail(session, 0, "%s: changed while it was read", name ? session_name(session, name) : "stdin");
}

/* Return: 1: one result is out; 0: there is none left; -ENOMEM. */
static int take_one(struct session *session)
{
	struct ringsum_result result;
	int rc = runner_next(&session->runner, &result);

	if (rc == 1)
		put_result(session, &result);
	return rc;
}

/* Of two operands that are the same FIFO the first is to be read first, and nobody else keeps their order. */
static int wait_for_stream(struct session *session, const char *name)
{
	struct stat st;
	int rc = 1;

	if (stat(name, &st) < 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
		return 0;
	while (session->stream && rc > 0)
		rc = take_one(session);
	session->stream = name;
	return rc < 0 ? rc : 0;
}

/* @name: NULL: standard input */
static int add_operand(struct session *session, char *name)
{
	const struct ringsum_digest *digests[] = { session->chosen.digest };
	struct ringsum_job job = {
		.path = name,
		.fd = name ? AT_FDCWD : STDIN_FILENO,
		.length = RINGSUM_TO_END,
		.digests = digests,
		.n_digests = 1,
		.cookie = name,
	};
	int rc = name ? wait_for_stream(session, name) : 0;

	if (rc < 0)
		return rc;
	while ((rc = runner_add(&session->runner, &job)) == -EAGAIN) {
		rc = take_one(session);
		if (rc < 0)
			return rc;
		if (session_has_to_stop(session))
			return -ECANCELED;
	}
	return rc;
}

static int add_all(struct session *session)
{
	const struct options *options = &session->options;
	int error = 0;

	if (options->n_operands == 0)
		return add_operand(session, NULL);
	for (size_t i = 0; error == 0 && i < options->n_operands; i++)
		error = add_operand(session, options->operands[i]);
	return error;
}

void sum_run(struct session *session)
{
	int rc = add_all(session);

	while (rc == 0 && !session_has_to_stop(session)) {
		rc = take_one(session);
		if (rc == 0)
			break;
		rc = rc < 0 ? rc : 0;
	}
	if (rc < 0 && rc != -ECANCELED)
		session_fail(session, rc, "stopped");
}
