/* SPDX-License-Identifier: MIT */
/*
 * Streams of bytes, whoever serves them: every size around the edges of chunks, ranges, files that change under the
 * reader's hands, pipes beside files, and a ring that the kernel refuses or takes away half-way.
 */
#include "fixture.h"
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KIB 1024u

/* One source with its stream and what came out of it. */
struct feed {
	struct rs_source source;
	struct rs_stream stream;
	uint8_t *data;
	size_t len;
	size_t cap;
	int state; /* of the last take */
};

static void start(struct rs_reader *reader, struct feed *feed, const struct ringsum_job *job, bool is_alone)
{
	enum ringsum_stage stage;

	*feed = (struct feed){ .cap = 4096 * KIB, .state = RS_STREAM_WAITS };
	feed->data = malloc(feed->cap);
	cr_assert_not_null(feed->data);
	cr_assert_eq(rs_source_open(job, &feed->source, &stage), 0);
	rs_reader_start(reader, &feed->source, is_alone, &feed->stream);
}

/* Take one piece, if there is one. Return: the state. */
static int take(struct feed *feed)
{
	struct rs_chunk *chunk;
	const uint8_t *data;
	size_t len;

	feed->state = rs_stream_take(&feed->stream, &chunk, &data, &len);
	if (feed->state != RS_STREAM_BYTES)
		return feed->state;
	cr_assert(len > 0 && len <= feed->cap - feed->len);
	memcpy(feed->data + feed->len, data, len);
	feed->len += len;
	rs_chunk_give(chunk);
	return feed->state;
}

/* Take and wait until the stream ends or fails. */
static void drain(struct rs_reader *reader, struct feed *feed)
{
	for (;;) {
		int r;

		cr_assert_eq(rs_reader_pump(reader), 0);
		while (take(feed) == RS_STREAM_BYTES)
			;
		if (feed->state != RS_STREAM_WAITS)
			return;
		r = rs_reader_wait(reader, -1);
		cr_assert_eq(r, 0, "%d", r);
	}
}

static void finish(struct rs_reader *reader, struct feed *feed)
{
	while (!rs_reader_stop(reader, &feed->stream))
		rs_reader_wait(reader, -1);
	rs_source_close(&feed->source);
	free(feed->data);
}

static struct rs_reader *create(enum ringsum_io io)
{
	struct rs_reader *reader;

	fixture_skip_without_ring(io);
	cr_assert_eq(rs_reader_create(io, -1, &reader), 0);
	return reader;
}

static void expect_bytes(struct rs_reader *reader, const struct ringsum_job *job, bool is_alone, const uint8_t *data, size_t len)
{
	struct feed feed;

	start(reader, &feed, job, is_alone);
	drain(reader, &feed);
	cr_assert_eq(feed.state, RS_STREAM_ENDS, "%d", feed.state);
	cr_assert_eq(take(&feed), RS_STREAM_ENDS, "an end stays an end");
	cr_assert_eq(feed.len, len, "%zu bytes instead of %zu", feed.len, len);
	cr_assert_arr_eq(feed.data, data, len);
	finish(reader, &feed);
}

/* Chunks are 64 and 256 KiB, up to four in flight. */
static const size_t sizes[] = {
	0, 1, 4095, 4096, 4097, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 128 * KIB - 1, 128 * KIB, 128 * KIB + 1, 256 * KIB - 1,
	256 * KIB, 256 * KIB + 1, 512 * KIB, 1024 * KIB - 1, 1024 * KIB, 1024 * KIB + 1, 2048 * KIB, 2048 * KIB + 77,
};
#define N_SIZES (sizeof(sizes) / sizeof(sizes[0]))

EACH_IO(reader, every_size)
{
	struct rs_reader *reader = create(*io);

	for (size_t i = 0; i < N_SIZES; i++) {
		uint8_t *data = fixture_bytes(sizes[i]);
		int fd = fixture_file(data, sizes[i]);
		struct ringsum_job job = fixture_job(NULL, fd);

		expect_bytes(reader, &job, true, data, sizes[i]);
		expect_bytes(reader, &job, false, data, sizes[i]);
		close(fd);
		free(data);
	}
	rs_reader_destroy(reader);
}

EACH_IO(reader, ranges)
{
	static const size_t edges[] = { 0, 1, 64 * KIB - 1, 64 * KIB, 256 * KIB, 256 * KIB + 1, 1024 * KIB, 1100 * KIB };
	const size_t n_edges = sizeof(edges) / sizeof(edges[0]);
	const size_t len = 1100 * KIB;
	struct rs_reader *reader = create(*io);
	uint8_t *data = fixture_bytes(len);
	int fd = fixture_file(data, len);

	for (size_t from = 0; from < n_edges; from++) {
		for (size_t to = from; to < n_edges; to++) {
			struct ringsum_job job = fixture_job(NULL, fd);

			job.offset = edges[from];
			job.length = edges[to] - edges[from];
			expect_bytes(reader, &job, to % 2, data + edges[from], edges[to] - edges[from]);
		}
	}
	close(fd);
	free(data);
	rs_reader_destroy(reader);
}

/* A reader is not to say whether a range was there: it ends where the bytes end. */
EACH_IO(reader, ranges_beyond_the_end)
{
	struct rs_reader *reader = create(*io);
	int fd = fixture_file("0123456789", 10);
	struct ringsum_job job = fixture_job(NULL, fd);

	job.offset = 8;
	job.length = 3;
	expect_bytes(reader, &job, true, (const uint8_t *)"89", 2);
	job.offset = 10;
	expect_bytes(reader, &job, true, (const uint8_t *)"", 0);
	job.offset = 1u << 30;
	job.length = RINGSUM_TO_END;
	expect_bytes(reader, &job, true, (const uint8_t *)"", 0);
	close(fd);
	rs_reader_destroy(reader);
}

EACH_IO(reader, streams)
{
	static const size_t pieces[] = { 1, 100, 4096, 65536, 1 << 20 };
	const size_t len = 200 * KIB + 3;
	struct rs_reader *reader = create(*io);
	uint8_t *data = fixture_bytes(len);

	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
		/* Byte by byte a little is enough. */
		size_t part = pieces[i] == 1 ? 3000 : len;
		int fds[2];
		struct ringsum_job job;
		pid_t pid;

		fixture_pipe(fds);
		pid = fixture_feed(fds[1], data, part, pieces[i]);
		close(fds[1]);
		job = fixture_job(NULL, fds[0]);
		expect_bytes(reader, &job, true, data, part);
		fixture_reap(pid);
		close(fds[0]);
	}
	rs_reader_destroy(reader);
	free(data);
}

/* What a range leaves in a pipe is for the next one who reads from it. */
EACH_IO(reader, a_range_of_a_stream)
{
	static const struct {
		uint64_t offset, length;
	} rows[] = { { 0, 0 }, { 0, 1 }, { 3, 4 }, { 10, 0 }, { 70000, 1 }, { 65536, 65536 }, { 1, 150000 } };
	const size_t len = 160000;
	struct rs_reader *reader = create(*io);
	uint8_t *data = fixture_bytes(len);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t end = rows[i].offset + rows[i].length;
		struct ringsum_job job;
		uint8_t next;
		int fds[2];
		pid_t pid;

		fixture_pipe(fds);
		pid = fixture_feed(fds[1], data, len, 5000);
		close(fds[1]);
		job = fixture_job(NULL, fds[0]);
		job.offset = rows[i].offset;
		job.length = rows[i].length;
		expect_bytes(reader, &job, true, data + rows[i].offset, rows[i].length);
		cr_assert_eq(read(fds[0], &next, 1), 1);
		cr_assert_eq(next, data[end], "more was taken from the pipe than the range");
		/* The rest, so that the child can end. */
		job = fixture_job(NULL, fds[0]);
		expect_bytes(reader, &job, true, data + end + 1, len - end - 1);
		fixture_reap(pid);
		close(fds[0]);
	}
	rs_reader_destroy(reader);
	free(data);
}

EACH_IO(reader, many_at_once)
{
	struct rs_reader *reader = create(*io);
	struct feed feeds[RS_READER_STREAMS];
	const size_t len = 300 * KIB;
	uint8_t *data = fixture_bytes(len + RS_READER_STREAMS);
	unsigned n_open = RS_READER_STREAMS;

	for (unsigned i = 0; i < RS_READER_STREAMS; i++) {
		int fd = fixture_file(data + i, len);
		struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);

		start(reader, &feeds[i], &job, i == 0);
		close(fd);
	}
	while (n_open > 0) {
		cr_assert_eq(rs_reader_pump(reader), 0);
		n_open = 0;
		for (unsigned i = 0; i < RS_READER_STREAMS; i++) {
			if (feeds[i].state != RS_STREAM_ENDS)
				n_open += take(&feeds[i]) != RS_STREAM_ENDS;
		}
		if (n_open > 0)
			rs_reader_wait(reader, 10);
	}
	for (unsigned i = 0; i < RS_READER_STREAMS; i++) {
		cr_assert_eq(feeds[i].len, len);
		cr_assert_arr_eq(feeds[i].data, data + i, len);
		finish(reader, &feeds[i]);
	}
	rs_reader_destroy(reader);
	free(data);
}

/* Bytes are appended after each piece, as by a logger: what is read is a beginning of what the file is in the end. */
EACH_IO(reader, a_growing_file)
{
	const size_t before = 700 * KIB, added = 10007, n_added = 20;
	struct rs_reader *reader = create(*io);
	uint8_t *data = fixture_bytes(before + added * n_added);
	int fd = fixture_file(data, before);
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
	struct feed feed;
	size_t n = 0;

	start(reader, &feed, &job, true);
	cr_assert_eq(lseek(fd, 0, SEEK_END), (off_t)before);
	do {
		cr_assert_eq(rs_reader_pump(reader), 0);
		if (n < n_added)
			fixture_write(fd, data + before + added * n++, added);
		if (take(&feed) == RS_STREAM_WAITS)
			rs_reader_wait(reader, -1);
	} while (feed.state == RS_STREAM_BYTES || feed.state == RS_STREAM_WAITS);
	cr_assert_eq(feed.state, RS_STREAM_ENDS);
	cr_assert_geq(feed.len, before);
	cr_assert_leq(feed.len, before + added * n);
	cr_assert_arr_eq(feed.data, data, feed.len);
	finish(reader, &feed);
	rs_reader_destroy(reader);
	close(fd);
	free(data);
}

/* The end comes nearer while reads behind it are under way. */
EACH_IO(reader, a_shrinking_file)
{
	const size_t len = 1500 * KIB;
	uint8_t *data = fixture_bytes(len);

	for (size_t at = 0; at <= 1024 * KIB; at += 100 * KIB + 1) {
		struct rs_reader *reader = create(*io);
		int fd = fixture_file(data, len);
		struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
		struct feed feed;

		start(reader, &feed, &job, true);
		cr_assert_eq(rs_reader_pump(reader), 0);
		take(&feed);
		cr_assert_eq(ftruncate(fd, (off_t)at), 0);
		drain(reader, &feed);
		cr_assert_eq(feed.state, RS_STREAM_ENDS);
		/* A direct read may have had it all before. */
		cr_assert(feed.len >= at && (feed.len < len || *io == RINGSUM_IO_DIRECT), "%zu of %zu", feed.len, at);
		cr_assert_arr_eq(feed.data, data, feed.len);
		finish(reader, &feed);
		rs_reader_destroy(reader);
		close(fd);
	}
	free(data);
}

static void expect_failure(enum ringsum_io io, const struct ringsum_job *job, int error)
{
	struct rs_reader *reader = create(io);
	struct feed feed;

	start(reader, &feed, job, true);
	drain(reader, &feed);
	cr_assert_eq(feed.state, error, "%d instead of %d", feed.state, error);
	cr_assert_eq(take(&feed), error, "an error stays");
	cr_assert_eq(feed.len, 0u);
	finish(reader, &feed);
	rs_reader_destroy(reader);
}

/* Nothing is mapped at address 0, and a socket without a peer has nothing to say. */
EACH_IO(reader, failing_sources)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct ringsum_job job = fixture_job("/proc/self/mem", AT_FDCWD);

	expect_failure(*io, &job, -EIO);
	job = fixture_job(NULL, fd);
	expect_failure(*io, &job, -EINVAL);
	close(fd);
}

EACH_IO(reader, a_stream_is_let_go_when_its_read_is_over)
{
	struct rs_reader *reader = create(*io);
	int fds[2];
	struct ringsum_job job;
	struct feed feed;

	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	start(reader, &feed, &job, true);
	cr_assert_eq(rs_reader_pump(reader), 0);
	cr_assert_eq(take(&feed), RS_STREAM_WAITS);
	cr_assert_not(rs_reader_stop(reader, &feed.stream), "the kernel still has its chunk");
	fixture_write(fds[1], "x", 1);
	cr_assert_eq(rs_reader_wait(reader, -1), 0);
	while (!rs_reader_stop(reader, &feed.stream))
		rs_reader_wait(reader, -1);
	cr_assert_eq(take(&feed), RS_STREAM_ENDS, "a stopped stream has no bytes");
	rs_source_close(&feed.source);
	free(feed.data);
	rs_reader_destroy(reader);
	close(fds[0]);
	close(fds[1]);
}

EACH_IO(reader, destroy_with_reads_under_way)
{
	struct rs_reader *reader = create(*io);
	uint8_t *data = fixture_bytes(2048 * KIB);
	int fd = fixture_file(data, 2048 * KIB);
	struct ringsum_job job = fixture_job(NULL, fd);
	struct feed feeds[3];
	int fds[2][2];

	start(reader, &feeds[0], &job, true);
	for (unsigned i = 0; i < 2; i++) {
		fixture_pipe(fds[i]);
		fcntl(fds[i][0], F_SETFL, i ? O_NONBLOCK : 0);
		job = fixture_job(NULL, fds[i][0]);
		start(reader, &feeds[i + 1], &job, false);
	}
	cr_assert_eq(rs_reader_pump(reader), 0);
	take(&feeds[0]);
	rs_reader_wait(reader, 1);
	rs_reader_destroy(reader);
	rs_reader_destroy(NULL);
	for (unsigned i = 0; i < 3; i++)
		free(feeds[i].data);
	for (unsigned i = 0; i < 2; i++) {
		close(fds[i][0]);
		close(fds[i][1]);
	}
	close(fd);
	free(data);
}

EACH_IO(reader, waiting_has_an_end)
{
	int wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	uint64_t one = 1;
	struct rs_reader *reader;
	struct ringsum_job job;
	struct feed feed;
	int fds[2];

	fixture_skip_without_ring(*io);
	cr_assert_eq(rs_reader_create(*io, wake_fd, &reader), 0);
	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	start(reader, &feed, &job, true);
	cr_assert_eq(rs_reader_pump(reader), 0);
	while (rs_reader_wait(reader, 0) == 0)
		;
	cr_assert_eq(rs_reader_wait(reader, 0), -ETIMEDOUT);
	cr_assert_eq(rs_reader_wait(reader, 2), -ETIMEDOUT);
	/* Waked before it waits, and looked at in between. */
	fixture_write(wake_fd, &one, sizeof(one));
	cr_assert_eq(rs_reader_pump(reader), 0);
	cr_assert_eq(rs_reader_wait(reader, 30000), 0);
	cr_assert_eq(take(&feed), RS_STREAM_WAITS);
	close(fds[1]);
	drain(reader, &feed);
	cr_assert_eq(feed.state, RS_STREAM_ENDS);
	finish(reader, &feed);
	rs_reader_destroy(reader);
	close(fds[0]);
	close(wake_fd);
}

/* Chunks that the kernel has are leaked on purpose. */
#define EACH_IO_LEAKING(suite, name) \
	ParameterizedTestParameters(suite, name) \
	{ \
		return fixture_ios(); \
	} \
	ParameterizedTest(enum ringsum_io *io, suite, name, .timeout = 120)

static const uint8_t hello[] = "hello";

/* A file and a pipe that has its bytes already. */
static void expect_file_and_pipe(enum ringsum_io io, long denied_now, long denied_later)
{
	const size_t len = 900 * KIB;
	struct rs_reader *reader = create(io);
	uint8_t *data = fixture_bytes(len);
	int fd = fixture_file(data, len);
	struct ringsum_job job = fixture_job(NULL, fd);
	struct feed file, pipe_feed;
	int fds[2];

	if (denied_now >= 0)
		fixture_deny(denied_now, EPERM);
	fixture_pipe(fds);
	fixture_write(fds[1], hello, 5);
	close(fds[1]);
	start(reader, &file, &job, true);
	job = fixture_job(NULL, fds[0]);
	start(reader, &pipe_feed, &job, false);
	if (denied_later >= 0)
		fixture_deny(denied_later, EPERM);
	drain(reader, &file);
	drain(reader, &pipe_feed);
	cr_assert(file.state == RS_STREAM_ENDS && file.len == len);
	cr_assert_arr_eq(file.data, data, len);
	/* A polling kernel thread may take a request at any time: what it was to read counts as lost. */
	if (io == RINGSUM_IO_SQPOLL && denied_later >= 0 && pipe_feed.state < 0)
		cr_assert_eq(pipe_feed.len, 0u);
	else
		cr_assert(pipe_feed.state == RS_STREAM_ENDS && pipe_feed.len == 5, "%d", pipe_feed.state);
	cr_assert_arr_eq(pipe_feed.data, hello, pipe_feed.len);
	finish(reader, &file);
	finish(reader, &pipe_feed);
	rs_reader_destroy(reader);
	close(fd);
	close(fds[0]);
	free(data);
}

EACH_IO(reader, no_ring_at_all)
{
	expect_file_and_pipe(*io, SYS_io_uring_setup, -1);
}

EACH_IO_LEAKING(reader, a_ring_that_cannot_be_entered)
{
	expect_file_and_pipe(*io, -1, SYS_io_uring_enter);
}

/*
 * The ring is taken away with a read of a pipe and reads of files under way; some bytes of each are taken already.
 * Files go on to the right bytes, whether their reads are done at once (a disk's page cache) or elsewhere (tmpfs). What
 * the kernel took from the pipe is lost: an error, never a gap. It leaks the chunks on purpose, so no look at leaks.
 */
static void lose_ring(enum ringsum_io io, int fd, bool is_taken_from)
{
	const size_t len = 1500 * KIB;
	struct rs_reader *reader = create(io);
	uint8_t *data = fixture_bytes(len);
	struct ringsum_job job = fixture_job(NULL, fd);
	struct feed file, small, pipe_feed;
	int small_fd, fds[2];

	fixture_write(fd, data, len);
	cr_assert_eq(lseek(fd, 0, SEEK_SET), 0);
	fixture_pipe(fds);
	fixture_write(fds[1], hello, 5);
	start(reader, &file, &job, true);
	small_fd = fixture_file(data, 40 * KIB);
	job = fixture_job(NULL, small_fd);
	start(reader, &small, &job, false);
	job = fixture_job(NULL, fds[0]);
	start(reader, &pipe_feed, &job, false);
	while (pipe_feed.len < 5) {
		cr_assert_eq(rs_reader_pump(reader), 0);
		if (take(&pipe_feed) == RS_STREAM_WAITS)
			rs_reader_wait(reader, -1);
	}
	while (is_taken_from && file.len == 0) {
		if (take(&file) == RS_STREAM_WAITS)
			rs_reader_wait(reader, -1);
		cr_assert_eq(rs_reader_pump(reader), 0);
	}
	/* The next read of the pipe is with the kernel now. */
	cr_assert_eq(rs_reader_pump(reader), 0);
	fixture_deny(SYS_io_uring_enter, EPERM);
	fixture_write(fds[1], hello, 5);
	close(fds[1]);
	drain(reader, &pipe_feed);
	drain(reader, &small);
	drain(reader, &file);
	cr_assert_eq(file.state, RS_STREAM_ENDS, "%d", file.state);
	cr_assert_eq(file.len, len);
	cr_assert_arr_eq(file.data, data, len);
	cr_assert(small.state == RS_STREAM_ENDS && small.len == 40 * KIB);
	cr_assert_arr_eq(small.data, data, small.len);
	/* A polling kernel thread needs nobody to enter, and may have done all the work. */
	if (io == RINGSUM_IO_PLAIN || (io == RINGSUM_IO_SQPOLL && pipe_feed.state == RS_STREAM_ENDS))
		cr_assert(pipe_feed.state == RS_STREAM_ENDS && pipe_feed.len == 10);
	else
		cr_assert(pipe_feed.state < 0 && (pipe_feed.len == 5 || io == RINGSUM_IO_SQPOLL), "state %d", pipe_feed.state);
	finish(reader, &file);
	finish(reader, &small);
	finish(reader, &pipe_feed);
	rs_reader_destroy(reader);
	close(small_fd);
	close(fds[0]);
	free(data);
}

EACH_IO_LEAKING(reader_lost_ring, on_disk)
{
	lose_ring(*io, fixture_file("", 0), true);
}

EACH_IO_LEAKING(reader_lost_ring, on_disk_from_the_start)
{
	lose_ring(*io, fixture_file("", 0), false);
}

EACH_IO_LEAKING(reader_lost_ring, in_memory)
{
	lose_ring(*io, memfd_create("ringsum-test", MFD_CLOEXEC), true);
}

EACH_IO_LEAKING(reader_lost_ring, in_memory_from_the_start)
{
	lose_ring(*io, memfd_create("ringsum-test", MFD_CLOEXEC), false);
}
