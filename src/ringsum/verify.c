/* SPDX-License-Identifier: MIT */
/*
 * Owns the queue and the tally of one list. Invariant: the jobs in the batch are those of the queue that are neither
 * members nor held, in its order, so the batch's next result is that of the queue's first job.
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

/* The oldest of those held goes to the batch. Return: as runner_add(). */
static int start_oldest(struct verify *verify)
{
	const struct ringsum_digest *digests[RINGSUM_JOB_DIGESTS_MAX];
	const struct pending *lead = held_oldest(&verify->held);
	unsigned n = held_members(lead, digests);
	struct ringsum_job job = session_job(verify->session, lead->dir_fd, lead->name, digests, n);
	int error = runner_add(&verify->session->runner, &job);

	if (error == 0)
		held_drop(&verify->held);
	return error;
}

/* As many as the batch takes. */
static int start_all(struct verify *verify)
{
	int error = 0;

	while (error == 0 && held_oldest(&verify->held))
		error = start_oldest(verify);
	return error == -EAGAIN ? 0 : error;
}

/* Reports older entries until no more than @n files are held. */
static int hold_at_most(struct verify *verify, unsigned n)
{
	int error = 0;

	while (error == 0 && verify->held.n_leads > n) {
		error = start_oldest(verify);
		if (error == -EAGAIN)
			error = verify_settle(verify);
	}
	return error;
}

/* Waiting for others of the same file makes sense where there can be any. */
static unsigned n_to_hold(const struct verify *verify)
{
	return verify->session->algo ? 0 : HELD_MAX;
}

static struct pending *make_job(const struct verify_entry *entry, const struct ringsum_digest *digest)
{
	struct pending *pending = queue_make(PENDING_JOB, entry->name);

	if (!pending)
		return NULL;
	pending->wanted = digest;
	pending->dir_fd = entry->dir_fd;
	pending->has_size = entry->has_size;
	pending->size = entry->size;
	pending->digest_len = entry->digest_len;
	memcpy(pending->digest, entry->digest, entry->digest_len);
	return pending;
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
	stats_meet(&session->stats, digest);
	pending = make_job(entry, digest);
	if (!pending)
		return -ENOMEM;
	if (!held_join(&verify->held, pending))
		held_push(&verify->held, pending);
	error = push(verify, pending);
	return error == 0 ? hold_at_most(verify, n_to_hold(verify)) : error;
}

static void count_unreadable(struct verify *verify, const char *name)
{
	verify->tally.n_unreadable++;
	report_status(verify->session, name, VERDICT_UNREADABLE);
}

static void settle_error(struct verify *verify, const struct pending *pending)
{
	struct session *session = verify->session;
	bool is_missing = pending->error == -ENOENT && pending->stage == RINGSUM_STAGE_OPEN;

	if (is_missing && session->options.ignores_missing) {
		verify->tally.n_ignored++;
		return;
	}
	session_tell_error(session, pending->name, pending->error, pending->stage);
	if (is_missing) {
		verify->tally.n_missing++;
		if (!session->personality.is_gnu && session->options.verbosity != VERBOSITY_STATUS)
			hints_tell(&verify->hints, session, pending->dir_fd, pending->name);
	}
	count_unreadable(verify, pending->name);
}

static void settle_outcome(struct verify *verify, const struct pending *pending)
{
	struct session *session = verify->session;

	if (pending->error < 0) {
		settle_error(verify, pending);
	} else if (pending->is_torn && !session->personality.is_gnu) {
		session_tell_torn(session, pending->name);
		count_unreadable(verify, pending->name);
	} else if (pending->is_match) {
		verify->tally.n_ok++;
		report_status(session, pending->name, VERDICT_OK);
	} else {
		verify->tally.n_mismatched++;
		report_status(session, pending->name, VERDICT_MISMATCH);
	}
}

static bool is_match(const struct pending *pending, const struct ringsum_result *result, unsigned d)
{
	if (result->error < 0 || (pending->has_size && pending->size != result->n_bytes))
		return false;
	return memcmp(pending->digest, result->digests[d], pending->digest_len) == 0;
}

/* What a result says to each entry that it is for. */
static void share_out(struct pending *lead, const struct ringsum_result *result)
{
	unsigned d = 0;

	for (struct pending *member = lead; member; member = member->member) {
		member->error = result->error;
		member->stage = result->stage;
		member->is_torn = result->is_torn;
		member->is_match = is_match(member, result, d++);
	}
}

/* Blocks until the file is read. */
static int take_result(struct verify *verify, struct pending *lead)
{
	struct session *session = verify->session;
	const struct ringsum_digest *digests[RINGSUM_JOB_DIGESTS_MAX];
	unsigned n = held_members(lead, digests);
	struct ringsum_result result;
	/* No others of the same file can be waited for any more. */
	int rc = held_oldest(&verify->held) == lead ? start_all(verify) : 0;

	if (rc == 0)
		rc = runner_next(&session->runner, &result);
	if (rc < 0)
		return rc;
	assert(rc == 1);
	share_out(lead, &result);
	stats_take(&session->stats, lead->name, lead->dir_fd, digests, n, &result);
	return 0;
}

static int settle_job(struct verify *verify, struct pending *pending)
{
	int error = pending->is_member ? 0 : take_result(verify, pending);

	if (error == 0)
		settle_outcome(verify, pending);
	return error;
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
