/* SPDX-License-Identifier: MIT */
/*
 * What kind of input a job names, where its range starts, what is changed and closed at the end.
 */
#include "fixture.h"
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TEXT "0123456789"
#define TEXT_LEN 10

static struct rs_source open_source(const struct ringsum_job *job)
{
	enum ringsum_stage stage = RINGSUM_STAGE_NONE;
	struct rs_source source;

	cr_assert_eq(rs_source_open(job, &source, &stage), 0);
	return source;
}

static void expect_refusal(const struct ringsum_job *job, int error, enum ringsum_stage expected)
{
	enum ringsum_stage stage = RINGSUM_STAGE_NONE;
	struct rs_source source;
	int r = rs_source_open(job, &source, &stage);

	cr_assert_eq(r, error, "%d instead of %d", r, error);
	cr_assert_eq(stage, expected);
}

Test(source, whole_file_by_path)
{
	int fd = fixture_file(TEXT, TEXT_LEN);
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
	struct rs_source source = open_source(&job);
	int opened = source.fd;

	cr_assert(source.is_owned && source.is_addressed && source.is_regular);
	cr_assert_eq(source.start, 0u);
	cr_assert_eq(source.length, RINGSUM_TO_END);
	cr_assert_eq(source.size_hint, (uint64_t)TEXT_LEN);
	cr_assert(fcntl(opened, F_GETFD) & FD_CLOEXEC, "inherited by programs that the host starts");
	rs_source_close(&source);
	cr_assert(fcntl(opened, F_GETFD) < 0 && errno == EBADF, "left open");
	close(fd);
}

/* offset, length → hint, counted from where a borrowed descriptor stands. */
Test(source, ranges)
{
	static const struct {
		off_t position;
		uint64_t offset, length, start, hint;
	} rows[] = {
		{ 0, 0, RINGSUM_TO_END, 0, 10 },   { 0, 4, RINGSUM_TO_END, 4, 6 }, { 0, 4, 3, 4, 3 },
		{ 0, 10, RINGSUM_TO_END, 10, 0 },  { 0, 11, 5, 11, 0 },		   { 0, 0, 0, 0, 0 },
		{ 4, 0, RINGSUM_TO_END, 4, 6 },	   { 4, 3, RINGSUM_TO_END, 7, 3 }, { 4, 3, 100, 7, 3 },
		{ 10, 0, RINGSUM_TO_END, 10, 0 },  { 4, INT64_MAX - 4, 1, INT64_MAX, 0 },
	};
	int fd = fixture_file(TEXT, TEXT_LEN);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ringsum_job job = fixture_job(NULL, fd);
		struct rs_source source;

		job.offset = rows[i].offset;
		job.length = rows[i].length;
		cr_assert_eq(lseek(fd, rows[i].position, SEEK_SET), rows[i].position);
		source = open_source(&job);
		cr_assert(!source.is_owned && source.is_addressed && source.is_regular);
		cr_assert_eq(source.fd, fd);
		cr_assert_eq(source.start, rows[i].start, "row %zu", i);
		cr_assert_eq(source.size_hint, rows[i].hint, "row %zu", i);
		cr_assert_eq(lseek(fd, 0, SEEK_CUR), rows[i].position, "opening moves nothing");
		rs_source_close(&source);
		cr_assert_geq(fcntl(fd, F_GETFD), 0, "a borrowed descriptor was closed");
	}
	close(fd);
}

Test(source, offsets_that_no_file_has)
{
	int fd = fixture_file(TEXT, TEXT_LEN);
	struct ringsum_job job = fixture_job(NULL, fd);

	cr_assert_eq(lseek(fd, 5, SEEK_SET), 5);
	job.offset = INT64_MAX - 4;
	expect_refusal(&job, -EOVERFLOW, RINGSUM_STAGE_READ);
	job.offset = UINT64_MAX;
	expect_refusal(&job, -EOVERFLOW, RINGSUM_STAGE_READ);
	close(fd);
}

Test(source, streams)
{
	int fds[2];
	struct ringsum_job job;
	struct rs_source source;

	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	job.offset = 7;
	source = open_source(&job);
	cr_assert(!source.is_addressed && !source.is_regular && !source.is_owned);
	cr_assert_eq(source.start, 7u);
	rs_source_close(&source);
	cr_assert_geq(fcntl(fds[0], F_GETFD), 0);
	close(fds[0]);
	close(fds[1]);

	cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
	job = fixture_job(NULL, fds[0]);
	source = open_source(&job);
	cr_assert(!source.is_addressed && !source.is_regular);
	close(fds[0]);
	close(fds[1]);

	job = fixture_job("/dev/null", AT_FDCWD);
	source = open_source(&job);
	cr_assert(!source.is_addressed && !source.is_regular && source.is_owned);
	rs_source_close(&source);
}

Test(source, sizes_that_lie)
{
	struct ringsum_job job = fixture_job("/proc/self/status", AT_FDCWD);
	struct rs_source source = open_source(&job);

	cr_assert(source.is_addressed && source.is_regular);
	cr_assert_eq(source.size_hint, 0u);
	rs_source_close(&source);
}

Test(source, refusals)
{
	int fds[2];
	struct ringsum_job job = fixture_job("/nonexistent/name", AT_FDCWD);

	expect_refusal(&job, -ENOENT, RINGSUM_STAGE_OPEN);
	job = fixture_job("", AT_FDCWD);
	expect_refusal(&job, -ENOENT, RINGSUM_STAGE_OPEN);
	job = fixture_job("/proc/self/status/x", AT_FDCWD);
	expect_refusal(&job, -ENOTDIR, RINGSUM_STAGE_OPEN);
	job = fixture_job("/", AT_FDCWD);
	expect_refusal(&job, -EISDIR, RINGSUM_STAGE_READ);
	fixture_pipe(fds);
	job = fixture_job(NULL, fds[1]);
	expect_refusal(&job, -EBADF, RINGSUM_STAGE_READ);
	cr_assert_geq(fcntl(fds[1], F_GETFD), 0, "a borrowed descriptor was closed");
	close(fds[0]);
	close(fds[1]);
	job = fixture_job(NULL, fds[0]);
	expect_refusal(&job, -EBADF, RINGSUM_STAGE_OPEN);
	job = fixture_job(NULL, -1);
	expect_refusal(&job, -EBADF, RINGSUM_STAGE_OPEN);
	job = fixture_job("relative", fds[0]);
	expect_refusal(&job, -EBADF, RINGSUM_STAGE_OPEN);
}

Test(source, a_refused_directory_is_closed)
{
	int before = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct ringsum_job job = fixture_job("/", AT_FDCWD);
	int after;

	close(before);
	for (unsigned i = 0; i < 10; i++)
		expect_refusal(&job, -EISDIR, RINGSUM_STAGE_READ);
	after = open("/dev/null", O_RDONLY | O_CLOEXEC);
	cr_assert_eq(after, before, "descriptors are left open");
	close(after);
}

Test(source, relative_to_a_directory)
{
	char dir[] = "/var/tmp/ringsum-test-XXXXXX";
	struct ringsum_job job;
	struct rs_source source;
	int dir_fd, fd;

	cr_assert_not_null(mkdtemp(dir));
	dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	fd = openat(dir_fd, "one", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	fixture_write(fd, TEXT, TEXT_LEN);
	job = fixture_job("one", dir_fd);
	source = open_source(&job);
	cr_assert_eq(source.size_hint, (uint64_t)TEXT_LEN);
	rs_source_close(&source);
	job = fixture_job("two", dir_fd);
	expect_refusal(&job, -ENOENT, RINGSUM_STAGE_OPEN);
	unlinkat(dir_fd, "one", 0);
	rmdir(dir);
	close(fd);
	close(dir_fd);
}

static bool ends_torn(struct rs_source *source, uint64_t n_bytes)
{
	bool is_torn = true;

	cr_assert_eq(rs_source_end(source, n_bytes, &is_torn), 0);
	rs_source_close(source);
	return is_torn;
}

/* The clock of the file system has moved on when another file gets a newer time. */
static void wait_for_next_tick(const struct stat *before)
{
	struct stat now = *before;
	int fd = fixture_file("", 0);

	while (now.st_ctim.tv_sec == before->st_ctim.tv_sec && now.st_ctim.tv_nsec == before->st_ctim.tv_nsec) {
		fixture_write(fd, "x", 1);
		cr_assert_eq(fstat(fd, &now), 0);
	}
	close(fd);
}

Test(source, torn_by_size_mtime_and_ctime)
{
	int fd = fixture_file(TEXT, TEXT_LEN);
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
	struct timespec times[2];
	struct rs_source source = open_source(&job);

	cr_assert_not(ends_torn(&source, TEXT_LEN));

	/* The size alone: both times are put back in what was noted at open. */
	source = open_source(&job);
	fixture_write(fd, TEXT TEXT, 2 * TEXT_LEN);
	cr_assert_eq(fstat(fd, &source.before), 0);
	source.before.st_size = TEXT_LEN;
	cr_assert(ends_torn(&source, TEXT_LEN), "the size changed");

	/* Only mtime: ctime as if it had not moved. */
	source = open_source(&job);
	times[0] = (struct timespec){ .tv_nsec = UTIME_OMIT };
	times[1] = source.before.st_mtim;
	times[1].tv_nsec = (times[1].tv_nsec + 1) % 1000000000;
	cr_assert_eq(futimens(fd, times), 0);
	{
		struct stat now;

		cr_assert_eq(fstat(fd, &now), 0);
		source.before.st_ctim = now.st_ctim;
	}
	cr_assert(ends_torn(&source, TEXT_LEN), "mtime changed");

	/* Only ctime, as when somebody writes and sets mtime back. */
	source = open_source(&job);
	wait_for_next_tick(&source.before);
	cr_assert_eq(fchmod(fd, 0640), 0);
	cr_assert(ends_torn(&source, TEXT_LEN), "ctime changed");
	close(fd);
}

Test(source, reading_and_atime_tear_nothing)
{
	int fd = fixture_file(TEXT, TEXT_LEN);
	struct ringsum_job job = fixture_job(NULL, fd);
	struct rs_source source = open_source(&job);
	char byte;

	wait_for_next_tick(&source.before);
	cr_assert_eq(pread(fd, &byte, 1, 0), 1);
	cr_assert_not(ends_torn(&source, 1));
	close(fd);
}

Test(source, only_regular_files_are_torn)
{
	int fds[2];
	struct ringsum_job job;
	struct rs_source source;

	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	source = open_source(&job);
	fixture_write(fds[1], TEXT, TEXT_LEN);
	cr_assert_not(ends_torn(&source, 0));
	close(fds[0]);
	close(fds[1]);
}

Test(source, a_borrowed_descriptor_ends_behind_its_bytes)
{
	int fd = fixture_file(TEXT, TEXT_LEN);
	struct ringsum_job job = fixture_job(NULL, fd);
	struct rs_source source;

	job.offset = 3;
	cr_assert_eq(lseek(fd, 2, SEEK_SET), 2);
	source = open_source(&job);
	cr_assert_not(ends_torn(&source, 4));
	cr_assert_eq(lseek(fd, 0, SEEK_CUR), 9);
	close(fd);
}
