/* SPDX-License-Identifier: MIT */
/*
 * Small files: which are taken as such, what one read without waiting brings, and every change that must not pass as a
 * file that stayed as it was.
 */
#include "fixture.h"
#include "small.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KIB ((size_t)1024)

/* A named file, so that it can be replaced. */
struct named {
	char path[64];
	int fd;
};

static struct rs_tray tray;
static struct rs_small small;

static void tear_down(void)
{
	rs_tray_finish(&tray);
	fixture_no_leaks();
}

static struct named make(const void *data, size_t len)
{
	struct named file = { .path = "/var/tmp/ringsum-test-XXXXXX" };

	file.fd = mkostemp(file.path, O_CLOEXEC);
	cr_assert_geq(file.fd, 0);
	fixture_write(file.fd, data, len);
	return file;
}

static void drop(struct named *file)
{
	unlink(file->path);
	close(file->fd);
}

static struct rs_source open_source(const struct ringsum_job *job)
{
	enum ringsum_stage stage;
	struct rs_source source;

	cr_assert_eq(rs_source_open(job, &source, &stage), 0);
	return source;
}

static struct rs_source open_path(const char *path)
{
	struct ringsum_job job = fixture_job(path, AT_FDCWD);

	return open_source(&job);
}

static bool is_small(const struct ringsum_job *job)
{
	struct rs_source source = open_source(job);
	bool is = rs_small_is(&source);

	rs_source_close(&source);
	return is;
}

Test(small, which_files_are, .fini = tear_down)
{
	static const struct {
		size_t len;
		bool is;
	} sizes[] = { { 0, false }, { 1, true }, { RS_SMALL_MAX, true }, { RS_SMALL_MAX + 1, false } };
	uint8_t *data = fixture_bytes(RS_SMALL_MAX + 1);

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct named file = make(data, sizes[i].len);
		struct ringsum_job job = fixture_job(file.path, AT_FDCWD);

		cr_assert_eq(is_small(&job), sizes[i].is, "%zu bytes", sizes[i].len);
		job.length = 1;
		cr_assert_not(is_small(&job), "a part of a file");
		job.length = RINGSUM_TO_END;
		job.offset = 1;
		cr_assert_not(is_small(&job), "the end of a file");
		job = fixture_job(NULL, file.fd);
		cr_assert_not(is_small(&job), "a borrowed descriptor, whose position counts");
		drop(&file);
	}
	free(data);
	cr_assert_not(is_small(&(struct ringsum_job){ .path = "/proc/self/status", .fd = AT_FDCWD, .length = RINGSUM_TO_END }),
		      "a file of /proc, whose size is unknown");
	cr_assert_not(is_small(&(struct ringsum_job){ .path = "/dev/null", .fd = AT_FDCWD, .length = RINGSUM_TO_END }));
}

Test(small, read_at_once, .fini = tear_down)
{
	static const size_t sizes[] = { 1, 63, 64, 65, 4095, 4096, 4097, RS_SMALL_MAX - 1, RS_SMALL_MAX };
	const uint8_t *ends[sizeof(sizes) / sizeof(sizes[0])];
	uint8_t *data = fixture_bytes(RS_SMALL_MAX);
	const uint8_t *behind = NULL;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct named file = make(data, sizes[i]);
		struct rs_source source = open_path(file.path);

		cr_assert(rs_tray_has_room(&tray));
		cr_assert(rs_small_read(&source, &tray, &small), "%zu bytes that were just written", sizes[i]);
		cr_assert_eq(small.len, sizes[i]);
		cr_assert_arr_eq(small.data, data, small.len);
		cr_assert(!behind || small.data >= behind, "over the file before");
		behind = small.data + small.len;
		ends[i] = behind;
		rs_source_close(&source);
		drop(&file);
	}
	/* All of them are still what they were. */
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		cr_assert_arr_eq(ends[i] - sizes[i], data, sizes[i]);
	free(data);
}

Test(small, tray_fills_and_clears, .fini = tear_down)
{
	uint8_t *data = fixture_bytes(RS_SMALL_MAX);
	struct named file = make(data, RS_SMALL_MAX);
	unsigned n = 0;

	for (unsigned round = 0; round < 3; round++) {
		for (n = 0; rs_tray_has_room(&tray); n++) {
			struct rs_source source = open_path(file.path);

			cr_assert(rs_small_read(&source, &tray, &small));
			cr_assert_arr_eq(small.data, data, small.len);
			rs_source_close(&source);
			cr_assert_lt(n, 1000u, "a tray without end");
		}
		cr_assert_gt(n, 1u);
		rs_tray_clear(&tray);
	}
	drop(&file);
	free(data);
}

static void replace(const struct named *file)
{
	char path[sizeof(file->path) + 8];
	int fd;

	snprintf(path, sizeof(path), "%s.new", file->path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	cr_assert_geq(fd, 0);
	fixture_write(fd, "other", 5);
	close(fd);
	cr_assert_eq(rename(path, file->path), 0);
}

static void grow(const struct named *file)
{
	cr_assert_eq(pwrite(file->fd, "x", 1, 5), 1);
}

static void shrink(const struct named *file)
{
	cr_assert_eq(ftruncate(file->fd, 4), 0);
}

/* Same size: only the times tell. */
static void rewrite(const struct named *file)
{
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 12345 } };

	cr_assert_eq(pwrite(file->fd, "OTHER", 5, 0), 5);
	cr_assert_eq(futimens(file->fd, times), 0);
}

static void erase(const struct named *file)
{
	cr_assert_eq(unlink(file->path), 0);
}

static void leave(const struct named *file)
{
	(void)file;
}

/* What may happen between opening and reading: a descriptor does not care about names, a path does. */
Test(small, changes, .fini = tear_down)
{
	static const struct {
		const char *what;
		void (*happen)(const struct named *file);
		bool is_read, is_unchanged;
	} cases[] = {
		{ "nothing", leave, true, true },	{ "replaced", replace, true, false },
		{ "grown", grow, false, false },	{ "shorter", shrink, false, false },
		{ "rewritten", rewrite, false, false }, { "erased", erase, true, false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct named file = make("bytes", 5);
		struct ringsum_job job = fixture_job(file.path, AT_FDCWD);
		struct rs_source source = open_source(&job);
		bool is_read;

		/*
		 * Its ctime changes when the name goes: what was read is good all the same, but that may be told as
		 * well.
		 */
		cases[i].happen(&file);
		is_read = rs_small_read(&source, &tray, &small);
		if (is_read)
			cr_assert_arr_eq(small.data, "bytes", 5, "%s", cases[i].what);
		cr_assert(is_read <= cases[i].is_read, "%s: passed as the file that was opened", cases[i].what);
		rs_small_chain(&job, &source, &small);
		cr_assert_null(small.data);
		cr_assert_eq(rs_small_is_unchanged(&small), cases[i].is_unchanged, "%s", cases[i].what);
		rs_source_close(&source);
		drop(&file);
	}
}

/* What would have to be waited for is for the ring. */
Test(small, no_wait_for_a_disk, .fini = tear_down)
{
	uint8_t *data = fixture_bytes(8 * KIB);
	struct named file = make(data, 8 * KIB);
	struct rs_source source;
	bool is_read;

	cr_assert_eq(fsync(file.fd), 0);
	cr_assert_eq(posix_fadvise(file.fd, 0, 0, POSIX_FADV_DONTNEED), 0);
	source = open_path(file.path);
	is_read = rs_small_read(&source, &tray, &small);
	/* File systems in memory keep it. */
	if (is_read)
		cr_assert_arr_eq(small.data, data, 8 * KIB);
	rs_source_close(&source);
	drop(&file);
	free(data);
}

/* Opened without patience, which must not be seen by reads that may have to wait. */
Test(small, patience, .fini = tear_down)
{
	struct named file = make("bytes", 5);
	struct rs_source source = open_path(file.path);

	rs_source_make_patient(&source);
	cr_assert_eq(fcntl(source.fd, F_GETFL) & O_NONBLOCK, 0);
	rs_source_close(&source);
	source = open_path("/dev/zero");
	cr_assert_eq(fcntl(source.fd, F_GETFL) & O_NONBLOCK, 0, "devices are opened as everybody does");
	rs_source_close(&source);
	drop(&file);
}
