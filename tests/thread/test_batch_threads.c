/* SPDX-License-Identifier: MIT */
/*
 * The batch with several workers, made for ThreadSanitizer: many jobs of very different sizes, pipes that keep the head
 * waiting, an end in the middle, two batches at once over one opened digest. Says what is wrong and exits with 1.
 */
#include <ringsum.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/evp.h>

#define CHECK(is_true) \
	do { \
		if (!(is_true)) { \
			fprintf(stderr, "%s:%d: %s is not so\n", __FILE__, __LINE__, #is_true); \
			exit(1); \
		} \
	} while (0)

/*
 * liburing maps and unmaps its rings by system calls of its own, which ThreadSanitizer does not see: a ring that lands
 * where another thread's was before looks shared to it. Only accesses inside liburing's functions are left out.
 */
extern const char *__tsan_default_suppressions(void);

const char *__tsan_default_suppressions(void)
{
	return "race:liburing.h\n";
}

#define N_FILES 9
#define MAX_LEN 3000000

static const size_t sizes[N_FILES] = { 20, 0, 70000, 3000000, 1, 4096, 65536, 262145, 555 };

/* Set up once by main(), only read by the threads. */
static uint8_t *data;
static int files[N_FILES];
static char paths[N_FILES][32];
static uint8_t digests[N_FILES][32];
static struct ringsum_digest *sha256;

static void expected_digest(const void *bytes, size_t len, uint8_t *ret_digest)
{
	CHECK(EVP_Digest(bytes, len, ret_digest, NULL, EVP_sha256(), NULL) == 1);
}

static void set_up(void)
{
	uint32_t x = 2463534242u;

	data = malloc(MAX_LEN + N_FILES);
	CHECK(data);
	for (size_t i = 0; i < MAX_LEN + N_FILES; i++) {
		x = x * 1664525u + 1013904223u;
		data[i] = (uint8_t)(x >> 24);
	}
	for (unsigned i = 0; i < N_FILES; i++) {
		char name[] = "/var/tmp/ringsum-test-XXXXXX";

		files[i] = mkostemp(name, O_CLOEXEC);
		CHECK(files[i] >= 0);
		unlink(name);
		CHECK(write(files[i], data + i, sizes[i]) == (ssize_t)sizes[i]);
		snprintf(paths[i], sizeof(paths[i]), "/proc/self/fd/%d", files[i]);
		expected_digest(data + i, sizes[i], digests[i]);
	}
	CHECK(ringsum_digest_open("SHA256", 0, &sha256) == 0);
}

static void tear_down(void)
{
	ringsum_digest_close(sha256);
	for (unsigned i = 0; i < N_FILES; i++)
		close(files[i]);
	free(data);
}

static struct ringsum_batch *create(enum ringsum_io io, unsigned n_workers, unsigned window)
{
	struct ringsum_options options = { .io = io, .n_workers = n_workers, .window = window };
	struct ringsum_batch *batch;

	CHECK(ringsum_batch_create(&options, &batch) == 0);
	return batch;
}

static int add(struct ringsum_batch *batch, const char *path, int fd, uintptr_t number)
{
	const struct ringsum_digest *wanted[] = { sha256 };
	struct ringsum_job job = {
		.path = path,
		.fd = fd,
		.length = RINGSUM_TO_END,
		.digests = wanted,
		.n_digests = 1,
		.cookie = (void *)number,
	};

	return ringsum_batch_add(batch, &job);
}

static void add_file(struct ringsum_batch *batch, uintptr_t number)
{
	CHECK(add(batch, paths[number % N_FILES], AT_FDCWD, number) == 0);
}

static void expect_file(const struct ringsum_result *result, uintptr_t number)
{
	CHECK((uintptr_t)result->cookie == number);
	CHECK(result->error == 0);
	CHECK(result->n_bytes == sizes[number % N_FILES]);
	CHECK(strcmp(result->path, paths[number % N_FILES]) == 0);
	CHECK(memcmp(result->digests[0], digests[number % N_FILES], 32) == 0);
}

static void expect_bytes(const struct ringsum_result *result, size_t len)
{
	uint8_t expected[32];

	expected_digest(data, len, expected);
	CHECK(result->error == 0);
	CHECK(result->n_bytes == len);
	CHECK(memcmp(result->digests[0], expected, 32) == 0);
}

/* As fast as the window lets jobs in, with looks at the progress in between. */
static void test_order(enum ringsum_io io, unsigned n_workers, unsigned window, uintptr_t n_jobs)
{
	struct ringsum_batch *batch = create(io, n_workers, window);
	struct ringsum_progress before = { 0 };
	uintptr_t n_added = 0, n_done = 0;

	while (n_done < n_jobs) {
		struct ringsum_progress now;
		struct ringsum_result result;

		while (n_added < n_jobs && n_added - n_done < window)
			add_file(batch, n_added++);
		if (n_added < n_jobs)
			CHECK(add(batch, paths[0], AT_FDCWD, 0) == -EAGAIN);
		CHECK(ringsum_batch_next(batch, -1, &result) == 1);
		expect_file(&result, n_done++);
		ringsum_batch_progress(batch, &now);
		CHECK(now.n_jobs >= n_done && now.n_jobs <= n_added && now.n_bytes >= before.n_bytes);
		before = now;
	}
	CHECK(before.n_jobs == n_jobs);
	ringsum_batch_destroy(batch);
}

/* A pipe at the head says nothing until all others are done. */
static void test_silent_head(enum ringsum_io io, unsigned n_workers)
{
	struct ringsum_batch *batch = create(io, n_workers, 100);
	struct ringsum_progress progress = { 0 };
	struct ringsum_result result;
	int fds[2];

	CHECK(pipe2(fds, O_CLOEXEC) == 0);
	CHECK(add(batch, NULL, fds[0], 0) == 0);
	CHECK(ringsum_batch_next(batch, 2, &result) == -ETIMEDOUT);
	for (uintptr_t i = 1; i < 60; i++) {
		add_file(batch, i);
		CHECK(ringsum_batch_next(batch, 0, &result) == -ETIMEDOUT);
	}
	while (progress.n_jobs < 59) {
		CHECK(ringsum_batch_next(batch, 1, &result) == -ETIMEDOUT);
		ringsum_batch_progress(batch, &progress);
	}
	CHECK(write(fds[1], data, 5000) == 5000);
	CHECK(ringsum_batch_next(batch, 2, &result) == -ETIMEDOUT);
	CHECK(write(fds[1], data + 5000, 5000) == 5000);
	close(fds[1]);
	CHECK(ringsum_batch_next(batch, -1, &result) == 1);
	expect_bytes(&result, 10000);
	for (uintptr_t i = 1; i < 60; i++) {
		CHECK(ringsum_batch_next(batch, -1, &result) == 1);
		expect_file(&result, i);
	}
	CHECK(ringsum_batch_next(batch, -1, &result) == 0);
	ringsum_batch_destroy(batch);
	close(fds[0]);
}

/* A FIFO by name: one worker hangs in open(2) until there is a writer, the others go on. */
static void test_fifo_head(enum ringsum_io io, unsigned n_workers)
{
	char dir[] = "/var/tmp/ringsum-test-XXXXXX";
	char path[64];
	struct ringsum_batch *batch = create(io, n_workers, 100);
	struct ringsum_progress progress = { 0 };
	struct ringsum_result result;
	int fd;

	CHECK(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/fifo", dir);
	CHECK(mkfifo(path, 0600) == 0);
	CHECK(add(batch, path, AT_FDCWD, 0) == 0);
	for (uintptr_t i = 1; i < 40; i++)
		add_file(batch, i);
	while (progress.n_jobs == 0) {
		CHECK(ringsum_batch_next(batch, 1, &result) == -ETIMEDOUT);
		ringsum_batch_progress(batch, &progress);
	}
	fd = open(path, O_WRONLY | O_CLOEXEC);
	CHECK(fd >= 0);
	CHECK(write(fd, data, 3000) == 3000);
	close(fd);
	CHECK(ringsum_batch_next(batch, -1, &result) == 1);
	expect_bytes(&result, 3000);
	for (uintptr_t i = 1; i < 40; i++) {
		CHECK(ringsum_batch_next(batch, -1, &result) == 1);
		expect_file(&result, i);
	}
	ringsum_batch_destroy(batch);
	unlink(path);
	rmdir(dir);
}

/* The end comes at once, or after some results, with pipes that never end and files under way. */
static void test_destroy(enum ringsum_io io, unsigned n_workers, unsigned n_results)
{
	struct ringsum_batch *batch = create(io, n_workers, 1000);
	struct ringsum_result result;
	int fds[3][2];

	for (uintptr_t i = 0; i < 20; i++)
		add_file(batch, i);
	for (unsigned i = 0; i < 3; i++) {
		CHECK(pipe2(fds[i], O_CLOEXEC | (i ? O_NONBLOCK : 0)) == 0);
		CHECK(add(batch, NULL, fds[i][0], 0) == 0);
	}
	for (uintptr_t i = 23; i < 100; i++)
		add_file(batch, i);
	for (unsigned i = 0; i < n_results; i++) {
		CHECK(ringsum_batch_next(batch, -1, &result) == 1);
		expect_file(&result, i);
	}
	ringsum_batch_destroy(batch);
	for (unsigned i = 0; i < 3; i++) {
		close(fds[i][0]);
		close(fds[i][1]);
	}
}

/* One file at a time: a thread reads, others compute its digests. */
static void test_lone(enum ringsum_io io, unsigned n_workers)
{
	struct ringsum_batch *batch = create(io, n_workers, 2);
	struct ringsum_digest *sha1;
	uint8_t expected[20];

	CHECK(ringsum_digest_open("SHA1", 0, &sha1) == 0);
	CHECK(EVP_Digest(data + 3, sizes[3], expected, NULL, EVP_sha1(), NULL) == 1);
	for (unsigned round = 0; round < 10; round++) {
		const struct ringsum_digest *wanted[] = { sha256, sha1, sha256 };
		struct ringsum_job job = {
			.path = paths[3],
			.fd = AT_FDCWD,
			.length = RINGSUM_TO_END,
			.digests = wanted,
			.n_digests = 1 + round % 3,
			.cookie = (void *)(uintptr_t)3,
		};
		struct ringsum_result result;

		CHECK(ringsum_batch_add(batch, &job) == 0);
		CHECK(ringsum_batch_next(batch, -1, &result) == 1);
		expect_file(&result, 3);
		if (job.n_digests > 1)
			CHECK(memcmp(result.digests[1], expected, 20) == 0);
		if (job.n_digests > 2)
			CHECK(memcmp(result.digests[2], digests[3], 32) == 0);
	}
	ringsum_batch_destroy(batch);
	ringsum_digest_close(sha1);
}

/* One MAC for many files at once, each under the same key, and beside other digests of a lone one. */
static void test_keyed(enum ringsum_io io, unsigned n_workers)
{
	const struct ringsum_mac mac = { .key = "key", .key_len = 3 };
	struct ringsum_batch *batch = create(io, n_workers, 60);
	struct ringsum_digest *hmac;
	uint8_t expected[N_FILES][32];

	CHECK(ringsum_digest_open_mac(&mac, &hmac, NULL) == 0);
	for (unsigned i = 0; i < N_FILES; i++)
		CHECK(EVP_Q_mac(NULL, "HMAC", NULL, "SHA256", NULL, "key", 3, data + i, sizes[i], expected[i], 32, NULL));
	for (unsigned n_jobs = 1; n_jobs <= 60; n_jobs += 59) {
		const struct ringsum_digest *wanted[] = { sha256, hmac, hmac };
		struct ringsum_job job = { .fd = AT_FDCWD, .length = RINGSUM_TO_END, .digests = wanted, .n_digests = 3 };
		struct ringsum_result result;

		for (unsigned i = 3; i < 3 + n_jobs; i++) {
			job.path = paths[i % N_FILES];
			job.cookie = (void *)(uintptr_t)i;
			CHECK(ringsum_batch_add(batch, &job) == 0);
		}
		for (unsigned i = 3; i < 3 + n_jobs; i++) {
			CHECK(ringsum_batch_next(batch, -1, &result) == 1);
			expect_file(&result, i);
			CHECK(memcmp(result.digests[1], expected[i % N_FILES], 32) == 0);
			CHECK(memcmp(result.digests[2], expected[i % N_FILES], 32) == 0);
		}
	}
	ringsum_batch_destroy(batch);
	ringsum_digest_close(hmac);
}

/* Jobs that read the same pipe: the first gets all of it. */
static void test_same_pipe(enum ringsum_io io, unsigned n_workers)
{
	struct ringsum_batch *batch = create(io, n_workers, 100);
	struct ringsum_result result;
	int fds[2];

	CHECK(pipe2(fds, O_CLOEXEC) == 0);
	CHECK(write(fds[1], data, 50000) == 50000);
	close(fds[1]);
	for (uintptr_t i = 0; i < 5; i++) {
		CHECK(add(batch, NULL, fds[0], 0) == 0);
		add_file(batch, i);
	}
	for (uintptr_t i = 0; i < 5; i++) {
		CHECK(ringsum_batch_next(batch, -1, &result) == 1);
		expect_bytes(&result, i == 0 ? 50000 : 0);
		CHECK(ringsum_batch_next(batch, -1, &result) == 1);
		expect_file(&result, i);
	}
	ringsum_batch_destroy(batch);
	close(fds[0]);
}

/* The end comes while other threads hash what has come out of a pipe. */
static void test_destroy_lone(enum ringsum_io io, unsigned n_workers)
{
	struct ringsum_batch *batch = create(io, n_workers, 2);
	struct ringsum_progress progress = { 0 };
	struct ringsum_result result;
	size_t n_written = 0;
	int fds[2];

	CHECK(pipe2(fds, O_CLOEXEC) == 0);
	CHECK(fcntl(fds[1], F_SETFL, O_NONBLOCK) == 0);
	CHECK(add(batch, NULL, fds[0], 0) == 0);
	while (n_written < MAX_LEN) {
		ssize_t r = write(fds[1], data + n_written, MAX_LEN - n_written);

		CHECK(r > 0 || errno == EAGAIN);
		n_written += r > 0 ? (size_t)r : 0;
		CHECK(ringsum_batch_next(batch, 0, &result) == -ETIMEDOUT);
	}
	ringsum_batch_progress(batch, &progress);
	CHECK(progress.n_bytes <= MAX_LEN);
	ringsum_batch_destroy(batch);
	close(fds[0]);
	close(fds[1]);
}

static void *order_in_a_thread(void *arg)
{
	const enum ringsum_io *io = arg;

	test_order(*io, 2, 30, 200);
	return NULL;
}

static void test_two_batches(enum ringsum_io io)
{
	pthread_t threads[2];

	for (unsigned i = 0; i < 2; i++)
		CHECK(pthread_create(&threads[i], NULL, order_in_a_thread, &io) == 0);
	for (unsigned i = 0; i < 2; i++)
		CHECK(pthread_join(threads[i], NULL) == 0);
}

static void test_all(enum ringsum_io io)
{
	test_order(io, 1, 10, 50);
	test_order(io, 2, 1, 50);
	test_order(io, 4, 3, 200);
	test_order(io, 4, 1000, 400);
	test_order(io, 0, 64, 200);
	test_silent_head(io, 1);
	test_silent_head(io, 3);
	test_fifo_head(io, 2);
	for (unsigned n_results = 0; n_results <= 20; n_results += 10) {
		test_destroy(io, 1, n_results);
		test_destroy(io, 4, n_results);
	}
	for (unsigned n_workers = 1; n_workers <= 2; n_workers++) {
		test_lone(io, n_workers);
		test_destroy_lone(io, n_workers);
		test_keyed(io, 2 * n_workers - 1);
		test_same_pipe(io, 2 * n_workers - 1);
	}
	test_two_batches(io);
}

int main(void)
{
	struct ringsum_about about;

	set_up();
	ringsum_about(&about);
	test_all(RINGSUM_IO_PLAIN);
	test_all(RINGSUM_IO_AUTO);
	if (about.ring_error == 0)
		test_all(RINGSUM_IO_RING);
	tear_down();
	return 0;
}
