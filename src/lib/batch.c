/* SPDX-License-Identifier: MIT */
/*
 * A ring of slots holds the jobs between add and next: added ≥ started ≥ returned, counted from the first job on, and a
 * job's number modulo the number of slots is its place. Workers take jobs in order and put them back when they please;
 * results are handed out in order. Workers run in threads of their own once there is work for two; a lone job is done by
 * the thread that waits for it.
 */
#include "batch.h"
#include "cpus.h"
#include "worker.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Results are small: a window this wide lets the others go on for long while a huge file is at the head. */
#define DEFAULT_WINDOW 4096
/*
 * Workers are called when this many jobs have come together, and whenever the caller waits for a result: calling for
 * each one would cost more than hashing a small file, and bring workers there that find too few for their lanes.
 */
#define WAKE_AT RS_WORKER_JOBS

struct slot {
	struct rs_job job; /* owner: the batch, a worker from start to end, then the batch again */
	bool is_done;	   /* guarded by lock */
};

struct crew {
	struct ringsum_batch *batch;
	struct rs_worker *worker; /* owner: its thread, but for its count of bytes */
	pthread_t thread;
	int wake_fd;
	bool is_waiting; /* guarded by lock; for reads, and would take more jobs */
};

struct ringsum_batch {
	/* constant */
	struct ringsum_options options;
	struct rs_gate *gate;
	size_t n_slots; /* one more than the window: the result last handed out stays valid */
	struct slot *slots;

	/* owner: the caller's thread */
	struct rs_worker *own; /* NULL until a job is done without threads */
	struct crew *crew;     /* n_workers of them; NULL until threads are wanted */
	unsigned n_threads;

	pthread_mutex_t lock;
	pthread_cond_t has_work; /* a job was added, or the end has come */
	pthread_cond_t has_head; /* the oldest job is done */

	/* guarded by lock */
	uint64_t n_added;
	uint64_t n_started;
	uint64_t n_returned;
	unsigned n_idle;    /* threads waiting for work */
	unsigned n_waiting; /* threads with is_waiting set */
	bool is_stopping;

	_Atomic uint64_t n_finished;
};

static int init_sync(struct ringsum_batch *batch)
{
	pthread_condattr_t attr;

	if (pthread_mutex_init(&batch->lock, NULL) != 0)
		return -ENOMEM;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&batch->has_work, &attr);
	pthread_cond_init(&batch->has_head, &attr);
	pthread_condattr_destroy(&attr);
	return 0;
}

int rs_batch_create(const struct ringsum_options *options, struct ringsum_batch **ret_batch)
{
	struct ringsum_batch *batch = calloc(1, sizeof(*batch));

	if (!batch)
		return -ENOMEM;
	batch->options = *options;
	if (!batch->options.window)
		batch->options.window = DEFAULT_WINDOW;
	batch->n_slots = (size_t)batch->options.window + 1;
	batch->slots = calloc(batch->n_slots, sizeof(*batch->slots));
	if (!batch->slots || rs_gate_create(&batch->gate) < 0 || init_sync(batch) < 0) {
		rs_gate_destroy(batch->gate);
		free(batch->slots);
		free(batch);
		return -ENOMEM;
	}
	*ret_batch = batch;
	return 0;
}

static struct slot *slot_at(const struct ringsum_batch *batch, uint64_t number)
{
	return &batch->slots[number % batch->n_slots];
}

/*
 * Take jobs for a worker, with the lock held. No more than a fair share of what is queued: two huge files are for two
 * workers, not for two lanes of one.
 */
static unsigned take_jobs(struct ringsum_batch *batch, struct rs_worker *worker, struct rs_job **jobs)
{
	uint64_t n_queued = batch->n_added - batch->n_started;
	unsigned n_sharers = batch->crew ? batch->options.n_workers : 1;
	uint64_t n = (n_queued + n_sharers - 1) / n_sharers;
	unsigned room = rs_worker_room(worker);

	if (n > room)
		n = room;
	for (uint64_t i = 0; i < n; i++)
		jobs[i] = &slot_at(batch, batch->n_started++)->job;
	return (unsigned)n;
}

/* Take back what a worker has finished, with the lock held. */
static void put_back(struct ringsum_batch *batch, struct rs_worker *worker)
{
	const struct slot *head = slot_at(batch, batch->n_returned);
	struct rs_job *job;

	while ((job = rs_worker_take(worker))) {
		/* The job is the first member of its slot. */
		struct slot *slot = (struct slot *)(void *)job;

		slot->is_done = true;
		atomic_fetch_add_explicit(&batch->n_finished, 1, memory_order_relaxed);
		if (slot == head)
			pthread_cond_signal(&batch->has_head);
	}
}

static void set_waiting(struct crew *crew, bool is_waiting)
{
	crew->batch->n_waiting += is_waiting;
	crew->batch->n_waiting -= crew->is_waiting;
	crew->is_waiting = is_waiting;
}

/* One round of a worker's thread, entered and left with the lock held. */
static void work(struct crew *me)
{
	struct ringsum_batch *batch = me->batch;
	struct rs_job *jobs[RS_WORKER_JOBS];
	unsigned n = take_jobs(batch, me->worker, jobs);
	int timeout_ms = me->is_waiting && n == 0 ? -1 : 0;
	int r;

	if (n == 0 && rs_worker_n_active(me->worker) == 0) {
		batch->n_idle++;
		pthread_cond_wait(&batch->has_work, &batch->lock);
		batch->n_idle--;
		return;
	}
	if (timeout_ms == 0)
		set_waiting(me, false);
	pthread_mutex_unlock(&batch->lock);
	rs_worker_add(me->worker, jobs, n);
	r = rs_worker_step(me->worker, timeout_ms);
	pthread_mutex_lock(&batch->lock);
	put_back(batch, me->worker);
	/* Only a worker that found nothing to do may sleep in the next round, and be woken by a new job. */
	set_waiting(me, r == -ETIMEDOUT);
}

static void *run(void *arg)
{
	struct crew *me = arg;
	struct ringsum_batch *batch = me->batch;

	pthread_mutex_lock(&batch->lock);
	while (!batch->is_stopping)
		work(me);
	pthread_mutex_unlock(&batch->lock);
	/* A ring is only good for the thread that used it. */
	rs_worker_destroy(me->worker);
	return NULL;
}

/* With the lock held. */
static void wake(struct crew *crew)
{
	uint64_t one = 1;

	set_waiting(crew, false);
	/* A counter that is full wakes as well, so nothing can go wrong here. */
	while (write(crew->wake_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

/*
 * Files that each worker may have open. A few descriptors are for the program, and each worker has some besides its
 * files; whoever sets a low limit is served more slowly, but served.
 */
static unsigned max_open(unsigned n_workers)
{
	struct rlimit limit;
	uint64_t n_taken = 12 + 3 * (uint64_t)n_workers;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur <= n_taken + n_workers)
		return 1;
	limit.rlim_cur = (limit.rlim_cur - n_taken) / n_workers;
	return limit.rlim_cur < RS_WORKER_JOBS ? (unsigned)limit.rlim_cur : RS_WORKER_JOBS;
}

/* Without the means for a thread the work is done by those there are, or by the caller. */
static bool start_thread(struct ringsum_batch *batch)
{
	struct crew *crew = &batch->crew[batch->n_threads];

	crew->batch = batch;
	crew->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (crew->wake_fd < 0)
		return false;
	if (rs_worker_create(batch->options.io, max_open(batch->options.n_workers), false, batch->gate, crew->wake_fd,
			     &crew->worker) < 0)
		goto out_fd;
	if (pthread_create(&crew->thread, NULL, run, crew) != 0)
		goto out_worker;
	batch->n_threads++;
	return true;
out_worker:
	rs_worker_destroy(crew->worker);
	crew->worker = NULL;
out_fd:
	close(crew->wake_fd);
	return false;
}

/* Counting CPUs is not for free, so it waits until threads are wanted. */
static void muster_crew(struct ringsum_batch *batch)
{
	if (!batch->options.n_workers)
		batch->options.n_workers = rs_cpus_usable();
	if (batch->options.n_workers > 1)
		batch->crew = calloc(batch->options.n_workers, sizeof(*batch->crew));
	/* One worker, or no memory for more: the caller's thread it is. */
	if (!batch->crew)
		batch->options.n_workers = 1;
}

/* A lone job is for the caller; with the second one come two threads. */
static void start_threads(struct ringsum_batch *batch, uint64_t n_open)
{
	if (n_open < 2 || batch->options.n_workers == 1)
		return;
	if (!batch->crew)
		muster_crew(batch);
	if (!batch->crew)
		return;
	while (batch->n_threads < n_open && batch->n_threads < batch->options.n_workers && start_thread(batch))
		;
}

void rs_batch_destroy(struct ringsum_batch *batch)
{
	if (!batch)
		return;
	pthread_mutex_lock(&batch->lock);
	batch->is_stopping = true;
	pthread_cond_broadcast(&batch->has_work);
	for (unsigned i = 0; i < batch->n_threads; i++)
		wake(&batch->crew[i]);
	pthread_mutex_unlock(&batch->lock);
	for (unsigned i = 0; i < batch->n_threads; i++) {
		pthread_join(batch->crew[i].thread, NULL);
		close(batch->crew[i].wake_fd);
	}
	rs_worker_destroy(batch->own);
	rs_gate_destroy(batch->gate);
	for (size_t i = 0; i < batch->n_slots; i++) {
		free(batch->slots[i].job.path);
		free(batch->slots[i].job.digest_buf);
	}
	pthread_cond_destroy(&batch->has_work);
	pthread_cond_destroy(&batch->has_head);
	pthread_mutex_destroy(&batch->lock);
	free(batch->slots);
	free(batch->crew);
	free(batch);
}

/* Make room for @len bytes at *@buf, whose content does not matter. */
static int reserve(void *buf, size_t *cap, size_t len)
{
	void **at = buf;
	void *new;

	if (len <= *cap)
		return 0;
	new = realloc(*at, len);
	if (!new)
		return -ENOMEM;
	*at = new;
	*cap = len;
	return 0;
}

static int fill(struct rs_job *to, const struct ringsum_job *from)
{
	size_t path_len = from->path ? strlen(from->path) + 1 : 0;
	size_t digest_len = 0;

	for (unsigned d = 0; d < from->n_digests; d++) {
		to->digests[d] = from->digests[d];
		digest_len += ringsum_digest_len(from->digests[d]);
	}
	if (reserve(&to->path, &to->path_cap, path_len) < 0 || reserve(&to->digest_buf, &to->digest_cap, digest_len) < 0)
		return -ENOMEM;
	to->job = *from;
	to->job.digests = to->digests;
	if (from->path)
		to->job.path = memcpy(to->path, from->path, path_len);
	return 0;
}

/* See that all who have nothing to do look for jobs, with the lock held. */
static void call_for_work(struct ringsum_batch *batch)
{
	if (batch->n_idle > 0)
		pthread_cond_broadcast(&batch->has_work);
	for (unsigned i = 0; batch->n_waiting > 0 && i < batch->n_threads; i++) {
		if (batch->crew[i].is_waiting)
			wake(&batch->crew[i]);
	}
}

int rs_batch_add(struct ringsum_batch *batch, const struct ringsum_job *job)
{
	uint64_t n_open = batch->n_added - batch->n_returned;
	struct slot *slot = slot_at(batch, batch->n_added);
	uint64_t n_queued;
	int r;

	/* n_added and n_returned are changed by this thread alone. */
	if (n_open >= batch->options.window)
		return -EAGAIN;
	r = fill(&slot->job, job);
	if (r < 0)
		return r;
	pthread_mutex_lock(&batch->lock);
	slot->is_done = false;
	batch->n_added++;
	n_queued = batch->n_added - batch->n_started;
	if (n_queued % WAKE_AT == 0)
		call_for_work(batch);
	pthread_mutex_unlock(&batch->lock);
	if (n_queued >= WAKE_AT)
		start_threads(batch, n_open + 1);
	return 0;
}

static int step_own(struct ringsum_batch *batch, int timeout_ms)
{
	struct rs_job *jobs[RS_WORKER_JOBS];
	unsigned n;
	int r;

	if (!batch->own) {
		r = rs_worker_create(batch->options.io, max_open(1), batch->options.n_workers != 1, batch->gate, -1, &batch->own);
		if (r < 0)
			return r;
	}
	pthread_mutex_lock(&batch->lock);
	n = batch->n_threads ? 0 : take_jobs(batch, batch->own, jobs);
	pthread_mutex_unlock(&batch->lock);
	rs_worker_add(batch->own, jobs, n);
	r = rs_worker_step(batch->own, timeout_ms);
	pthread_mutex_lock(&batch->lock);
	put_back(batch, batch->own);
	pthread_mutex_unlock(&batch->lock);
	return r;
}

static struct timespec deadline_in(int timeout_ms)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	ts.tv_sec += timeout_ms / 1000;
	ts.tv_nsec += (timeout_ms % 1000) * 1000000L;
	if (ts.tv_nsec >= 1000000000L) {
		ts.tv_nsec -= 1000000000L;
		ts.tv_sec++;
	}
	return ts;
}

/* Milliseconds left, rounded up; 0: none. */
static int time_left(const struct timespec *deadline)
{
	struct timespec now;
	int64_t ns;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ns = (deadline->tv_sec - now.tv_sec) * INT64_C(1000000000) + deadline->tv_nsec - now.tv_nsec;
	return ns > 0 ? (int)((ns + 999999) / 1000000) : 0;
}

static bool is_head_done(struct ringsum_batch *batch)
{
	bool is_done;

	pthread_mutex_lock(&batch->lock);
	is_done = slot_at(batch, batch->n_returned)->is_done;
	pthread_mutex_unlock(&batch->lock);
	return is_done;
}

static int wait_for_threads(struct ringsum_batch *batch, const struct timespec *deadline)
{
	struct slot *head = slot_at(batch, batch->n_returned);
	int r = 0;

	pthread_mutex_lock(&batch->lock);
	while (!head->is_done && r == 0)
		r = deadline ? pthread_cond_timedwait(&batch->has_head, &batch->lock, deadline) :
			       pthread_cond_wait(&batch->has_head, &batch->lock);
	pthread_mutex_unlock(&batch->lock);
	return r == 0 ? 0 : -ETIMEDOUT;
}

/* Do the work here, until the oldest job is done. */
static int work_until_head(struct ringsum_batch *batch, const struct timespec *deadline)
{
	while (!is_head_done(batch)) {
		int left = deadline ? time_left(deadline) : -1;
		int r = step_own(batch, left);

		if (r < 0 && r != -ETIMEDOUT)
			return r;
		/* Only after a step: a caller that never waits gets its work done all the same. */
		if (left == 0 && !is_head_done(batch))
			return -ETIMEDOUT;
	}
	return 0;
}

static int wait_for_head(struct ringsum_batch *batch, const struct timespec *deadline)
{
	bool is_own;

	start_threads(batch, batch->n_added - batch->n_returned);
	pthread_mutex_lock(&batch->lock);
	call_for_work(batch);
	pthread_mutex_unlock(&batch->lock);
	is_own = batch->n_threads == 0 || (batch->own && rs_worker_n_active(batch->own) > 0);
	return is_own ? work_until_head(batch, deadline) : wait_for_threads(batch, deadline);
}

static void give_result(const struct rs_job *job, struct ringsum_result *ret_result)
{
	const uint8_t *digest = job->digest_buf;

	*ret_result = (struct ringsum_result){
		.cookie = job->job.cookie,
		.path = job->job.path,
		.error = job->error,
		.stage = job->stage,
		.is_torn = job->is_torn,
		.n_bytes = job->n_bytes,
		.n_digests = job->error ? 0 : job->job.n_digests,
		.work = job->work,
	};
	for (unsigned d = 0; d < ret_result->n_digests; d++) {
		ret_result->digests[d] = digest;
		digest += ringsum_digest_len(job->digests[d]);
	}
}

int rs_batch_next(struct ringsum_batch *batch, int timeout_ms, struct ringsum_result *ret_result)
{
	struct timespec deadline;
	int r;

	if (batch->n_added == batch->n_returned)
		return 0;
	if (timeout_ms >= 0)
		deadline = deadline_in(timeout_ms);
	r = wait_for_head(batch, timeout_ms < 0 ? NULL : &deadline);
	if (r < 0)
		return r;
	pthread_mutex_lock(&batch->lock);
	give_result(&slot_at(batch, batch->n_returned++)->job, ret_result);
	pthread_mutex_unlock(&batch->lock);
	return 1;
}

void rs_batch_progress(const struct ringsum_batch *batch, struct ringsum_progress *ret_progress)
{
	struct ringsum_progress progress = {
		.n_jobs = atomic_load_explicit(&batch->n_finished, memory_order_relaxed),
	};

	if (batch->own)
		progress.n_bytes += rs_worker_n_bytes(batch->own);
	for (unsigned i = 0; i < batch->n_threads; i++)
		progress.n_bytes += rs_worker_n_bytes(batch->crew[i].worker);
	*ret_progress = progress;
}
