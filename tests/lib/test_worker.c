/* SPDX-License-Identifier: MIT */
/*
 * A worker driven step by step in this thread: many jobs at once, files that change between two steps, a ring that is
 * taken away between two steps.
 */
#include "fixture.h"
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define KIB 1024u

/* A job as the batch would hand it in; @digest_buf is the job's own. */
static struct rs_job *new_job(const struct ringsum_job *from)
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

static void free_job(struct rs_job *job)
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

static struct rs_worker *create(enum ringsum_io io)
{
	struct rs_worker *worker;

	fixture_skip_without_ring(io);
	cr_assert_eq(rs_worker_create(io, RS_WORKER_JOBS, false, the_gate(), -1, &worker), 0);
	return worker;
}

static void add(struct rs_worker *worker, struct rs_job *job)
{
	rs_worker_add(worker, &job, 1);
}

static struct rs_job *next_finished(struct rs_worker *worker)
{
	struct rs_job *job;

	while (!(job = rs_worker_take(worker)))
		cr_assert_eq(rs_worker_step(worker, -1), 0);
	return job;
}

static void expect(const struct rs_job *job, const void *data, size_t len)
{
	uint8_t digest[32];

	cr_assert_eq(job->error, 0, "error %d at stage %d", job->error, job->stage);
	cr_assert_eq(job->stage, RINGSUM_STAGE_NONE);
	cr_assert_eq(job->n_bytes, len, "%llu bytes instead of %zu", (unsigned long long)job->n_bytes, len);
	fixture_digest("SHA2-256", data, len, 0, digest);
	cr_assert_arr_eq(job->digest_buf, digest, 32);
}

EACH_IO(worker, more_jobs_than_there_is_room_for)
{
	const unsigned n_jobs = 100;
	const size_t len = 150 * KIB;
	uint8_t *data = fixture_bytes(len + n_jobs);
	struct rs_worker *worker = create(*io);
	unsigned n_fds = fixture_n_fds();
	int fds[100];
	unsigned n_added = 0, n_done = 0;
	uint64_t n_bytes = 0;

	for (unsigned i = 0; i < n_jobs; i++)
		fds[i] = fixture_file(data + i, (size_t)i * i * 15);
	cr_assert_geq(rs_worker_room(worker), 16u);
	while (n_done < n_jobs) {
		struct rs_job *job;
		uintptr_t number;

		while (n_added < n_jobs && rs_worker_room(worker) > 0) {
			struct ringsum_job wanted = fixture_job(fixture_path(fds[n_added]), AT_FDCWD);

			wanted.cookie = (void *)(uintptr_t)n_added++;
			add(worker, new_job(&wanted));
		}
		cr_assert_eq(rs_worker_n_active(worker), n_added - n_done);
		job = next_finished(worker);
		number = (uintptr_t)job->job.cookie;
		expect(job, data + number, number * number * 15);
		cr_assert_not(job->is_torn);
		n_bytes += job->n_bytes;
		free_job(job);
		n_done++;
	}
	cr_assert_eq(rs_worker_n_active(worker), 0u);
	cr_assert_geq(rs_worker_room(worker), 16u);
	cr_assert_eq(rs_worker_n_bytes(worker), n_bytes);
	cr_assert_null(rs_worker_take(worker));
	cr_assert_eq(rs_worker_step(worker, -1), 0, "nothing to do is no wait");
	rs_worker_destroy(worker);
	for (unsigned i = 0; i < n_jobs; i++)
		close(fds[i]);
	cr_assert_leq(fixture_n_fds(), n_fds, "descriptors are left open");
	free(data);
}

EACH_IO(worker, several_digests_of_one_reading)
{
	static const struct {
		const char *name;
		const char *crypto;
		size_t xof_len;
	} wanted[RINGSUM_JOB_DIGESTS_MAX] = {
		{ "md5", "MD5", 0 },	     { "sha1", "SHA1", 0 },	       { "sha256", "SHA2-256", 0 },
		{ "shake128", "SHAKE-128", 100 }, { "sha512", "SHA2-512", 0 }, { "sha256", "SHA2-256", 0 },
		{ "blake2b", "BLAKE2B-512", 0 },  { "shake256", "SHAKE-256", 1 },
	};
	const struct ringsum_digest *digests[RINGSUM_JOB_DIGESTS_MAX];
	struct ringsum_digest *opened[RINGSUM_JOB_DIGESTS_MAX];
	const size_t len = 333333;
	uint8_t *data = fixture_bytes(len);
	int fd = fixture_file(data, len);
	struct ringsum_job job = fixture_job(NULL, fd);
	struct rs_worker *worker = create(*io);
	struct rs_job *done;
	const uint8_t *at;

	for (unsigned d = 0; d < RINGSUM_JOB_DIGESTS_MAX; d++) {
		cr_assert_eq(ringsum_digest_open(wanted[d].name, wanted[d].xof_len, &opened[d]), 0);
		digests[d] = opened[d];
	}
	job.digests = digests;
	job.n_digests = RINGSUM_JOB_DIGESTS_MAX;
	add(worker, new_job(&job));
	done = next_finished(worker);
	at = done->digest_buf;
	cr_assert_eq(done->error, 0);
	for (unsigned d = 0; d < RINGSUM_JOB_DIGESTS_MAX; d++) {
		uint8_t expected[128];

		fixture_digest(wanted[d].crypto, data, len, wanted[d].xof_len, expected);
		cr_assert_arr_eq(at, expected, ringsum_digest_len(digests[d]), "%s", wanted[d].name);
		at += ringsum_digest_len(digests[d]);
	}
	free_job(done);
	/* The same contexts again, fewer and in another order. */
	cr_assert_eq(lseek(fd, 0, SEEK_SET), 0);
	job.digests = digests + 4;
	job.n_digests = 2;
	add(worker, new_job(&job));
	done = next_finished(worker);
	{
		uint8_t expected[64 + 32];

		fixture_digest("SHA2-512", data, len, 0, expected);
		fixture_digest("SHA2-256", data, len, 0, expected + 64);
		cr_assert_arr_eq(done->digest_buf, expected, sizeof(expected));
	}
	free_job(done);
	rs_worker_destroy(worker);
	for (unsigned d = 0; d < RINGSUM_JOB_DIGESTS_MAX; d++)
		ringsum_digest_close(opened[d]);
	close(fd);
	free(data);
}

EACH_IO(worker, an_error_is_the_jobs_own)
{
	uint8_t *data = fixture_bytes(200 * KIB);
	int fd = fixture_file(data, 200 * KIB);
	struct rs_worker *worker = create(*io);
	const struct ringsum_job jobs[] = {
		fixture_job("/nonexistent", AT_FDCWD), fixture_job("/proc/self/mem", AT_FDCWD), fixture_job("/", AT_FDCWD),
		fixture_job(NULL, fd), fixture_job(NULL, 9999),
	};
	static const struct {
		int error;
		enum ringsum_stage stage;
	} expected[] = {
		{ -ENOENT, RINGSUM_STAGE_OPEN }, { -EIO, RINGSUM_STAGE_READ },	{ -EISDIR, RINGSUM_STAGE_READ },
		{ 0, RINGSUM_STAGE_NONE },	 { -EBADF, RINGSUM_STAGE_OPEN },
	};

	for (unsigned i = 0; i < 5; i++) {
		struct ringsum_job job = jobs[i];

		job.cookie = (void *)(uintptr_t)i;
		add(worker, new_job(&job));
	}
	for (unsigned i = 0; i < 5; i++) {
		struct rs_job *job = next_finished(worker);
		uintptr_t number = (uintptr_t)job->job.cookie;

		cr_assert_eq(job->error, expected[number].error, "job %u: %d", (unsigned)number, job->error);
		cr_assert_eq(job->stage, expected[number].stage, "job %u: %d", (unsigned)number, job->stage);
		if (!job->error)
			expect(job, data, 200 * KIB);
		free_job(job);
	}
	rs_worker_destroy(worker);
	close(fd);
	free(data);
}

/* Steps until the first bytes are hashed. */
static void step_into(struct rs_worker *worker)
{
	while (rs_worker_n_bytes(worker) == 0)
		cr_assert_eq(rs_worker_step(worker, -1), 0);
	cr_assert_null(rs_worker_take(worker), "the file is too small for this test");
}

enum change { NOTHING, APPEND, TRUNCATE, OVERWRITE, TOUCH, CHMOD };

static void change(int fd, enum change what, size_t len)
{
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 1000000000 } };

	switch (what) {
	case NOTHING:
		break;
	case APPEND:
		cr_assert_eq(pwrite(fd, "x", 1, (off_t)len), 1);
		break;
	case TRUNCATE:
		cr_assert_eq(ftruncate(fd, (off_t)len - 1), 0);
		break;
	case OVERWRITE:
		/* With what is there already: the digest says nothing about it, the times do. */
		cr_assert_eq(pwrite(fd, "z", 1, 0), 1);
		break;
	case TOUCH:
		cr_assert_eq(futimens(fd, times), 0);
		break;
	case CHMOD:
		cr_assert_eq(fchmod(fd, 0640), 0);
		break;
	}
}

/* Let the file system's clock move on, so that a later change shows in the times. */
static void wait_for_tick(const struct stat *before)
{
	struct stat now = *before;
	int fd = fixture_file("", 0);

	while (now.st_ctim.tv_sec == before->st_ctim.tv_sec && now.st_ctim.tv_nsec == before->st_ctim.tv_nsec) {
		fixture_write(fd, "x", 1);
		cr_assert_eq(fstat(fd, &now), 0);
	}
	close(fd);
}

EACH_IO(worker, changed_while_it_was_read)
{
	const size_t len = 3000 * KIB;
	uint8_t *data = fixture_bytes(len + 1);

	data[0] = 'z';
	data[len] = 'x';
	for (enum change what = NOTHING; what <= CHMOD; what++) {
		struct rs_worker *worker = create(*io);
		int fd = fixture_file(data, len);
		struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
		struct stat before;
		struct rs_job *done;

		add(worker, new_job(&job));
		step_into(worker);
		cr_assert_eq(fstat(fd, &before), 0);
		wait_for_tick(&before);
		change(fd, what, len);
		done = next_finished(worker);
		cr_assert_eq(done->error, 0);
		cr_assert_eq(done->is_torn, what != NOTHING, "change %d", what);
		cr_assert(done->n_bytes >= len - 1 && done->n_bytes <= len + 1);
		/* Torn or not, the digest is of the bytes that were read. */
		expect(done, data, done->n_bytes);
		free_job(done);
		rs_worker_destroy(worker);
		close(fd);
	}
	free(data);
}

/* The range is there when the job starts, and is not when its turn to be read comes. */
EACH_IO(worker, a_range_that_is_cut_off_under_its_reader)
{
	const size_t len = 3000 * KIB;
	uint8_t *data = fixture_bytes(len);
	struct rs_worker *worker = create(*io);
	int fd = fixture_file(data, len);
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
	struct rs_job *done;

	job.length = len;
	add(worker, new_job(&job));
	step_into(worker);
	cr_assert_eq(ftruncate(fd, 100), 0);
	done = next_finished(worker);
	cr_assert_eq(done->error, -ENODATA);
	cr_assert_eq(done->stage, RINGSUM_STAGE_READ);
	free_job(done);
	rs_worker_destroy(worker);
	close(fd);
	free(data);
}

EACH_IO(worker, an_empty_pipe_times_out_and_holds_nobody_up)
{
	uint8_t *data = fixture_bytes(500 * KIB);
	struct rs_worker *worker = create(*io);
	struct ringsum_job job;
	struct rs_job *waiting, *done;
	int fds[2], fd = fixture_file(data, 500 * KIB);
	int r;

	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	waiting = new_job(&job);
	add(worker, waiting);
	while ((r = rs_worker_step(worker, 0)) == 0)
		;
	cr_assert_eq(r, -ETIMEDOUT);
	cr_assert_eq(rs_worker_step(worker, 3), -ETIMEDOUT);
	job = fixture_job(NULL, fd);
	add(worker, new_job(&job));
	done = next_finished(worker);
	cr_assert_neq(done, waiting);
	expect(done, data, 500 * KIB);
	free_job(done);
	fixture_write(fds[1], data, 1000);
	while (rs_worker_step(worker, 0) == 0)
		;
	cr_assert_null(rs_worker_take(worker), "a pipe ends when its writers are gone");
	fixture_write(fds[1], data + 1000, 1000);
	close(fds[1]);
	done = next_finished(worker);
	cr_assert_eq(done, waiting);
	expect(done, data, 2000);
	free_job(done);
	rs_worker_destroy(worker);
	close(fds[0]);
	close(fd);
	free(data);
}

/* As many pipes as there is room for, none of which ever ends, and a file beside them in the middle. */
EACH_IO(worker, destroy_in_the_middle)
{
	uint8_t *data = fixture_bytes(3000 * KIB);
	int fd = fixture_file(data, 3000 * KIB);
	unsigned n_fds = fixture_n_fds();
	struct rs_worker *worker = create(*io);
	struct rs_job *jobs[RS_WORKER_JOBS];
	int pipes[RS_WORKER_JOBS][2];
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);

	jobs[0] = new_job(&job);
	add(worker, jobs[0]);
	for (unsigned i = 1; i < RS_WORKER_JOBS; i++) {
		fixture_pipe(pipes[i]);
		fcntl(pipes[i][0], F_SETFL, i % 2 ? O_NONBLOCK : 0);
		job = fixture_job(NULL, pipes[i][0]);
		jobs[i] = new_job(&job);
		add(worker, jobs[i]);
	}
	cr_assert_eq(rs_worker_room(worker), 0u);
	step_into(worker);
	rs_worker_destroy(worker);
	rs_worker_destroy(NULL);
	for (unsigned i = 0; i < RS_WORKER_JOBS; i++) {
		free_job(jobs[i]);
		if (i > 0) {
			close(pipes[i][0]);
			close(pipes[i][1]);
		}
	}
	cr_assert_leq(fixture_n_fds(), n_fds, "descriptors are left open");
	close(fd);
	free(data);
}

/*
 * The ring is taken away once @n_steps steps are done. Every file gets its right digest; a pipe does too, or an error.
 * Chunks that the kernel has are leaked on purpose.
 */
static void lose_ring(enum ringsum_io io, unsigned n_steps)
{
	const size_t len = 1200 * KIB;
	uint8_t *data = fixture_bytes(len);
	struct rs_worker *worker = create(io);
	struct ringsum_job job;
	int fds[2];

	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	job.cookie = (void *)(uintptr_t)1;
	add(worker, new_job(&job));
	for (unsigned i = 0; i < 6; i++) {
		int fd = fixture_file(data, len >> i);

		job = fixture_job(fixture_path(fd), AT_FDCWD);
		job.cookie = (void *)(uintptr_t)(len >> i);
		add(worker, new_job(&job));
		close(fd);
	}
	fixture_write(fds[1], data, 20000);
	for (unsigned i = 0; i < n_steps; i++)
		rs_worker_step(worker, 0);
	fixture_deny(SYS_io_uring_enter, EPERM);
	fixture_write(fds[1], data + 20000, 20000);
	close(fds[1]);
	while (rs_worker_n_active(worker) > 0) {
		struct rs_job *done = next_finished(worker);
		uintptr_t number = (uintptr_t)done->job.cookie;

		if (number > 1) {
			expect(done, data, number);
		} else if (done->error) {
			cr_assert_eq(done->stage, RINGSUM_STAGE_READ);
			cr_assert(io != RINGSUM_IO_PLAIN && n_steps > 0, "error %d where nothing was lost", done->error);
		} else {
			expect(done, data, 40000);
		}
		free_job(done);
	}
	rs_worker_destroy(worker);
	close(fds[0]);
	free(data);
}

ParameterizedTestParameters(worker_lost_ring, after_some_steps)
{
	return fixture_ios();
}

/* Each in a process of its own, as there is no way back from a filter. */
ParameterizedTest(enum ringsum_io *io, worker_lost_ring, after_some_steps, .timeout = 120)
{
	fixture_skip_without_ring(*io);
	for (unsigned n_steps = 0; n_steps < 24; n_steps++) {
		pid_t pid = fork();
		int status = 0;

		cr_assert_geq(pid, 0);
		if (pid == 0) {
			lose_ring(*io, n_steps);
			_exit(0);
		}
		cr_assert_eq(waitpid(pid, &status, 0), pid);
		cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "after %u steps", n_steps);
	}
}
