/* SPDX-License-Identifier: MIT */
/*
 * Keys that several threads use at once, made for ThreadSanitizer: many jobs on several workers, one large file whose
 * digests are computed beside each other, two batches over the same opened digests, an end in the middle. What is
 * signed here libcrypto verifies. Says what is wrong and exits with 1.
 */
#include <ringsum.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#define CHECK(is_true) \
	do { \
		if (!(is_true)) { \
			fprintf(stderr, "%s:%d: %s is not so\n", __FILE__, __LINE__, #is_true); \
			exit(1); \
		} \
	} while (0)

/* As in test_batch_threads.c: memory that liburing maps looks shared where it is not. */
extern const char *__tsan_default_suppressions(void);

const char *__tsan_default_suppressions(void)
{
	return "race:liburing.h\n";
}

#define KEY "between two threads"
#define LARGE 3000000
#define N_FILES 4

static const size_t sizes[N_FILES] = { LARGE, 0, 70000, 1 };

/* What a job asks for; one of each kind, and both ways of signing. */
enum wanted { PLAIN, MAC, SIGN_RSA, VERIFY_RSA, SIGN_WHOLE, VERIFY_WHOLE, PLAIN_TOO, MAC_TOO, N_WANTED };

/* Set up once by main(), only read by the threads. */
static uint8_t *data;
static char paths[N_FILES][32];
static int fds[N_FILES];
static uint8_t plain[N_FILES][32];
static uint8_t macs[N_FILES][32];
static EVP_PKEY *rsa;
static EVP_PKEY *ed25519;
static const struct ringsum_digest *digests[N_WANTED];

static int temporary(const void *bytes, size_t len)
{
	char name[] = "/var/tmp/ringsum-test-XXXXXX";
	int fd = mkostemp(name, O_CLOEXEC);

	CHECK(fd >= 0);
	unlink(name);
	CHECK(write(fd, bytes, len) == (ssize_t)len);
	return fd;
}

static void set_up_files(void)
{
	uint32_t x = 2463534242u;

	data = malloc(LARGE + N_FILES);
	CHECK(data);
	for (size_t i = 0; i < LARGE + N_FILES; i++) {
		x = x * 1664525u + 1013904223u;
		data[i] = (uint8_t)(x >> 24);
	}
	for (unsigned i = 0; i < N_FILES; i++) {
		fds[i] = temporary(data + i, sizes[i]);
		snprintf(paths[i], sizeof(paths[i]), "/proc/self/fd/%d", fds[i]);
		CHECK(EVP_Digest(data + i, sizes[i], plain[i], NULL, EVP_sha256(), NULL) == 1);
		CHECK(EVP_Q_mac(NULL, "HMAC", NULL, "SHA2-256", NULL, KEY, strlen(KEY), data + i, sizes[i], macs[i], 32, NULL));
	}
}

static struct ringsum_digest *open_mac(void)
{
	struct ringsum_mac mac = { .digest = "SHA256", .key = KEY, .key_len = strlen(KEY) };
	struct ringsum_digest *digest;

	CHECK(ringsum_digest_open_mac(&mac, &digest, NULL) == 0);
	return digest;
}

/* Through a file, as there is no other way for keys. */
static struct ringsum_digest *open_signing(EVP_PKEY *key, const void *signature, size_t len)
{
	struct ringsum_signing signing = { .signature = signature, .signature_len = len };
	struct ringsum_digest *digest;
	BIO *bio = BIO_new(BIO_s_mem());
	char path[32];
	char *text;
	long text_len;
	int fd;

	CHECK(bio && PEM_write_bio_PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL) == 1);
	text_len = BIO_get_mem_data(bio, &text);
	fd = temporary(text, (size_t)text_len);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	signing.key = path;
	CHECK(ringsum_digest_open_signing(&signing, &digest, NULL) == 0);
	close(fd);
	BIO_free(bio);
	return digest;
}

/* The signature of the first file, which is no other file's. */
static struct ringsum_digest *open_verifying(EVP_PKEY *key, const EVP_MD *md)
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	uint8_t signature[512];
	size_t len = sizeof(signature);

	CHECK(ctx && EVP_DigestSignInit(ctx, NULL, md, NULL, key) == 1);
	CHECK(EVP_DigestSign(ctx, signature, &len, data, sizes[0]) == 1);
	EVP_MD_CTX_free(ctx);
	return open_signing(key, signature, len);
}

static void set_up(void)
{
	struct ringsum_digest *sha256;

	set_up_files();
	rsa = EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)1024);
	ed25519 = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
	CHECK(rsa && ed25519);
	CHECK(ringsum_digest_open("SHA256", 0, &sha256) == 0);
	digests[PLAIN] = digests[PLAIN_TOO] = sha256;
	digests[MAC] = digests[MAC_TOO] = open_mac();
	digests[SIGN_RSA] = open_signing(rsa, NULL, 0);
	digests[SIGN_WHOLE] = open_signing(ed25519, NULL, 0);
	digests[VERIFY_RSA] = open_verifying(rsa, EVP_sha256());
	digests[VERIFY_WHOLE] = open_verifying(ed25519, NULL);
}

static void tear_down(void)
{
	for (unsigned d = 0; d < PLAIN_TOO; d++)
		ringsum_digest_close((struct ringsum_digest *)digests[d]);
	EVP_PKEY_free(rsa);
	EVP_PKEY_free(ed25519);
	for (unsigned i = 0; i < N_FILES; i++)
		close(fds[i]);
	free(data);
}

static struct ringsum_batch *create(enum ringsum_io io, unsigned n_workers, unsigned window)
{
	struct ringsum_options options = { .io = io, .n_workers = n_workers, .window = window };
	struct ringsum_batch *batch;

	CHECK(ringsum_batch_create(&options, &batch) == 0);
	return batch;
}

static void add(struct ringsum_batch *batch, uintptr_t file)
{
	struct ringsum_job job = {
		.path = paths[file],
		.fd = AT_FDCWD,
		.length = RINGSUM_TO_END,
		.digests = digests,
		.n_digests = N_WANTED,
		.cookie = (void *)file,
	};

	CHECK(ringsum_batch_add(batch, &job) == 0);
}

static void expect_signature(const struct ringsum_result *result, unsigned d, EVP_PKEY *key, const EVP_MD *md)
{
	uintptr_t file = (uintptr_t)result->cookie;
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();

	CHECK(ctx && EVP_DigestVerifyInit(ctx, NULL, md, NULL, key) == 1);
	CHECK(EVP_DigestVerify(ctx, result->digests[d], result->digest_lens[d], data + file, sizes[file]) == 1);
	EVP_MD_CTX_free(ctx);
}

static void expect(const struct ringsum_result *result)
{
	uintptr_t file = (uintptr_t)result->cookie;

	CHECK(result->error == 0 && !result->is_torn && result->n_bytes == sizes[file]);
	CHECK(result->n_digests == N_WANTED);
	for (unsigned d = PLAIN; d <= PLAIN_TOO; d += PLAIN_TOO)
		CHECK(result->digest_lens[d] == 32 && memcmp(result->digests[d], plain[file], 32) == 0);
	for (unsigned d = MAC; d <= MAC_TOO; d += MAC_TOO - MAC)
		CHECK(result->digest_lens[d] == 32 && memcmp(result->digests[d], macs[file], 32) == 0);
	for (unsigned d = VERIFY_RSA; d <= VERIFY_WHOLE; d += VERIFY_WHOLE - VERIFY_RSA)
		CHECK(result->digest_lens[d] == 1 && result->digests[d][0] == (file == 0));
	expect_signature(result, SIGN_RSA, rsa, EVP_sha256());
	expect_signature(result, SIGN_WHOLE, ed25519, NULL);
}

static void test_many(enum ringsum_io io, unsigned n_workers)
{
	struct ringsum_batch *batch = create(io, n_workers, 40);
	struct ringsum_result result;
	unsigned n = 0;

	for (uintptr_t i = 0; i < 40; i++)
		add(batch, i % 10 ? 1 + i % (N_FILES - 1) : 0);
	while (ringsum_batch_next(batch, -1, &result) == 1) {
		expect(&result);
		n++;
	}
	CHECK(n == 40);
	ringsum_batch_destroy(batch);
}

/* One file at a time: a thread reads, others compute its digests. */
static void test_lone(enum ringsum_io io, unsigned n_workers)
{
	struct ringsum_batch *batch = create(io, n_workers, 2);
	struct ringsum_result result;

	for (uintptr_t i = 0; i < 6; i++) {
		add(batch, i % 3 == 2 ? 2 : 0);
		CHECK(ringsum_batch_next(batch, -1, &result) == 1);
		expect(&result);
	}
	ringsum_batch_destroy(batch);
}

/* Messages that nobody finishes. */
static void test_destroy(enum ringsum_io io, unsigned n_workers, unsigned n_jobs)
{
	struct ringsum_batch *batch = create(io, n_workers, 40);
	struct ringsum_result result;

	for (unsigned i = 0; i < n_jobs; i++)
		add(batch, 0);
	CHECK(ringsum_batch_next(batch, 0, &result) >= -ETIMEDOUT);
	ringsum_batch_destroy(batch);
}

static void *many_in_a_thread(void *arg)
{
	const enum ringsum_io *io = arg;

	test_many(*io, 2);
	return NULL;
}

static void test_two_batches(enum ringsum_io io)
{
	pthread_t threads[2];

	for (unsigned i = 0; i < 2; i++)
		CHECK(pthread_create(&threads[i], NULL, many_in_a_thread, &io) == 0);
	for (unsigned i = 0; i < 2; i++)
		CHECK(pthread_join(threads[i], NULL) == 0);
}

static void test_all(enum ringsum_io io)
{
	test_many(io, 1);
	test_many(io, 4);
	for (unsigned n_workers = 1; n_workers <= 2; n_workers++) {
		test_lone(io, n_workers);
		test_destroy(io, n_workers, 1);
		test_destroy(io, n_workers, 10);
	}
	test_two_batches(io);
}

int main(void)
{
	struct ringsum_about about;

	set_up();
	ringsum_about(&about);
	test_all(RINGSUM_IO_PLAIN);
	test_all(RINGSUM_IO_AUTO);
	if (about.ring_error == 0)
		test_all(RINGSUM_IO_RING);
	tear_down();
	return 0;
}
