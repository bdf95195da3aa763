/* SPDX-License-Identifier: MIT */
/*
 * Reading by system calls: the contract of the ring, chunk by chunk.
 */
#include "fixture.h"
#include "plain.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define CHUNK_LEN 4096
#define N_CHUNKS 8

static struct rs_plain plain;
static struct rs_pool *pool;
static struct rs_chunk *chunks[N_CHUNKS];
static int wake_fd;

static void set_up(void)
{
	wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	cr_assert_geq(wake_fd, 0);
	rs_plain_init(&plain, wake_fd);
	cr_assert_eq(rs_pool_create(CHUNK_LEN, N_CHUNKS, RS_POOL_MEMORY, &pool), 0);
	for (unsigned i = 0; i < N_CHUNKS; i++)
		cr_assert_eq(rs_pool_take(pool, &chunks[i]), 0);
}

static void tear_down(void)
{
	rs_pool_destroy(pool);
	close(wake_fd);
	fixture_no_leaks();
}

TestSuite(plain, .init = set_up, .fini = tear_down, .timeout = 60);

static void post(struct rs_chunk *chunk, int fd, uint64_t offset, size_t want)
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
	rs_plain_post(&plain, chunk);
}

static struct rs_chunk *next_ready(void)
{
	struct rs_chunk *chunk;

	while (!(chunk = rs_plain_reap(&plain)))
		cr_assert_eq(rs_plain_wait(&plain, -1), 0);
	cr_assert_eq(chunk->state, RS_CHUNK_READY);
	return chunk;
}

Test(plain, files_come_in_the_order_of_posting)
{
	uint8_t *data = fixture_bytes(2 * CHUNK_LEN + 5);
	int fd = fixture_file(data, 2 * CHUNK_LEN + 5);

	cr_assert(rs_plain_is_idle(&plain));
	for (unsigned i = 0; i < 4; i++)
		post(chunks[i], fd, i * CHUNK_LEN, CHUNK_LEN);
	cr_assert_not(rs_plain_is_idle(&plain));
	cr_assert_eq(rs_plain_wait(&plain, 0), 0, "a file is there at once");
	for (unsigned i = 0; i < 4; i++) {
		static const size_t lens[] = { CHUNK_LEN, CHUNK_LEN, 5, 0 };

		cr_assert_eq(next_ready(), chunks[i]);
		cr_assert_eq(chunks[i]->len, lens[i]);
		cr_assert_eq(chunks[i]->error, 0);
		cr_assert_eq(chunks[i]->is_end, i >= 2);
		cr_assert_arr_eq(chunks[i]->buf, data + i * CHUNK_LEN, lens[i]);
	}
	cr_assert(rs_plain_is_idle(&plain));
	cr_assert_null(rs_plain_reap(&plain));
	cr_assert_eq(lseek(fd, 0, SEEK_CUR), 0);
	close(fd);
	free(data);
}

Test(plain, an_empty_pipe_holds_nobody_up)
{
	int fd = fixture_file("abc", 3);
	int fds[2];

	fixture_pipe(fds);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	cr_assert_null(rs_plain_reap(&plain), "the pipe was not polled yet");
	cr_assert_eq(rs_plain_wait(&plain, 0), -ETIMEDOUT);
	cr_assert_eq(rs_plain_wait(&plain, 1), -ETIMEDOUT);
	post(chunks[1], fd, 0, CHUNK_LEN);
	cr_assert_eq(next_ready(), chunks[1]);
	cr_assert_not(rs_plain_is_idle(&plain));
	fixture_write(fds[1], "de", 2);
	cr_assert_eq(next_ready(), chunks[0]);
	cr_assert(chunks[0]->len == 2 && !chunks[0]->is_end && memcmp(chunks[0]->buf, "de", 2) == 0);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	close(fds[1]);
	cr_assert_eq(next_ready(), chunks[0]);
	cr_assert(chunks[0]->len == 0 && chunks[0]->is_end && chunks[0]->error == 0);
	close(fds[0]);
	close(fd);
}

Test(plain, each_stream_when_it_is_ready)
{
	int fds[3][2];

	for (unsigned i = 0; i < 3; i++) {
		cr_assert_eq(pipe2(fds[i], O_CLOEXEC | O_NONBLOCK), 0);
		post(chunks[i], fds[i][0], RS_OFFSET_CURRENT, CHUNK_LEN);
	}
	fixture_write(fds[1][1], "b", 1);
	cr_assert_eq(next_ready(), chunks[1]);
	fixture_write(fds[2][1], "c", 1);
	cr_assert_eq(next_ready(), chunks[2]);
	fixture_write(fds[0][1], "a", 1);
	cr_assert_eq(next_ready(), chunks[0]);
	for (unsigned i = 0; i < 3; i++) {
		cr_assert_eq(chunks[i]->buf[0], 'a' + i);
		close(fds[i][0]);
		close(fds[i][1]);
	}
}

/* Readable for poll(2), but somebody else was faster: wait on, without an error. */
Test(plain, data_that_another_reader_took)
{
	int fds[2];
	char byte;

	cr_assert_eq(pipe2(fds, O_CLOEXEC | O_NONBLOCK), 0);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	fixture_write(fds[1], "x", 1);
	cr_assert_eq(rs_plain_wait(&plain, -1), 0);
	cr_assert_eq(read(fds[0], &byte, 1), 1);
	cr_assert_null(rs_plain_reap(&plain));
	cr_assert_eq(rs_plain_wait(&plain, 1), -ETIMEDOUT);
	fixture_write(fds[1], "y", 1);
	cr_assert_eq(next_ready(), chunks[0]);
	cr_assert_eq(chunks[0]->buf[0], 'y');
	close(fds[0]);
	close(fds[1]);
}

Test(plain, errors_come_with_their_chunk)
{
	int fds[2];

	fixture_pipe(fds);
	post(chunks[0], fds[1], 0, CHUNK_LEN);
	post(chunks[1], 100000, RS_OFFSET_CURRENT, CHUNK_LEN);
	post(chunks[2], 100000, 0, CHUNK_LEN);
	cr_assert_eq(next_ready(), chunks[0]);
	cr_assert(chunks[0]->error == -EBADF || chunks[0]->error == -ESPIPE);
	cr_assert_eq(next_ready(), chunks[2]);
	cr_assert_eq(chunks[2]->error, -EBADF);
	cr_assert_eq(next_ready(), chunks[1]);
	cr_assert_eq(chunks[1]->error, -EBADF);
	close(fds[0]);
	close(fds[1]);
}

Test(plain, a_wake_ends_the_wait)
{
	uint64_t one = 1;
	int fds[2];

	fixture_pipe(fds);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	fixture_write(wake_fd, &one, sizeof(one));
	cr_assert_eq(rs_plain_wait(&plain, -1), 0);
	cr_assert_null(rs_plain_reap(&plain));
	cr_assert_eq(rs_plain_wait(&plain, 1), -ETIMEDOUT, "waked twice by one wake");
	close(fds[0]);
	close(fds[1]);
}

static void ignore(int signo)
{
	(void)signo;
}

Test(plain, signals_are_no_errors)
{
	struct sigaction action = { .sa_handler = ignore };
	struct itimerval soon = { .it_value.tv_usec = 1000 };
	int fds[2];

	fixture_pipe(fds);
	cr_assert_eq(sigaction(SIGALRM, &action, NULL), 0);
	post(chunks[0], fds[0], RS_OFFSET_CURRENT, CHUNK_LEN);
	cr_assert_eq(setitimer(ITIMER_REAL, &soon, NULL), 0);
	cr_assert_eq(rs_plain_wait(&plain, -1), 0, "the signal ended the wait");
	cr_assert_null(rs_plain_reap(&plain), "and brought nothing");
	fixture_write(fds[1], "abc", 3);
	cr_assert_eq(next_ready(), chunks[0]);
	cr_assert_eq(chunks[0]->len, 3u);
	close(fds[0]);
	close(fds[1]);
}
