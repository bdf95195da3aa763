/* SPDX-License-Identifier: MIT */
/*
 * Digests as text. Base64 examples are those of RFC 4648 section 10.
 */
#include "digits.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect(const char *text, const char *want, size_t want_len)
{
	uint8_t digest[RINGSUM_DIGEST_MAX];
	size_t len = digits_decode(text, strlen(text), digest);

	cr_expect_eq(len, want_len, "\"%s\": %zu bytes, not %zu", text, len, want_len);
	cr_expect(len == 0 || memcmp(digest, want, len) == 0, "\"%s\"", text);
}

Test(digits, hex)
{
	expect("00ff7fA0", "\x00\xff\x7f\xa0", 4);
	expect("0123456789abcdefABCDEF", "\x01\x23\x45\x67\x89\xab\xcd\xef\xab\xcd\xef", 11);
	expect("", NULL, 0);
	expect("0", NULL, 0);
	expect("000", NULL, 0);
	expect("0g", NULL, 0);
	expect("g0", NULL, 0);
	expect(" 00", NULL, 0);
	expect("0x00", "\xd3\x1d\x34", 3); /* four letters of base64: whole digests are never so short */
}

Test(digits, no_more_than_the_longest)
{
	char text[132];
	uint8_t digest[RINGSUM_DIGEST_MAX];

	memset(text, '0', sizeof(text));
	cr_expect_eq(digits_decode(text, 128, digest), 64);
	cr_expect_eq(digits_decode(text, 130, digest), 0);
	cr_expect_eq(digits_decode(text, 132, digest), 0);
}

Test(digits, colons)
{
	expect("00:ff:7f", "\x00\xff\x7f", 3);
	expect("00:ff:7", NULL, 0);
	expect("00:ff:", NULL, 0);
	expect("00:ff7f", NULL, 0);
	expect("00:fg", NULL, 0);
	expect(":00:ff", NULL, 0);
	expect("00:ff 7f", NULL, 0);
}

Test(digits, base64)
{
	expect("Zg==", "f", 1);
	expect("Zm8=", "fo", 2);
	expect("Zm9v", "foo", 3);
	expect("Zm9vYg==", "foob", 4);
	expect("Zm9vYmE=", "fooba", 5);
	expect("Zm9vYmFy", "foobar", 6);
	expect("+/+/", "\xfb\xff\xbf", 3);
	expect("Zm8", NULL, 0);
	expect("Zg=", NULL, 0);
	expect("Zg===", NULL, 0);
	expect("====", NULL, 0);
	expect("Z===", NULL, 0);
	expect("Zm=v", NULL, 0);
	expect("Zh==", NULL, 0); /* bits set that no byte holds */
	expect("Zm9=", NULL, 0);
	expect("Zm-_", NULL, 0);
}

Test(digits, hex_before_base64)
{
	uint8_t digest[RINGSUM_DIGEST_MAX];

	expect("abcd", "\xab\xcd", 2);
	cr_expect_eq(digits_decode_base64("abcd", 4, digest), 3);
}

Test(digits, encode)
{
	char text[16] = "";

	digits_to_hex((const uint8_t *)"\x00\xff\x7f\xa0", 4, text);
	cr_expect_str_eq(text, "00ff7fa0");
	memset(text, 0, sizeof(text));
	cr_expect_eq(digits_to_base64((const uint8_t *)"foobar", 6, text), 8);
	cr_expect_str_eq(text, "Zm9vYmFy");
	memset(text, 0, sizeof(text));
	cr_expect_eq(digits_to_base64((const uint8_t *)"fooba", 5, text), 8);
	cr_expect_str_eq(text, "Zm9vYmE=");
	memset(text, 0, sizeof(text));
	cr_expect_eq(digits_to_base64((const uint8_t *)"foob", 4, text), 8);
	cr_expect_str_eq(text, "Zm9vYg==");
	cr_expect_eq(digits_base64_len(0), 0);
	cr_expect_eq(digits_base64_len(32), 44);
}
