/* SPDX-License-Identifier: MIT */
/*
 * Owns the way from a list to its entries: read a piece, parse it, hand the entries on. The piece is the only part of a
 * list in memory. Leaves hashing and status lines to verify.c, the grammar to the parser.
 */
#include "check.h"

#include "only.h"
#include "strip.h"
#include "verify.h"

#include "cli/list.h"
#include "manifest/parse.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

/* One run over all lists. */
struct check {
	struct session *session;
	struct only only;
	/** @spacing: what coreutils carries over from list to list */
	enum manifest_spacing spacing;
	struct list list;
};

/* The name to open for a listed name; NULL: less to strip than asked for. */
static const char *strip_name(const struct options *options, const struct manifest_entry *entry)
{
	/* The name in a sidecar is made from the sidecar's own, not listed. */
	if (!options->has_strip || entry->layout == MANIFEST_HEX)
		return entry->name;
	return options->strip == STRIP_ALL ? strip_to_base(entry->name) : strip_path(entry->name, options->strip);
}

static int take_entry(struct check *check, struct verify *verify, const struct manifest_entry *entry)
{
	struct session *session = check->session;
	struct verify_entry wanted = {
		/* A sidecar's file is beside the sidecar, wherever -C points. */
		.dir_fd = entry->layout == MANIFEST_HEX ? AT_FDCWD : session->dir_fd,
		.algo = entry->algo,
		.digest = entry->digest,
		.digest_len = entry->digest_len,
		.has_size = entry->has_size,
		.size = entry->size,
	};

	if (!only_wants(&check->only, entry->name)) {
		verify->tally.n_skipped++;
		return 0;
	}
	wanted.name = strip_name(&session->options, entry);
	if (!wanted.name)
		return verify_add_not_stripped(verify, entry->name);
	return verify_add(verify, &wanted);
}

/* Takes all that the parser can give for now. */
static int take_items(struct check *check, struct verify *verify, struct manifest_parser *parser)
{
	bool is_warning = check->session->options.verbosity == VERBOSITY_WARN;
	struct manifest_item item;
	int error = 0;

	while (error == 0) {
		manifest_parser_next(parser, &item);
		if (item.event == MANIFEST_MORE)
			return 0;
		if (item.event == MANIFEST_ENTRY)
			error = take_entry(check, verify, &item.entry);
		else if (item.event == MANIFEST_BAD && is_warning)
			error = verify_add_bad_line(verify, item.line, item.reason);
	}
	return error;
}

/* What is known is reported before a list that is slow to come, such as a pipe, is waited for. */
static int settle_while_waiting(struct check *check, struct verify *verify)
{
	int error = 0;

	while (error == 0 && !verify_is_idle(verify) && !list_is_ready(&check->list))
		error = verify_settle(verify);
	if (error == 0 && verify_is_idle(verify))
		out_flush(&check->session->out);
	return error;
}

/* Return: 0: read and reported to the end; 1: a read error; -ENOMEM or -ECANCELED: stop. */
static int read_list(struct check *check, struct verify *verify, struct manifest_parser *parser, int *ret_read_error)
{
	ssize_t n;
	int error;

	do {
		error = settle_while_waiting(check, verify);
		if (error < 0)
			return error;
		n = list_read(&check->list);
		if (n < 0)
			break;
		manifest_parser_feed(parser, check->list.piece, n, n == 0);
		error = take_items(check, verify, parser);
		if (error < 0)
			return error;
	} while (n > 0);
	error = verify_drain(verify);
	if (error < 0)
		return error;
	if (n < 0)
		*ret_read_error = n;
	return n < 0;
}

static void tell_read_error(struct session *session, const struct list *list, int error)
{
	const char *name = session_name(session, list->name);

	/* GNU programs leave the reason out. */
	session_fail(session, session->personality.is_gnu ? 0 : error, "%s: read error", name);
}

static int check_open_list(struct check *check, struct verify *verify, struct manifest_parser *parser)
{
	struct session *session = check->session;
	struct manifest_summary summary;
	int read_error = 0;
	int rc = read_list(check, verify, parser, &read_error);

	if (rc < 0)
		return rc;
	if (rc == 1) {
		tell_read_error(session, &check->list, read_error);
		return 0;
	}
	manifest_parser_summary(parser, &summary);
	if (!report_list(session, check->list.name, &verify->tally, &summary))
		session->has_failed = true;
	return 0;
}

static int make_parser(struct check *check, struct manifest_parser **ret_parser)
{
	const struct session *session = check->session;
	struct manifest_parser_options options = {
		.dialect = session->personality.is_gnu ? MANIFEST_GNU_SUM : MANIFEST_WIDE,
		.algo = session->algo,
		.file_name = check->list.is_stdin ? NULL : check->list.name,
		.is_stdin = check->list.is_stdin,
		.spacing = &check->spacing,
	};

	if (session->algo && session->algo->digest_len == 0 && session->digest)
		options.digest_len = ringsum_digest_len(session->digest);
	return manifest_parser_create(&options, ret_parser);
}

/* Return: 0, also for a list that failed; a negative errno value: stop. */
static int check_list(struct check *check, const char *operand)
{
	struct session *session = check->session;
	struct verify verify = { .session = session };
	struct manifest_parser *parser = NULL;
	int error = list_open(&check->list, operand);

	if (error < 0) {
		session_fail(session, error, "%s", session_name(session, operand));
		return 0;
	}
	if (check->list.is_stdin)
		session->runner.has_read_stdin = true;
	verify.list_name = check->list.name;
	verify.hints.list_name = check->list.is_stdin ? NULL : check->list.name;
	error = make_parser(check, &parser);
	if (error == 0)
		error = check_open_list(check, &verify, parser);
	manifest_parser_destroy(parser);
	verify_finish(&verify);
	list_close(&check->list);
	return error;
}

static void tell_unlisted(struct check *check)
{
	const char *name;

	for (size_t at = 0; (name = only_next_missing(&check->only, &at));)
		session_fail(check->session, 0, "%s: not listed", session_name(check->session, name));
}

static int check_all(struct check *check)
{
	const struct options *options = &check->session->options;
	int error = 0;

	if (options->n_operands == 0)
		return check_list(check, "-");
	for (unsigned i = 0; error == 0 && i < options->n_operands; i++)
		error = check_list(check, options->operands[i]);
	return error;
}

void check_run(struct session *session)
{
	struct check *check = calloc(1, sizeof(*check));
	int error = -ENOMEM;

	if (check) {
		check->session = session;
		error = only_init(&check->only, session->options.only, session->options.n_only);
	}
	if (error == 0)
		error = check_all(check);
	if (error == 0)
		tell_unlisted(check);
	else if (error != -ECANCELED)
		session_fail(session, error, "stopped");
	if (check)
		only_finish(&check->only);
	free(check);
}
