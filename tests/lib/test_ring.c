/* SPDX-License-Identifier: MIT */
/*
 * The ring alone: reads at offsets and of streams, waking, cancelling, and what becomes of chunks when the kernel takes
 * the ring away.
 */
#include "fixture.h"
#include "ring.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define CHUNK_LEN 4096
#define N_CHUNKS 8

/* What each test works with; torn down by hand only where that is what is tested. */
static struct rs_ring *ring;
static struct rs_pool *pool;
static struct rs_chunk *chunks[N_CHUNKS];
static int wake_fd;

static void set_up(void)
{
	fixture_skip_without_ring(RINGSUM_IO_RING);
	wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	cr_assert_geq(wake_fd, 0);
	cr_assert_eq(rs_ring_create(N_CHUNKS, 4, false, wake_fd, &ring), 0);
	cr_assert_eq(rs_pool_create(CHUNK_LEN, N_CHUNKS, RS_POOL_MEMORY, &pool), 0);
	for (unsigned i = 0; i < N_CHUNKS; i++)
		cr_assert_eq(rs_pool_take(pool, &chunks[i]), 0);
}

static void tear_down(void)
{
	if (rs_ring_destroy(ring))
		rs_pool_destroy(pool);
	close(wake_fd);
	fixture_no_leaks();
}

TestSuite(ring, .init = set_up, .fini = tear_down, .timeout = 60);

static void aim(struct rs_chunk *chunk, int fd, uint64_t offset, size_t want)
{
	chunk->state = RS_CHUNK_POSTED;
	chunk->fd = fd;
	chunk->offset = offset;
	chunk->want = want;
	chunk->len = 0;
	chunk->error = 0;
	chunk->n_refusals = 0;
	chunk->is_partial = offset == RS_OFFSET_CURRENT;
	chunk->is_end = false;
}

static void post(struct rs_chunk *chunk, int fd, uint64_t offset, size_t want)
{
	aim(chunk, fd, offset, want);
	cr_assert_eq(rs_ring_post(ring, chunk), 0);
}

static struct rs_chunk *next_ready(void)
{
	struct rs_chunk *chunk;

	while (!(chunk = rs_ring_reap(ring)))
		cr_assert_eq(rs_ring_wait(ring, -1), 0);
	cr_assert_eq(chunk->state, RS_CHUNK_READY);
	return chunk;
}

Test(ring, reads_at_offsets)
{
	uint8_t *data = fixture_bytes(3 * CHUNK_LEN + 5);
	int fd = fixture_file(data, 3 * CHUNK_LEN + 5);
	unsigned seen = 0;

	/* Posted from the back; they may come in any order. */
	for (unsigned i = 4; i-- > 0;)
		post(chunks[i], fd, i * CHUNK_LEN, CHUNK_LEN);
	cr_assert_not(rs_ring_is_idle(ring));
	cr_assert_not(rs_ring_has_sent(ring));
	for (unsigned n = 0; n < 4; n++) {
		struct rs_chunk *chunk = next_ready();

		cr_assert_eq(chunk->error, 0);
		seen += (unsigned)(chunk->offset / CHUNK_LEN + 1);
		cr_assert_eq(chunk->len, chunk->offset == 3 * CHUNK_LEN ? 5u : CHUNK_LEN);
		/* Short of what was asked for, so the end was looked for and found. */
		cr_assert_eq(chunk->is_end, chunk->offset == 3 * CHUNK_LEN);
		cr_assert_arr_eq(chunk->buf, data + chunk->offset, chunk->len);
	}
	cr_assert_eq(seen, 1u + 2 + 3 + 4);
	cr_assert(rs_ring_is_idle(ring));
	cr_assert_not(rs_ring_has_sent(ring));
	cr_assert_null(rs_ring_reap(ring));
	cr_assert_eq(lseek(fd, 0, SEEK_CUR), 0, "the descriptor's own position is not ours");
	close(fd);
	free(data);
}

Test(ring, behind_the_end_is_the_end)
{
	int fd = fixture_file("abc", 3);
	struct rs_chunk *chunk;

	post(chunks[0], fd, 3, CHUNK_LEN);
	chunk = next_ready();
	cr_assert(chunk->is_end && chunk->len == 0 && chunk->error == 0);
	post(chunks[0], fd, 1000000, CHUNK_LEN);
	chunk = next_ready();
	cr_assert(chunk->is_end && chunk->len == 0 && chunk->error == 0);
	close(fd);
}

/* A socket that was told to keep the pieces apart gives short reads where the ring takes it for a file of some kind. */
Test(ring, short_reads_are_posted_again)
{
	int fds[2];
	struct rs_chunk *chunk;

	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds), 0);
	for (unsigned i = 0; i < 5; i++)
		fixture_write(fds[1], "ab", 2);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, 10);
	chunks[0]->is_partial = false;
	chunk = next_ready();
	cr_assert_eq(chunk->len, 10u);
	cr_assert_arr_eq(chunk->buf, "ababababab", 10);
	cr_assert_not(chunk->is_end);
	close(fds[0]);
	close(fds[1]);
}

Test(ring, streams_bring_what_there_is)
{
	int fds[2];
	struct rs_chunk *chunk;

	fixture_pipe(fds);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	cr_assert_eq(rs_ring_submit(ring), 0);
	cr_assert_eq(rs_ring_wait(ring, 1), -ETIMEDOUT);
	cr_assert_null(rs_ring_reap(ring));
	cr_assert(rs_ring_has_sent(ring));
	fixture_write(fds[1], "abc", 3);
	chunk = next_ready();
	cr_assert(chunk->len == 3 && !chunk->is_end && memcmp(chunk->buf, "abc", 3) == 0);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	close(fds[1]);
	chunk = next_ready();
	cr_assert(chunk->len == 0 && chunk->is_end && chunk->error == 0);
	close(fds[0]);
}

/* EAGAIN is followed by a poll, not by a loop that burns the CPU, and not by an error. */
Test(ring, non_blocking_streams_are_waited_for)
{
	int fds[2];
	struct timespec before, after;
	struct rs_chunk *chunk;

	cr_assert_eq(pipe2(fds, O_CLOEXEC | O_NONBLOCK), 0);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
	for (unsigned i = 0; i < 20; i++) {
		rs_ring_wait(ring, 10);
		cr_assert_null(rs_ring_reap(ring));
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
	cr_assert_lt((after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000, 100);
	fixture_write(fds[1], "abc", 3);
	chunk = next_ready();
	cr_assert(chunk->len == 3 && chunk->error == 0);
	close(fds[0]);
	close(fds[1]);
}

Test(ring, errors_come_with_their_chunk)
{
	int fds[2];
	struct rs_chunk *chunk;

	fixture_pipe(fds);
	post(chunks[0], fds[1], RS_OFFSET_CURRENT, CHUNK_LEN);
	post(chunks[1], 100000, 0, CHUNK_LEN);
	for (unsigned i = 0; i < 2; i++) {
		chunk = next_ready();
		cr_assert_eq(chunk->error, -EBADF);
	}
	cr_assert_eq(rs_ring_submit(ring), 0, "the ring itself is well");
	close(fds[0]);
	close(fds[1]);
}

static void wake(void)
{
	uint64_t one = 1;

	cr_assert_eq(write(wake_fd, &one, sizeof(one)), (ssize_t)sizeof(one));
}

Test(ring, a_wake_ends_the_wait)
{
	int fds[2];
	pid_t pid;

	fixture_pipe(fds);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	for (unsigned i = 0; i < 3; i++) {
		uint64_t one = 1;

		pid = fixture_feed(wake_fd, &one, sizeof(one), sizeof(one));
		cr_assert_eq(rs_ring_wait(ring, 30000), 0);
		cr_assert_null(rs_ring_reap(ring));
		fixture_reap(pid);
		/* One that was seen by a look in between counts for the next wait. */
		if (rs_ring_wait(ring, 0) == 0)
			rs_ring_reap(ring);
	}
	cr_assert_eq(rs_ring_wait(ring, 1), -ETIMEDOUT, "waked for nothing");
	close(fds[0]);
	close(fds[1]);
}

/* The other thread wakes before this one waits, and the wake is reaped before the wait. */
Test(ring, a_wake_is_not_lost_before_the_wait)
{
	int fds[2];

	fixture_pipe(fds);
	wake();
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	cr_assert_eq(rs_ring_submit(ring), 0);
	cr_assert_null(rs_ring_reap(ring));
	cr_assert_eq(rs_ring_wait(ring, 10000), 0, "slept through it");
	close(fds[0]);
	close(fds[1]);
}

/* Pipes that never end, a non-blocking one among them, files on their way, and requests that were never sent. */
Test(ring, destroy_cancels)
{
	uint8_t *data = fixture_bytes(CHUNK_LEN);
	int fd = fixture_file(data, CHUNK_LEN);
	int fds[2][2];
	struct rs_ring *other;

	fixture_pipe(fds[0]);
	cr_assert_eq(pipe2(fds[1], O_CLOEXEC | O_NONBLOCK), 0);
	cr_assert_eq(rs_ring_create(N_CHUNKS, 0, false, -1, &other), 0);
	aim(chunks[0], fds[0][0], RS_OFFSET_CURRENT, CHUNK_LEN);
	aim(chunks[1], fds[1][0], RS_OFFSET_CURRENT, CHUNK_LEN);
	aim(chunks[2], fd, 0, CHUNK_LEN);
	cr_assert_eq(rs_ring_post(other, chunks[0]), 0);
	cr_assert_eq(rs_ring_post(other, chunks[1]), 0);
	cr_assert_eq(rs_ring_wait(other, 20), 0);
	rs_ring_reap(other);
	cr_assert_eq(rs_ring_post(other, chunks[2]), 0);
	cr_assert(rs_ring_destroy(other), "the kernel kept a chunk");
	/* Nobody reads from the pipe any more. */
	fixture_write(fds[0][1], "abc", 3);
	cr_assert_eq(read(fds[0][0], data, 10), 3);
	for (unsigned i = 0; i < 2; i++) {
		close(fds[i][0]);
		close(fds[i][1]);
	}
	close(fd);
	free(data);
}

Test(ring, destroy_with_nothing_to_do)
{
	struct rs_ring *other;

	cr_assert(rs_ring_destroy(NULL));
	cr_assert_eq(rs_ring_create(1, 0, false, -1, &other), 0);
	cr_assert(rs_ring_destroy(other));
}

/* Post a chain for @path and wait until it is done. */
static struct rs_chain chain_of(const char *path, struct rs_chunk *chunk)
{
	struct rs_chain chain = { .path = path, .dir_fd = AT_FDCWD };
	struct rs_chain *done;

	cr_assert_eq(rs_ring_post_chain(ring, &chain, chunk), 0);
	cr_assert_not(rs_ring_is_idle(ring));
	while (!(done = rs_ring_reap_chain(ring))) {
		int r = rs_ring_wait(ring, 10000);

		cr_assert_eq(r, 0, "a part of the chain never came back: %d", r);
		cr_assert_null(rs_ring_reap(ring));
	}
	cr_assert_eq(done, &chain);
	cr_assert_eq(chain.chunk, chunk);
	cr_assert(rs_ring_is_idle(ring));
	cr_assert_not(rs_ring_has_sent(ring));
	return chain;
}

Test(ring, chains_bring_whole_files)
{
	static const size_t lens[] = { 0, 1, 100, CHUNK_LEN - 1, CHUNK_LEN, CHUNK_LEN + 1, 3 * CHUNK_LEN };
	unsigned room = rs_ring_chain_room(ring);
	unsigned n_fds;

	if (room == 0)
		cr_skip_test("the kernel lacks something that chains need");
	n_fds = fixture_n_fds();
	for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		uint8_t *data = fixture_bytes(lens[i]);
		int fd = fixture_file(data, lens[i]);
		struct rs_chain chain = chain_of(fixture_path(fd), chunks[0]);

		cr_assert_eq(chain.is_whole, lens[i] < CHUNK_LEN, "%zu bytes", lens[i]);
		if (chain.is_whole) {
			cr_assert_eq(chunks[0]->len, lens[i]);
			cr_assert_arr_eq(chunks[0]->buf, data, lens[i]);
		}
		close(fd);
		free(data);
		cr_assert_eq(rs_ring_chain_room(ring), room, "a slot was lost");
	}
	cr_assert_eq(fixture_n_fds(), n_fds);
}

/* What vanished since somebody looked at it, and what is no file: the chain comes back all the same. */
Test(ring, chains_that_cannot_be)
{
	static const char *const paths[] = { "/nonexistent/name", "", "/", "/proc/self/mem", "/dev/null/x" };
	unsigned room = rs_ring_chain_room(ring);

	if (room == 0)
		cr_skip_test("the kernel lacks something that chains need");
	for (unsigned n = 0; n < 100; n++) {
		struct rs_chain chain = chain_of(paths[n % 5], chunks[0]);

		cr_assert_not(chain.is_whole, "%s", paths[n % 5]);
		cr_assert_eq(rs_ring_chain_room(ring), room, "a slot was lost");
	}
}

/* Cancelled before, between and behind their parts. */
Test(ring, destroy_with_chains)
{
	int fd = fixture_file("abc", 3);
	struct rs_chain chains[4];
	struct rs_ring *other;

	for (unsigned n = 0; n < 200; n++) {
		cr_assert_eq(rs_ring_create(N_CHUNKS, 4, false, -1, &other), 0);
		for (unsigned i = 0; i < 4 && rs_ring_chain_room(other) > 0; i++) {
			chains[i] = (struct rs_chain){ .path = i % 2 ? fixture_path(fd) : "/nonexistent", .dir_fd = AT_FDCWD };
			cr_assert_eq(rs_ring_post_chain(other, &chains[i], chunks[i]), 0);
			if (n % 4 == i)
				cr_assert_eq(rs_ring_submit(other), 0);
		}
		cr_assert(rs_ring_destroy(other), "the kernel kept a chunk");
	}
	close(fd);
}

Test(ring, taken_away_before_anything_was_sent)
{
	int fd = fixture_file("abc", 3);

	post(chunks[0], fd, 0, CHUNK_LEN);
	fixture_deny(SYS_io_uring_enter, EPERM);
	cr_assert_eq(rs_ring_submit(ring), -EPERM);
	cr_assert_not(rs_ring_has_sent(ring));
	cr_assert_eq(rs_ring_submit(ring), -EPERM, "broken for good");
	cr_assert_eq(rs_ring_wait(ring, 0), -EPERM);
	cr_assert_eq(rs_ring_post(ring, chunks[1]), -EPERM);
	cr_assert_null(rs_ring_reap(ring));
	cr_assert_eq(chunks[0]->state, RS_CHUNK_POSTED);
	cr_assert(rs_ring_destroy(ring), "nothing was sent, so nothing can be written");
	ring = NULL;
	close(fd);
}

Test(ring, taken_away_with_a_read_under_way)
{
	int fds[2];

	fixture_pipe(fds);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	cr_assert_eq(rs_ring_submit(ring), 0);
	cr_assert_eq(rs_ring_wait(ring, 1), -ETIMEDOUT);
	cr_assert(rs_ring_has_sent(ring));
	fixture_deny(SYS_io_uring_enter, EACCES);
	cr_assert_eq(rs_ring_wait(ring, 1), -EACCES);
	cr_assert_not(rs_ring_destroy(ring), "the kernel may still write to the chunk");
	ring = NULL;
	close(fds[0]);
	close(fds[1]);
}

Test(ring_setup, refused_by_seccomp)
{
	struct rs_ring *none = NULL;

	fixture_deny(SYS_io_uring_setup, EPERM);
	cr_assert_eq(rs_ring_probe(false), -EPERM);
	cr_assert_eq(rs_ring_create(8, 0, false, -1, &none), -EPERM);
	cr_assert_null(none);
}

Test(ring_setup, refused_by_an_old_kernel)
{
	fixture_deny(SYS_io_uring_setup, ENOSYS);
	cr_assert_eq(rs_ring_probe(false), -ENOSYS);
}

Test(ring_setup, refused_for_want_of_descriptors)
{
	struct rlimit limit = { 3, 3 };
	struct rs_ring *none = NULL;

	fixture_skip_without_ring(RINGSUM_IO_RING);
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	cr_assert_eq(rs_ring_probe(false), -EMFILE);
	cr_assert_eq(rs_ring_create(8, 0, false, -1, &none), -EMFILE);
	cr_assert_null(none);
}

Test(ring_setup, leaves_no_descriptor)
{
	int before = open("/dev/null", O_RDONLY | O_CLOEXEC);

	close(before);
	for (unsigned i = 0; i < 5; i++)
		rs_ring_probe(false);
	cr_assert_eq(open("/dev/null", O_RDONLY | O_CLOEXEC), before);
	close(before);
}
