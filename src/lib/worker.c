/* SPDX-License-Identifier: MIT */
/*
 * The life of a job: opened → reading → draining → finished. A job that fails stops reading, but its source stays open
 * until the kernel has given back every chunk that was posted for it. A small file among many skips all that: it comes
 * whole, as a chain, and only if that does not work out it becomes an ordinary job.
 *
 * Each step gathers what has arrived for all jobs, compresses it side by side, and hands on what that finished.
 */
#include "worker.h"
#include "ahead.h"
#include "cache.h"
#include "cpus.h"
#include "hash.h"
#include "now.h"
#include "reader.h"
#include "small.h"
#include "wake.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/sysmacros.h>
#include <unistd.h>

_Static_assert(RS_WORKER_JOBS == RS_READER_CHAINS && RS_READER_STREAMS <= RS_WORKER_JOBS, "each job may be a chain");

/* Fewer jobs than this are opened one by one: a chain is for files that come in numbers. */
#define MANY 4
/* What our kernels hash in the time that it takes to bring libcrypto up. */
#define SMALL_SIZE (1024 * 1024)
/* What each of several sources is compressed by at a time, so that none runs ahead of the lanes beside it. */
#define QUANTUM (64 * 1024)

/* A lone source of which this much is hashed is worth threads of its own, bytes. */
#define AHEAD_FROM (1024 * 1024)
/* How long reads are waited for before the threads that hash are looked at. */
#define AHEAD_MS 1

/* How often the caller's own worker looks whether a disk is free. */
#define ASK_AGAIN_MS 10
/* Devices that a worker keeps in mind. */
#define N_KNOWN_DISKS 8

/* An ordinary job under way. A free one keeps its contexts for the next. */
struct task {
	struct rs_job *job; /* NULL: free */
	bool is_draining;
	bool is_at_end;
	struct rs_source source;
	struct rs_stream stream;
	struct rs_hash hash;
	struct rs_place place;	/* whose gate it is in */
	struct rs_chunk *chunk; /* being hashed, or NULL */
	const uint8_t *data;	/* of it, from here on */
	size_t len;
	size_t fed_len; /* of data, in this step */
};

/* What is known of a device. */
struct known_disk {
	dev_t dev;
	enum rs_disk disk;
};

struct rs_worker {
	struct rs_reader *reader;
	struct rs_gate *gate;
	int wake_fd;
	bool may_thread;
	struct rs_ahead ahead;
	struct task *ahead_of; /* the lone source that others hash, or NULL */
	unsigned max_tasks;
	bool has_smalls;   /* the last jobs were mostly small files */
	struct task tasks[RS_READER_STREAMS];
	unsigned n_tasks;
	struct rs_small smalls[RS_READER_CHAINS];
	unsigned n_smalls;
	struct rs_small *ready[RS_READER_CHAINS]; /* of them, those that are in the tray and not hashed */
	unsigned n_ready;
	struct rs_tray tray;
	struct rs_job *queue[RS_WORKER_JOBS]; /* to be opened as ordinary jobs when there is room */
	unsigned n_queued;
	struct rs_job *finished[RS_WORKER_JOBS];
	unsigned n_finished;
	struct known_disk known[N_KNOWN_DISKS]; /* the latest, in turns */
	unsigned n_known;
	struct ringsum_work spent; /* all durations so far, but for wall_ns */
	_Atomic uint64_t n_bytes; /* written by the worker's thread alone */
};

/* What one step compresses. */
struct round {
	struct rs_hash *hashes[RS_WORKER_JOBS];
	size_t n_hashes;
	struct rs_small *smalls[RS_READER_CHAINS];
	size_t n_smalls;
};

int rs_worker_create(enum ringsum_io io, unsigned max_open, bool may_thread, struct rs_gate *gate, int wake_fd,
		     struct rs_worker **ret_worker)
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
	worker->max_tasks = max_open < RS_READER_STREAMS ? max_open : RS_READER_STREAMS;
	worker->may_thread = may_thread;
	worker->gate = gate;
	worker->wake_fd = wake_fd;
	*ret_worker = worker;
	return 0;
}

static void close_task(struct rs_worker *worker, struct task *task)
{
	if (worker->ahead_of == task)
		worker->ahead_of = NULL;
	rs_gate_leave(worker->gate, &task->place);
	rs_source_close(&task->source);
	task->job = NULL;
	worker->n_tasks--;
}

void rs_worker_destroy(struct rs_worker *worker)
{
	if (!worker)
		return;
	/* The threads go first: they read what the reader owns. */
	rs_ahead_finish(&worker->ahead);
	rs_reader_destroy(worker->reader);
	for (size_t i = 0; i < RS_READER_STREAMS; i++) {
		if (worker->tasks[i].job)
			close_task(worker, &worker->tasks[i]);
		rs_hash_finish(&worker->tasks[i].hash);
	}
	for (size_t i = 0; i < RS_READER_CHAINS; i++)
		rs_hash_finish(&worker->smalls[i].hash);
	rs_tray_finish(&worker->tray);
	free(worker);
}

unsigned rs_worker_n_active(const struct rs_worker *worker)
{
	return worker->n_tasks + worker->n_smalls + worker->n_queued + worker->n_finished;
}

unsigned rs_worker_room(const struct rs_worker *worker)
{
	/* Small files are best in large numbers; of large ones, those that cannot be begun are for somebody else. */
	unsigned max = worker->has_smalls ? RS_WORKER_JOBS : worker->max_tasks;
	unsigned n = rs_worker_n_active(worker);

	return worker->n_queued == 0 && n < max ? max - n : 0;
}

uint64_t rs_worker_n_bytes(const struct rs_worker *worker)
{
	return atomic_load_explicit(&worker->n_bytes, memory_order_relaxed);
}

static void count_bytes(struct rs_worker *worker, struct rs_job *job, uint64_t len)
{
	job->n_bytes += len;
	atomic_store_explicit(&worker->n_bytes, rs_worker_n_bytes(worker) + len, memory_order_relaxed);
}

/* A job begins: what its worker has spent by now is not for it. */
static void start_clock(const struct rs_worker *worker, struct rs_job *job, uint64_t now)
{
	job->work = worker->spent;
	job->work.wall_ns = now;
	job->work.reader = "none";
	job->work.kernel = "none";
	job->work.disk = "fast";
}

static void stop_clock(const struct rs_worker *worker, struct rs_job *job)
{
	struct ringsum_work *work = &job->work;

	work->wall_ns = rs_now_ns() - work->wall_ns;
	work->read_ns = worker->spent.read_ns - work->read_ns;
	work->hash_ns = worker->spent.hash_ns - work->hash_ns;
	work->wait_ns = worker->spent.wait_ns - work->wait_ns;
}

static void put_finished(struct rs_worker *worker, struct rs_job *job)
{
	stop_clock(worker, job);
	worker->finished[worker->n_finished++] = job;
}

static void fail(struct rs_job *job, enum ringsum_stage stage, int error)
{
	if (job->error)
		return;
	job->stage = stage;
	job->error = error;
}

/* ---- Ordinary jobs ---- */

static void enqueue(struct rs_worker *worker, struct rs_job *job)
{
	worker->queue[worker->n_queued++] = job;
}

static struct task *free_task(struct rs_worker *worker)
{
	struct task *task = worker->tasks;

	while (task->job)
		task++;
	return task;
}

static const struct known_disk *find_disk(const struct rs_worker *worker, dev_t dev)
{
	for (unsigned i = 0; i < worker->n_known && i < N_KNOWN_DISKS; i++) {
		if (worker->known[i].dev == dev)
			return &worker->known[i];
	}
	return NULL;
}

/* Whether the job at hand is the only one, and there are no other workers. */
static bool is_only(const struct rs_worker *worker)
{
	return worker->wake_fd < 0 && worker->n_tasks == 0 && worker->n_smalls == 0 && worker->n_queued == 1;
}

/* What a regular file lies on; one that is in the page cache does not need its disk. */
static enum rs_disk disk_of(struct rs_worker *worker, const struct rs_source *source)
{
	uint64_t len = source->size_hint < QUANTUM ? source->size_hint : QUANTUM;
	dev_t dev = source->before.st_dev;
	const struct known_disk *known;

	/* What nobody else can be reading is free anyhow. */
	if (!source->is_regular || is_only(worker))
		return RS_DISK_FAST;
	known = find_disk(worker, dev);
	if (!known) {
		struct known_disk *new = &worker->known[worker->n_known++ % N_KNOWN_DISKS];

		*new = (struct known_disk){ dev, rs_disk_of(source->fd, dev) };
		known = new;
	}
	if (known->disk != RS_DISK_FAST && rs_cache_look(source->fd, source->start, len) == RS_CACHE_WARM)
		return RS_DISK_FAST;
	return known->disk;
}

/* Hashed before libcrypto is awake. */
static bool is_small(const struct rs_source *source)
{
	return source->is_addressed && source->size_hint <= SMALL_SIZE;
}

/* Start reading what was opened. */
static void begin_task(struct rs_worker *worker, struct task *task, struct rs_job *job)
{
	bool is_alone = worker->n_tasks == 0 && worker->n_smalls == 0 && worker->n_queued == 1;
	/*
	 * With nobody beside it, now or later, a large file has nothing to gain from a lane, and a small one no time.
	 */
	bool may_share = !is_alone || worker->wake_fd >= 0 || is_small(&task->source);
	int r;

	task->job = job;
	task->is_draining = task->is_at_end = false;
	task->chunk = NULL;
	rs_reader_start(worker->reader, &task->source, is_alone, &task->stream);
	worker->n_tasks++;
	r = rs_hash_begin(&task->hash, job->digests, job->job.n_digests, may_share);
	if (r < 0)
		fail(job, RINGSUM_STAGE_DIGEST, r);
}

/* Take the next chunk where none is at hand. Return: whether there are bytes. */
static bool has_bytes(struct task *task)
{
	int r;

	if (task->chunk)
		return true;
	r = rs_stream_take(&task->stream, &task->chunk, &task->data, &task->len);
	if (r < 0)
		fail(task->job, RINGSUM_STAGE_READ, r);
	task->is_at_end = r == RS_STREAM_ENDS;
	return r == RS_STREAM_BYTES;
}

/* Whoever has no end, as a pipe may, would otherwise be read in vain for ever. */
static void check_hash(struct task *task)
{
	int r = rs_hash_error(&task->hash);

	if (r < 0)
		fail(task->job, RINGSUM_STAGE_DIGEST, r);
}

/* ---- A lone source: read here, hashed by other threads ---- */

/* Whether reading and hashing the source are better done at the same time. */
static bool is_for_ahead(const struct rs_worker *worker, const struct task *task)
{
	return worker->may_thread && !worker->ahead_of && worker->n_tasks == 1 && worker->n_smalls == 0 &&
	       worker->n_queued == 0 && !task->chunk && task->job->n_bytes >= AHEAD_FROM &&
	       rs_hash_is_serial(&task->hash);
}

/* With one CPU, or without threads, everything stays as it is. */
static void go_ahead(struct rs_worker *worker, struct task *task)
{
	unsigned n_cpus = rs_cpus_usable();
	unsigned n_digests = task->job->job.n_digests;

	worker->may_thread = n_cpus > 1 &&
			     rs_ahead_start(&worker->ahead, &task->hash, n_cpus < n_digests ? n_cpus : n_digests) == 0;
	if (!worker->may_thread)
		return;
	worker->ahead_of = task;
	rs_reader_go_ahead(worker->reader, &task->stream);
}

static bool is_busy_ahead(const struct rs_worker *worker, const struct task *task)
{
	return worker->ahead_of == task && !rs_ahead_is_empty(&worker->ahead);
}

/* All of it is hashed: whatever its threads spent is on account of the worker. */
static void end_ahead(struct rs_worker *worker)
{
	uint64_t hash_ns, wait_ns;

	rs_ahead_tell(&worker->ahead, &hash_ns, &wait_ns);
	worker->spent.hash_ns += hash_ns;
	worker->spent.wait_ns += wait_ns;
	worker->ahead_of = NULL;
}

/* Take back what was hashed, hand on what was read. Return: whether something happened. */
static bool gather_ahead(struct rs_worker *worker, struct task *task, struct round *round)
{
	uint64_t len = rs_ahead_settle(&worker->ahead);
	bool has_moved = len > 0;

	count_bytes(worker, task->job, len);
	check_hash(task);
	while (!task->is_at_end && !task->job->error && rs_ahead_has_room(&worker->ahead) && has_bytes(task)) {
		rs_ahead_put(&worker->ahead, task->chunk, task->data, task->len);
		task->chunk = NULL;
		has_moved = true;
	}
	if ((!task->is_at_end && !task->job->error) || !rs_ahead_is_empty(&worker->ahead))
		return has_moved;
	end_ahead(worker);
	rs_hash_end(&task->hash);
	round->hashes[round->n_hashes++] = &task->hash;
	return true;
}

/* Feed what is there for this step. Return: whether something happened. */
static bool gather_task(struct rs_worker *worker, struct task *task, struct round *round)
{
	if (task->is_draining || (task->job->error && !is_busy_ahead(worker, task)))
		return !task->is_draining;
	task->fed_len = 0;
	if (is_for_ahead(worker, task))
		go_ahead(worker, task);
	if (worker->ahead_of == task)
		return gather_ahead(worker, task, round);
	if (has_bytes(task)) {
		task->fed_len = worker->n_tasks > 1 && task->len > QUANTUM ? QUANTUM : task->len;
		rs_hash_feed(&task->hash, task->data, task->fed_len);
	} else if (task->is_at_end) {
		rs_hash_end(&task->hash);
	} else {
		return task->job->error != 0;
	}
	round->hashes[round->n_hashes++] = &task->hash;
	return true;
}

/* All bytes are in and hashed. */
static void end_task(struct task *task)
{
	struct rs_job *job = task->job;
	int r;

	if (rs_stream_is_short(&task->stream, job->n_bytes)) {
		fail(job, RINGSUM_STAGE_READ, -ENODATA);
		return;
	}
	r = rs_source_end(&task->source, job->n_bytes, &job->is_torn);
	if (r < 0) {
		fail(job, RINGSUM_STAGE_READ, r);
		return;
	}
	r = rs_hash_final(&task->hash, job->digest_buf, job->digest_lens);
	if (r < 0)
		fail(job, RINGSUM_STAGE_DIGEST, r);
}

static void tell_work(struct task *task)
{
	static const char *const disks[] = {
		[RS_DISK_FAST] = "fast",
		[RS_DISK_ROTATIONAL] = "rotational",
		[RS_DISK_REMOTE] = "network",
		[RS_DISK_STREAM] = "fast",
	};
	struct ringsum_work *work = &task->job->work;

	work->reader = task->stream.is_plain ? "plain" : "ring";
	if (task->stream.n_holes > 0 && task->stream.n_holes == task->job->n_bytes)
		work->reader = "none";
	work->kernel = rs_hash_kernel(&task->hash);
	work->disk = disks[task->place.disk];
	work->n_bytes_direct = task->stream.n_direct;
	work->n_bytes_holes = task->stream.n_holes;
	work->backlog_ns = task->stream.backlog_ns;
}

/* After the compression: let go of what was used up. Return: whether something happened. */
static bool settle_task(struct rs_worker *worker, struct task *task)
{
	if (is_busy_ahead(worker, task))
		return false;
	if (!task->is_draining) {
		count_bytes(worker, task->job, task->fed_len);
		task->data += task->fed_len;
		task->len -= task->fed_len;
		task->fed_len = 0;
		check_hash(task);
		if (task->is_at_end && !task->job->error)
			end_task(task);
		task->is_draining = task->is_at_end || task->job->error;
		if (task->chunk && (task->len == 0 || task->is_draining)) {
			rs_chunk_give(task->chunk);
			task->chunk = NULL;
		}
	}
	if (!task->is_draining || !rs_reader_stop(worker->reader, &task->stream))
		return false;
	tell_work(task);
	if (task->job->error)
		rs_hash_drop(&task->hash);
	put_finished(worker, task->job);
	close_task(worker, task);
	return true;
}

/* ---- Small files ---- */

static struct rs_small *free_small(struct rs_worker *worker)
{
	struct rs_small *small = worker->smalls;

	while (small->job)
		small++;
	return small;
}

/* Chains come in numbers, which is only for disks that are known to like that. */
static bool is_for_chain(const struct rs_worker *worker, const struct rs_source *source)
{
	const struct known_disk *known = find_disk(worker, source->before.st_dev);

	return worker->n_queued >= MANY && known && known->disk == RS_DISK_FAST &&
	       rs_reader_chain_room(worker->reader) > 0;
}

/* Start a job that was opened as a small file. Return: whether it is one. */
static bool start_small(struct rs_worker *worker, struct rs_job *job, const struct rs_source *source)
{
	struct rs_small *small = free_small(worker);

	if (rs_reader_may_read_now(worker->reader) && rs_small_read(source, &worker->tray, small)) {
		worker->ready[worker->n_ready++] = small;
	} else {
		if (!is_for_chain(worker, source))
			return false;
		rs_small_chain(&job->job, source, small);
		if (!rs_reader_chain(worker->reader, &small->chain))
			return false;
	}
	small->job = job;
	worker->n_smalls++;
	return true;
}

static void free_up(struct rs_worker *worker, struct rs_small *small)
{
	if (!small->data)
		rs_chunk_give(small->chain.chunk);
	small->job = NULL;
	worker->n_smalls--;
}

/* What is not as simple as it should be becomes an ordinary job, which finds out what is the matter. */
static void give_up(struct rs_worker *worker, struct rs_small *small)
{
	rs_hash_drop(&small->hash);
	small->job->is_ordinary = true;
	enqueue(worker, small->job);
	free_up(worker, small);
}

static void feed_small(struct rs_small *small, struct round *round)
{
	rs_hash_feed(&small->hash, small->data ? small->data : small->chain.chunk->buf, small->len);
	round->hashes[round->n_hashes++] = &small->hash;
	round->smalls[round->n_smalls++] = small;
}

/* Start hashing a file that came whole. */
static void gather_small(struct rs_worker *worker, struct rs_small *small, struct round *round)
{
	struct rs_job *job = small->job;
	bool is_whole = small->data || small->chain.is_whole;

	if (!is_whole || rs_hash_begin(&small->hash, job->digests, job->job.n_digests, true) < 0) {
		give_up(worker, small);
		return;
	}
	if (!small->data)
		small->len = small->chain.chunk->len;
	feed_small(small, round);
}

static void settle_small(struct rs_worker *worker, struct rs_small *small)
{
	struct rs_job *job = small->job;

	if ((!small->data && !rs_small_is_unchanged(small)) ||
	    rs_hash_final(&small->hash, job->digest_buf, job->digest_lens) < 0) {
		give_up(worker, small);
		return;
	}
	count_bytes(worker, job, small->len);
	job->work.reader = small->data ? "plain" : "chain";
	job->work.kernel = rs_hash_kernel(&small->hash);
	put_finished(worker, job);
	free_up(worker, small);
}

/* ---- Opening ---- */

/* Two that read the same pipe would get a part of it each; of a borrowed file, both begin where it stands. */
static bool is_used_up(const struct rs_source *source)
{
	return !source->is_addressed || !source->is_owned;
}

static struct rs_place place_of(struct rs_worker *worker, const struct rs_source *source)
{
	struct rs_place place = { .dev = source->before.st_dev };

	if (is_used_up(source)) {
		place.disk = RS_DISK_STREAM;
		place.ino = source->before.st_ino;
	} else {
		place.disk = disk_of(worker, source);
	}
	return place;
}

/*
 * Give an opened job to those who read. Return: 0; -EAGAIN: too many read already, or too many from its place; -ENOMEM.
 */
static int start_task(struct rs_worker *worker, struct rs_job *job, const struct rs_source *source)
{
	struct rs_place place;
	struct task *task;
	int r;

	if (worker->n_tasks == worker->max_tasks)
		return -EAGAIN;
	place = place_of(worker, source);
	r = rs_gate_enter(worker->gate, &place, worker->wake_fd);
	if (r < 0)
		return r;
	task = free_task(worker);
	task->source = *source;
	task->place = place;
	begin_task(worker, task, job);
	return 0;
}

static void refuse(struct rs_worker *worker, struct rs_job *job, enum ringsum_stage stage, int error)
{
	fail(job, stage, error);
	put_finished(worker, job);
}

/* Return: false: its time will come: there are too many open files, but some of them are ours, or too many readers. */
static bool open_job(struct rs_worker *worker, struct rs_job *job)
{
	struct rs_source source;
	enum ringsum_stage stage;
	int r;

	if (!rs_tray_has_room(&worker->tray))
		return false;
	r = rs_source_open(&job->job, &source, &stage);
	if ((r == -EMFILE || r == -ENFILE) && worker->n_tasks > 0)
		return false;
	if (r < 0) {
		refuse(worker, job, stage, r);
		return true;
	}
	if (!job->is_ordinary && rs_small_is(&source) && start_small(worker, job, &source)) {
		rs_source_close(&source);
		return true;
	}
	r = start_task(worker, job, &source);
	if (r == 0)
		return true;
	rs_source_close(&source);
	if (r == -EAGAIN)
		return false;
	refuse(worker, job, RINGSUM_STAGE_OPEN, r);
	return true;
}

static void open_queued(struct rs_worker *worker)
{
	unsigned n = 0;

	while (n < worker->n_queued && open_job(worker, worker->queue[n]))
		n++;
	worker->n_queued -= n;
	for (unsigned i = 0; i < worker->n_queued; i++)
		worker->queue[i] = worker->queue[i + n];
}

/* ---- Steps ---- */

void rs_worker_add(struct rs_worker *worker, struct rs_job *const *jobs, unsigned n_jobs)
{
	unsigned n_smalls = worker->n_smalls;
	uint64_t start = rs_now_ns();

	for (unsigned i = 0; i < n_jobs; i++) {
		struct rs_job *job = jobs[i];

		job->is_ordinary = false;
		job->error = 0;
		job->stage = RINGSUM_STAGE_NONE;
		job->is_torn = false;
		job->n_bytes = 0;
		start_clock(worker, job, start);
		enqueue(worker, job);
	}
	open_queued(worker);
	worker->spent.read_ns += rs_now_ns() - start;
	if (n_jobs > 0)
		worker->has_smalls = worker->n_smalls - n_smalls > n_jobs / 2;
}

/* Take in what has arrived, for all jobs. Return: whether something happened. */
static bool gather(struct rs_worker *worker, struct round *round)
{
	struct rs_chain *chain;
	bool has_moved = false;

	for (size_t i = 0; i < RS_READER_STREAMS; i++) {
		if (worker->tasks[i].job)
			has_moved |= gather_task(worker, &worker->tasks[i], round);
	}
	for (unsigned i = 0; i < worker->n_ready; i++)
		gather_small(worker, worker->ready[i], round);
	has_moved |= worker->n_ready > 0;
	worker->n_ready = 0;
	while ((chain = rs_reader_take_chain(worker->reader))) {
		/* The chain is a member of its small file. */
		gather_small(worker, (struct rs_small *)(void *)((char *)chain - offsetof(struct rs_small, chain)),
			     round);
		has_moved = true;
	}
	return has_moved;
}

static bool settle(struct rs_worker *worker, struct round *round)
{
	bool has_moved = false;

	for (size_t i = 0; i < RS_READER_STREAMS; i++) {
		if (worker->tasks[i].job)
			has_moved |= settle_task(worker, &worker->tasks[i]);
	}
	for (size_t i = 0; i < round->n_smalls; i++)
		settle_small(worker, round->smalls[i]);
	rs_tray_clear(&worker->tray);
	if (worker->n_queued > 0)
		open_queued(worker);
	return has_moved;
}

/* Without memory to go on nothing can be read: say so for each job, and let go of what is posted. */
static void fail_all(struct rs_worker *worker, int error)
{
	for (size_t i = 0; i < RS_READER_STREAMS; i++) {
		if (worker->tasks[i].job)
			fail(worker->tasks[i].job, RINGSUM_STAGE_READ, error);
	}
}

/* Gather, compress, settle. Return: whether something happened. */
static bool advance(struct rs_worker *worker)
{
	struct round round = { .n_hashes = 0 };
	bool has_moved = gather(worker, &round);
	uint64_t start = rs_now_ns();

	for (size_t i = 0; i < round.n_smalls; i++)
		rs_hash_end(&round.smalls[i]->hash);
	rs_hash_run(round.hashes, round.n_hashes);
	worker->spent.hash_ns += rs_now_ns() - start;
	return settle(worker, &round) || has_moved;
}

/* All that is left waits for other workers to leave a disk. */
static int wait_for_gate(struct rs_worker *worker, int timeout_ms)
{
	struct pollfd fd = { .fd = worker->wake_fd, .events = POLLIN };
	bool is_own = worker->wake_fd < 0;
	int r;

	/* Nobody wakes the caller's own worker: it asks again. */
	if (is_own && (timeout_ms < 0 || timeout_ms > ASK_AGAIN_MS))
		timeout_ms = ASK_AGAIN_MS;
	r = poll(&fd, 1, timeout_ms < 0 ? -1 : timeout_ms);
	if (r == 0 && !is_own)
		return -ETIMEDOUT;
	if (r > 0)
		rs_wake_drain(worker->wake_fd);
	open_queued(worker);
	return r == 0 ? -ETIMEDOUT : 0;
}

static int wait_for_reads(struct rs_worker *worker, int timeout_ms)
{
	uint64_t start = rs_now_ns();
	int r = rs_reader_wait(worker->reader, timeout_ms);

	if (!worker->ahead_of)
		worker->spent.wait_ns += rs_now_ns() - start;
	if (r < 0 && r != -ETIMEDOUT)
		fail_all(worker, r);
	return r == -ETIMEDOUT ? r : 0;
}

/* Either the threads that hash have enough to do, and are waited for, or they are about to want more. */
static int wait_ahead(struct rs_worker *worker, int timeout_ms)
{
	if (rs_ahead_is_empty(&worker->ahead))
		return wait_for_reads(worker, timeout_ms);
	if (!rs_ahead_has_room(&worker->ahead) || rs_reader_is_idle(worker->reader)) {
		rs_ahead_wait(&worker->ahead);
		return 0;
	}
	wait_for_reads(worker, timeout_ms < 0 || timeout_ms > AHEAD_MS ? AHEAD_MS : timeout_ms);
	return 0;
}

int rs_worker_step(struct rs_worker *worker, int timeout_ms)
{
	uint64_t start = rs_now_ns();
	int r;

	if (worker->n_tasks + worker->n_smalls == 0)
		return worker->n_queued > 0 ? wait_for_gate(worker, timeout_ms) : 0;
	r = rs_reader_pump(worker->reader);
	if (r < 0)
		fail_all(worker, r);
	worker->spent.read_ns += rs_now_ns() - start;
	if (advance(worker))
		return 0;
	return worker->ahead_of ? wait_ahead(worker, timeout_ms) : wait_for_reads(worker, timeout_ms);
}

struct rs_job *rs_worker_take(struct rs_worker *worker)
{
	return worker->n_finished > 0 ? worker->finished[--worker->n_finished] : NULL;
}
