/* SPDX-License-Identifier: MIT */
/*
 * Inputs and expectations. Digests are taken by libcrypto in one call over the bytes in memory, so that nothing of the
 * code under test has a say in them. Files have no name and children are reaped, so that nothing is left behind.
 */
#include "fixture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <openssl/evp.h>

#include "ring.h"

/* Of the sanitizer's run-time library, where that is linked. */
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

void fixture_no_leaks(void)
{
	if (__lsan_do_recoverable_leak_check)
		cr_assert_eq(__lsan_do_recoverable_leak_check(), 0, "memory was lost");
}

enum ringsum_io fixture_all_ios[FIXTURE_N_IOS] = {
	RINGSUM_IO_AUTO, RINGSUM_IO_RING, RINGSUM_IO_PLAIN, RINGSUM_IO_DIRECT, RINGSUM_IO_BUFFERED, RINGSUM_IO_SQPOLL,
};

struct criterion_test_params fixture_ios(void)
{
	return cr_make_param_array(enum ringsum_io, fixture_all_ios, FIXTURE_N_IOS);
}

void fixture_skip_without_ring(enum ringsum_io io)
{
	if (io != RINGSUM_IO_AUTO && io != RINGSUM_IO_PLAIN && rs_ring_probe(io == RINGSUM_IO_SQPOLL) < 0)
		cr_skip_test("the kernel refuses io_uring here");
}

uint8_t *fixture_bytes(size_t len)
{
	uint8_t *data = malloc(len ? len : 1);
	uint32_t x = 2463534242u;

	cr_assert_not_null(data);
	for (size_t i = 0; i < len; i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
		data[i] = (uint8_t)(x >> 11);
	}
	return data;
}

void fixture_write(int fd, const void *data, size_t len)
{
	const uint8_t *at = data;

	while (len > 0) {
		ssize_t n = write(fd, at, len);

		if (n < 0 && errno == EINTR)
			continue;
		cr_assert_gt(n, 0, "write: %s", strerror(errno));
		at += n;
		len -= (size_t)n;
	}
}

size_t fixture_from_hex(const char *hex, uint8_t *ret_bytes)
{
	size_t n = 0;

	for (unsigned byte; hex[2 * n]; n++) {
		cr_assert_eq(sscanf(hex + 2 * n, "%2x", &byte), 1);
		ret_bytes[n] = (uint8_t)byte;
	}
	return n;
}

int fixture_file(const void *data, size_t len)
{
	char name[] = "/var/tmp/ringsum-test-XXXXXX";
	int fd = mkostemp(name, O_CLOEXEC);

	cr_assert_geq(fd, 0, "%s: %s", name, strerror(errno));
	unlink(name);
	fixture_write(fd, data, len);
	cr_assert_eq(lseek(fd, 0, SEEK_SET), 0);
	return fd;
}

const char *fixture_path(int fd)
{
	static char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return path;
}

void fixture_pipe(int fds[2])
{
	cr_assert_eq(pipe2(fds, O_CLOEXEC), 0, "pipe2: %s", strerror(errno));
}

pid_t fixture_feed(int fd, const void *data, size_t len, size_t piece)
{
	pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid > 0)
		return pid;
	for (size_t at = 0; at < len; at += piece)
		fixture_write(fd, (const uint8_t *)data + at, len - at < piece ? len - at : piece);
	_exit(0);
}

void fixture_reap(pid_t pid)
{
	int status = 0;

	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the writing child failed");
}

unsigned fixture_n_fds(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned n = 0;

	cr_assert_not_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

void fixture_deny(long nr, int error)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)nr, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = sizeof(filter) / sizeof(filter[0]), .filter = filter };

	cr_assert_eq(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
		cr_skip_test("the kernel has no seccomp filters");
}

void fixture_digest(const char *name, const void *data, size_t len, size_t digest_len, uint8_t *ret_digest)
{
	EVP_MD *md = EVP_MD_fetch(NULL, name, NULL);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();

	cr_assert(md && ctx, "libcrypto has no %s", name);
	cr_assert_eq(EVP_DigestInit_ex2(ctx, md, NULL), 1);
	cr_assert_eq(EVP_DigestUpdate(ctx, data, len), 1);
	if (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)
		cr_assert_eq(EVP_DigestFinalXOF(ctx, ret_digest, digest_len), 1);
	else
		cr_assert_eq(EVP_DigestFinal_ex(ctx, ret_digest, NULL), 1);
	EVP_MD_CTX_free(ctx);
	EVP_MD_free(md);
}

const struct ringsum_digest *fixture_sha256(void)
{
	static struct ringsum_digest *sha256;

	if (!sha256)
		cr_assert_eq(ringsum_digest_open("SHA2-256", 0, &sha256), 0);
	return sha256;
}

struct ringsum_job fixture_job(const char *path, int fd)
{
	static const struct ringsum_digest *digests[1];

	digests[0] = fixture_sha256();
	return (struct ringsum_job){
		.path = path,
		.fd = fd,
		.length = RINGSUM_TO_END,
		.digests = digests,
		.n_digests = 1,
	};
}

struct fixture_outcome fixture_hash(enum ringsum_io io, const struct ringsum_job *job)
{
	struct ringsum_options options = { .io = io, .n_workers = 1 };
	struct fixture_outcome outcome;
	struct ringsum_result result;
	struct ringsum_batch *batch;

	cr_assert_eq(ringsum_batch_create(&options, &batch), 0);
	cr_assert_eq(ringsum_batch_add(batch, job), 0);
	cr_assert_eq(ringsum_batch_next(batch, -1, &result), 1);
	outcome = (struct fixture_outcome){
		.error = result.error,
		.stage = result.stage,
		.is_torn = result.is_torn,
		.n_bytes = result.n_bytes,
		.n_digests = result.n_digests,
	};
	for (unsigned d = 0; d < result.n_digests; d++) {
		size_t len = ringsum_digest_len(job->digests[d]);

		memcpy(outcome.digests[d], result.digests[d], len < RINGSUM_DIGEST_MAX ? len : RINGSUM_DIGEST_MAX);
	}
	cr_assert_eq(ringsum_batch_next(batch, -1, &result), 0, "more results than jobs");
	ringsum_batch_destroy(batch);
	return outcome;
}

void fixture_expect(const struct fixture_outcome *outcome, const void *data, size_t len)
{
	uint8_t digest[32];

	fixture_digest("SHA2-256", data, len, 0, digest);
	cr_assert_eq(outcome->error, 0, "error %d at stage %d, %zu bytes expected", outcome->error, outcome->stage, len);
	cr_assert_eq(outcome->stage, RINGSUM_STAGE_NONE);
	cr_assert_eq(outcome->n_bytes, len, "%llu bytes instead of %zu", (unsigned long long)outcome->n_bytes, len);
	cr_assert_eq(outcome->n_digests, 1u);
	cr_assert_arr_eq(outcome->digests[0], digest, sizeof(digest), "wrong digest over %zu bytes", len);
}

void fixture_expect_error(const struct fixture_outcome *outcome, int error, enum ringsum_stage stage)
{
	cr_assert_eq(outcome->error, error, "error %d instead of %d", outcome->error, error);
	cr_assert_eq(outcome->stage, stage, "stage %d instead of %d", outcome->stage, stage);
	cr_assert_eq(outcome->n_digests, 0u, "a digest in spite of the error");
}
