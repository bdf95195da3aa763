/* SPDX-License-Identifier: MIT */
/*
 * NIST's CAVP vectors for SHA-1 and SHA-2, through the serial digest and, written to files, through the public batch.
 * Leaves the lanes to their own test.
 */
#include "cavp.h"
#include "digest.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N_MONTE_ROUNDS 1000

struct algorithm {
	char name[16];
	char stem[16];
	unsigned n_short; /* vectors that the file is known to have */
	unsigned n_long;
};

static struct algorithm algorithms[] = {
	{ "SHA1", "SHA1", 65, 64 },
	{ "SHA2-224", "SHA224", 65, 64 },
	{ "SHA2-256", "SHA256", 65, 64 },
	{ "SHA2-384", "SHA384", 129, 128 },
	{ "SHA2-512", "SHA512", 129, 128 },
	{ "SHA2-512/224", "SHA512_224", 129, 128 },
	{ "SHA2-512/256", "SHA512_256", 129, 128 },
};

#define N_ALGORITHMS (sizeof(algorithms) / sizeof(algorithms[0]))

/* ---- the serial digest ---- */

static void digest_in_pieces(struct rs_serial *serial, const struct ringsum_digest *digest,
			     const struct cavp_vector *vector, size_t piece_len, uint8_t *ret_digest)
{
	cr_assert_eq(rs_serial_begin(serial, digest), 0);
	for (size_t done = 0; done < vector->msg_len; done += piece_len) {
		size_t left = vector->msg_len - done;

		cr_assert_eq(rs_serial_feed(serial, vector->msg + done, left < piece_len ? left : piece_len), 0);
	}
	cr_assert_eq(rs_serial_final(serial, ret_digest), 0);
}

static unsigned check_messages(const struct algorithm *algorithm, const char *kind)
{
	static const size_t piece_lens[] = { SIZE_MAX / 2, 1, 63, 64, 65, 129 };
	struct cavp_file *file = cavp_open(algorithm->stem, kind);
	struct ringsum_digest *digest = NULL;
	struct rs_serial *serial = NULL;
	struct cavp_vector vector;
	unsigned n = 0;

	cr_assert_not_null(file);
	cr_assert_eq(ringsum_digest_open(algorithm->name, 0, &digest), 0);
	cr_assert_eq(rs_serial_create(&serial), 0);
	for (; cavp_next(file, &vector); n++) {
		cr_assert_eq(vector.digest_len, ringsum_digest_len(digest));
		for (size_t i = 0; i < sizeof(piece_lens) / sizeof(piece_lens[0]); i++) {
			uint8_t got[RINGSUM_DIGEST_MAX];

			digest_in_pieces(serial, digest, &vector, piece_lens[i], got);
			cr_assert_arr_eq(got, vector.digest, vector.digest_len, "%s %s, %zu bytes",
					 algorithm->name, kind, vector.msg_len);
		}
	}
	rs_serial_destroy(serial);
	ringsum_digest_close(digest);
	cavp_close(file);
	return n;
}

ParameterizedTestParameters(cavp, messages)
{
	return cr_make_param_array(struct algorithm, algorithms, N_ALGORITHMS);
}

ParameterizedTest(struct algorithm *algorithm, cavp, messages)
{
	cr_assert_eq(check_messages(algorithm, "ShortMsg"), algorithm->n_short);
	cr_assert_eq(check_messages(algorithm, "LongMsg"), algorithm->n_long);
}

/* One checkpoint: the last three digests are the next message, a thousand times. @seed becomes the last digest. */
static void monte_carlo(struct rs_serial *serial, const struct ringsum_digest *digest, uint8_t *seed, size_t len)
{
	uint8_t last[3 * RINGSUM_DIGEST_MAX];

	for (int i = 0; i < 3; i++)
		memcpy(last + (size_t)i * len, seed, len);
	for (int i = 0; i < N_MONTE_ROUNDS; i++) {
		cr_assert_eq(rs_serial_begin(serial, digest), 0);
		cr_assert_eq(rs_serial_feed(serial, last, 3 * len), 0);
		cr_assert_eq(rs_serial_final(serial, seed), 0);
		memmove(last, last + len, 2 * len);
		memcpy(last + 2 * len, seed, len);
	}
}

ParameterizedTestParameters(cavp, monte)
{
	return cr_make_param_array(struct algorithm, algorithms, N_ALGORITHMS);
}

ParameterizedTest(struct algorithm *algorithm, cavp, monte)
{
	struct cavp_file *file = cavp_open(algorithm->stem, "Monte");
	struct ringsum_digest *digest = NULL;
	struct rs_serial *serial = NULL;
	uint8_t seed[RINGSUM_DIGEST_MAX];
	struct cavp_vector vector;
	unsigned n = 0;

	cr_assert_not_null(file);
	cr_assert_eq(ringsum_digest_open(algorithm->name, 0, &digest), 0);
	cr_assert_eq(rs_serial_create(&serial), 0);
	for (; cavp_next(file, &vector); n++) {
		if (n == 0) {
			size_t seed_len;
			const uint8_t *first = cavp_seed(file, &seed_len);

			cr_assert_eq(seed_len, ringsum_digest_len(digest));
			memcpy(seed, first, seed_len);
		}
		monte_carlo(serial, digest, seed, vector.digest_len);
		cr_assert_arr_eq(seed, vector.digest, vector.digest_len, "%s, checkpoint %u", algorithm->name, n);
	}
	cr_assert_eq(n, 100);
	rs_serial_destroy(serial);
	ringsum_digest_close(digest);
	cavp_close(file);
}

/* ---- whole files through the public batch ---- */

/* One message as a file, and what its digest must be; the cookie of its job. */
struct expected {
	char path[256];
	size_t msg_len;
	uint8_t digest[RINGSUM_DIGEST_MAX];
	size_t digest_len;
};

static void write_file(const char *path, const void *data, size_t len)
{
	int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);

	cr_assert_geq(fd, 0);
	cr_assert_eq(write(fd, data, len), (ssize_t)len);
	close(fd);
}

static void check_result(const struct ringsum_result *result, const struct expected *want)
{
	cr_assert_eq(result->cookie, (void *)want, "results come in the order of the jobs");
	cr_assert_eq(result->error, 0, "%s: %s", want->path, strerror(-result->error));
	cr_assert_not(result->is_torn);
	cr_assert_eq(result->n_bytes, want->msg_len);
	cr_assert_eq(result->n_digests, 1);
	cr_assert_arr_eq(result->digests[0], want->digest, want->digest_len, "%s, %zu bytes", want->path,
			 want->msg_len);
}

/* Hand every file in, taking results whenever the window is full. */
static void run_batch(struct ringsum_batch *batch, const struct ringsum_digest *digest, struct expected *wants,
		      unsigned n_wants)
{
	struct ringsum_result result;
	unsigned n_added = 0, n_taken = 0;

	while (n_taken < n_wants) {
		int err = -EAGAIN;

		if (n_added < n_wants) {
			struct ringsum_job job = {
				.path = wants[n_added].path,
				.fd = AT_FDCWD,
				.length = RINGSUM_TO_END,
				.digests = &digest,
				.n_digests = 1,
				.cookie = &wants[n_added],
			};

			err = ringsum_batch_add(batch, &job);
		}
		if (!err) {
			n_added++;
			continue;
		}
		cr_assert_eq(err, -EAGAIN);
		cr_assert_eq(ringsum_batch_next(batch, -1, &result), 1);
		check_result(&result, &wants[n_taken++]);
	}
	cr_assert_eq(ringsum_batch_next(batch, -1, &result), 0);
}

static unsigned write_messages(const struct algorithm *algorithm, const char *dir, struct expected *ret_wants)
{
	static const char *const kinds[] = { "ShortMsg", "LongMsg" };
	unsigned n = 0;

	for (int i = 0; i < 2; i++) {
		struct cavp_file *file = cavp_open(algorithm->stem, kinds[i]);
		struct cavp_vector vector;

		cr_assert_not_null(file);
		for (; cavp_next(file, &vector); n++) {
			struct expected *want = &ret_wants[n];

			snprintf(want->path, sizeof(want->path), "%s/%u", dir, n);
			write_file(want->path, vector.msg, vector.msg_len);
			want->msg_len = vector.msg_len;
			want->digest_len = vector.digest_len;
			memcpy(want->digest, vector.digest, vector.digest_len);
		}
		cavp_close(file);
	}
	return n;
}

static void check_algorithm(const struct algorithm *algorithm, const struct ringsum_options *options)
{
	const char *tmp = getenv("TMPDIR");
	char dir[200];
	struct expected *wants = calloc(algorithm->n_short + algorithm->n_long, sizeof(*wants));
	struct ringsum_digest *digest = NULL;
	struct ringsum_batch *batch = NULL;
	unsigned n;

	cr_assert_not_null(wants);
	snprintf(dir, sizeof(dir), "%s/ringsum-cavp-XXXXXX", tmp ? tmp : "/tmp");
	cr_assert_not_null(mkdtemp(dir));
	n = write_messages(algorithm, dir, wants);
	cr_assert_eq(n, algorithm->n_short + algorithm->n_long);
	cr_assert_eq(ringsum_digest_open(algorithm->name, 0, &digest), 0);
	cr_assert_eq(ringsum_batch_create(options, &batch), 0);
	run_batch(batch, digest, wants, n);
	ringsum_batch_destroy(batch);
	ringsum_digest_close(digest);
	for (unsigned i = 0; i < n; i++)
		unlink(wants[i].path);
	rmdir(dir);
	free(wants);
}

static struct ringsum_options batches[] = {
	{ .io = RINGSUM_IO_AUTO },
	{ .io = RINGSUM_IO_RING, .n_workers = 1 },
	{ .io = RINGSUM_IO_RING, .n_workers = 2 },
	{ .io = RINGSUM_IO_PLAIN, .n_workers = 1 },
	{ .io = RINGSUM_IO_PLAIN, .n_workers = 2 },
};

ParameterizedTestParameters(cavp, files)
{
	return cr_make_param_array(struct ringsum_options, batches, sizeof(batches) / sizeof(batches[0]));
}

ParameterizedTest(struct ringsum_options *options, cavp, files)
{
	struct ringsum_about about;

	ringsum_about(&about);
	if (options->io == RINGSUM_IO_RING && about.ring_error)
		cr_skip_test("io_uring is refused here");
	for (size_t i = 0; i < N_ALGORITHMS; i++)
		check_algorithm(&algorithms[i], options);
}
