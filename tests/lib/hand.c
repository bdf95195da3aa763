/* SPDX-License-Identifier: MIT */
/*
 * Jobs for a worker without a batch. Each has memory of its own, so that AddressSanitizer sees who writes beyond it.
 */
#include "hand.h"

#include <stdlib.h>
#include <string.h>

/* A job as the batch would hand it in; @digest_buf is the job's own. */
struct rs_job *worker_new_job(const struct ringsum_job *from)
{
	struct rs_job *job = calloc(1, sizeof(*job));
	size_t len = 0;

	cr_assert_not_null(job);
	job->job = *from;
	for (unsigned d = 0; d < from->n_digests; d++) {
		job->digests[d] = from->digests[d];
		len += ringsum_digest_len(from->digests[d]);
	}
	job->job.digests = job->digests;
	if (from->path) {
		job->path = strdup(from->path);
		job->job.path = job->path;
	}
	job->digest_buf = malloc(len);
	job->digest_cap = len;
	cr_assert_not_null(job->digest_buf);
	return job;
}

void worker_free_job(struct rs_job *job)
{
	free(job->path);
	free(job->digest_buf);
	free(job);
}

/* One for all tests of a process; a gate that nobody is in needs no end. */
static struct rs_gate *the_gate(void)
{
	static struct rs_gate *gate;

	if (!gate)
		cr_assert_eq(rs_gate_create(&gate), 0);
	return gate;
}

struct rs_worker *worker_create(enum ringsum_io io)
{
	struct rs_worker *worker;

	fixture_skip_without_ring(io);
	cr_assert_eq(rs_worker_create(io, RS_WORKER_JOBS, false, the_gate(), -1, &worker), 0);
	return worker;
}

void worker_add(struct rs_worker *worker, struct rs_job *job)
{
	rs_worker_add(worker, &job, 1);
}

struct rs_job *worker_next_finished(struct rs_worker *worker)
{
	struct rs_job *job;

	while (!(job = rs_worker_take(worker)))
		cr_assert_eq(rs_worker_step(worker, -1), 0);
	return job;
}

void worker_expect(const struct rs_job *job, const void *data, size_t len)
{
	uint8_t digest[32];

	cr_assert_eq(job->error, 0, "error %d at stage %d", job->error, job->stage);
	cr_assert_eq(job->stage, RINGSUM_STAGE_NONE);
	cr_assert_eq(job->n_bytes, len, "%llu bytes instead of %zu", (unsigned long long)job->n_bytes, len);
	fixture_digest("SHA2-256", data, len, 0, digest);
	cr_assert_arr_eq(job->digest_buf, digest, 32);
}
