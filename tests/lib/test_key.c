/* SPDX-License-Identifier: MIT */
/*
 * Keys: MACs by every way that brings one, against published vectors (RFC 2202, RFC 4231, RFC 4493, RFC 8439, the
 * reference code of SipHash), and private keys in the wrappings that libcrypto itself writes.
 */
#include "fixture.h"
#include "digest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

TestSuite(key, .fini = fixture_no_leaks);

#define TWENTY_0B "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"
#define AES_KEY "2b7e151628aed2a6abf7158809cf4f3c"
#define SIP_KEY "000102030405060708090a0b0c0d0e0f"
#define POLY_KEY "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b"
#define AES_TEXT "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51" \
		 "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"

/* ---- MACs ---- */

struct vector {
	const char *name;
	const char *digest;
	const char *cipher;
	const char *key;
	const char *text; /* this, or in hex */
	const char *hex;
	const char *mac;
};

static const struct vector vectors[] = {
	{ "HMAC", "MD5", NULL, "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "Hi There", NULL, "9294727a3638bb1c13f48ef8158bfc9d" },
	{ "HMAC", "SHA1", NULL, TWENTY_0B, "Hi There", NULL, "b617318655057264e28bc0b6fb378c8ef146be00" },
	{ "HMAC", "SHA224", NULL, TWENTY_0B, "Hi There", NULL, "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22" },
	{ "HMAC", "SHA-256", NULL, TWENTY_0B, "Hi There", NULL,
	  "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7" },
	{ "HMAC", "sha384", NULL, TWENTY_0B, "Hi There", NULL,
	  "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6" },
	{ "HMAC", "SHA2-512", NULL, TWENTY_0B, "Hi There", NULL,
	  "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
	  "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854" },
	{ "HMAC", "SHA1", NULL, "4a656665", "what do ya want for nothing?", NULL, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79" },
	{ "HMAC", NULL, NULL, "4a656665", "what do ya want for nothing?", NULL,
	  "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843" },
	{ "CMAC", NULL, "AES-128-CBC", AES_KEY, "", NULL, "bb1d6929e95937287fa37d129b756746" },
	{ "CMAC", NULL, "AES-128-CBC", AES_KEY, NULL, "6bc1bee22e409f96e93d7e117393172a", "070a16b46b4d4144f79bdd9dd04a287c" },
	{ "CMAC", NULL, "AES-128-CBC", AES_KEY, NULL,
	  "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411",
	  "dfa66747de9ae63030ca32611497c827" },
	{ "CMAC", NULL, "AES-128-CBC", AES_KEY, NULL, AES_TEXT, "51f0bebf7e3b9d92fc49741779363cfe" },
	{ "SipHash", NULL, NULL, SIP_KEY, "", NULL, "a3817f04ba25a8e66df67214c7550293" },
	{ "Poly1305", NULL, NULL, POLY_KEY, "Cryptographic Forum Research Group", NULL, "a8061dc1305136c6c22b8baf0c0127a9" },
};

static const size_t n_vectors = sizeof(vectors) / sizeof(vectors[0]);

static size_t text_of(const struct vector *vector, uint8_t *ret_text)
{
	if (vector->hex)
		return fixture_from_hex(vector->hex, ret_text);
	memcpy(ret_text, vector->text, strlen(vector->text));
	return strlen(vector->text);
}

/* Through a batch, in the middle of a file, beside a plain digest of the same bytes. */
static void expect_mac(enum ringsum_io io, struct ringsum_digest *digest, const struct vector *vector)
{
	uint8_t file[256] = "before", wanted[64], plain[32];
	size_t len = text_of(vector, file + 6), mac_len = fixture_from_hex(vector->mac, wanted);
	const struct ringsum_digest *digests[] = { digest, fixture_sha256(), digest };
	struct ringsum_job job = { .offset = 6, .length = len, .digests = digests, .n_digests = 3 };
	struct fixture_outcome outcome;

	memcpy(file + 6 + len, "behind", 6);
	fixture_digest("SHA2-256", file + 6, len, 0, plain);
	job.fd = fixture_file(file, 6 + len + 6);
	outcome = fixture_hash(io, &job);
	cr_assert_eq(outcome.error, 0);
	cr_assert_eq(ringsum_digest_len(digest), mac_len);
	cr_assert_arr_eq(outcome.digests[0], wanted, mac_len, "%s %s", vector->name, vector->mac);
	cr_assert_arr_eq(outcome.digests[1], plain, sizeof(plain));
	cr_assert_arr_eq(outcome.digests[2], wanted, mac_len);
}

EACH_IO(key, published_macs)
{
	fixture_skip_without_ring(*io);
	for (size_t i = 0; i < n_vectors; i++) {
		const struct ringsum_setting cipher = { "cipher", vectors[i].cipher };
		uint8_t key[128];
		struct ringsum_mac mac = {
			.name = vectors[i].name,
			.digest = vectors[i].digest,
			.key = key,
			.key_len = fixture_from_hex(vectors[i].key, key),
			.settings = &cipher, .n_settings = vectors[i].cipher ? 1 : 0,
		};
		struct ringsum_digest *digest = NULL;

		cr_assert_eq(ringsum_digest_open_mac(&mac, &digest, NULL), 0, "%s", vectors[i].mac);
		memset(key, 0, sizeof(key));
		expect_mac(*io, digest, &vectors[i]);
		ringsum_digest_close(digest);
	}
	cr_assert_eq(ERR_peek_error(), 0u);
}

Test(key, comes_by_a_setting)
{
	for (size_t i = 0; i < n_vectors; i++) {
		const struct ringsum_setting settings[] = { { "cipher", vectors[i].cipher }, { "hexkey", vectors[i].key } };
		size_t n_skipped = vectors[i].cipher ? 0 : 1;
		struct ringsum_mac mac = {
			.name = vectors[i].name, .digest = vectors[i].digest,
			.settings = settings + n_skipped, .n_settings = 2 - n_skipped,
		};
		struct ringsum_digest *digest = NULL;

		cr_assert_eq(ringsum_digest_open_mac(&mac, &digest, NULL), 0, "%s", vectors[i].mac);
		expect_mac(RINGSUM_IO_AUTO, digest, &vectors[i]);
		ringsum_digest_close(digest);
	}
}

/* The last key holds, and @key comes after all settings; RFC 4231 and 2202 give what the right one must bring. */
Test(key, last_one_holds)
{
	const struct ringsum_setting settings[] = { { "hexkey", "00:ff" }, { "key", "Jefe" } };
	struct ringsum_mac macs[] = {
		{ .name = "HMAC", .settings = settings, .n_settings = 2 },
		{ .name = "HMAC", .settings = settings, .n_settings = 1, .key = "Jefe", .key_len = 4 },
		{ .settings = settings + 1, .n_settings = 1 },
		{ .key = "Jefe", .key_len = 4 },
	};

	for (size_t i = 0; i < sizeof(macs) / sizeof(macs[0]); i++) {
		struct ringsum_digest *digest = NULL;

		cr_assert_eq(ringsum_digest_open_mac(&macs[i], &digest, NULL), 0, "row %zu", i);
		expect_mac(RINGSUM_IO_AUTO, digest, &vectors[7]);
		ringsum_digest_close(digest);
	}
}

/* HMAC pads a key with zeros, so an empty one is as good as a zero byte (RFC 2104, section 2). */
Test(key, empty_one_is_a_key)
{
	const struct ringsum_setting zero = { "hexkey", "00" };
	struct ringsum_mac macs[] = {
		{ .key = "", .key_len = 0 },
		{ .name = "HMAC", .key = "", .key_len = 0 },
		{ .name = "HMAC", .settings = &zero, .n_settings = 1 },
	};
	uint8_t macs_of[3][32];

	for (size_t i = 0; i < 3; i++) {
		struct ringsum_digest *digest = NULL;
		struct rs_serial *serial = NULL;

		cr_assert_eq(ringsum_digest_open_mac(&macs[i], &digest, NULL), 0, "row %zu", i);
		cr_assert_eq(rs_serial_create(&serial), 0);
		cr_assert_eq(rs_serial_begin(serial, digest), 0);
		cr_assert_eq(rs_serial_feed(serial, "abc", 3), 0);
		cr_assert_eq(rs_serial_final(serial, macs_of[i]), 0);
		cr_assert_arr_eq(macs_of[i], macs_of[0], 32, "row %zu", i);
		rs_serial_destroy(serial);
		ringsum_digest_close(digest);
	}
}

/* ---- Keys from files ---- */

#define PASSPHRASE "between us"

static int close_to_file(BIO *bio)
{
	char *data = NULL;
	long len = BIO_get_mem_data(bio, &data);
	int fd = fixture_file(data, (size_t)len);

	BIO_free(bio);
	return fd;
}

static EVP_PKEY *ec_key(void)
{
	EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");

	cr_assert_not_null(key);
	return key;
}

/* Each wrapping, as libcrypto's own functions write it. */
static int write_pem(EVP_PKEY *key)
{
	BIO *bio = BIO_new(BIO_s_mem());

	cr_assert_eq(PEM_write_bio_PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL), 1);
	return close_to_file(bio);
}

/* As "openssl ecparam -genkey" does it: what comes first is no key. */
static int write_pem_behind_parameters(EVP_PKEY *key)
{
	BIO *bio = BIO_new(BIO_s_mem());

	cr_assert_gt(BIO_puts(bio, "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"), 0);
	cr_assert_eq(PEM_write_bio_PrivateKey_traditional(bio, key, NULL, NULL, 0, NULL, NULL), 1);
	return close_to_file(bio);
}

static int write_encrypted_pem(EVP_PKEY *key)
{
	BIO *bio = BIO_new(BIO_s_mem());

	cr_assert_eq(PEM_write_bio_PKCS8PrivateKey(bio, key, EVP_aes_256_cbc(), PASSPHRASE, sizeof(PASSPHRASE) - 1, NULL,
						   NULL), 1);
	return close_to_file(bio);
}

static int write_encrypted_traditional(EVP_PKEY *key)
{
	const unsigned char *passphrase = (const unsigned char *)PASSPHRASE;
	BIO *bio = BIO_new(BIO_s_mem());

	cr_assert_eq(PEM_write_bio_PrivateKey_traditional(bio, key, EVP_aes_256_cbc(), passphrase, sizeof(PASSPHRASE) - 1, NULL,
							  NULL), 1);
	return close_to_file(bio);
}

static int write_der(EVP_PKEY *key)
{
	BIO *bio = BIO_new(BIO_s_mem());

	cr_assert_eq(i2d_PrivateKey_bio(bio, key), 1);
	return close_to_file(bio);
}

static int write_p12(EVP_PKEY *key)
{
	BIO *bio = BIO_new(BIO_s_mem());
	PKCS12 *p12 = PKCS12_create(PASSPHRASE, "k", key, NULL, NULL, 0, 0, 0, 0, 0);

	cr_assert_not_null(p12);
	cr_assert_eq(i2d_PKCS12_bio(bio, p12), 1);
	PKCS12_free(p12);
	return close_to_file(bio);
}

static int write_public(EVP_PKEY *key)
{
	BIO *bio = BIO_new(BIO_s_mem());

	cr_assert_eq(PEM_write_bio_PUBKEY(bio, key), 1);
	return close_to_file(bio);
}

static int write_public_der(EVP_PKEY *key)
{
	BIO *bio = BIO_new(BIO_s_mem());

	cr_assert_eq(i2d_PUBKEY_bio(bio, key), 1);
	return close_to_file(bio);
}

/* Private keys are opened to sign, public ones to verify what need not be right. */
static int try_key(const char *path, const char *form, const char *passphrase, bool is_public)
{
	struct ringsum_signing signing = {
		.key = path, .key_form = form, .passphrase = passphrase, .is_public = is_public,
		.signature = is_public ? "x" : NULL, .signature_len = 1,
	};
	struct ringsum_digest *digest = NULL;
	size_t bad = 99;
	int r = ringsum_digest_open_signing(&signing, &digest, &bad);

	cr_assert_eq(r == 0, digest != NULL);
	cr_assert_eq(bad, 0u);
	ringsum_digest_close(digest);
	return r;
}

Test(key, wrappings)
{
	static const struct {
		int (*write)(EVP_PKEY *key);
		const char *form;
		const char *passphrase;
		bool is_public;
		int error;
	} rows[] = {
		{ write_pem, NULL, NULL, false, 0 },
		{ write_pem, "PEM", NULL, false, 0 },
		{ write_pem, "DER", NULL, false, -EBADMSG },
		{ write_pem, NULL, "not needed", false, 0 },
		{ write_pem_behind_parameters, NULL, NULL, false, 0 },
		{ write_pem_behind_parameters, "PEM", NULL, false, 0 },
		{ write_der, NULL, NULL, false, 0 },
		{ write_der, "DER", NULL, false, 0 },
		{ write_der, "PEM", NULL, false, -EBADMSG },
		{ write_encrypted_pem, NULL, PASSPHRASE, false, 0 },
		{ write_encrypted_pem, "PEM", PASSPHRASE, false, 0 },
		{ write_encrypted_pem, NULL, NULL, false, -ENOKEY },
		{ write_encrypted_pem, NULL, "wrong", false, -EKEYREJECTED },
		{ write_encrypted_pem, NULL, "", false, -EKEYREJECTED },
		{ write_encrypted_traditional, NULL, PASSPHRASE, false, 0 },
		{ write_encrypted_traditional, NULL, NULL, false, -ENOKEY },
		{ write_encrypted_traditional, NULL, "wrong", false, -EKEYREJECTED },
		{ write_p12, NULL, PASSPHRASE, false, 0 },
		{ write_p12, "P12", PASSPHRASE, false, 0 },
		{ write_p12, "P12", NULL, false, -ENOKEY },
		{ write_p12, "P12", "wrong", false, -EKEYREJECTED },
		{ write_p12, "PEM", PASSPHRASE, false, -EBADMSG },
		{ write_public, NULL, NULL, true, 0 },
		{ write_public, "PEM", NULL, true, 0 },
		{ write_public, "DER", NULL, true, -EBADMSG },
		{ write_public_der, "DER", NULL, true, 0 },
		{ write_public_der, "PEM", NULL, true, -EBADMSG },
		{ write_public, NULL, NULL, false, -EBADMSG },
	};
	EVP_PKEY *key = ec_key();

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		cr_assert_eq(try_key(fixture_path(rows[i].write(key)), rows[i].form, rows[i].passphrase, rows[i].is_public),
			     rows[i].error, "row %zu", i);
	EVP_PKEY_free(key);
	cr_assert_eq(ERR_peek_error(), 0u);
}

Test(key, addresses)
{
	EVP_PKEY *key = ec_key();
	char uri[80];

	snprintf(uri, sizeof(uri), "file:%s", fixture_path(write_pem(key)));
	cr_assert_eq(try_key(uri, NULL, NULL, false), 0);
	cr_assert_eq(try_key("file:/nope/nope", NULL, NULL, false), -ENOENT);
	cr_assert_eq(try_key("nope", NULL, NULL, false), -ENOENT);
	cr_assert_eq(try_key("nobody-knows:this", NULL, NULL, false), -ENOENT);
	cr_assert_eq(try_key("/dev/null", NULL, NULL, false), -EBADMSG);
	EVP_PKEY_free(key);
}
