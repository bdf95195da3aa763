/* SPDX-License-Identifier: MIT */
/*
 * The threads around the window of jobs. Workers run in threads of their own once there is work for two; a lone job is
 * done by the thread that waits for it.
 */
#include "batch.h"
#include "cpus.h"
#include "now.h"
#include "wake.h"
#include "window.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Results are small: a window this wide lets the others go on for long while a huge file is at the head. */
#define DEFAULT_WINDOW 4096
/*
 * Jobs are published when so many have come together, and whenever the caller waits for a result: each one by itself
 * would cost more than hashing a small file, and bring workers there that find too few for their lanes.
 */
#define PUBLISH_AT RS_WORKER_JOBS

/*
 * The caller is told of results no more often than this, nanoseconds: waking it for each handful of small files costs
 * more than they do, and nobody reads lines that fast.
 */
#define TELL_NS 500000

struct crew {
	struct ringsum_batch *batch;
	struct rs_worker *worker; /* owner: its thread, but for its count of bytes */
	pthread_t thread;
	int wake_fd;
	bool has_head;	 /* guarded by lock; it finished the oldest job, and has not told */
	bool is_waiting; /* guarded by lock; for reads, and would take more jobs */
};

struct ringsum_batch {
	/* constant, but that muster_crew() counts the workers */
	struct ringsum_options options;
	struct rs_gate *gate;

	/* owner: the caller's thread */
	struct rs_worker *own; /* NULL until a job is done without threads */
	struct crew *crew;     /* n_workers of them; NULL until threads are wanted */
	unsigned n_threads;

	struct rs_window window; /* its lock guards what is said to be guarded here as well */
	pthread_cond_t has_work; /* jobs were published, or the end has come */
	pthread_cond_t has_head; /* the oldest job is done */

	/* guarded by lock */
	unsigned n_idle;    /* threads waiting for work */
	unsigned n_waiting; /* threads with is_waiting set */
	bool is_stopping;
	uint64_t told_ns; /* when the caller was last told of a result */

	_Atomic uint64_t n_finished;
};

static void lock(struct ringsum_batch *batch)
{
	pthread_mutex_lock(&batch->window.lock);
}

static void unlock(struct ringsum_batch *batch)
{
	pthread_mutex_unlock(&batch->window.lock);
}

static void init_conditions(struct ringsum_batch *batch)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&batch->has_work, &attr);
	pthread_cond_init(&batch->has_head, &attr);
	pthread_condattr_destroy(&attr);
}

int rs_batch_create(const struct ringsum_options *options, struct ringsum_batch **ret_batch)
{
	struct ringsum_batch *batch = calloc(1, sizeof(*batch));

	if (!batch)
		return -ENOMEM;
	batch->options = *options;
	if (!batch->options.window)
		batch->options.window = DEFAULT_WINDOW;
	if (rs_gate_create(&batch->gate) < 0 || rs_window_init(&batch->window, batch->options.window) < 0) {
		rs_gate_destroy(batch->gate);
		free(batch);
		return -ENOMEM;
	}
	init_conditions(batch);
	*ret_batch = batch;
	return 0;
}

/*
 * Take jobs for a worker, with the lock held. No more than a fair share of what is queued: two huge files are for two
 * workers, not for two lanes of one.
 */
static unsigned take_jobs(struct ringsum_batch *batch, struct rs_worker *worker, struct rs_job **jobs)
{
	uint64_t n_queued = rs_window_n_queued(&batch->window);
	unsigned n_sharers = batch->crew ? batch->options.n_workers : 1;
	uint64_t n = (n_queued + n_sharers - 1) / n_sharers;
	unsigned room = rs_worker_room(worker);

	if (n > room)
		n = room;
	rs_window_start(&batch->window, jobs, (unsigned)n);
	return (unsigned)n;
}

/* Take back what a worker has finished, with the lock held. Return: whether the oldest job is among it. */
static bool put_back(struct ringsum_batch *batch, struct rs_worker *worker)
{
	struct rs_job *job;
	bool has_head = false;

	while ((job = rs_worker_take(worker))) {
		has_head |= rs_window_end(&batch->window, job);
		atomic_fetch_add_explicit(&batch->n_finished, 1, memory_order_relaxed);
	}
	return has_head;
}

/* Give the lock back, and tell of results; @is_last: there is no telling when there will be time again. */
static void unlock_and_tell(struct crew *me, bool is_last)
{
	struct ringsum_batch *batch = me->batch;
	uint64_t now = me->has_head ? rs_now_ns() : 0;
	bool is_due = me->has_head && (is_last || now - batch->told_ns >= TELL_NS);

	if (is_due) {
		me->has_head = false;
		batch->told_ns = now;
	}
	/* Whoever is woken needs the lock: it is better given back first. */
	unlock(batch);
	if (is_due)
		pthread_cond_signal(&batch->has_head);
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
		if (me->has_head)
			pthread_cond_signal(&batch->has_head);
		me->has_head = false;
		batch->n_idle++;
		pthread_cond_wait(&batch->has_work, &batch->window.lock);
		batch->n_idle--;
		return;
	}
	if (timeout_ms == 0)
		set_waiting(me, false);
	unlock_and_tell(me, timeout_ms != 0);
	rs_worker_add(me->worker, jobs, n);
	r = rs_worker_step(me->worker, timeout_ms);
	lock(batch);
	me->has_head |= put_back(batch, me->worker);
	/* Only a worker that found nothing to do may sleep in the next round, and be woken by a new job. */
	set_waiting(me, r == -ETIMEDOUT);
}

static void *run(void *arg)
{
	struct crew *me = arg;
	struct ringsum_batch *batch = me->batch;

	lock(batch);
	while (!batch->is_stopping)
		work(me);
	unlock(batch);
	/* A ring is only good for the thread that used it. */
	rs_worker_destroy(me->worker);
	return NULL;
}

/* With the lock held. */
static void wake(struct crew *crew)
{
	set_waiting(crew, false);
	rs_wake_raise(crew->wake_fd);
}

/* Descriptors that the program has and takes besides those of workers. */
#define N_OTHER_FDS 12
/* What a worker takes besides one for each file: a ring, an eventfd(2), a second one for direct reads. */
#define N_WORKER_FDS 3

static uint64_t max_fds(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return N_OTHER_FDS;
	return limit.rlim_cur;
}

/* Files that each worker may have open: whoever sets a low limit is served more slowly, but served. */
static unsigned max_open(unsigned n_workers)
{
	uint64_t n_taken = N_OTHER_FDS + N_WORKER_FDS * (uint64_t)n_workers;
	uint64_t n = max_fds();

	n = n > n_taken + n_workers ? (n - n_taken) / n_workers : 1;
	return n < RS_WORKER_JOBS ? (unsigned)n : RS_WORKER_JOBS;
}

/* Workers that can have a file each. */
static unsigned max_workers(void)
{
	uint64_t n = max_fds();

	n = n > N_OTHER_FDS ? (n - N_OTHER_FDS) / (N_WORKER_FDS + 1) : 0;
	return n > UINT_MAX ? UINT_MAX : n > 1 ? (unsigned)n : 1;
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
	if (batch->options.n_workers > max_workers())
		batch->options.n_workers = max_workers();
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
	lock(batch);
	batch->is_stopping = true;
	pthread_cond_broadcast(&batch->has_work);
	for (unsigned i = 0; i < batch->n_threads; i++)
		wake(&batch->crew[i]);
	unlock(batch);
	for (unsigned i = 0; i < batch->n_threads; i++)
		pthread_join(batch->crew[i].thread, NULL);
	rs_worker_destroy(batch->own);
	/* Whoever leaves a disk wakes those that wait for it, up to the last one. */
	for (unsigned i = 0; i < batch->n_threads; i++)
		close(batch->crew[i].wake_fd);
	rs_gate_destroy(batch->gate);
	rs_window_finish(&batch->window);
	pthread_cond_destroy(&batch->has_work);
	pthread_cond_destroy(&batch->has_head);
	free(batch->crew);
	free(batch);
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

/* Let workers see all jobs, and see to it that somebody does them. */
static void publish(struct ringsum_batch *batch)
{
	lock(batch);
	rs_window_publish(&batch->window);
	call_for_work(batch);
	unlock(batch);
	start_threads(batch, rs_window_n_open(&batch->window));
}

int rs_batch_add(struct ringsum_batch *batch, const struct ringsum_job *job)
{
	int r = rs_window_fill(&batch->window, job);

	if (r == 0 && rs_window_n_hidden(&batch->window) >= PUBLISH_AT)
		publish(batch);
	return r;
}

static int step_own(struct ringsum_batch *batch, int timeout_ms)
{
	struct rs_job *jobs[RS_WORKER_JOBS];
	unsigned n;
	int r;

	if (!batch->own) {
		r = rs_worker_create(batch->options.io, max_open(1), batch->options.n_workers != 1, batch->gate, -1,
				     &batch->own);
		if (r < 0)
			return r;
	}
	lock(batch);
	n = batch->n_threads ? 0 : take_jobs(batch, batch->own, jobs);
	unlock(batch);
	rs_worker_add(batch->own, jobs, n);
	r = rs_worker_step(batch->own, timeout_ms);
	lock(batch);
	put_back(batch, batch->own);
	unlock(batch);
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

static bool has_result(struct ringsum_batch *batch)
{
	bool has_some;

	lock(batch);
	has_some = rs_window_look(&batch->window);
	unlock(batch);
	return has_some;
}

static int wait_for_threads(struct ringsum_batch *batch, const struct timespec *deadline)
{
	int r = 0;

	lock(batch);
	while (!rs_window_look(&batch->window) && r == 0)
		r = deadline ? pthread_cond_timedwait(&batch->has_head, &batch->window.lock, deadline) :
			       pthread_cond_wait(&batch->has_head, &batch->window.lock);
	unlock(batch);
	return r == 0 ? 0 : -ETIMEDOUT;
}

/* Do the work here, until the oldest job is done. */
static int work_until_head(struct ringsum_batch *batch, const struct timespec *deadline)
{
	while (!has_result(batch)) {
		int left = deadline ? time_left(deadline) : -1;
		int r = step_own(batch, left);

		if (r < 0 && r != -ETIMEDOUT)
			return r;
		/* Only after a step: a caller that never waits gets its work done all the same. */
		if (left == 0 && !has_result(batch))
			return -ETIMEDOUT;
	}
	return 0;
}

static int wait_for_head(struct ringsum_batch *batch, int timeout_ms)
{
	struct timespec deadline;
	bool is_own;

	if (timeout_ms >= 0)
		deadline = deadline_in(timeout_ms);
	is_own = batch->n_threads == 0 || (batch->own && rs_worker_n_active(batch->own) > 0);
	return is_own ? work_until_head(batch, timeout_ms < 0 ? NULL : &deadline) :
			wait_for_threads(batch, timeout_ms < 0 ? NULL : &deadline);
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
		ret_result->digest_lens[d] = job->digest_lens[d];
		digest += ringsum_digest_len(job->digests[d]);
	}
}

int rs_batch_next(struct ringsum_batch *batch, int timeout_ms, struct ringsum_result *ret_result)
{
	const struct rs_job *job = rs_window_give(&batch->window);
	int r;

	if (!job) {
		if (rs_window_n_open(&batch->window) == 0)
			return 0;
		publish(batch);
		r = wait_for_head(batch, timeout_ms);
		if (r < 0)
			return r;
		job = rs_window_give(&batch->window);
	}
	give_result(job, ret_result);
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
