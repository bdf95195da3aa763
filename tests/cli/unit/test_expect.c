/* SPDX-License-Identifier: MIT */
/*
 * Digests on the command line. Lengths are those of FIPS 180-4 and RFC 1321.
 */
#include "expect.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

static const char md5_abc[] = "900150983cd24fb0d6963f7d28e17f72";
static const char sha256_abc[] = "BA7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015AD";

static void expect_algo(size_t n_digits, const char *name)
{
	char text[2 * RINGSUM_DIGEST_MAX + 1];
	struct expect expect;

	memset(text, '0', n_digits);
	text[n_digits] = '\0';
	cr_assert_eq(expect_parse(text, &expect), 0, "%zu", n_digits);
	if (name)
		cr_expect_str_eq(expect.algo->name, name);
	else
		cr_expect_null(expect.algo);
	cr_expect_not(expect.is_named);
}

Test(expect, length_tells)
{
	expect_algo(32, "MD5");
	expect_algo(40, "SHA1");
	expect_algo(56, "SHA2-224");
	expect_algo(64, "SHA2-256");
	expect_algo(96, "SHA2-384");
	expect_algo(128, "SHA2-512");
	expect_algo(2, NULL);
	expect_algo(62, NULL);
}

Test(expect, digits)
{
	struct expect expect;

	cr_assert_eq(expect_parse(sha256_abc, &expect), 0);
	cr_expect_eq(expect.len, 32);
	cr_expect_eq(expect.digest[0], 0xba);
	cr_expect_eq(expect.digest[1], 0x78);
	cr_expect_eq(expect.digest[31], 0xad);
}

/* RFC 4648 base64 of SHA-256("abc"), and colons as openssl dgst -c sets them. */
Test(expect, other_forms)
{
	struct expect expect;

	cr_assert_eq(expect_parse("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", &expect), 0);
	cr_expect_eq(expect.len, 32);
	cr_expect_eq(expect.digest[31], 0xad);
	cr_assert_eq(expect_parse("90:01:50:98:3c:d2:4f:b0:d6:96:3f:7d:28:e1:7f:72", &expect), 0);
	cr_expect_str_eq(expect.algo->name, "MD5");
}

Test(expect, word_tells)
{
	struct expect expect;

	cr_assert_eq(expect_parse("sm3:66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0", &expect), 0);
	cr_expect_str_eq(expect.algo->name, "SM3");
	cr_expect(expect.is_named);
	cr_expect_eq(expect_parse("sha256:00", &expect), -ERANGE);
	cr_expect_eq(expect_parse("crc:00", &expect), -ENOENT);
	cr_expect_eq(expect_parse(":00", &expect), -ENOENT);
}

Test(expect, refused)
{
	static const char *const texts[] = { "", "0", "0g", "g0", " 00", "00 ", "0x0", "sha256:", "00:0:00", "-0" };
	char text[2 * RINGSUM_DIGEST_MAX + 3];
	struct expect expect = { .len = 4711 };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		cr_expect_neq(expect_parse(texts[i], &expect), 0, "%s", texts[i]);
	memset(text, '0', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	cr_expect_eq(expect_parse(text, &expect), -EINVAL);
	cr_expect_eq(expect.len, 4711);
	cr_expect_eq(expect_parse(md5_abc, &expect), 0);
}
