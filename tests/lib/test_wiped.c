/* SPDX-License-Identifier: MIT */
/*
 * Secrets that stay behind: all memory of the process is searched for keys, passphrases and collected messages, after
 * all that had them was closed.
 */
#include "fixture.h"
#include "digest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/pem.h>

TestSuite(wiped, .fini = fixture_no_leaks);

#define SECRET_LEN 24
/*
 * What comes before it in a key: libc writes into the beginning of what is freed, which must not be mistaken for
 * wiping.
 */
#define PREFIX_LEN 40
#define KEY_LEN (PREFIX_LEN + SECRET_LEN)

/* Nowhere in this program as it is. */
static void fill_secret(uint8_t *secret)
{
	for (size_t i = 0; i < SECRET_LEN; i++)
		secret[i] = (uint8_t)('a' + (i * 7 + i / 5) % 26);
}

static void fill_key(uint8_t *key)
{
	memset(key, 'x', PREFIX_LEN);
	fill_secret(key + PREFIX_LEN);
}

static size_t n_secrets_in(const uint8_t *data, size_t len)
{
	size_t n = 0;

	for (size_t at = 0; at + SECRET_LEN <= len; at++) {
		size_t i = 0;

		while (i < SECRET_LEN && data[at + i] == (uint8_t)('a' + (i * 7 + i / 5) % 26))
			i++;
		n += i == SECRET_LEN;
	}
	return n;
}

/* In all memory of this process that can be written to. */
static size_t n_secrets(void)
{
	static uint8_t piece[65536];
	FILE *maps = fopen("/proc/self/maps", "re");
	int mem = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
	unsigned long from, to;
	char line[512], may_write;
	size_t n = 0;

	cr_assert(maps && mem >= 0);
	while (fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx r%c", &from, &to, &may_write) != 3 || may_write != 'w')
			continue;
		for (; from < to; from += sizeof(piece) - SECRET_LEN) {
			ssize_t len = pread(mem, piece, to - from < sizeof(piece) ? to - from : sizeof(piece), (off_t)from);

			n += len > 0 ? n_secrets_in(piece, (size_t)len) : 0;
			explicit_bzero(piece, sizeof(piece));
		}
	}
	fclose(maps);
	close(mem);
	return n;
}

static void run_and_close(struct ringsum_digest *digest, const void *message, size_t len)
{
	struct rs_serial *serial = NULL;
	uint8_t out[128];

	cr_assert_eq(rs_serial_create(&serial), 0);
	cr_assert_eq(rs_serial_begin(serial, digest), 0);
	for (size_t at = 0; at < len; at += 1000)
		cr_assert_eq(rs_serial_feed(serial, (const uint8_t *)message + at, len - at < 1000 ? len - at : 1000), 0);
	cr_assert_eq(rs_serial_final(serial, out), 0);
	rs_serial_destroy(serial);
	ringsum_digest_close(digest);
}

static int write_key(EVP_PKEY *key, const char *passphrase)
{
	BIO *bio = BIO_new(BIO_s_mem());
	char *data = NULL;
	long len;
	int fd;

	cr_assert_eq(PEM_write_bio_PKCS8PrivateKey(bio, key, passphrase ? EVP_aes_256_cbc() : NULL, passphrase,
						   passphrase ? (int)strlen(passphrase) : 0, NULL, NULL), 1);
	len = BIO_get_mem_data(bio, &data);
	fd = fixture_file(data, (size_t)len);
	BIO_free(bio);
	return fd;
}

static void skip_where_memory_is_kept(void)
{
	if (getenv("RINGSUM_TEST_SAN"))
		cr_skip_test("a sanitizer has more memory than can be searched");
}

Test(wiped, keys_of_macs)
{
	char hex[2 * KEY_LEN + 1], text[KEY_LEN + 1] = "";
	const struct ringsum_setting settings[] = { { "hexkey", hex }, { "key", text } };
	uint8_t key[KEY_LEN];
	const struct ringsum_mac macs[] = {
		{ .key = key, .key_len = KEY_LEN },
		{ .settings = settings, .n_settings = 1 },
		{ .settings = settings, .n_settings = 2 },
		{ .settings = settings, .n_settings = 2, .key = key, .key_len = KEY_LEN },
	};

	skip_where_memory_is_kept();
	for (size_t i = 0; i < sizeof(macs) / sizeof(macs[0]); i++) {
		struct ringsum_digest *digest = NULL;

		fill_key(key);
		memcpy(text, key, KEY_LEN);
		for (size_t k = 0; k < KEY_LEN; k++)
			snprintf(hex + 2 * k, 3, "%02x", key[k]);
		cr_assert_geq(n_secrets(), 2u, "the search finds nothing");
		cr_assert_eq(ringsum_digest_open_mac(&macs[i], &digest, NULL), 0);
		explicit_bzero(key, sizeof(key));
		explicit_bzero(text, sizeof(text));
		run_and_close(digest, "abc", 3);
		cr_assert_eq(n_secrets(), 0u, "row %zu", i);
	}
}

Test(wiped, whole_messages)
{
	EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
	struct ringsum_signing signing = { .key = fixture_path(write_key(key, NULL)) };
	struct ringsum_digest *digest = NULL;
	size_t len = 1000000;
	uint8_t *message = fixture_bytes(len);

	skip_where_memory_is_kept();
	fill_key(message);
	fill_secret(message + len - SECRET_LEN);
	cr_assert_eq(ringsum_digest_open_signing(&signing, &digest, NULL), 0);
	run_and_close(digest, message, len);
	explicit_bzero(message, len);
	cr_assert_eq(n_secrets(), 0u);
	EVP_PKEY_free(key);
	free(message);
}

Test(wiped, passphrases)
{
	EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
	char passphrase[KEY_LEN + 1] = "";
	struct ringsum_signing signing = { .passphrase = passphrase };
	struct ringsum_digest *digest = NULL;

	skip_where_memory_is_kept();
	fill_key((uint8_t *)passphrase);
	signing.key = fixture_path(write_key(key, passphrase));
	cr_assert_eq(ringsum_digest_open_signing(&signing, &digest, NULL), 0);
	explicit_bzero(passphrase, sizeof(passphrase));
	run_and_close(digest, "abc", 3);
	cr_assert_eq(n_secrets(), 0u);
	EVP_PKEY_free(key);
}
