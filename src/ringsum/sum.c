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

/* Return: 0; else what manifest_write() said, or -ENOMEM. */
static int put_line(struct session *session, const char *name, const struct ringsum_result *result, unsigned d)
{
	struct manifest_style style = style_of(&session->options);
	const struct ringsum_algo *algo = ringsum_digest_algo(session->wanted[d]);
	size_t digest_len = ringsum_digest_len(session->wanted[d]);
	struct out *out = session->outputs.of[d];
	char line[LINE_LEN], *long_line = NULL;
	ssize_t len = manifest_write(&style, algo, result->digests[d], digest_len, shown_name(&style, name),
				     result->n_bytes, line, sizeof(line));

	if (len < 0)
		return (int)len;
	if ((size_t)len > sizeof(line)) {
		long_line = malloc(len);
		if (!long_line)
			return -ENOMEM;
		manifest_write(&style, algo, result->digests[d], digest_len, shown_name(&style, name), result->n_bytes,
			       long_line, len);
	}
	out_write(out, long_line ? long_line : line, len);
	out_end_line(out);
	free(long_line);
	return 0;
}

static void put_lines(struct session *session, const char *name, const struct ringsum_result *result)
{
	struct manifest_style style = style_of(&session->options);
	int error = 0;

	for (unsigned d = 0; d < result->n_digests; d++) {
		int line_error = put_line(session, name, result, d);

		if (error == 0)
			error = line_error;
	}
	if (error == -ENOMEM)
		session_fail(session, error, "%s", session_name(session, name));
	else if (error < 0)
		tell_unfit_name(session, name, &style);
}

static void put_result(struct session *session, const struct ringsum_result *result)
{
	const char *name = result->cookie;

	if (result->error < 0) {
		session_tell_error(session, name, result->error, result->stage);
		session->has_failed = true;
	} else if (session->options.is_raw) {
		out_write(session->outputs.of[0], result->digests[0], ringsum_digest_len(session->wanted[0]));
	} else {
		put_lines(session, name, result);
	}
	if (result->error == 0 && result->is_torn && !session->personality.is_gnu) {
		session_tell_torn(session, name);
		session->has_failed = true;
	}
	stats_take(&session->stats, name, session->dir_fd, session->wanted, session->n_wanted, result);
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
	struct ringsum_job job = session_job(session, session->dir_fd, name, session->wanted, session->n_wanted);
	int rc;

	job.cookie = (char *)name;
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

static void put_headers(struct session *session)
{
	struct manifest_style style = style_of(&session->options);
	char header[256];

	for (unsigned d = 0; !session->options.is_raw && d < session->n_wanted; d++) {
		const struct ringsum_algo *algo = ringsum_digest_algo(session->wanted[d]);
		ssize_t len = manifest_write_header(&style, algo, header, sizeof(header));

		if (len > 0 && (size_t)len <= sizeof(header))
			out_write(session->outputs.of[d], header, len);
	}
}

static bool is_possible(struct session *session, unsigned d)
{
	struct manifest_style style = style_of(&session->options);
	const struct ringsum_algo *algo = ringsum_digest_algo(session->wanted[d]);
	const char *layout = manifest_layout_name(style.layout);
	ssize_t len = manifest_write_header(&style, algo, NULL, 0);

	if (len == -EINVAL)
		diag_tell(&session->diag, 0, "--layout=%s: has no --base64", layout);
	else if (len < 0)
		diag_tell(&session->diag, 0, "--layout=%s: cannot carry %s", layout,
			  session_name(session, algo->tag));
	else if (len > 0 && outputs_is_shared(&session->outputs, session->n_wanted, d))
		diag_tell(&session->diag, 0, "--layout=%s: carries one algorithm; send each to a file by --out",
			  layout);
	else
		return true;
	return false;
}

bool sum_is_possible(struct session *session)
{
	bool is_all = true;

	for (unsigned d = 0; is_all && !session->options.is_raw && d < session->n_wanted; d++)
		is_all = is_possible(session, d);
	return is_all;
}

void sum_run(struct session *session)
{
	int rc;

	put_headers(session);
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
