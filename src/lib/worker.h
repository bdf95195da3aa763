/* SPDX-License-Identifier: MIT */
/*
 * One worker: jobs go in, their bytes are read and hashed, finished jobs come out, in whatever order they finish. A
 * worker belongs to one thread and knows nothing of other workers.
 */
#ifndef RS_WORKER_H
#define RS_WORKER_H

#include "disk.h"

#include <ringsum.h>

/** Most jobs that one worker has under way. */
#define RS_WORKER_JOBS 32

/** struct rs_job - a job on its way through the library */
struct rs_job {
	/* set by the batch before a worker sees it */
	struct ringsum_job job; /* path and digests point into this struct's own memory */
	char *path;		/* the copy of job.path */
	size_t path_cap;
	const struct ringsum_digest *digests[RINGSUM_JOB_DIGESTS_MAX];
	uint8_t *digest_buf; /* room for all digests, one behind the other */
	size_t digest_cap;
	size_t digest_lens[RINGSUM_JOB_DIGESTS_MAX];

	/* set by the worker */
	bool is_ordinary; /* it did not work out as a small file */
	int error;
	enum ringsum_stage stage;
	bool is_torn;
	uint64_t n_bytes;
	struct ringsum_work work;
};

struct rs_worker;

/**
 * rs_worker_create() - an idle worker
 * @io, @wake_fd: as in rs_reader_create(); without a wake_fd it is the caller's own
 * @max_open: most files that it has open at once, 1 and up
 * @may_thread: it may start threads that hash a lone source while it reads on
 * @gate: of all workers of the batch
 *
 * Owner: the caller. Thread: any, then the one that steps it.
 * Return: 0; -ENOMEM.
 */
int rs_worker_create(enum ringsum_io io, unsigned max_open, bool may_thread, struct rs_gate *gate, int wake_fd,
		     struct rs_worker **ret_worker);

/** rs_worker_destroy() - drop what is under way; from the thread that ran it. NULL is allowed. */
void rs_worker_destroy(struct rs_worker *worker);

/** rs_worker_room() - how many more jobs it takes now */
unsigned rs_worker_room(const struct rs_worker *worker);

/** rs_worker_n_active() - jobs under way, finished ones not taken yet included */
unsigned rs_worker_n_active(const struct rs_worker *worker);

/** rs_worker_add() - hand jobs in; there must be room for all. Blocks: as rs_source_open(). */
void rs_worker_add(struct rs_worker *worker, struct rs_job *const *jobs, unsigned n_jobs);

/**
 * rs_worker_step() - read and hash a little
 * @timeout_ms: how long to wait when nothing is there to hash; negative: as long as it takes
 *
 * Return: 0; -ETIMEDOUT; -ENOMEM: nothing could be done.
 */
int rs_worker_step(struct rs_worker *worker, int timeout_ms);

/** rs_worker_take() - a job that is finished, or NULL */
struct rs_job *rs_worker_take(struct rs_worker *worker);

/** rs_worker_n_bytes() - bytes hashed since its making; Thread: any */
uint64_t rs_worker_n_bytes(const struct rs_worker *worker);

#endif
