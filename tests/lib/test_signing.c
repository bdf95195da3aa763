/* SPDX-License-Identifier: MIT */
/*
 * Signatures in both directions: what ringsum signs libcrypto verifies, and what libcrypto signs ringsum verifies, with
 * keys made here. Messages come through batches, large enough to be read in many pieces.
 */
#include "fixture.h"
#include "digest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

TestSuite(signing, .fini = fixture_no_leaks);

#define MESSAGE_LEN 3000001
#define MAX_SIGNATURE 512

struct kind {
	const char *type;
	const char *curve; /* or NULL: RSA's bits, or nothing */
	size_t bits;
	const char *digest;
	bool is_whole; /* signs the message itself */
	struct ringsum_setting settings[2];
	size_t n_settings;
	const char *label; /* the digest below, as the table names it */
};

static const struct kind kinds[] = {
	{ "RSA", NULL, 1024, "SHA2-256", false, { { NULL, NULL } }, 0, "SHA2-256" },
	{ "RSA", NULL, 1024, NULL, false, { { NULL, NULL } }, 0, "SHA2-256" },
	{ "RSA", NULL, 1024, "sha1", false, { { NULL, NULL } }, 0, "SHA1" },
	{ "RSA", NULL, 1024, "SHA-256", false, { { "rsa_padding_mode", "pss" }, { "rsa_pss_saltlen", "20" } }, 2, "SHA2-256" },
	{ "EC", "P-256", 0, "SHA2-256", false, { { NULL, NULL } }, 0, "SHA2-256" },
	{ "EC", "P-384", 0, "SHA2-384", false, { { NULL, NULL } }, 0, "SHA2-384" },
	{ "ED25519", NULL, 0, NULL, true, { { NULL, NULL } }, 0, NULL },
	{ "ED448", NULL, 0, NULL, true, { { NULL, NULL } }, 0, NULL },
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

static EVP_PKEY *make_key(const struct kind *kind)
{
	EVP_PKEY *key;

	if (kind->bits)
		key = EVP_PKEY_Q_keygen(NULL, NULL, kind->type, kind->bits);
	else if (kind->curve)
		key = EVP_PKEY_Q_keygen(NULL, NULL, kind->type, kind->curve);
	else
		key = EVP_PKEY_Q_keygen(NULL, NULL, kind->type);
	cr_assert_not_null(key, "%s", kind->type);
	return key;
}

static const char *write_key(EVP_PKEY *key, bool is_public)
{
	BIO *bio = BIO_new(BIO_s_mem());
	char *data = NULL;
	const char *path;
	long len;

	if (is_public)
		cr_assert_eq(PEM_write_bio_PUBKEY(bio, key), 1);
	else
		cr_assert_eq(PEM_write_bio_PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL), 1);
	len = BIO_get_mem_data(bio, &data);
	path = fixture_path(fixture_file(data, (size_t)len));
	BIO_free(bio);
	return path;
}

/* libcrypto's context, ready to sign or verify the message as this kind does. */
static EVP_MD_CTX *context_of(const struct kind *kind, EVP_PKEY *key, bool is_verify)
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	EVP_PKEY_CTX *settings = NULL;

	if (is_verify)
		cr_assert_eq(EVP_DigestVerifyInit_ex(ctx, &settings, kind->label, NULL, NULL, key, NULL), 1);
	else
		cr_assert_eq(EVP_DigestSignInit_ex(ctx, &settings, kind->label, NULL, NULL, key, NULL), 1);
	for (size_t i = 0; i < kind->n_settings; i++)
		cr_assert_gt(EVP_PKEY_CTX_ctrl_str(settings, kind->settings[i].name, kind->settings[i].value), 0);
	return ctx;
}

static struct ringsum_digest *open_signing(const struct kind *kind, const char *path, const void *signature, size_t len)
{
	struct ringsum_signing signing = {
		.key = path, .is_public = signature != NULL, .digest = kind->digest, .settings = kind->settings,
		.n_settings = kind->n_settings, .signature = signature, .signature_len = len,
	};
	struct ringsum_digest *digest = NULL;

	cr_assert_eq(ringsum_digest_open_signing(&signing, &digest, NULL), 0, "%s", kind->type);
	cr_assert_str_eq(ringsum_digest_key_type(digest), kind->type);
	cr_assert_eq(ringsum_digest_algo(digest), kind->label ? ringsum_algo_find(kind->label, strlen(kind->label)) : NULL);
	return digest;
}

/* One job for all of these digests, its result copied to where there is room. */
static void run(enum ringsum_io io, int fd, struct ringsum_digest *const *digests, unsigned n, uint8_t (*ret)[MAX_SIGNATURE],
		size_t *ret_lens)
{
	struct ringsum_options options = { .io = io, .n_workers = 2 };
	struct ringsum_job job = {
		.path = fixture_path(fd), .fd = AT_FDCWD, .length = RINGSUM_TO_END,
		.digests = (const struct ringsum_digest *const *)digests, .n_digests = n,
	};
	struct ringsum_result result;
	struct ringsum_batch *batch;

	cr_assert_eq(ringsum_batch_create(&options, &batch), 0);
	cr_assert_eq(ringsum_batch_add(batch, &job), 0);
	cr_assert_eq(ringsum_batch_next(batch, -1, &result), 1);
	cr_assert_eq(result.error, 0, "error %d at stage %d", result.error, result.stage);
	for (unsigned d = 0; d < n; d++) {
		cr_assert_leq(result.digest_lens[d], ringsum_digest_len(digests[d]));
		memcpy(ret[d], result.digests[d], result.digest_lens[d]);
		ret_lens[d] = result.digest_lens[d];
	}
	ringsum_batch_destroy(batch);
}

/* All kinds in one reading of the file. */
EACH_IO(signing, libcrypto_verifies)
{
	uint8_t *message = fixture_bytes(MESSAGE_LEN);
	struct ringsum_digest *digests[N_KINDS];
	uint8_t signatures[N_KINDS][MAX_SIGNATURE];
	EVP_PKEY *keys[N_KINDS];
	size_t lens[N_KINDS];

	fixture_skip_without_ring(*io);
	for (size_t i = 0; i < N_KINDS; i++) {
		keys[i] = make_key(&kinds[i]);
		digests[i] = open_signing(&kinds[i], write_key(keys[i], false), NULL, 0);
		cr_assert_eq(ringsum_digest_kind(digests[i]), RINGSUM_DIGEST_SIGN);
		cr_assert_eq(ringsum_digest_len(digests[i]), (size_t)EVP_PKEY_get_size(keys[i]));
	}
	run(*io, fixture_file(message, MESSAGE_LEN), digests, N_KINDS, signatures, lens);
	for (size_t i = 0; i < N_KINDS; i++) {
		EVP_MD_CTX *ctx = context_of(&kinds[i], keys[i], true);

		cr_assert_eq(EVP_DigestVerify(ctx, signatures[i], lens[i], message, MESSAGE_LEN), 1, "%zu: %s", i, kinds[i].type);
		EVP_MD_CTX_free(ctx);
		EVP_PKEY_free(keys[i]);
		ringsum_digest_close(digests[i]);
	}
	free(message);
	cr_assert_eq(ERR_peek_error(), 0u);
}

EACH_IO(signing, verifies_libcryptos)
{
	uint8_t *message = fixture_bytes(MESSAGE_LEN);
	struct ringsum_digest *digests[N_KINDS];
	uint8_t verdicts[N_KINDS][MAX_SIGNATURE];
	size_t lens[N_KINDS];

	fixture_skip_without_ring(*io);
	for (size_t i = 0; i < N_KINDS; i++) {
		EVP_PKEY *key = make_key(&kinds[i]);
		EVP_MD_CTX *ctx = context_of(&kinds[i], key, false);
		uint8_t signature[MAX_SIGNATURE];
		size_t len = sizeof(signature);

		cr_assert_eq(EVP_DigestSign(ctx, signature, &len, message, MESSAGE_LEN), 1);
		digests[i] = open_signing(&kinds[i], write_key(key, true), signature, len);
		cr_assert_eq(ringsum_digest_kind(digests[i]), RINGSUM_DIGEST_VERIFY);
		cr_assert_eq(ringsum_digest_len(digests[i]), 1u);
		EVP_MD_CTX_free(ctx);
		EVP_PKEY_free(key);
	}
	run(*io, fixture_file(message, MESSAGE_LEN), digests, N_KINDS, verdicts, lens);
	for (size_t i = 0; i < N_KINDS; i++)
		cr_assert(lens[i] == 1 && verdicts[i][0] == 1, "%zu: %s", i, kinds[i].type);
	message[MESSAGE_LEN / 2] ^= 1;
	run(*io, fixture_file(message, MESSAGE_LEN), digests, N_KINDS, verdicts, lens);
	for (size_t i = 0; i < N_KINDS; i++) {
		cr_assert(lens[i] == 1 && verdicts[i][0] == 0, "%zu: %s", i, kinds[i].type);
		ringsum_digest_close(digests[i]);
	}
	free(message);
	cr_assert_eq(ERR_peek_error(), 0u);
}

/* ECDSA's are DER (RFC 3279, 2.2.3): what is none is no wrong signature, but an error. */
Test(signing, what_is_no_signature)
{
	const struct kind *ec = &kinds[4];
	EVP_PKEY *key = make_key(ec);
	struct ringsum_digest *digest = open_signing(ec, write_key(key, true), "garbage", 7);
	struct ringsum_job job = fixture_job(NULL, fixture_file("abc", 3));
	struct fixture_outcome outcome;

	job.digests = (const struct ringsum_digest *const *)&digest;
	outcome = fixture_hash(RINGSUM_IO_AUTO, &job);
	fixture_expect_error(&outcome, -EBADMSG, RINGSUM_STAGE_DIGEST);
	job.path = fixture_path(job.fd);
	outcome = fixture_hash(RINGSUM_IO_AUTO, &job);
	fixture_expect_error(&outcome, -EBADMSG, RINGSUM_STAGE_DIGEST);
	ringsum_digest_close(digest);
	EVP_PKEY_free(key);
}

static void expect_too_large(enum ringsum_io io, const char *path, int fd)
{
	const struct kind *ed25519 = &kinds[6];
	EVP_PKEY *key = make_key(ed25519);
	struct ringsum_digest *digest = open_signing(ed25519, write_key(key, false), NULL, 0);
	struct ringsum_job job = fixture_job(path, fd);
	struct fixture_outcome outcome;

	job.digests = (const struct ringsum_digest *const *)&digest;
	outcome = fixture_hash(io, &job);
	fixture_expect_error(&outcome, -EFBIG, RINGSUM_STAGE_DIGEST);
	ringsum_digest_close(digest);
	EVP_PKEY_free(key);
}

/* Input without an end fails nevertheless, as soon as it is too much. */
Test(signing, endless_message, .timeout = 120)
{
	expect_too_large(RINGSUM_IO_PLAIN, "/dev/zero", AT_FDCWD);
	expect_too_large(RINGSUM_IO_AUTO, "/dev/zero", AT_FDCWD);
}

/* And a file of a terabyte is not read to its end. */
Test(signing, large_message, .timeout = 120)
{
	int fd = fixture_file("", 0);

	if (ftruncate(fd, (off_t)1 << 40) < 0)
		cr_skip_test("no such large files here");
	expect_too_large(RINGSUM_IO_AUTO, NULL, fd);
	close(fd);
}
