/* SPDX-License-Identifier: MIT */
/*
 * coreutils' escapes of names, both ways. The pairs are as sha256sum of coreutils 9.11 writes them.
 */
#include "escape.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
	const char *name;
	const char *escaped;
} pairs[] = {
	{ "a", "a" },
	{ "new\nline", "new\\nline" },
	{ "back\\slash", "back\\\\slash" },
	{ "cr\rx", "cr\\rx" },
	{ "\\n", "\\\\n" },
	{ "\\\n\r", "\\\\\\n\\r" },
	{ "tab\t \x7f\xff", "tab\t \x7f\xff" },
};

Test(escape, both_ways)
{
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		char text[64] = "";
		size_t len = strlen(pairs[i].escaped);

		cr_expect_eq(escape_encode(pairs[i].name, NULL), len);
		cr_expect_eq(escape_encode(pairs[i].name, text), len);
		cr_expect_str_eq(text, pairs[i].escaped);
		cr_expect_eq(escape_decode(text, len, text), (ssize_t)strlen(pairs[i].name));
		cr_expect_eq(memcmp(text, pairs[i].name, strlen(pairs[i].name)), 0);
		cr_expect_eq(escape_is_needed(pairs[i].name), len != strlen(pairs[i].name));
	}
}

Test(escape, nothing_else_is_one)
{
	char text[16];

	cr_expect_eq(escape_decode("a\\", 2, text), -1);
	cr_expect_eq(escape_decode("\\t", 2, text), -1);
	cr_expect_eq(escape_decode("\\x0a", 4, text), -1);
	cr_expect_eq(escape_decode("\\\\\\", 3, text), -1);
	cr_expect_eq(escape_decode("a\0b", 3, text), -1);
	cr_expect_eq(escape_decode("", 0, text), 0);
}
