/* SPDX-License-Identifier: MIT */
/*
 * Strings as RFC 8259 wants them, out of bytes that are anything. What is valid UTF-8 is RFC 3629's word.
 */
#include "cli/json.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static void expect_string(const char *text, const char *wanted)
{
	char *got = NULL;
	size_t len;
	FILE *to = open_memstream(&got, &len);

	json_put_string(to, text);
	fclose(to);
	cr_expect_str_eq(got, wanted, "%s: %s", text, got);
	free(got);
}

Test(json, strings)
{
	expect_string("", "\"\"");
	expect_string("a b/c", "\"a b/c\"");
	expect_string("\"\\", "\"\\\"\\\\\"");
	expect_string("\n\t\x01\x7f", "\"\\u000a\\u0009\\u0001\\u007f\"");
	expect_string("\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80\"");
	expect_string("a\xff" "b", "\"a\\ufffd" "b\"");
	/* A character that is cut off at the end. */
	expect_string("\xe2\x82", "\"\\ufffd\\ufffd\"");
	expect_string("\xf0\x9f\x98" "x", "\"\\ufffd\\ufffd\\ufffdx\"");
}

Test(json, utf8)
{
	cr_expect(json_is_utf8(""));
	cr_expect(json_is_utf8("\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"));
	/* Too long a form, a surrogate, beyond the last character, and bytes that are never used. */
	cr_expect_not(json_is_utf8("\xc0\x80"));
	cr_expect_not(json_is_utf8("\xc1\xbf"));
	cr_expect_not(json_is_utf8("\xe0\x9f\xbf"));
	cr_expect_not(json_is_utf8("\xf0\x8f\xbf\xbf"));
	cr_expect_not(json_is_utf8("\xed\xa0\x80"));
	cr_expect_not(json_is_utf8("\xf4\x90\x80\x80"));
	cr_expect_not(json_is_utf8("\xf5\x80\x80\x80"));
	cr_expect_not(json_is_utf8("\x80"));
}

Test(json, numbers_and_hex)
{
	char *got = NULL;
	size_t len;
	FILE *to = open_memstream(&got, &len);

	json_put_positive(to, 1.5);
	putc(' ', to);
	json_put_positive(to, 0);
	putc(' ', to);
	json_put_positive(to, INFINITY);
	putc(' ', to);
	json_put_positive(to, NAN);
	putc(' ', to);
	json_put_hex(to, "a\xff");
	fclose(to);
	cr_expect_str_eq(got, "1.500000 null null null \"61ff\"");
	free(got);
}
