/* SPDX-License-Identifier: MIT */
/*
 * The life of a job: opened → reading → draining → finished. A job that fails stops reading, but its source stays open
 * until the kernel has given back every chunk that was posted for it.
 */
#include "worker.h"
#include "digest.h"
#include "reader.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

_Static_assert(RS_WORKER_JOBS <= RS_READER_STREAMS, "each job is a stream of the reader");

/* A job under way. A free one keeps its contexts for the next. */
struct task {
	struct rs_job *job; /* NULL: free */
	bool is_draining;
	struct rs_source source;
	struct rs_stream stream;
	struct rs_serial *serial[RINGSUM_JOB_DIGESTS_MAX];
};

struct rs_worker {
	struct rs_reader *reader;
	struct task tasks[RS_WORKER_JOBS];
	unsigned n_tasks;
	struct rs_job *finished[RS_WORKER_JOBS];
	unsigned n_finished;
	_Atomic uint64_t n_bytes; /* written by the worker's thread alone */
};

int rs_worker_create(enum ringsum_io io, int wake_fd, struct rs_worker **ret_worker)
{
	struct rs_worker *worker = calloc(1, sizeof(*worker));
	int r;

	if (!worker)
		return -ENOMEM;
	r = rs_reader_create(io, wake_fd, &worker->reader);
	if (r < 0) {
		free(worker);
		return r;
	}
	*ret_worker = worker;
	return 0;
}

void rs_worker_destroy(struct rs_worker *worker)
{
	if (!worker)
		return;
	rs_reader_destroy(worker->reader);
	for (size_t i = 0; i < RS_WORKER_JOBS; i++) {
		struct task *task = &worker->tasks[i];

		if (task->job)
			rs_source_close(&task->source);
		for (size_t d = 0; d < RINGSUM_JOB_DIGESTS_MAX; d++)
			rs_serial_destroy(task->serial[d]);
	}
	free(worker);
}

unsigned rs_worker_n_active(const struct rs_worker *worker)
{
	return worker->n_tasks + worker->n_finished;
}

unsigned rs_worker_room(const struct rs_worker *worker)
{
	return RS_WORKER_JOBS - rs_worker_n_active(worker);
}

uint64_t rs_worker_n_bytes(const struct rs_worker *worker)
{
	return atomic_load_explicit(&worker->n_bytes, memory_order_relaxed);
}

static void fail(struct rs_job *job, enum ringsum_stage stage, int error)
{
	if (job->error)
		return;
	job->stage = stage;
	job->error = error;
}

static int begin_digests(struct task *task)
{
	for (unsigned d = 0; d < task->job->job.n_digests; d++) {
		int r = task->serial[d] ? 0 : rs_serial_create(&task->serial[d]);

		if (r == 0)
			r = rs_serial_begin(task->serial[d], task->job->digests[d]);
		if (r < 0)
			return r;
	}
	return 0;
}

static struct task *free_task(struct rs_worker *worker)
{
	struct task *task = worker->tasks;

	while (task->job)
		task++;
	return task;
}

void rs_worker_add(struct rs_worker *worker, struct rs_job *job)
{
	struct task *task = free_task(worker);
	enum ringsum_stage stage;
	int r;

	job->error = 0;
	job->stage = RINGSUM_STAGE_NONE;
	job->is_torn = false;
	job->n_bytes = 0;
	r = rs_source_open(&job->job, &task->source, &stage);
	if (r < 0) {
		fail(job, stage, r);
		worker->finished[worker->n_finished++] = job;
		return;
	}
	task->job = job;
	task->is_draining = false;
	rs_reader_start(worker->reader, &task->source, worker->n_tasks == 0, &task->stream);
	worker->n_tasks++;
	r = begin_digests(task);
	if (r < 0)
		fail(job, RINGSUM_STAGE_DIGEST, r);
}

static int final_digests(struct task *task)
{
	uint8_t *to = task->job->digest_buf;

	for (unsigned d = 0; d < task->job->job.n_digests; d++) {
		int r = rs_serial_final(task->serial[d], to);

		if (r < 0)
			return r;
		to += ringsum_digest_len(task->job->digests[d]);
	}
	return 0;
}

/* All bytes are in. */
static void end(struct task *task)
{
	struct rs_job *job = task->job;
	int r;

	if (job->job.length != RINGSUM_TO_END && job->n_bytes < job->job.length) {
		fail(job, RINGSUM_STAGE_READ, -ENODATA);
		return;
	}
	r = rs_source_end(&task->source, job->n_bytes, &job->is_torn);
	if (r < 0) {
		fail(job, RINGSUM_STAGE_READ, r);
		return;
	}
	r = final_digests(task);
	if (r < 0)
		fail(job, RINGSUM_STAGE_DIGEST, r);
}

static void feed(struct rs_worker *worker, struct task *task, const uint8_t *data, size_t len)
{
	struct rs_job *job = task->job;
	int r = 0;

	for (unsigned d = 0; r == 0 && d < job->job.n_digests; d++)
		r = rs_serial_feed(task->serial[d], data, len);
	if (r < 0) {
		fail(job, RINGSUM_STAGE_DIGEST, r);
		return;
	}
	job->n_bytes += len;
	atomic_store_explicit(&worker->n_bytes, rs_worker_n_bytes(worker) + len, memory_order_relaxed);
}

/* Hash the next bytes of a task where there are any. Return: whether something happened. */
static bool advance(struct rs_worker *worker, struct task *task)
{
	struct rs_chunk *chunk;
	const uint8_t *data;
	size_t len;
	int r;

	if (task->is_draining)
		return false;
	r = task->job->error ? RS_STREAM_ENDS : rs_stream_take(&task->stream, &chunk, &data, &len);
	if (r == RS_STREAM_WAITS)
		return false;
	if (r == RS_STREAM_BYTES) {
		feed(worker, task, data, len);
		rs_chunk_give(chunk);
		return true;
	}
	if (r < 0)
		fail(task->job, RINGSUM_STAGE_READ, r);
	else if (!task->job->error)
		end(task);
	task->is_draining = true;
	return true;
}

static void finish(struct rs_worker *worker, struct task *task)
{
	rs_source_close(&task->source);
	worker->finished[worker->n_finished++] = task->job;
	task->job = NULL;
	worker->n_tasks--;
}

static bool advance_all(struct rs_worker *worker)
{
	bool has_moved = false;

	for (size_t i = 0; i < RS_WORKER_JOBS; i++) {
		struct task *task = &worker->tasks[i];

		if (!task->job)
			continue;
		has_moved |= advance(worker, task);
		if (task->is_draining && rs_reader_stop(worker->reader, &task->stream)) {
			finish(worker, task);
			has_moved = true;
		}
	}
	return has_moved;
}

/* Without memory to go on nothing can be read: say so for each job, and let go of what is posted. */
static void fail_all(struct rs_worker *worker, int error)
{
	for (size_t i = 0; i < RS_WORKER_JOBS; i++) {
		if (worker->tasks[i].job)
			fail(worker->tasks[i].job, RINGSUM_STAGE_READ, error);
	}
}

int rs_worker_step(struct rs_worker *worker, int timeout_ms)
{
	int r;

	if (worker->n_tasks == 0)
		return 0;
	r = rs_reader_pump(worker->reader);
	if (r < 0)
		fail_all(worker, r);
	if (advance_all(worker))
		return 0;
	r = rs_reader_wait(worker->reader, timeout_ms);
	if (r < 0 && r != -ETIMEDOUT)
		fail_all(worker, r);
	return r == -ETIMEDOUT ? r : 0;
}

struct rs_job *rs_worker_take(struct rs_worker *worker)
{
	return worker->n_finished > 0 ? worker->finished[--worker->n_finished] : NULL;
}
