/* SPDX-License-Identifier: MIT */
/*
 * The public functions as a host program uses them: what is refused, and every kind of input from end to end.
 */
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define KIB 1024u

Test(arguments, options)
{
	struct ringsum_batch *batch = NULL;
	struct ringsum_options options = { .io = (enum ringsum_io)99 };

	cr_assert_eq(ringsum_batch_create(&options, &batch), -EINVAL);
	options = (struct ringsum_options){ .n_workers = 1000000 };
	cr_assert_eq(ringsum_batch_create(&options, &batch), -EINVAL);
	options = (struct ringsum_options){ .window = UINT32_MAX };
	cr_assert_eq(ringsum_batch_create(&options, &batch), -EINVAL);
	cr_assert_null(batch, "outputs are untouched on failure");
	cr_assert_eq(ringsum_batch_create(NULL, &batch), 0);
	ringsum_batch_destroy(batch);
	ringsum_batch_destroy(NULL);
}

Test(arguments, jobs)
{
	struct ringsum_job job = fixture_job("/dev/null", AT_FDCWD);
	const struct ringsum_digest *digests[RINGSUM_JOB_DIGESTS_MAX + 1];
	struct ringsum_result result;
	struct ringsum_batch *batch;

	for (unsigned d = 0; d <= RINGSUM_JOB_DIGESTS_MAX; d++)
		digests[d] = fixture_sha256();
	cr_assert_eq(ringsum_batch_create(NULL, &batch), 0);
	job.digests = digests;
	job.n_digests = 0;
	cr_assert_eq(ringsum_batch_add(batch, &job), -EINVAL);
	job.n_digests = RINGSUM_JOB_DIGESTS_MAX + 1;
	cr_assert_eq(ringsum_batch_add(batch, &job), -EINVAL);
	job.n_digests = 2;
	digests[1] = NULL;
	cr_assert_eq(ringsum_batch_add(batch, &job), -EINVAL);
	job.digests = NULL;
	cr_assert_eq(ringsum_batch_add(batch, &job), -EINVAL);
	cr_assert_eq(ringsum_batch_next(batch, -1, &result), 0, "a refused job leaves a result");
	ringsum_batch_destroy(batch);
}

Test(about, says_what_it_runs_on)
{
	struct ringsum_about about;

	ringsum_about(&about);
	cr_assert_str_eq(about.version, RINGSUM_VERSION);
	cr_assert_eq(strncmp(about.crypto, "OpenSSL ", 8), 0);
	cr_assert_gt(strlen(about.cpu), 0u);
	cr_assert_leq(about.ring_error, 0);
	fixture_deny(SYS_io_uring_setup, EPERM);
	ringsum_about(&about);
	cr_assert_eq(about.ring_error, -EPERM);
}

/* SHA-256 of the first seven and of no bytes, from FIPS 180-4's examples and "openssl dgst -sha256 /dev/null". */
EACH_IO(hash, known_answers)
{
	static const uint8_t empty[] = { 0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14 };
	static const uint8_t abc[] = { 0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea };
	struct fixture_outcome outcome;
	int fd = fixture_file("abc", 3);
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);

	fixture_skip_without_ring(*io);
	outcome = fixture_hash(*io, &job);
	cr_assert_arr_eq(outcome.digests[0], abc, sizeof(abc));
	job = fixture_job("/dev/null", AT_FDCWD);
	outcome = fixture_hash(*io, &job);
	cr_assert_arr_eq(outcome.digests[0], empty, sizeof(empty));
	close(fd);
}

/* Ranges at every edge of a file, by path and by descriptor. */
EACH_IO(hash, ranges)
{
	static const size_t edges[] = { 0, 1, 65535, 65536, 65537, 262144, 299999, 300000 };
	const size_t n_edges = sizeof(edges) / sizeof(edges[0]);
	const size_t len = 300000;
	uint8_t *data = fixture_bytes(len);
	int fd = fixture_file(data, len);

	fixture_skip_without_ring(*io);
	for (size_t from = 0; from < n_edges; from++) {
		for (size_t to = from; to <= n_edges; to++) {
			bool is_to_end = to == n_edges;
			struct ringsum_job job = fixture_job(to % 2 ? fixture_path(fd) : NULL, to % 2 ? AT_FDCWD : fd);
			size_t end = is_to_end ? len : edges[to];
			struct fixture_outcome outcome;

			cr_assert_eq(lseek(fd, 0, SEEK_SET), 0);
			job.offset = edges[from];
			job.length = is_to_end ? RINGSUM_TO_END : end - edges[from];
			outcome = fixture_hash(*io, &job);
			fixture_expect(&outcome, data + edges[from], end - edges[from]);
			cr_assert_eq(lseek(fd, 0, SEEK_CUR), to % 2 ? 0 : (off_t)end);
		}
	}
	close(fd);
	free(data);
}

EACH_IO(hash, ranges_that_are_not_there)
{
	static const struct {
		uint64_t offset, length;
		int error;
	} rows[] = {
		{ 0, 11, -ENODATA },	   { 9, 2, -ENODATA },	       { 10, 1, -ENODATA }, { 11, 1, -ENODATA },
		{ 1ull << 40, 1, -ENODATA }, { 0, RINGSUM_TO_END - 1, -ENODATA }, { 10, 0, 0 },   { 11, 0, 0 },
		{ 10, RINGSUM_TO_END, 0 }, { 1000, RINGSUM_TO_END, -ENODATA }, { UINT64_MAX, 1, -EOVERFLOW },
	};
	int fd = fixture_file("0123456789", 10);

	fixture_skip_without_ring(*io);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
		struct fixture_outcome outcome;

		job.offset = rows[i].offset;
		job.length = rows[i].length;
		outcome = fixture_hash(*io, &job);
		if (rows[i].error)
			fixture_expect_error(&outcome, rows[i].error, RINGSUM_STAGE_READ);
		else
			fixture_expect(&outcome, "", 0);
	}
	close(fd);
}

/* A shell's `{ ringsum; ringsum; } <file`: each goes on where the one before stopped. */
EACH_IO(hash, an_inherited_descriptor_is_moved_on)
{
	const size_t len = 200000;
	uint8_t *data = fixture_bytes(len);
	int fd = fixture_file(data, len);
	struct ringsum_job job = fixture_job(NULL, fd);
	struct fixture_outcome outcome;

	fixture_skip_without_ring(*io);
	cr_assert_eq(lseek(fd, 5, SEEK_SET), 5);
	job.length = 70000;
	outcome = fixture_hash(*io, &job);
	fixture_expect(&outcome, data + 5, 70000);
	cr_assert_eq(lseek(fd, 0, SEEK_CUR), 70005);
	job.offset = 10;
	job.length = 1;
	outcome = fixture_hash(*io, &job);
	fixture_expect(&outcome, data + 70015, 1);
	cr_assert_eq(lseek(fd, 0, SEEK_CUR), 70016);
	job.offset = 0;
	job.length = RINGSUM_TO_END;
	outcome = fixture_hash(*io, &job);
	fixture_expect(&outcome, data + 70016, len - 70016);
	cr_assert_eq(lseek(fd, 0, SEEK_CUR), (off_t)len);
	outcome = fixture_hash(*io, &job);
	fixture_expect(&outcome, "", 0);
	close(fd);
	free(data);
}

static void expect_stream(enum ringsum_io io, int fd, int to, const uint8_t *data, size_t len, uint64_t offset, uint64_t length)
{
	pid_t pid = fixture_feed(to, data, len, 7777);
	struct ringsum_job job = fixture_job(NULL, fd);
	struct fixture_outcome outcome;

	close(to);
	job.offset = offset;
	job.length = length;
	outcome = fixture_hash(io, &job);
	if (offset > len || (length != RINGSUM_TO_END && offset + length > len))
		fixture_expect_error(&outcome, -ENODATA, RINGSUM_STAGE_READ);
	else
		fixture_expect(&outcome, data + offset, length == RINGSUM_TO_END ? len - offset : length);
	close(fd);
	fixture_reap(pid);
}

/* Blocking or not, pipe or socket, whole or a range. The whole is read, or the child could not end. */
EACH_IO(hash, streams)
{
	static const struct {
		uint64_t offset, length;
	} rows[] = {
		{ 0, RINGSUM_TO_END },	{ 0, 100000 }, { 0, 100001 },	   { 99999, 1 },	     { 100000, 0 },
		{ 70000, RINGSUM_TO_END }, { 99999, 2 }, { 5000000, 1 }, { 5000000, RINGSUM_TO_END },
	};
	const size_t len = 100000;
	uint8_t *data = fixture_bytes(len);

	fixture_skip_without_ring(*io);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (unsigned kind = 0; kind < 4; kind++) {
			int fds[2];

			if (kind < 2)
				fixture_pipe(fds);
			else
				cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
			if (kind % 2)
				cr_assert_eq(fcntl(fds[0], F_SETFL, O_NONBLOCK), 0);
			expect_stream(*io, fds[0], fds[1], data, len, rows[i].offset, rows[i].length);
		}
	}
	free(data);
}

EACH_IO(hash, named_pipes)
{
	char dir[] = "/var/tmp/ringsum-test-XXXXXX";
	const size_t len = 150000;
	uint8_t *data = fixture_bytes(len);
	struct fixture_outcome outcome;
	struct ringsum_job job;
	int dir_fd;
	pid_t pid;

	fixture_skip_without_ring(*io);
	cr_assert_not_null(mkdtemp(dir));
	dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_eq(mkfifoat(dir_fd, "fifo", 0600), 0);
	pid = fork();
	if (pid == 0) {
		int fd = openat(dir_fd, "fifo", O_WRONLY);

		fixture_write(fd, data, len);
		_exit(0);
	}
	job = fixture_job("fifo", dir_fd);
	outcome = fixture_hash(*io, &job);
	fixture_expect(&outcome, data, len);
	fixture_reap(pid);
	unlinkat(dir_fd, "fifo", 0);
	rmdir(dir);
	close(dir_fd);
	free(data);
}

static size_t read_all(const char *path, uint8_t *data, size_t cap)
{
	FILE *file = fopen(path, "re");
	size_t len;

	if (!file)
		return 0;
	len = fread(data, 1, cap, file);
	fclose(file);
	return len;
}

/* st_size of these is 0 or 4096, and says nothing. */
EACH_IO(hash, files_of_proc_and_sys)
{
	static const char *const paths[] = {
		"/proc/version", "/proc/self/cmdline", "/proc/filesystems", "/proc/cpuinfo", "/proc/kallsyms",
		"/sys/kernel/mm/transparent_hugepage/enabled", "/sys/devices/system/cpu/online", "/proc/self/environ",
	};
	const size_t cap = 16u << 20;
	uint8_t *data = malloc(cap);
	unsigned n_tested = 0;

	fixture_skip_without_ring(*io);
	cr_assert_not_null(data);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		size_t len = read_all(paths[i], data, cap);
		struct ringsum_job job = fixture_job(paths[i], AT_FDCWD);
		struct fixture_outcome outcome;

		/* The frequencies in /proc/cpuinfo move, on other machines. */
		if (len == 0 || strstr(paths[i], "cpuinfo"))
			continue;
		outcome = fixture_hash(*io, &job);
		fixture_expect(&outcome, data, len);
		cr_assert_not(outcome.is_torn, "%s", paths[i]);
		n_tested++;
	}
	cr_assert_geq(n_tested, 3u);
	free(data);
}

EACH_IO(hash, what_cannot_be_read)
{
	static const struct {
		const char *path;
		int fd;
		int error;
		enum ringsum_stage stage;
	} rows[] = {
		{ "/nonexistent", AT_FDCWD, -ENOENT, RINGSUM_STAGE_OPEN },
		{ "", AT_FDCWD, -ENOENT, RINGSUM_STAGE_OPEN },
		{ "/dev/null/x", AT_FDCWD, -ENOTDIR, RINGSUM_STAGE_OPEN },
		{ "/", AT_FDCWD, -EISDIR, RINGSUM_STAGE_READ },
		{ "relative", 9999, -EBADF, RINGSUM_STAGE_OPEN },
		{ NULL, 9999, -EBADF, RINGSUM_STAGE_OPEN },
		{ NULL, -1, -EBADF, RINGSUM_STAGE_OPEN },
		{ "/proc/self/mem", AT_FDCWD, -EIO, RINGSUM_STAGE_READ },
	};
	int loop_fd, dir_fd;
	char dir[] = "/var/tmp/ringsum-test-XXXXXX";
	struct fixture_outcome outcome;
	struct ringsum_job job;

	fixture_skip_without_ring(*io);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		job = fixture_job(rows[i].path, rows[i].fd);
		outcome = fixture_hash(*io, &job);
		fixture_expect_error(&outcome, rows[i].error, rows[i].stage);
	}
	cr_assert_not_null(mkdtemp(dir));
	dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_eq(symlinkat("loop", dir_fd, "loop"), 0);
	job = fixture_job("loop", dir_fd);
	outcome = fixture_hash(*io, &job);
	fixture_expect_error(&outcome, -ELOOP, RINGSUM_STAGE_OPEN);
	unlinkat(dir_fd, "loop", 0);
	/* A directory by its descriptor, and a descriptor that only writes. */
	job = fixture_job(NULL, dir_fd);
	outcome = fixture_hash(*io, &job);
	fixture_expect_error(&outcome, -EISDIR, RINGSUM_STAGE_READ);
	loop_fd = openat(dir_fd, "w", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	job = fixture_job(NULL, loop_fd);
	outcome = fixture_hash(*io, &job);
	fixture_expect_error(&outcome, -EBADF, RINGSUM_STAGE_READ);
	unlinkat(dir_fd, "w", 0);
	rmdir(dir);
	close(loop_fd);
	close(dir_fd);
}

/* The first line of what a command prints, without the newline. */
static bool first_line(const char *command, char *line, size_t cap)
{
	FILE *out = popen(command, "re");
	bool is_ok = out && fgets(line, (int)cap, out);

	if (out && pclose(out) != 0)
		is_ok = false;
	if (is_ok)
		line[strcspn(line, "\n")] = '\0';
	return is_ok;
}

EACH_IO(hash, block_devices)
{
	const size_t len = 3 * 1024 * KIB;
	uint8_t *data = fixture_bytes(len);
	int fd = fixture_file(data, len);
	struct fixture_outcome outcome;
	struct ringsum_job job;
	char command[256], device[128];
	bool has_device;

	fixture_skip_without_ring(*io);
	snprintf(command, sizeof(command), "losetup --read-only --find --show /proc/%d/fd/%d 2>/dev/null", (int)getpid(), fd);
	has_device = geteuid() == 0 && first_line(command, device, sizeof(device));
	if (!has_device) {
		close(fd);
		free(data);
		cr_skip_test("no loop device: losetup needs root, and a kernel that has them");
	}
	job = fixture_job(device, AT_FDCWD);
	outcome = fixture_hash(*io, &job);
	job.offset = len - 5;
	job.length = 5;
	if (outcome.error == 0) {
		struct fixture_outcome part = fixture_hash(*io, &job);
		struct fixture_outcome beyond;

		job.length = 6;
		beyond = fixture_hash(*io, &job);
		snprintf(command, sizeof(command), "losetup --detach %s", device);
		cr_assert_eq(system(command), 0);
		fixture_expect(&part, data + len - 5, 5);
		fixture_expect_error(&beyond, -ENODATA, RINGSUM_STAGE_READ);
	}
	fixture_expect(&outcome, data, len);
	close(fd);
	free(data);
}

/* Digests longer than any buffer inside, and several at once. */
EACH_IO(hash, long_outputs)
{
	const struct ringsum_digest *digests[2];
	struct ringsum_digest *shake, *md5;
	uint8_t *expected = malloc(RINGSUM_XOF_MAX);
	uint8_t md5_expected[16];
	struct ringsum_options options = { .io = *io };
	int fd = fixture_file("abc", 3);
	struct ringsum_job job = fixture_job(NULL, fd);
	struct ringsum_result result;
	struct ringsum_batch *batch;

	fixture_skip_without_ring(*io);
	cr_assert_not_null(expected);
	cr_assert_eq(ringsum_digest_open("SHAKE256", RINGSUM_XOF_MAX, &shake), 0);
	cr_assert_eq(ringsum_digest_open("MD5", 0, &md5), 0);
	digests[0] = shake;
	digests[1] = md5;
	job.digests = digests;
	job.n_digests = 2;
	fixture_digest("SHAKE-256", "abc", 3, RINGSUM_XOF_MAX, expected);
	fixture_digest("MD5", "abc", 3, 0, md5_expected);
	cr_assert_eq(ringsum_batch_create(&options, &batch), 0);
	cr_assert_eq(ringsum_batch_add(batch, &job), 0);
	cr_assert_eq(ringsum_batch_next(batch, -1, &result), 1);
	cr_assert_eq(result.error, 0);
	cr_assert_eq(result.n_digests, 2u);
	cr_assert_arr_eq(result.digests[0], expected, RINGSUM_XOF_MAX);
	cr_assert_arr_eq(result.digests[1], md5_expected, 16);
	ringsum_batch_destroy(batch);
	ringsum_digest_close(shake);
	ringsum_digest_close(md5);
	close(fd);
	free(expected);
}

static void expect_large_file_and_pipe(enum ringsum_io io)
{
	const size_t len = 1000 * KIB;
	uint8_t *data = fixture_bytes(len);
	int fd = fixture_file(data, len);
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
	struct fixture_outcome outcome = fixture_hash(io, &job);
	int fds[2];

	fixture_expect(&outcome, data, len);
	fixture_pipe(fds);
	expect_stream(io, fds[0], fds[1], data, len, 3, RINGSUM_TO_END);
	close(fd);
	free(data);
}

Test(refused_ring, is_told_where_it_was_asked_for)
{
	struct ringsum_options options = { .io = RINGSUM_IO_RING };
	struct ringsum_batch *batch = NULL;

	fixture_deny(SYS_io_uring_setup, EACCES);
	cr_assert_eq(ringsum_batch_create(&options, &batch), -EACCES);
	cr_assert_null(batch);
}

Test(refused_ring, is_not_missed)
{
	fixture_deny(SYS_io_uring_setup, EPERM);
	expect_large_file_and_pipe(RINGSUM_IO_AUTO);
	expect_large_file_and_pipe(RINGSUM_IO_PLAIN);
}

Test(refused_ring, on_entering_is_not_missed)
{
	fixture_deny(SYS_io_uring_enter, EPERM);
	expect_large_file_and_pipe(RINGSUM_IO_AUTO);
	expect_large_file_and_pipe(RINGSUM_IO_RING);
}

Test(refused_ring, on_registering_is_not_missed)
{
	fixture_deny(SYS_io_uring_register, EPERM);
	expect_large_file_and_pipe(RINGSUM_IO_AUTO);
	expect_large_file_and_pipe(RINGSUM_IO_RING);
}

/* Room for the file itself and nothing else: neither ring nor wake-up descriptors. */
Test(refused_ring, for_want_of_descriptors_is_not_missed)
{
	const size_t len = 1000 * KIB;
	uint8_t *data = fixture_bytes(len);
	int fd = fixture_file(data, len);
	struct rlimit limit;
	struct ringsum_options options = { .n_workers = 3 };
	struct ringsum_job job = fixture_job(fixture_path(fd), AT_FDCWD);
	struct ringsum_result result;
	struct ringsum_batch *batch;

	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = (rlim_t)fd + 2;
	cr_assert_eq(ringsum_batch_create(&options, &batch), 0);
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	for (unsigned i = 0; i < 5; i++) {
		struct ringsum_job borrowed = fixture_job(NULL, fd);

		borrowed.length = 0;
		cr_assert_eq(ringsum_batch_add(batch, i == 4 ? &job : &borrowed), 0);
	}
	for (unsigned i = 0; i < 4; i++)
		cr_assert_eq(ringsum_batch_next(batch, -1, &result), 1);
	cr_assert_eq(ringsum_batch_next(batch, -1, &result), 1);
	cr_assert(result.error == 0 || result.error == -EMFILE, "%d", result.error);
	if (!result.error) {
		uint8_t digest[32];

		fixture_digest("SHA2-256", data, len, 0, digest);
		cr_assert_arr_eq(result.digests[0], digest, 32);
	}
	ringsum_batch_destroy(batch);
	close(fd);
	free(data);
}
