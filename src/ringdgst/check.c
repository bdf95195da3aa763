/* SPDX-License-Identifier: MIT */
/*
 * Owns the way from a list to its entries, and what these expect while their files are in the batch; results come in
 * the order of the list. What is told besides results waits until all before it are out.
 */
#include "check.h"

#include "choose.h"
#include "mac.h"
#include "tally.h"

#include "cli/digests.h"
#include "cli/list.h"
#include "manifest/parse.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of output to ask for where only the name of an extendable-output function is in question. */
#define XOF_TRIAL_LEN 32

struct check {
	struct session *session;
	struct mac mac;
	struct digests digests;
	struct tally tally;
	/** @oldest, @newest: what the jobs in the batch are expected to give, in their order */
	struct expected *oldest;
	struct expected *newest;
	struct manifest_parser *parser;
	struct list list;
};

/* What an entry says, and its name behind it. */
struct expected {
	struct expected *next;
	size_t len;
	uint8_t digest[RINGSUM_DIGEST_MAX];
	char name[];
};

bool check_is_possible(struct session *session)
{
	const struct options *options = &session->options;
	const char *other = NULL;

	if (options->n_operands > 0)
		other = "names of files, which the list has";
	else if (options->key || options->signature)
		other = "signatures";
	else if (options->bytes != BYTES_DEFAULT || options->form != FORM_OPENSSL || options->label)
		other = "options about how digests are written";
	else if (mac_is_wanted(options) && !mac_is_hmac(options))
		other = "MACs other than HMAC, whose lines do not say enough";
	if (other)
		session_tell(session, 0, "-check does not go with %s", other);
	return !other;
}

/* Blocks until the oldest job is done. Return: 0; -ENOMEM; -ECANCELED: output is lost. */
static int settle(struct check *check)
{
	struct ringsum_result result;
	int rc = runner_next(&check->session->runner, &result);
	struct expected *expected = check->oldest;

	if (rc < 0)
		return rc;
	check->oldest = expected->next;
	tally_result(&check->tally, check->session, expected->name, expected->digest, expected->len, &result);
	free(expected);
	return session_has_to_stop(check->session) ? -ECANCELED : 0;
}

static int settle_all(struct check *check)
{
	int error = 0;

	while (error == 0 && check->oldest)
		error = settle(check);
	return error;
}

static int start(struct check *check, const struct ringsum_digest *digest, struct expected *expected)
{
	struct ringsum_job job = {
		.path = expected->name,
		.fd = AT_FDCWD,
		.length = RINGSUM_TO_END,
		.digests = &digest,
		.n_digests = 1,
	};
	int error;

	while ((error = runner_add(&check->session->runner, &job)) == -EAGAIN) {
		error = settle(check);
		if (error < 0)
			return error;
	}
	if (error < 0)
		return error;
	if (check->oldest)
		check->newest->next = expected;
	else
		check->oldest = expected;
	check->newest = expected;
	return 0;
}

static int refuse_entry(struct check *check, const struct manifest_entry *entry, int refusal)
{
	int error = settle_all(check);

	if (error == 0)
		tally_refusal(&check->tally, check->session, entry, refusal);
	return error;
}

static int take_entry(struct check *check, const struct manifest_entry *entry)
{
	size_t xof_len = entry->algo->digest_len ? 0 : entry->digest_len;
	const struct ringsum_digest *digest = NULL;
	struct expected *expected;
	int error = digests_get(&check->digests, entry->algo, xof_len, &digest);

	if (error < 0)
		return error == -ENOMEM ? error : refuse_entry(check, entry, error);
	expected = malloc(sizeof(*expected) + entry->name_len + 1);
	if (!expected)
		return -ENOMEM;
	expected->next = NULL;
	expected->len = entry->digest_len;
	memcpy(expected->digest, entry->digest, entry->digest_len);
	memcpy(expected->name, entry->name, entry->name_len + 1);
	error = start(check, digest, expected);
	if (error < 0)
		free(expected);
	return error;
}

static int take_bad_line(struct check *check, const struct manifest_item *item)
{
	int error = settle_all(check);

	if (error == 0)
		tally_bad_line(check->session, check->list.name, item);
	return error;
}

/* Takes all that the parser can give for now. */
static int take_items(struct check *check)
{
	struct manifest_item item;
	int error = 0;

	while (error == 0) {
		manifest_parser_next(check->parser, &item);
		if (item.event == MANIFEST_MORE)
			return 0;
		if (item.event == MANIFEST_ENTRY)
			error = take_entry(check, &item.entry);
		else if (item.event == MANIFEST_BAD)
			error = take_bad_line(check, &item);
	}
	return error;
}

/* What is known is reported before a list that is slow to come, such as a pipe, is waited for. */
static int settle_while_waiting(struct check *check)
{
	int error = 0;

	while (error == 0 && check->oldest && !list_is_ready(&check->list))
		error = settle(check);
	if (error == 0 && !check->oldest)
		out_flush(&check->session->out);
	return error;
}

/* Return: 0: read and reported to the end, or a read error was told; a negative errno value: stop. */
static int read_list(struct check *check)
{
	ssize_t n;
	int error;

	do {
		error = settle_while_waiting(check);
		if (error < 0)
			return error;
		n = list_read(&check->list);
		if (n < 0)
			break;
		manifest_parser_feed(check->parser, check->list.piece, n, n == 0);
		error = take_items(check);
		if (error < 0)
			return error;
	} while (n > 0);
	error = settle_all(check);
	if (error == 0 && n < 0)
		session_fail(check->session, (int)n, "%s: read error", session_name(check->session, check->list.name));
	else if (error == 0)
		tally_finish(&check->tally, check->session, check->list.name, check->parser);
	return error;
}

/* The algorithm that the command line fixes, if it does. */
static int fix_algorithm(struct check *check, struct manifest_parser_options *options)
{
	struct session *session = check->session;
	const char *xof_len = session->options.xof_len;
	const struct ringsum_digest *digest = NULL;
	struct crypto_digest found;
	size_t len;
	int error;

	if (choose_digest(session, &found) < 0)
		return -EINVAL;
	if (xof_len && !found.is_xof) {
		session_say(session, 0, "Length can only be specified for XOF");
		return -EINVAL;
	}
	if (!session->options.digest_name)
		return 0;
	len = xof_len ? (size_t)strtol(xof_len, NULL, 10) : XOF_TRIAL_LEN;
	error = digests_get_named(&check->digests, found.name, found.is_xof ? len : 0, &digest);
	if (error < 0) {
		session_tell(session, 0, "-check: libcrypto refuses %s here", found.name);
		return -EINVAL;
	}
	options->algo = ringsum_digest_algo(digest);
	options->digest_len = xof_len ? len : 0;
	return 0;
}

static int make_parser(struct check *check)
{
	struct manifest_parser_options options = {
		.dialect = MANIFEST_WIDE,
		.is_keyed = check->digests.mac != NULL,
		.file_name = check->list.is_stdin ? NULL : check->list.name,
		.is_stdin = check->list.is_stdin,
	};
	int error = fix_algorithm(check, &options);

	if (error < 0)
		return error;
	error = manifest_parser_create(&options, &check->parser);
	if (error == -EOVERFLOW)
		session_tell(check->session, 0, "-xoflen: a list holds digests of up to %d bytes", RINGSUM_DIGEST_MAX);
	else if (error < 0)
		session_tell(check->session, error, "-check");
	return error;
}

static void check_list(struct check *check)
{
	struct session *session = check->session;
	int error = list_open(&check->list, session->options.list);

	if (error < 0) {
		session_fail(session, error, "%s", session_name(session, session->options.list));
		return;
	}
	if (make_parser(check) == 0) {
		error = read_list(check);
		if (error < 0 && error != -ECANCELED)
			session_fail(session, error, "stopped");
	} else {
		session->has_failed = true;
	}
	list_close(&check->list);
}

static void drop_all(struct check *check)
{
	struct expected *expected;

	while ((expected = check->oldest)) {
		check->oldest = expected->next;
		free(expected);
	}
}

void check_run(struct session *session)
{
	struct check *check = calloc(1, sizeof(*check));

	if (!check) {
		session_fail(session, -ENOMEM, "-check");
		return;
	}
	check->session = session;
	if (mac_is_wanted(&session->options) && mac_init(&check->mac, session) < 0) {
		session->has_failed = true;
	} else {
		check->digests.mac = mac_is_wanted(&session->options) ? &check->mac.wanted : NULL;
		check_list(check);
	}
	/* No job may use a digest that is closed. */
	runner_finish(&session->runner);
	drop_all(check);
	manifest_parser_destroy(check->parser);
	digests_finish(&check->digests);
	mac_finish(&check->mac);
	free(check);
}
