/* SPDX-License-Identifier: MIT */
/*
 * A worker driven step by step in this thread: many jobs at once, files that change between two steps.
 */
#include "hand.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KIB 1024u

EACH_IO(worker, more_jobs_than_there_is_room_for)
{
	const unsigned n_jobs = 100;
	const size_t len = 150 * KIB;
	uint8_t *data = fixture_bytes(len + n_jobs);
	struct rs_worker *worker = worker_create(*io);
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
			worker_add(worker, worker_new_job(&wanted));
		}
		cr_assert_eq(rs_worker_n_active(worker), n_added - n_done);
		job = worker_next_finished(worker);
		number = (uintptr_t)job->job.cookie;
		worker_expect(job, data + number, number * number * 15);
		cr_assert_not(job->is_torn);
		n_bytes += job->n_bytes;
		worker_free_job(job);
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
	struct rs_worker *worker = worker_create(*io);
	struct rs_job *done;
	const uint8_t *at;

	for (unsigned d = 0; d < RINGSUM_JOB_DIGESTS_MAX; d++) {
		cr_assert_eq(ringsum_digest_open(wanted[d].name, wanted[d].xof_len, &opened[d]), 0);
		digests[d] = opened[d];
	}
	job.digests = digests;
	job.n_digests = RINGSUM_JOB_DIGESTS_MAX;
	worker_add(worker, worker_new_job(&job));
	done = worker_next_finished(worker);
	at = done->digest_buf;
	cr_assert_eq(done->error, 0);
	for (unsigned d = 0; d < RINGSUM_JOB_DIGESTS_MAX; d++) {
		uint8_t expected[128];

		fixture_digest(wanted[d].crypto, data, len, wanted[d].xof_len, expected);
		cr_assert_arr_eq(at, expected, ringsum_digest_len(digests[d]), "%s", wanted[d].name);
		at += ringsum_digest_len(digests[d]);
	}
	worker_free_job(done);
	/* The same contexts again, fewer and in another order. */
	cr_assert_eq(lseek(fd, 0, SEEK_SET), 0);
	job.digests = digests + 4;
	job.n_digests = 2;
	worker_add(worker, worker_new_job(&job));
	done = worker_next_finished(worker);
	{
		uint8_t expected[64 + 32];

		fixture_digest("SHA2-512", data, len, 0, expected);
		fixture_digest("SHA2-256", data, len, 0, expected + 64);
		cr_assert_arr_eq(done->digest_buf, expected, sizeof(expected));
	}
	worker_free_job(done);
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
	struct rs_worker *worker = worker_create(*io);
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
		worker_add(worker, worker_new_job(&job));
	}
	for (unsigned i = 0; i < 5; i++) {
		struct rs_job *job = worker_next_finished(worker);
		uintptr_t number = (uintptr_t)job->job.cookie;

		cr_assert_eq(job->error, expected[number].error, "job %u: %d", (unsigned)number, job->error);
		cr_assert_eq(job->stage, expected[number].stage, "job %u: %d", (unsigned)number, job->stage);
		if (!job->error)
			worker_expect(job, data, 200 * KIB);
		worker_free_job(job);
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
		struct rs_worker *worker = worker_create(*io);
		int fd = fixture_file(data, len);
		struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
		struct stat before;
		struct rs_job *done;

		worker_add(worker, worker_new_job(&job));
		step_into(worker);
		cr_assert_eq(fstat(fd, &before), 0);
		wait_for_tick(&before);
		change(fd, what, len);
		done = worker_next_finished(worker);
		cr_assert_eq(done->error, 0);
		cr_assert_eq(done->is_torn, what != NOTHING, "change %d", what);
		cr_assert(done->n_bytes >= len - 1 && done->n_bytes <= len + 1);
		/* Torn or not, the digest is of the bytes that were read. */
		worker_expect(done, data, done->n_bytes);
		worker_free_job(done);
		rs_worker_destroy(worker);
		close(fd);
	}
	free(data);
}

/* The range is there when the job starts, and is not when its turn to be read comes. */
EACH_IO(worker, a_range_that_is_cut_off_under_its_reader)
{
	/* More than all direct reads that may be under way. */
	const size_t len = 20 * 1024 * KIB;
	uint8_t *data = fixture_bytes(len);
	struct rs_worker *worker = worker_create(*io);
	int fd = fixture_file(data, len);
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
	struct rs_job *done;

	job.length = len;
	worker_add(worker, worker_new_job(&job));
	step_into(worker);
	cr_assert_eq(ftruncate(fd, 100), 0);
	done = worker_next_finished(worker);
	cr_assert_eq(done->error, -ENODATA);
	cr_assert_eq(done->stage, RINGSUM_STAGE_READ);
	worker_free_job(done);
	rs_worker_destroy(worker);
	close(fd);
	free(data);
}

EACH_IO(worker, an_empty_pipe_times_out_and_holds_nobody_up)
{
	uint8_t *data = fixture_bytes(500 * KIB);
	struct rs_worker *worker = worker_create(*io);
	struct ringsum_job job;
	struct rs_job *waiting, *done;
	int fds[2], fd = fixture_file(data, 500 * KIB);
	int r;

	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	waiting = worker_new_job(&job);
	worker_add(worker, waiting);
	while ((r = rs_worker_step(worker, 0)) == 0)
		;
	cr_assert_eq(r, -ETIMEDOUT);
	cr_assert_eq(rs_worker_step(worker, 3), -ETIMEDOUT);
	job = fixture_job(NULL, fd);
	worker_add(worker, worker_new_job(&job));
	done = worker_next_finished(worker);
	cr_assert_neq(done, waiting);
	worker_expect(done, data, 500 * KIB);
	worker_free_job(done);
	fixture_write(fds[1], data, 1000);
	while (rs_worker_step(worker, 0) == 0)
		;
	cr_assert_null(rs_worker_take(worker), "a pipe ends when its writers are gone");
	fixture_write(fds[1], data + 1000, 1000);
	close(fds[1]);
	done = worker_next_finished(worker);
	cr_assert_eq(done, waiting);
	worker_expect(done, data, 2000);
	worker_free_job(done);
	rs_worker_destroy(worker);
	close(fds[0]);
	close(fd);
	free(data);
}

/* A file that is always ready must not keep the worker from seeing that others are ready, too. */
EACH_IO(worker, a_long_file_starves_nobody)
{
	const size_t len = 40 * 1024 * KIB;
	uint8_t *data = fixture_bytes(len);
	struct rs_worker *worker = worker_create(*io);
	int fd = fixture_file(data, len);
	struct ringsum_job job;
	struct rs_job *of_pipe, *of_file, *first, *second;
	int fds[2];

	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	of_pipe = worker_new_job(&job);
	worker_add(worker, of_pipe);
	while (rs_worker_step(worker, 0) == 0)
		;
	job = fixture_job(NULL, fd);
	of_file = worker_new_job(&job);
	worker_add(worker, of_file);
	step_into(worker);
	fixture_write(fds[1], data, 1000);
	close(fds[1]);
	first = worker_next_finished(worker);
	second = worker_next_finished(worker);
	/* Plain system calls read a file that is there before they ask for more. */
	if (*io != RINGSUM_IO_PLAIN)
		cr_assert_eq(first, of_pipe, "the pipe had to wait for the file");
	cr_assert_neq(first, second);
	worker_expect(of_pipe, data, 1000);
	worker_expect(of_file, data, len);
	worker_free_job(of_pipe);
	worker_free_job(of_file);
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
	struct rs_worker *worker = worker_create(*io);
	struct rs_job *jobs[RS_WORKER_JOBS];
	int pipes[RS_WORKER_JOBS][2];
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);

	jobs[0] = worker_new_job(&job);
	worker_add(worker, jobs[0]);
	for (unsigned i = 1; i < RS_WORKER_JOBS; i++) {
		fixture_pipe(pipes[i]);
		fcntl(pipes[i][0], F_SETFL, i % 2 ? O_NONBLOCK : 0);
		job = fixture_job(NULL, pipes[i][0]);
		jobs[i] = worker_new_job(&job);
		worker_add(worker, jobs[i]);
	}
	cr_assert_eq(rs_worker_room(worker), 0u);
	step_into(worker);
	rs_worker_destroy(worker);
	rs_worker_destroy(NULL);
	for (unsigned i = 0; i < RS_WORKER_JOBS; i++) {
		worker_free_job(jobs[i]);
		if (i > 0) {
			close(pipes[i][0]);
			close(pipes[i][1]);
		}
	}
	cr_assert_leq(fixture_n_fds(), n_fds, "descriptors are left open");
	close(fd);
	free(data);
}
