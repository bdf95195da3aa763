/* SPDX-License-Identifier: MIT */
/*
 * Keyed digests by hand and through a batch: MACs, signatures, their verification, and what is refused. Expected values
 * are those of RFC 4231 (HMAC, case 2), NIST SP 800-38B (CMAC, D.1) and RFC 8032 (Ed25519, 7.1, test 2).
 */
#include "fixture.h"
#include "digest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <openssl/err.h>

TestSuite(keyed, .fini = fixture_no_leaks);

#define JEFE_TEXT "what do ya want for nothing?"
#define JEFE_MAC "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"

#define ED25519_PRIVATE "302e020100300506032b657004220420" \
			"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
#define ED25519_PUBLIC "302a300506032b65700321003d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
#define ED25519_SIGNATURE "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da" \
			  "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"

static void expect_final(struct rs_serial *serial, const struct ringsum_digest *digest, const char *text,
			 const char *hex)
{
	uint8_t out[128], wanted[128];
	size_t len = fixture_from_hex(hex, wanted);

	cr_assert_eq(rs_serial_begin(serial, digest), 0);
	for (size_t i = 0; text[i]; i++)
		cr_assert_eq(rs_serial_feed(serial, text + i, 1), 0);
	cr_assert_eq(rs_serial_final(serial, out), 0);
	cr_assert_eq(rs_serial_len(serial), len);
	cr_assert_arr_eq(out, wanted, len);
}

/* A path that opens a file with these bytes. */
static const char *file_of(const char *hex)
{
	uint8_t bytes[128];
	size_t len = fixture_from_hex(hex, bytes);

	return fixture_path(fixture_file(bytes, len));
}

Test(keyed, hmac)
{
	const struct ringsum_mac mac = { .digest = "SHA2-256", .key = "Jefe", .key_len = 4 };
	struct ringsum_digest *digest = NULL;
	struct rs_serial *serial = NULL;

	cr_assert_eq(ringsum_digest_open_mac(&mac, &digest, NULL), 0);
	cr_assert_eq(ringsum_digest_kind(digest), RINGSUM_DIGEST_MAC);
	cr_assert_eq(ringsum_digest_len(digest), 32u);
	cr_assert_str_eq(ringsum_digest_key_type(digest), "HMAC");
	cr_assert_eq(ringsum_digest_algo(digest), ringsum_algo_find("SHA256", 6));
	cr_assert_not(rs_digest_allows_kernels(digest), "kernels know no keys");
	cr_assert_eq(rs_serial_create(&serial), 0);
	for (int i = 0; i < 3; i++)
		expect_final(serial, digest, JEFE_TEXT, JEFE_MAC);
	cr_assert_eq(rs_serial_begin(serial, digest), 0);
	cr_assert_eq(rs_serial_feed(serial, "dropped", 7), 0);
	expect_final(serial, digest, JEFE_TEXT, JEFE_MAC);
	rs_serial_destroy(serial);
	ringsum_digest_close(digest);
	cr_assert_eq(ERR_peek_error(), 0u);
}

Test(keyed, settings)
{
	const struct ringsum_setting hex[] = { { "hexkey", "00" }, { "hexkey", "4a656665" } };
	const struct ringsum_setting aes[] = { { "cipher", "aes-128-cbc" }, { "hexkey", "2b7e151628aed2a6abf7158809cf4f3c" } };
	struct ringsum_mac mac = { .name = "HMAC", .digest = "SHA2-256", .settings = hex + 1, .n_settings = 1 };
	struct ringsum_digest *digest = NULL;
	struct rs_serial *serial = NULL;

	cr_assert_eq(rs_serial_create(&serial), 0);
	cr_assert_eq(ringsum_digest_open_mac(&mac, &digest, NULL), 0);
	expect_final(serial, digest, JEFE_TEXT, JEFE_MAC);
	ringsum_digest_close(digest);
	mac = (struct ringsum_mac){ .name = "CMAC", .settings = aes, .n_settings = 2 };
	cr_assert_eq(ringsum_digest_open_mac(&mac, &digest, NULL), 0);
	cr_assert_null(ringsum_digest_algo(digest));
	expect_final(serial, digest, "", "bb1d6929e95937287fa37d129b756746");
	ringsum_digest_close(digest);
	rs_serial_destroy(serial);
}

Test(keyed, refused_macs)
{
	const struct ringsum_setting settings[] = { { "key", "k" }, { "nope", "x" }, { "hexkey", "6" }, { "key", "k" } };
	const struct {
		struct ringsum_mac mac;
		int error;
		size_t bad;
	} rows[] = {
		{ { .name = "nope", .key = "k", .key_len = 1 }, -ENOENT, 0 },
		{ { .name = "RSA" }, -ENOENT, 0 },
		{ { .digest = "nope", .key = "k", .key_len = 1 }, -ENOENT, 0 },
		{ { .name = "HMAC", .digest = "SHA2-256" }, -EINVAL, 0 },
		{ { .name = "HMAC", .digest = "SHA2-256", .settings = settings, .n_settings = 2 }, -EINVAL, 2 },
		{ { .name = "HMAC", .digest = "SHA2-256", .settings = settings + 2, .n_settings = 1 }, -EINVAL, 1 },
		{ { .name = "HMAC", .digest = "SHA2-256", .settings = settings + 2, .n_settings = 2 }, -EINVAL, 1 },
		{ { .settings = settings + 2, .n_settings = 1, .key = "k", .key_len = 1 }, -EINVAL, 1 },
		{ { .digest = "SHAKE128", .key = "k", .key_len = 1 }, -EACCES, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ringsum_digest *digest = NULL;
		size_t bad = 99;

		cr_assert_eq(ringsum_digest_open_mac(&rows[i].mac, &digest, &bad), rows[i].error, "row %zu", i);
		cr_assert_eq(bad, rows[i].bad, "row %zu", i);
		cr_assert_null(digest, "outputs are untouched on failure");
	}
	cr_assert_eq(ERR_peek_error(), 0u);
}

Test(keyed, signature)
{
	struct ringsum_signing signing = { .key = file_of(ED25519_PRIVATE), .key_form = "DER" };
	struct ringsum_digest *digest = NULL;
	struct rs_serial *serial = NULL;

	cr_assert_eq(ringsum_digest_open_signing(&signing, &digest, NULL), 0);
	cr_assert_eq(ringsum_digest_kind(digest), RINGSUM_DIGEST_SIGN);
	cr_assert_eq(ringsum_digest_len(digest), 64u);
	cr_assert_str_eq(ringsum_digest_key_type(digest), "ED25519");
	cr_assert_null(ringsum_digest_algo(digest));
	cr_assert_eq(rs_serial_create(&serial), 0);
	expect_final(serial, digest, "\x72", ED25519_SIGNATURE);
	expect_final(serial, digest, "\x72", ED25519_SIGNATURE);
	rs_serial_destroy(serial);
	ringsum_digest_close(digest);
}

Test(keyed, verdict)
{
	uint8_t signature[64];
	struct ringsum_signing signing = {
		.key = file_of(ED25519_PUBLIC), .is_public = true, .signature = signature,
		.signature_len = fixture_from_hex(ED25519_SIGNATURE, signature),
	};
	struct ringsum_digest *digest = NULL;
	struct rs_serial *serial = NULL;

	cr_assert_eq(rs_serial_create(&serial), 0);
	cr_assert_eq(ringsum_digest_open_signing(&signing, &digest, NULL), 0);
	cr_assert_eq(ringsum_digest_kind(digest), RINGSUM_DIGEST_VERIFY);
	cr_assert_eq(ringsum_digest_len(digest), 1u);
	expect_final(serial, digest, "\x72", "01");
	expect_final(serial, digest, "\x73", "00");
	expect_final(serial, digest, "", "00");
	memset(signature, 0, sizeof(signature));
	expect_final(serial, digest, "\x72", "01");
	ringsum_digest_close(digest);
	rs_serial_destroy(serial);
}

Test(keyed, refused_keys)
{
	static const struct ringsum_setting settings[] = { { "rsa_padding_mode", "pss" } };
	char private[64];
	const struct {
		struct ringsum_signing signing;
		int error;
		size_t bad;
	} rows[] = {
		{ { .key = NULL }, -EINVAL, 0 },
		{ { .key = "/nope" }, -ENOENT, 0 },
		{ { .key = "/dev/null" }, -EBADMSG, 0 },
		{ { .key = private, .key_form = "PEM" }, -EBADMSG, 0 },
		{ { .key = private, .key_form = "ENGINE" }, -EINVAL, 0 },
		{ { .key = private, .is_public = true }, -EINVAL, 0 },
		{ { .key = private, .digest = "SHA2-256" }, -EACCES, 0 },
		{ { .key = private, .digest = "nope" }, -ENOENT, 0 },
		{ { .key = private, .settings = settings, .n_settings = 1 }, -EINVAL, 1 },
	};

	strcpy(private, file_of(ED25519_PRIVATE));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ringsum_digest *digest = NULL;
		size_t bad = 99;

		cr_assert_eq(ringsum_digest_open_signing(&rows[i].signing, &digest, &bad), rows[i].error, "row %zu", i);
		cr_assert_eq(bad, rows[i].bad, "row %zu", i);
		cr_assert_null(digest, "outputs are untouched on failure");
	}
	cr_assert_eq(ERR_peek_error(), 0u);
}

Test(keyed, whole_messages_have_a_limit)
{
	struct ringsum_signing signing = { .key = file_of(ED25519_PRIVATE) };
	size_t len = RS_KEYED_MAX_WHOLE / 16;
	uint8_t *piece = fixture_bytes(len);
	struct ringsum_digest *digest = NULL;
	struct rs_serial *serial = NULL;

	cr_assert_eq(ringsum_digest_open_signing(&signing, &digest, NULL), 0);
	cr_assert_eq(rs_serial_create(&serial), 0);
	cr_assert_eq(rs_serial_begin(serial, digest), 0);
	for (int i = 0; i < 16; i++)
		cr_assert_eq(rs_serial_feed(serial, piece, len), 0);
	cr_assert_eq(rs_serial_feed(serial, piece, 1), -EFBIG);
	expect_final(serial, digest, "\x72", ED25519_SIGNATURE);
	rs_serial_destroy(serial);
	ringsum_digest_close(digest);
	free(piece);
}

Test(keyed, dropped_message)
{
	struct ringsum_signing signing = { .key = file_of(ED25519_PRIVATE) };
	struct rs_keyed_message message = { 0 };
	struct rs_keyed *keyed = NULL;
	uint8_t out[64], wanted[64];
	size_t bad, len;

	rs_keyed_drop(&message);
	cr_assert_eq(rs_keyed_open_signing(&signing, &keyed, &bad), 0);
	cr_assert_eq(rs_keyed_begin(&message, keyed), 0);
	cr_assert_eq(rs_keyed_feed(&message, "dropped", 7), 0);
	cr_assert_eq(message.whole_len, 7u);
	rs_keyed_drop(&message);
	cr_assert(message.whole == NULL && message.whole_len == 0 && message.whole_room == 0);
	rs_keyed_drop(&message);
	cr_assert_eq(rs_keyed_begin(&message, keyed), 0);
	cr_assert_eq(rs_keyed_feed(&message, "\x72", 1), 0);
	cr_assert_eq(rs_keyed_final(&message, out, &len), 0);
	cr_assert_eq(len, fixture_from_hex(ED25519_SIGNATURE, wanted));
	cr_assert_arr_eq(out, wanted, len);
	rs_keyed_finish(&message);
	rs_keyed_close(keyed);
}

/* No digest of a file that is shorter than it was to be, and none of it in that of the next one. */
EACH_IO(keyed, fails_half_way)
{
	const struct ringsum_mac mac = { .key = "Jefe", .key_len = 4 };
	uint8_t signature[64], wanted[32];
	struct ringsum_signing signing = {
		.key = file_of(ED25519_PRIVATE),
		.signature = signature,
		.signature_len = fixture_from_hex(ED25519_SIGNATURE, signature),
	};
	struct ringsum_options options = { .io = *io, .n_workers = 1 };
	struct ringsum_digest *opened[2];
	struct ringsum_result result;
	struct ringsum_batch *batch;

	fixture_skip_without_ring(*io);
	fixture_from_hex(JEFE_MAC, wanted);
	cr_assert_eq(ringsum_digest_open_mac(&mac, &opened[0], NULL), 0);
	cr_assert_eq(ringsum_digest_open_signing(&signing, &opened[1], NULL), 0);
	cr_assert_eq(ringsum_batch_create(&options, &batch), 0);
	for (unsigned i = 0; i < 6; i++) {
		const char *text = i % 3 == 1 ? "\x72" : JEFE_TEXT;
		struct ringsum_job job = {
			.path = fixture_path(fixture_file(text, strlen(text))), .fd = AT_FDCWD,
			.length = i % 3 ? RINGSUM_TO_END : strlen(text) + 1,
			.digests = (const struct ringsum_digest *const *)opened, .n_digests = 2,
		};

		cr_assert_eq(ringsum_batch_add(batch, &job), 0);
		cr_assert_eq(ringsum_batch_next(batch, -1, &result), 1);
		cr_assert_eq(result.error, i % 3 ? 0 : -ENODATA);
		cr_assert_eq(result.n_digests, i % 3 ? 2u : 0u);
		cr_assert(i % 3 == 0 || result.digests[1][0] == (i % 3 == 1));
		cr_assert(i % 3 != 2 || memcmp(result.digests[0], wanted, sizeof(wanted)) == 0);
	}
	ringsum_batch_destroy(batch);
	ringsum_digest_close(opened[0]);
	ringsum_digest_close(opened[1]);
}

/* Several workers share a key, and digests with and without one share a reading. */
EACH_IO(keyed, through_a_batch)
{
	const struct ringsum_mac mac = { .key = "Jefe", .key_len = 4 };
	struct ringsum_options options = { .io = *io, .n_workers = 3 };
	const struct ringsum_digest *digests[3] = { fixture_sha256() };
	struct ringsum_signing signing = { .key = file_of(ED25519_PRIVATE) };
	struct ringsum_job job = { .fd = AT_FDCWD, .length = RINGSUM_TO_END, .digests = digests, .n_digests = 3 };
	struct ringsum_batch *batch = NULL;
	struct ringsum_digest *opened[2];
	struct ringsum_result result;
	uint8_t wanted[32];
	unsigned n = 0;

	fixture_skip_without_ring(*io);
	cr_assert_eq(ringsum_digest_open_mac(&mac, &opened[0], NULL), 0);
	cr_assert_eq(ringsum_digest_open_signing(&signing, &opened[1], NULL), 0);
	job.path = fixture_path(fixture_file(JEFE_TEXT, strlen(JEFE_TEXT)));
	digests[1] = opened[0];
	digests[2] = opened[1];
	cr_assert_eq(ringsum_batch_create(&options, &batch), 0);
	fixture_from_hex(JEFE_MAC, wanted);
	for (int i = 0; i < 100; i++) {
		int r;

		while ((r = ringsum_batch_add(batch, &job)) == -EAGAIN && ringsum_batch_next(batch, -1, &result) == 1)
			n++;
		cr_assert_eq(r, 0);
	}
	while (ringsum_batch_next(batch, -1, &result) == 1) {
		cr_assert_eq(result.error, 0);
		cr_assert_eq(result.digest_lens[0], 32u);
		cr_assert_eq(result.digest_lens[1], 32u);
		cr_assert_eq(result.digest_lens[2], 64u);
		cr_assert_arr_eq(result.digests[1], wanted, 32);
		n++;
	}
	cr_assert_eq(n, 100u);
	ringsum_batch_destroy(batch);
	ringsum_digest_close(opened[0]);
	ringsum_digest_close(opened[1]);
}
