/* SPDX-License-Identifier: MIT */
/*
 * Owns the queue and the tally of one list. Invariant: the jobs in the batch are those of the queue, in its order, so
 * the batch's next result is that of the queue's first job.
 */
#include "verify.h"

#include "algorithm.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reports older entries until there is room. */
static int push(struct verify *verify, struct pending *pending)
{
	int error = 0;

	queue_push(&verify->queue, pending);
	while (error == 0 && queue_is_long(&verify->queue))
		error = verify_settle(verify);
	return error;
}

static int push_remark(struct verify *verify, struct pending *pending)
{
	return pending ? push(verify, pending) : -ENOMEM;
}

int verify_add_bad_line(struct verify *verify, uint64_t line, const char *reason)
{
	struct pending *pending = queue_make(PENDING_BAD_LINE, "");

	if (pending) {
		pending->line = line;
		pending->reason = reason;
	}
	return push_remark(verify, pending);
}

int verify_add_not_stripped(struct verify *verify, const char *name)
{
	return push_remark(verify, queue_make(PENDING_NOT_STRIPPED, name));
}

static int add_no_digest(struct verify *verify, const struct verify_entry *entry, int error)
{
	struct pending *pending = queue_make(PENDING_NO_DIGEST, entry->name);

	if (pending) {
		pending->algo = entry->algo;
		pending->error = error;
	}
	return push_remark(verify, pending);
}

static int add_job(struct verify *verify, const struct verify_entry *entry, const struct ringsum_digest *digest)
{
	struct ringsum_job job = session_job(verify->session, entry->dir_fd, entry->name, &digest, verify);
	int error;

	while ((error = runner_add(&verify->session->runner, &job)) == -EAGAIN) {
		error = verify_settle(verify);
		if (error < 0)
			return error;
	}
	return error;
}

int verify_add(struct verify *verify, const struct verify_entry *entry)
{
	struct session *session = verify->session;
	size_t xof_len = entry->algo->digest_len ? 0 : entry->digest_len;
	const struct ringsum_digest *digest = NULL;
	struct pending *pending;
	int error = digests_get(&session->digests, entry->algo, xof_len, &digest);

	if (error < 0)
		return error == -ENOMEM ? error : add_no_digest(verify, entry, error);
	assert(ringsum_digest_len(digest) == entry->digest_len);
	pending = queue_make(PENDING_JOB, entry->name);
	if (!pending)
		return -ENOMEM;
	pending->dir_fd = entry->dir_fd;
	pending->has_size = entry->has_size;
	pending->size = entry->size;
	pending->digest_len = entry->digest_len;
	memcpy(pending->digest, entry->digest, entry->digest_len);
	error = add_job(verify, entry, digest);
	if (error < 0) {
		free(pending);
		return error;
	}
	return push(verify, pending);
}

static void count_unreadable(struct verify *verify, const char *name)
{
	verify->tally.n_unreadable++;
	report_status(verify->session, name, VERDICT_UNREADABLE);
}

static void settle_error(struct verify *verify, const struct pending *pending, const struct ringsum_result *result)
{
	struct session *session = verify->session;
	bool is_missing = result->error == -ENOENT && result->stage == RINGSUM_STAGE_OPEN;

	if (is_missing && session->options.ignores_missing) {
		verify->tally.n_ignored++;
		return;
	}
	session_tell_result(session, pending->name, result);
	if (is_missing) {
		verify->tally.n_missing++;
		if (!session->personality.is_gnu && session->options.verbosity != VERBOSITY_STATUS)
			hints_tell(&verify->hints, session, pending->dir_fd, pending->name);
	}
	count_unreadable(verify, pending->name);
}

static bool is_match(const struct pending *pending, const struct ringsum_result *result)
{
	if (pending->has_size && pending->size != result->n_bytes)
		return false;
	return memcmp(pending->digest, result->digests[0], pending->digest_len) == 0;
}

static void settle_result(struct verify *verify, const struct pending *pending, const struct ringsum_result *result)
{
	struct session *session = verify->session;

	if (result->error < 0) {
		settle_error(verify, pending, result);
	} else if (result->is_torn && !session->personality.is_gnu) {
		session_tell_torn(session, pending->name);
		count_unreadable(verify, pending->name);
	} else if (is_match(pending, result)) {
		verify->tally.n_ok++;
		report_status(session, pending->name, VERDICT_OK);
	} else {
		verify->tally.n_mismatched++;
		report_status(session, pending->name, VERDICT_MISMATCH);
	}
}

static int settle_job(struct verify *verify, const struct pending *pending)
{
	struct ringsum_result result;
	int rc = runner_next(&verify->session->runner, &result);

	if (rc < 0)
		return rc;
	assert(rc == 1);
	settle_result(verify, pending, &result);
	return 0;
}

static void settle_no_digest(struct verify *verify, const struct pending *pending)
{
	struct session *session = verify->session;
	struct quote quote = { 0 };

	algorithm_tell_refusal(session, quote_name(&quote, pending->name), pending->algo->tag, pending->error);
	quote_finish(&quote);
	count_unreadable(verify, pending->name);
}

static void settle_not_stripped(struct verify *verify, const struct pending *pending)
{
	diag_tell(&verify->session->diag, 0, "%s: has less to strip than --strip-path says",
		  session_name(verify->session, pending->name));
	count_unreadable(verify, pending->name);
}

int verify_settle(struct verify *verify)
{
	struct pending *pending = queue_pop(&verify->queue);
	int error = 0;

	if (!pending)
		return 0;
	switch (pending->kind) {
	case PENDING_JOB:
		error = settle_job(verify, pending);
		break;
	case PENDING_BAD_LINE:
		report_bad_line(verify->session, verify->list_name, pending->line, pending->reason);
		break;
	case PENDING_NO_DIGEST:
		settle_no_digest(verify, pending);
		break;
	case PENDING_NOT_STRIPPED:
		settle_not_stripped(verify, pending);
		break;
	}
	free(pending);
	return error == 0 && session_has_to_stop(verify->session) ? -ECANCELED : error;
}

bool verify_is_idle(const struct verify *verify)
{
	return !verify->queue.head;
}

int verify_drain(struct verify *verify)
{
	int error = 0;

	while (error == 0 && !verify_is_idle(verify))
		error = verify_settle(verify);
	return error;
}

void verify_finish(struct verify *verify)
{
	queue_finish(&verify->queue);
}
