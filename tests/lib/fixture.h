/* SPDX-License-Identifier: MIT */
/*
 * What the library's tests share: inputs, the digests that libcrypto gives for them, system calls that the kernel
 * refuses. Whatever cannot be set up ends the test.
 */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <ringsum.h>

#include <sys/types.h>

/** A test that is run once for each way of reading, which it finds in *io. */
#define EACH_IO(suite, name) \
	ParameterizedTestParameters(suite, name) \
	{ \
		return fixture_ios(); \
	} \
	ParameterizedTest(enum ringsum_io *io, suite, name, .timeout = 120, .fini = fixture_no_leaks)

/** All ways of reading; never written to, but Criterion's parameters are not const. */
#define FIXTURE_N_IOS 6
extern enum ringsum_io fixture_all_ios[FIXTURE_N_IOS];

struct criterion_test_params fixture_ios(void);

/** fixture_no_leaks() - under AddressSanitizer: fail when memory was lost, which Criterion alone would not notice */
void fixture_no_leaks(void);

/** fixture_skip_without_ring() - end the test as skipped where @io cannot be had on this machine */
void fixture_skip_without_ring(enum ringsum_io io);

/** fixture_bytes() - @len bytes that no shift or swap leaves equal; to be freed */
uint8_t *fixture_bytes(size_t len);

/** fixture_from_hex() - the bytes that pairs of hexadecimal digits stand for. Return: how many. */
size_t fixture_from_hex(const char *hex, uint8_t *ret_bytes);

/** fixture_file() - an open file without a name that holds @len bytes; position 0 */
int fixture_file(const void *data, size_t len);

/** fixture_path() - a path that opens the file behind @fd; static, good until the next call */
const char *fixture_path(int fd);

/** fixture_write() - all of it, whatever a single write(2) takes */
void fixture_write(int fd, const void *data, size_t len);

/** fixture_pipe() - a pipe, its reading end first */
void fixture_pipe(int fds[2]);

/** fixture_feed() - a child process that writes @data to @fd in @piece bytes at a time; fixture_reap() waits for it */
pid_t fixture_feed(int fd, const void *data, size_t len, size_t piece);
void fixture_reap(pid_t pid);

/** fixture_n_fds() - how many descriptors the process has open */
unsigned fixture_n_fds(void);

/** fixture_deny() - from here on the kernel answers @error (positive) to system call @nr, for this whole process */
void fixture_deny(long nr, int error);

/** fixture_digest() - libcrypto's one-shot digest; @digest_len counts for extendable-output functions alone */
void fixture_digest(const char *name, const void *data, size_t len, size_t digest_len, uint8_t *ret_digest);

/** fixture_sha256() - opened once in the process, never closed */
const struct ringsum_digest *fixture_sha256(void);

/** fixture_job() - the whole of @fd, or of @path where there is one, in SHA-256 */
struct ringsum_job fixture_job(const char *path, int fd);

/** What is left of a result when its batch is gone. */
struct fixture_outcome {
	int error;
	enum ringsum_stage stage;
	bool is_torn;
	uint64_t n_bytes;
	unsigned n_digests;
	uint8_t digests[RINGSUM_JOB_DIGESTS_MAX][RINGSUM_DIGEST_MAX];
};

/** fixture_hash() - one job through a batch of its own */
struct fixture_outcome fixture_hash(enum ringsum_io io, const struct ringsum_job *job);

/** fixture_expect() - the outcome is the SHA-256 of these bytes, without an error; @data: not NULL */
void fixture_expect(const struct fixture_outcome *outcome, const void *data, size_t len);

/** fixture_expect_error() - the outcome is this error at this stage, and no digest */
void fixture_expect_error(const struct fixture_outcome *outcome, int error, enum ringsum_stage stage);

#endif
