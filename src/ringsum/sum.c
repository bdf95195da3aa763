/* SPDX-License-Identifier: MIT */
/*
 * Owns the way from operands to lines. Jobs are added while there is room, and one result is taken when there is none,
 * so output stands in the order of the operands and memory stays flat. Leaves the form of a line to the writer.
 */
#include "sum.h"

#include "manifest/write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Enough for a digest and a name of usual length; longer lines are allocated. */
#define LINE_LEN 8192

static struct manifest_style style_of(const struct options *options)
{
	return (struct manifest_style){
		.layout = options->layout,
		.is_binary = options->text_mode == TEXT_MODE_BINARY,
		.is_base64 = options->is_base64,
		.is_zero = options->is_zero,
	};
}

static void tell_unfit_name(struct session *session, const char *name, const struct manifest_style *style)
{
	session_fail(session, 0, "%s: the %s layout cannot carry this line", session_name(session, name),
		     manifest_layout_name(style->layout));
}

/* Standard input is called what the tool calls it whose layout is written. */
static const char *shown_name(const struct manifest_style *style, const char *name)
{
	bool is_openssl = style->layout == MANIFEST_OPENSSL || style->layout == MANIFEST_OPENSSL1;

	return is_openssl && strcmp(name, "-") == 0 ? "stdin" : name;
}

static void put_line(struct session *session, const char *name, const struct ringsum_result *result)
{
	struct manifest_style style = style_of(&session->options);
	size_t digest_len = ringsum_digest_len(session->digest);
	char line[LINE_LEN], *long_line = NULL;
	ssize_t len = manifest_write(&style, session->algo, result->digests[0], digest_len, shown_name(&style, name),
				     result->n_bytes, line, sizeof(line));

	if (len < 0) {
		tell_unfit_name(session, name, &style);
		return;
	}
	if ((size_t)len > sizeof(line)) {
		long_line = malloc(len);
		if (!long_line) {
			session_fail(session, -ENOMEM, "%s", session_name(session, name));
			return;
		}
		manifest_write(&style, session->algo, result->digests[0], digest_len, shown_name(&style, name),
			       result->n_bytes, long_line, len);
	}
	out_write(&session->out, long_line ? long_line : line, len);
	out_end_line(&session->out);
	free(long_line);
}

static void put_result(struct session *session, const struct ringsum_result *result)
{
	const char *name = result->cookie;

	if (result->error < 0) {
		session_tell_result(session, name, result);
		session->has_failed = true;
		return;
	}
	if (session->options.is_raw)
		out_write(&session->out, result->digests[0], ringsum_digest_len(session->digest));
	else
		put_line(session, name, result);
	if (result->is_torn && !session->personality.is_gnu) {
		session_tell_torn(session, name);
		session->has_failed = true;
	}
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

static int add_operand(struct session *session, const char *name)
{
	struct ringsum_job job = session_job(session, session->dir_fd, name, &session->digest, (char *)name);
	int rc;

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
		return add_operand(session, "-");
	for (unsigned i = 0; error == 0 && i < options->n_operands; i++)
		error = add_operand(session, options->operands[i]);
	return error;
}

static void put_header(struct session *session)
{
	struct manifest_style style = style_of(&session->options);
	char header[256];
	ssize_t len = 0;

	if (!session->options.is_raw)
		len = manifest_write_header(&style, session->algo, header, sizeof(header));
	if (len > 0 && (size_t)len <= sizeof(header))
		out_write(&session->out, header, len);
}

bool sum_is_possible(struct session *session)
{
	struct manifest_style style = style_of(&session->options);
	const char *layout = manifest_layout_name(style.layout);
	ssize_t len = session->options.is_raw ? 0 : manifest_write_header(&style, session->algo, NULL, 0);

	if (len >= 0)
		return true;
	if (len == -EINVAL)
		diag_tell(&session->diag, 0, "--layout=%s: has no --base64", layout);
	else
		diag_tell(&session->diag, 0, "--layout=%s: cannot carry %s", layout,
			  session_name(session, session->algo->tag));
	return false;
}

void sum_run(struct session *session)
{
	int rc;

	put_header(session);
	rc = add_all(session);
	while (rc == 0 && !session_has_to_stop(session)) {
		rc = take_one(session);
		if (rc == 0)
			break;
		rc = rc < 0 ? rc : 0;
	}
	if (rc < 0 && rc != -ECANCELED)
		session_fail(session, rc, "stopped");
}
