/* SPDX-License-Identifier: MIT */
/*
 * Lines written, against what coreutils 9.11, OpenSSL 3.0 and hashdeep 4.4 print for the same file; and that all of it
 * reads back.
 */
#include "listing.h"
#include "write.h"

#include "digits.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define A ABC_SHA256

static ssize_t write_abc(const struct manifest_style *style, const char *algo_name, const char *name, char *buf,
			 size_t cap)
{
	const struct ringsum_algo *algo = listing_algo(algo_name);
	size_t len = algo->digest_len ? algo->digest_len : 16;
	const char *abc = listing_abc(algo, len);
	uint8_t digest[RINGSUM_DIGEST_MAX];

	cr_assert_eq(digits_decode(abc, strlen(abc), digest), len);
	return manifest_write(style, algo, digest, len, name, 3, buf, cap);
}

static void expect(struct manifest_style style, const char *algo, const char *name, const char *want)
{
	size_t len = strlen(want) + style.is_zero;
	char buf[512];

	memset(buf, '#', sizeof(buf));
	cr_expect_eq(write_abc(&style, algo, name, NULL, 0), (ssize_t)len, "%s", want);
	cr_expect_eq(write_abc(&style, algo, name, buf, len - 1), (ssize_t)len);
	cr_expect_eq(buf[0], '#', "written though it did not fit");
	cr_expect_eq(write_abc(&style, algo, name, buf, len), (ssize_t)len);
	cr_expect_eq(memcmp(buf, want, len), 0, "%.*s, wanted %s", (int)len, buf, want);
	cr_expect_eq(buf[len], '#', "written too far");
}

static void expect_error(struct manifest_style style, const char *algo, const char *name, int error)
{
	char buf[512];

	cr_expect_eq(write_abc(&style, algo, name, buf, sizeof(buf)), error, "layout %d, %s, <%s>", style.layout, algo,
		     name);
}

Test(write, gnu)
{
	struct manifest_style style = { 0 };

	expect(style, "SHA256", "a", A "  a\n");
	expect(style, "SHA256", " lead", A "   lead\n");
	expect(style, "SHA256", "*star", A "  *star\n");
	expect(style, "SHA256", "tab\tx", A "  tab\tx\n");
	expect(style, "SHA256", "bad\xff", A "  bad\xff\n");
	expect(style, "SHA256", "new\nline", "\\" A "  new\\nline\n");
	expect(style, "SHA256", "back\\slash", "\\" A "  back\\\\slash\n");
	expect(style, "SHA256", "cr\rx", "\\" A "  cr\\rx\n");
	expect(style, "MD5", "a", ABC_MD5 "  a\n");
	style.is_binary = true;
	expect(style, "SHA256", "a", A " *a\n");
	style.is_zero = true;
	expect(style, "SHA256", "a", A " *a");
	style.is_binary = false;
	expect(style, "SHA256", "new\nline", A "  new\nline");
}

Test(write, bsd)
{
	struct manifest_style style = { .layout = MANIFEST_BSD };

	expect(style, "SHA256", "a", "SHA256 (a) = " A "\n");
	expect(style, "SHA256", "par)en", "SHA256 (par)en) = " A "\n");
	expect(style, "SHA256", "new\nline", "\\SHA256 (new\\nline) = " A "\n");
	expect(style, "SHA256", "cr\rx", "\\SHA256 (cr\\rx) = " A "\n");
	style.is_base64 = true;
	expect(style, "SHA256", "a", "SHA256 (a) = " ABC_SHA256_BASE64 "\n");
	style.layout = MANIFEST_GNU;
	expect(style, "SHA256", "a", ABC_SHA256_BASE64 "  a\n");
	style.is_base64 = false;
	style.layout = MANIFEST_BSD;
	style.is_zero = true;
	expect(style, "SHA256", "a", "SHA256 (a) = " A);
}

Test(write, openssl)
{
	struct manifest_style style = { .layout = MANIFEST_OPENSSL };

	expect(style, "SHA256", "a", "SHA2-256(a)= " A "\n");
	expect(style, "SHA512/256", "a",
	       "SHA2-512/256(a)= 53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23\n");
	expect(style, "SHAKE128", "a", "SHAKE-128(a)= 5881092dd818bf5cf8a3ddb793fbcba7\n");
	expect(style, "SHA256", "b\\s", "SHA2-256(b\\s)= " A "\n");
	expect(style, "SHA256", "cr\r", "SHA2-256(cr\r)= " A "\n");
	expect_error(style, "SHA256", "new\nline", -EILSEQ);
	style.layout = MANIFEST_OPENSSL1;
	expect(style, "SHA256", "a", "SHA256(a)= " A "\n");
	expect_error(style, "SHA256", "new\nline", -EILSEQ);
	style.is_zero = true;
	expect(style, "SHA256", "new\nline", "SHA256(new\nline)= " A);
}

Test(write, hashdeep)
{
	struct manifest_style style = { .layout = MANIFEST_HASHDEEP };
	char buf[128];
	const char *header = "%%%% HASHDEEP-1.0\n%%%% size,sha256,filename\n";

	expect(style, "SHA256", "/a,b", "3," A ",/a,b\n");
	expect(style, "SHA256", "c\rd", "3," A ",c\rd\n");
	expect_error(style, "SHA256", "new\nline", -EILSEQ);
	expect_error(style, "SHA256", "a\r", -EILSEQ);
	expect_error(style, "SHA512", "a", -ENOTSUP);
	cr_expect_eq(manifest_write_header(&style, listing_algo("SHA256"), buf, sizeof(buf)), (ssize_t)strlen(header));
	cr_expect_eq(memcmp(buf, header, strlen(header)), 0);
	cr_expect_eq(manifest_write_header(&style, listing_algo("SHA256"), NULL, 0), (ssize_t)strlen(header));
	cr_expect_eq(manifest_write_header(&style, listing_algo("SHA512"), buf, sizeof(buf)), -ENOTSUP);
	style.layout = MANIFEST_GNU;
	cr_expect_eq(manifest_write_header(&style, listing_algo("SHA256"), buf, sizeof(buf)), 0);
}

Test(write, sri_and_hex)
{
	struct manifest_style style = { .layout = MANIFEST_SRI };

	expect(style, "SHA256", "a", "sha256-" ABC_SHA256_BASE64 "  a\n");
	expect(style, "SHA256", "new\nline", "\\sha256-" ABC_SHA256_BASE64 "  new\\nline\n");
	expect_error(style, "SHA1", "a", -ENOTSUP);
	expect_error(style, "SHA512/256", "a", -ENOTSUP);
	style.layout = MANIFEST_HEX;
	expect(style, "SHA256", "new\nline", A "\n");
	expect(style, "SHA256", "", A "\n");
	style.is_zero = true;
	expect(style, "SHA256", "a", A);
}

Test(write, refusals)
{
	static const enum manifest_layout named[] = {
		MANIFEST_GNU, MANIFEST_BSD, MANIFEST_OPENSSL, MANIFEST_OPENSSL1, MANIFEST_HASHDEEP, MANIFEST_SRI,
	};
	static const enum manifest_layout read_only[] = { MANIFEST_GPG, MANIFEST_POWERSHELL, MANIFEST_CERTUTIL };

	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		expect_error((struct manifest_style){ .layout = named[i] }, "SHA256", "", -EILSEQ);
	for (size_t i = 0; i < sizeof(read_only) / sizeof(read_only[0]); i++)
		expect_error((struct manifest_style){ .layout = read_only[i] }, "SHA256", "a", -EINVAL);
	expect_error((struct manifest_style){ .layout = MANIFEST_HEX, .is_base64 = true }, "SHA256", "a", -EINVAL);
	expect_error((struct manifest_style){ .layout = MANIFEST_HASHDEEP, .is_base64 = true }, "SHA256", "a", -EINVAL);
}

/* 48 bytes whose base64 is 64 digits would be read as a SHA-256. */
Test(write, base64_that_looks_like_hex)
{
	struct manifest_style style = { .is_base64 = true };
	uint8_t digest[RINGSUM_DIGEST_MAX];
	char buf[256];

	cr_assert_eq(digits_decode_base64(A, 64, digest), 48);
	cr_expect_eq(manifest_write(&style, listing_algo("SHA384"), digest, 48, "a", 3, buf, sizeof(buf)), -EILSEQ);
	cr_expect_eq(manifest_write(&style, listing_algo("SHAKE128"), digest, 6, "a", 3, buf, sizeof(buf)), -EILSEQ);
	style.is_base64 = false;
	cr_expect_eq(manifest_write(&style, listing_algo("SHA384"), digest, 48, "a", 3, buf, sizeof(buf)), 100);
}

Test(write, a_line_that_would_be_too_long_to_read)
{
	struct manifest_style style = { 0 };
	char *name = malloc(MANIFEST_LINE_MAX);

	memset(name, 'n', MANIFEST_LINE_MAX);
	name[MANIFEST_LINE_MAX - 66] = '\0';
	cr_expect_eq(write_abc(&style, "SHA256", name, NULL, 0), MANIFEST_LINE_MAX + 1);
	name[MANIFEST_LINE_MAX - 66] = 'n';
	name[MANIFEST_LINE_MAX - 65] = '\0';
	cr_expect_eq(write_abc(&style, "SHA256", name, NULL, 0), -EILSEQ);
	free(name);
}

Test(write, long_output_of_a_shake)
{
	struct manifest_style style = { .layout = MANIFEST_BSD };
	uint8_t *digest = calloc(1, RINGSUM_XOF_MAX);

	cr_expect_eq(manifest_write(&style, listing_algo("SHAKE256"), digest, RINGSUM_XOF_MAX, "a", 3, NULL, 0),
		     2 * RINGSUM_XOF_MAX + (ssize_t)strlen("SHAKE256 (a) = \n"));
	free(digest);
}

Test(write, layout_names)
{
	cr_expect_str_eq(manifest_layout_name(MANIFEST_GNU), "gnu");
	cr_expect_str_eq(manifest_layout_name(MANIFEST_OPENSSL1), "openssl1");
	cr_expect_str_eq(manifest_layout_name(MANIFEST_HEX), "hex");
	cr_expect_null(manifest_layout_name(MANIFEST_GPG));
	cr_expect_null(manifest_layout_name(MANIFEST_N_LAYOUTS));
}
