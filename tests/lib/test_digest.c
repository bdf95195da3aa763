/* SPDX-License-Identifier: MIT */
/*
 * Digests through libcrypto: names, lengths, refusals, and messages one after another in one context. Expected values
 * are the examples of FIPS 180-4 and FIPS 202 and of RFC 1321, as NIST and the RFC print them.
 */
#include "fixture.h"
#include "digest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/evp.h>

TestSuite(digest, .fini = fixture_no_leaks);

static struct ringsum_digest *open_digest(const char *name, size_t xof_len)
{
	struct ringsum_digest *digest = NULL;

	cr_assert_eq(ringsum_digest_open(name, xof_len, &digest), 0, "%s", name);
	return digest;
}

static void expect_hex(const uint8_t *digest, const char *hex)
{
	for (size_t i = 0; hex[2 * i]; i++) {
		unsigned byte;

		cr_assert_eq(sscanf(hex + 2 * i, "%2x", &byte), 1);
		cr_assert_eq(digest[i], byte, "byte %zu of %s", i, hex);
	}
}

static void expect_message(struct rs_serial *serial, const struct ringsum_digest *digest, const char *text, const char *hex)
{
	uint8_t out[512];

	cr_assert_eq(rs_serial_begin(serial, digest), 0);
	for (size_t i = 0; text[i]; i++)
		cr_assert_eq(rs_serial_feed(serial, text + i, 1), 0);
	cr_assert_eq(rs_serial_final(serial, out), 0);
	cr_assert_eq(ringsum_digest_len(digest), strlen(hex) / 2);
	expect_hex(out, hex);
}

Test(digest, published_examples)
{
	static const struct {
		const char *name;
		size_t xof_len;
		const char *text;
		const char *hex;
	} rows[] = {
		{ "md5", 0, "message digest", "f96b697d7cb7938d525a2f31aaf161d0" },
		{ "sha1", 0, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d" },
		{ "sha224", 0, "abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7" },
		{ "SHA-256", 0, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "SHA2-256", 0, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "sha256", 0, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
		{ "sha384", 0, "abc",
		  "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7" },
		{ "sha512", 0, "abc",
		  "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
		  "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f" },
		{ "SHA512/256", 0, "abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23" },
		{ "sha3-256", 0, "", "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a" },
		{ "shake128", 32, "", "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26" },
		{ "SHAKE-256", 32, "", "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f" },
		{ "SHAKE256", 1, "", "46" },
	};
	struct rs_serial *serial;

	/* One context for all of them, as a worker has it. */
	cr_assert_eq(rs_serial_create(&serial), 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ringsum_digest *digest = open_digest(rows[i].name, rows[i].xof_len);

		expect_message(serial, digest, rows[i].text, rows[i].hex);
		expect_message(serial, digest, rows[i].text, rows[i].hex);
		ringsum_digest_close(digest);
	}
	rs_serial_destroy(serial);
}

Test(digest, begin_drops_what_was_not_finished)
{
	struct ringsum_digest *sha1 = open_digest("SHA1", 0);
	struct ringsum_digest *shake = open_digest("SHAKE128", 8);
	struct rs_serial *serial;

	cr_assert_eq(rs_serial_create(&serial), 0);
	cr_assert_eq(rs_serial_begin(serial, shake), 0);
	cr_assert_eq(rs_serial_feed(serial, "rubbish", 7), 0);
	expect_message(serial, sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d");
	cr_assert_eq(rs_serial_begin(serial, sha1), 0);
	cr_assert_eq(rs_serial_feed(serial, "rubbish", 7), 0);
	expect_message(serial, shake, "", "7f9c2ba4e88f827d");
	rs_serial_destroy(serial);
	ringsum_digest_close(sha1);
	ringsum_digest_close(shake);
}

/* SHAKE outputs are prefixes of one another (FIPS 202, section 6.2), and the longest is allowed. */
Test(digest, longest_xof)
{
	struct ringsum_digest *digest = open_digest("SHAKE128", RINGSUM_XOF_MAX);
	uint8_t *out = malloc(RINGSUM_XOF_MAX);
	uint8_t *expected = malloc(RINGSUM_XOF_MAX);
	struct rs_serial *serial;

	cr_assert(out && expected);
	cr_assert_eq(ringsum_digest_len(digest), (size_t)RINGSUM_XOF_MAX);
	cr_assert_eq(ringsum_digest_algo(digest)->digest_len, 0u);
	cr_assert_eq(rs_serial_create(&serial), 0);
	cr_assert_eq(rs_serial_begin(serial, digest), 0);
	cr_assert_eq(rs_serial_feed(serial, "", 0), 0);
	cr_assert_eq(rs_serial_final(serial, out), 0);
	fixture_digest("SHAKE-128", "", 0, RINGSUM_XOF_MAX, expected);
	expect_hex(out, "7f9c2ba4e88f827d616045507605853e");
	cr_assert_arr_eq(out, expected, RINGSUM_XOF_MAX);
	rs_serial_destroy(serial);
	ringsum_digest_close(digest);
	free(out);
	free(expected);
}

static int try_open(const char *name, size_t xof_len)
{
	struct ringsum_digest *digest = NULL;
	int r = ringsum_digest_open(name, xof_len, &digest);

	if (r < 0)
		cr_assert_null(digest, "outputs are untouched on failure");
	ringsum_digest_close(digest);
	return r;
}

Test(digest, refusals)
{
	cr_assert_eq(try_open("", 0), -ENOENT);
	cr_assert_eq(try_open("sha257", 0), -ENOENT);
	cr_assert_eq(try_open("SHA2-256 SHA256", 0), -ENOENT);
	cr_assert_eq(try_open("NULL", 0), -ENOENT);
	cr_assert_eq(try_open("SHA256", 32), -EINVAL);
	cr_assert_eq(try_open("SHA256", RINGSUM_XOF_MAX + 1), -EINVAL);
	cr_assert_eq(try_open("SHAKE128", 0), -EINVAL);
	cr_assert_eq(try_open("SHAKE256", RINGSUM_XOF_MAX + 1), -EOVERFLOW);
	cr_assert_eq(try_open("SHAKE256", SIZE_MAX), -EOVERFLOW);
	/* In OpenSSL 3 it is in the legacy provider, which nobody loads here. */
	cr_assert_eq(try_open("WHIRLPOOL", 0), -EACCES);
	cr_assert_eq(try_open("md4", 0), -EACCES);
	ringsum_digest_close(NULL);
	rs_serial_destroy(NULL);
}

Test(digest, names_of_libcrypto_alone)
{
	struct ringsum_digest *digest = open_digest("RSA-SHA256", 0);

	cr_assert_eq(ringsum_digest_algo(digest), ringsum_algo_find("SHA256", 6), "libcrypto's name for SHA2-256");
	ringsum_digest_close(digest);
	/* An extendable-output function that no checksum file knows, but libcrypto does. */
	digest = open_digest("KECCAK-KMAC-128", 20);
	cr_assert_str_eq(ringsum_digest_algo(digest)->name, "KECCAK-KMAC-128");
	cr_assert_str_eq(ringsum_digest_algo(digest)->tag, "KECCAK-KMAC-128");
	cr_assert_eq(ringsum_digest_algo(digest)->digest_len, 0u);
	cr_assert_eq(ringsum_digest_len(digest), 20u);
	ringsum_digest_close(digest);
}

Test(digest, every_algorithm_of_the_table_is_libcryptos)
{
	const struct ringsum_algo *algo;
	uint8_t out[RINGSUM_DIGEST_MAX];
	uint8_t expected[RINGSUM_DIGEST_MAX];
	struct rs_serial *serial;

	cr_assert_eq(rs_serial_create(&serial), 0);
	for (size_t i = 0; (algo = ringsum_algo_at(i)); i++) {
		size_t xof_len = algo->digest_len ? 0 : 24;
		struct ringsum_digest *digest;
		int r = ringsum_digest_open(algo->name, xof_len, &digest);

		cr_assert(r == 0 || r == -EACCES, "%s: %d", algo->name, r);
		if (r < 0)
			continue;
		cr_assert_eq(ringsum_digest_algo(digest), algo);
		fixture_digest(algo->name, "ring", 4, xof_len, expected);
		cr_assert_eq(rs_serial_begin(serial, digest), 0);
		cr_assert_eq(rs_serial_feed(serial, "ring", 4), 0);
		cr_assert_eq(rs_serial_final(serial, out), 0);
		cr_assert_arr_eq(out, expected, ringsum_digest_len(digest), "%s", algo->name);
		ringsum_digest_close(digest);
	}
	rs_serial_destroy(serial);
}

Test(digest, leaves_no_errors_behind)
{
	try_open("sha257", 0);
	try_open("WHIRLPOOL", 0);
	try_open("SHAKE128", 0);
	cr_assert_eq(ERR_peek_error(), 0ul, "the host program finds our failures in its queue");
}

Test(digest, libcrypto_names_itself)
{
	cr_assert_eq(strncmp(rs_digest_crypto(), "OpenSSL ", 8), 0);
	cr_assert(rs_digest_allows_kernels(fixture_sha256()), "no FIPS was asked for");
}

/* Where FIPS is asked for, our own kernels are out of the question, and so is what its provider does not have. */
Test(digest, fips_forbids_kernels)
{
	struct ringsum_digest *digest = NULL;

	EVP_set_default_properties(NULL, "?fips=yes");
	cr_assert_eq(ringsum_digest_open("SHA256", 0, &digest), 0);
	ringsum_digest_close(digest);
	EVP_set_default_properties(NULL, "fips=yes");
	/* The FIPS provider is not loaded, so everything is refused, but known. */
	cr_assert_eq(try_open("SHA256", 0), -EACCES);
}
