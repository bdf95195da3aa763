/* SPDX-License-Identifier: MIT */
/*
 * The window: results in the order of the jobs, how many may wait, how long a wait is, and what is left behind. With
 * one worker, which is this thread, and with several. ThreadSanitizer has a program of its own, see tests/thread.
 */
#include "fixture.h"
#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define KIB 1024u

static struct ringsum_batch *create(enum ringsum_io io, unsigned n_workers, unsigned window)
{
	struct ringsum_options options = { .io = io, .n_workers = n_workers, .window = window };
	struct ringsum_batch *batch;

	fixture_skip_without_ring(io);
	cr_assert_eq(rs_batch_create(&options, &batch), 0);
	return batch;
}

static void expect(const struct ringsum_result *result, const void *data, size_t len)
{
	uint8_t digest[32];

	cr_assert_eq(result->error, 0, "error %d at stage %d", result->error, result->stage);
	cr_assert_eq(result->n_bytes, len);
	cr_assert_eq(result->n_digests, 1u);
	fixture_digest("SHA2-256", data, len, 0, digest);
	cr_assert_arr_eq(result->digests[0], digest, 32);
}

/* Sizes that have nothing to do with one another: most are small, some large, some nothing. */
static size_t size_of(unsigned number)
{
	static const size_t sizes[] = { 10, 70000, 0, 4096, 300000, 1, 65536, 999, 2500000, 5000, 262144 };

	return sizes[number % (sizeof(sizes) / sizeof(sizes[0]))];
}

#define N_JOBS 200
#define MAX_LEN 2500000

/* All jobs through one batch; every seventh names no file. */
static void expect_order(enum ringsum_io io, unsigned n_workers, unsigned window)
{
	struct ringsum_batch *batch = create(io, n_workers, window);
	uint8_t *data = fixture_bytes(MAX_LEN + N_JOBS);
	unsigned n_added = 0, n_done = 0;
	struct ringsum_progress progress;
	uint64_t n_bytes = 0;
	int fds[11];

	for (unsigned i = 0; i < 11; i++)
		fds[i] = fixture_file(data + i, size_of(i));
	while (n_done < N_JOBS) {
		struct ringsum_result result;
		unsigned number;

		while (n_added < N_JOBS) {
			const char *path = n_added % 7 ? fixture_path(fds[n_added % 11]) : "/nonexistent";
			struct ringsum_job job = fixture_job(path, AT_FDCWD);
			int r;

			job.cookie = (void *)(uintptr_t)n_added;
			r = rs_batch_add(batch, &job);
			if (r == -EAGAIN) {
				cr_assert_eq(n_added - n_done, window, "refused with %u of %u", n_added - n_done, window);
				break;
			}
			cr_assert_eq(r, 0);
			n_added++;
			cr_assert_leq(n_added - n_done, window);
		}
		cr_assert_eq(rs_batch_next(batch, -1, &result), 1);
		number = (unsigned)(uintptr_t)result.cookie;
		cr_assert_eq(number, n_done, "result %u comes as number %u", number, n_done);
		if (number % 7) {
			cr_assert_str_eq(result.path, fixture_path(fds[number % 11]));
			expect(&result, data + number % 11, size_of(number % 11));
			n_bytes += result.n_bytes;
		} else {
			cr_assert_eq(result.error, -ENOENT);
			cr_assert_eq(result.stage, RINGSUM_STAGE_OPEN);
			cr_assert_eq(result.n_digests, 0u);
			cr_assert_str_eq(result.path, "/nonexistent");
		}
		n_done++;
	}
	rs_batch_progress(batch, &progress);
	cr_assert_eq(progress.n_jobs, (uint64_t)N_JOBS);
	cr_assert_eq(progress.n_bytes, n_bytes);
	rs_batch_destroy(batch);
	for (unsigned i = 0; i < 11; i++)
		close(fds[i]);
	free(data);
}

EACH_IO(batch, order_with_one_worker)
{
	expect_order(*io, 1, 1);
	expect_order(*io, 1, 5);
	expect_order(*io, 1, 1000);
}

EACH_IO(batch, order_with_several_workers)
{
	expect_order(*io, 3, 1);
	expect_order(*io, 2, 2);
	expect_order(*io, 3, 50);
	expect_order(*io, 4, 1000);
	expect_order(*io, 0, 100);
}

/* What is handed out stays as it is while the window fills up and workers write to all other slots. */
EACH_IO(batch, the_last_result_is_good_until_the_next)
{
	static const unsigned windows[] = { 1, 2, 7 };
	uint8_t *data = fixture_bytes(1000);
	int fd = fixture_file(data, 1000);
	int other = fixture_file(data, 999);

	for (unsigned w = 0; w < 3; w++) {
		struct ringsum_batch *batch = create(*io, 1 + w, windows[w]);
		struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
		struct ringsum_result result;
		unsigned n_more = 0;
		char path[64];

		snprintf(path, sizeof(path), "%s", fixture_path(fd));
		cr_assert_eq(rs_batch_add(batch, &job), 0);
		cr_assert_eq(rs_batch_next(batch, -1, &result), 1);
		job = fixture_job(fixture_path(other), AT_FDCWD);
		while (rs_batch_add(batch, &job) == 0)
			n_more++;
		cr_assert_eq(n_more, windows[w]);
		cr_assert_str_eq(result.path, path);
		expect(&result, data, 1000);
		while (n_more-- > 0) {
			cr_assert_eq(rs_batch_next(batch, -1, &result), 1);
			expect(&result, data, 999);
		}
		cr_assert_eq(rs_batch_next(batch, -1, &result), 0);
		rs_batch_destroy(batch);
	}
	close(fd);
	close(other);
	free(data);
}

EACH_IO(batch, a_failed_add_changes_nothing)
{
	struct ringsum_batch *batch = create(*io, 1, 1);
	int fd = fixture_file("abc", 3);
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
	struct ringsum_result result;

	cr_assert_eq(rs_batch_add(batch, &job), 0);
	job.path = "/nonexistent";
	for (unsigned i = 0; i < 3; i++)
		cr_assert_eq(rs_batch_add(batch, &job), -EAGAIN);
	cr_assert_eq(rs_batch_next(batch, -1, &result), 1);
	expect(&result, "abc", 3);
	cr_assert_eq(rs_batch_next(batch, -1, &result), 0);
	rs_batch_destroy(batch);
	close(fd);
}

static long ms_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - start->tv_sec) * 1000 + (now.tv_nsec - start->tv_nsec) / 1000000;
}

/* A pipe that says nothing, is given up for now, and says something later; alone, and with others behind it. */
static void expect_timeouts(enum ringsum_io io, unsigned n_workers, unsigned n_files)
{
	struct ringsum_batch *batch = create(io, n_workers, 100);
	uint8_t *data = fixture_bytes(300 * KIB);
	struct ringsum_result result = { .cookie = data };
	struct ringsum_job job;
	struct timespec start;
	int fd = fixture_file(data, 300 * KIB);
	int fds[2];

	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	cr_assert_eq(rs_batch_add(batch, &job), 0);
	for (unsigned i = 0; i < n_files; i++) {
		job = fixture_job(fixture_path(fd), AT_FDCWD);
		cr_assert_eq(rs_batch_add(batch, &job), 0);
	}
	cr_assert_eq(rs_batch_next(batch, 0, &result), -ETIMEDOUT);
	clock_gettime(CLOCK_MONOTONIC, &start);
	cr_assert_eq(rs_batch_next(batch, 30, &result), -ETIMEDOUT);
	cr_assert_geq(ms_since(&start), 29);
	cr_assert_eq(result.cookie, data, "outputs are untouched on failure");
	fixture_write(fds[1], data, 60000);
	cr_assert_eq(rs_batch_next(batch, 5, &result), -ETIMEDOUT, "a pipe ends when its writers are gone");
	fixture_write(fds[1], data + 60000, 1234);
	close(fds[1]);
	cr_assert_eq(rs_batch_next(batch, -1, &result), 1);
	expect(&result, data, 61234);
	for (unsigned i = 0; i < n_files; i++) {
		cr_assert_eq(rs_batch_next(batch, -1, &result), 1);
		expect(&result, data, 300 * KIB);
	}
	cr_assert_eq(rs_batch_next(batch, 0, &result), 0);
	rs_batch_destroy(batch);
	close(fds[0]);
	close(fd);
	free(data);
}

EACH_IO(batch, timeouts_alone)
{
	expect_timeouts(*io, 1, 0);
	expect_timeouts(*io, 4, 0);
}

EACH_IO(batch, timeouts_with_others_behind)
{
	expect_timeouts(*io, 1, 10);
	expect_timeouts(*io, 3, 10);
}

/* Whoever only looks, and never waits, gets there as well. */
EACH_IO(batch, polling_makes_progress)
{
	uint8_t *data = fixture_bytes(3000 * KIB);
	int fd = fixture_file(data, 3000 * KIB);

	for (unsigned n_workers = 1; n_workers <= 2; n_workers++) {
		struct ringsum_batch *batch = create(*io, n_workers, 10);
		struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
		struct ringsum_result result;

		for (unsigned i = 0; i < n_workers; i++)
			cr_assert_eq(rs_batch_add(batch, &job), 0);
		for (unsigned i = 0; i < n_workers; i++) {
			int r;

			while ((r = rs_batch_next(batch, 0, &result)) == -ETIMEDOUT)
				;
			cr_assert_eq(r, 1);
			expect(&result, data, 3000 * KIB);
		}
		rs_batch_destroy(batch);
	}
	close(fd);
	free(data);
}

/* Jobs that come while all workers wait for pipes must wake one of them. */
EACH_IO(batch, jobs_behind_waiting_pipes)
{
	struct ringsum_batch *batch = create(*io, 2, 100);
	struct ringsum_progress progress = { 0 };
	struct ringsum_result result;
	struct ringsum_job job;
	int fd = fixture_file("abc", 3);
	int fds[4][2];

	for (unsigned i = 0; i < 4; i++) {
		fixture_pipe(fds[i]);
		job = fixture_job(NULL, fds[i][0]);
		cr_assert_eq(rs_batch_add(batch, &job), 0);
	}
	cr_assert_eq(rs_batch_next(batch, 20, &result), -ETIMEDOUT);
	for (unsigned i = 0; i < 10; i++) {
		job = fixture_job(fixture_path(fd), AT_FDCWD);
		cr_assert_eq(rs_batch_add(batch, &job), 0);
		/* Done behind the head's back, which still has nothing to say. */
		while (progress.n_jobs < i + 1) {
			cr_assert_eq(rs_batch_next(batch, 1, &result), -ETIMEDOUT);
			rs_batch_progress(batch, &progress);
		}
	}
	cr_assert_eq(progress.n_bytes, 30u);
	for (unsigned i = 4; i-- > 0;) {
		fixture_write(fds[i][1], "de", 2);
		close(fds[i][1]);
	}
	for (unsigned i = 0; i < 14; i++) {
		cr_assert_eq(rs_batch_next(batch, -1, &result), 1);
		expect(&result, i < 4 ? "de" : "abc", i < 4 ? 2 : 3);
	}
	rs_batch_destroy(batch);
	for (unsigned i = 0; i < 4; i++)
		close(fds[i][0]);
	close(fd);
}

static void expect_clean_end(enum ringsum_io io, unsigned n_workers, bool is_started)
{
	unsigned n_fds = fixture_n_fds();
	struct ringsum_batch *batch = create(io, n_workers, 300);
	uint8_t *data = fixture_bytes(1000 * KIB);
	int fd = fixture_file(data, 1000 * KIB);
	struct ringsum_result result;
	int fds[5][2];

	for (unsigned i = 0; i < 5; i++) {
		struct ringsum_job job;

		fixture_pipe(fds[i]);
		fixture_write(fds[i][1], data, 1000);
		job = fixture_job(NULL, fds[i][0]);
		cr_assert_eq(rs_batch_add(batch, &job), 0);
		for (unsigned n = 0; n < 20; n++) {
			job = fixture_job(fixture_path(fd), AT_FDCWD);
			cr_assert_eq(rs_batch_add(batch, &job), 0);
		}
	}
	if (is_started)
		cr_assert_eq(rs_batch_next(batch, 5, &result), -ETIMEDOUT);
	rs_batch_destroy(batch);
	close(fd);
	for (unsigned i = 0; i < 5; i++) {
		close(fds[i][0]);
		close(fds[i][1]);
	}
	cr_assert_eq(fixture_n_fds(), n_fds, "descriptors are left open");
	free(data);
}

EACH_IO(batch, destroy_in_the_middle)
{
	rs_batch_destroy(NULL);
	rs_batch_destroy(create(*io, 1, 1));
	rs_batch_destroy(create(*io, 8, 0));
	for (unsigned n_workers = 1; n_workers <= 3; n_workers++) {
		expect_clean_end(*io, n_workers, false);
		expect_clean_end(*io, n_workers, true);
	}
}

EACH_IO(batch, progress_only_grows)
{
	struct ringsum_batch *batch = create(*io, 2, 100);
	uint8_t *data = fixture_bytes(2000 * KIB);
	int fd = fixture_file(data, 2000 * KIB);
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
	struct ringsum_progress before = { 0 }, now;
	struct ringsum_result result;
	unsigned n_seen = 0;
	int r;

	rs_batch_progress(batch, &now);
	cr_assert(now.n_bytes == 0 && now.n_jobs == 0);
	for (unsigned i = 0; i < 20; i++)
		cr_assert_eq(rs_batch_add(batch, &job), 0);
	while ((r = rs_batch_next(batch, 1, &result)) != 0) {
		rs_batch_progress(batch, &now);
		cr_assert(now.n_bytes >= before.n_bytes && now.n_jobs >= before.n_jobs);
		before = now;
		if (r == 1)
			n_seen++;
		cr_assert_geq(now.n_jobs, (uint64_t)n_seen);
		cr_assert_geq(now.n_bytes, (uint64_t)n_seen * 2000 * KIB);
	}
	cr_assert(now.n_jobs == 20 && now.n_bytes == 20ull * 2000 * KIB);
	rs_batch_destroy(batch);
	close(fd);
	free(data);
}

/* The path and the list of digests are the batch's once add has returned. */
EACH_IO(batch, jobs_are_copied)
{
	struct ringsum_batch *batch = create(*io, 1, 10);
	const struct ringsum_digest *digests[1] = { fixture_sha256() };
	int fd = fixture_file("abc", 3);
	struct ringsum_result result;
	char path[64];
	struct ringsum_job job = fixture_job(path, AT_FDCWD);

	snprintf(path, sizeof(path), "%s", fixture_path(fd));
	job.digests = digests;
	cr_assert_eq(rs_batch_add(batch, &job), 0);
	memset(path, 'x', sizeof(path) - 1);
	memset(digests, 0, sizeof(digests));
	memset(&job, 0, sizeof(job));
	cr_assert_eq(rs_batch_next(batch, -1, &result), 1);
	expect(&result, "abc", 3);
	rs_batch_destroy(batch);
	close(fd);
}
