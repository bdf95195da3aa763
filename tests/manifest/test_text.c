/* SPDX-License-Identifier: MIT */
/*
 * Lines out of bytes: ends, marks, UTF-16, the bound, and that pieces never show.
 */
#include "text.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A line, copied. */
struct copy {
	char data[64];
	size_t len;
	bool is_overlong;
	bool has_nul;
	bool is_broken;
};

static size_t cut(struct text *text, const char *bytes, size_t len, size_t piece, struct copy *ret_lines, size_t max)
{
	struct text_line line;
	size_t n = 0;

	for (size_t pos = 0; pos <= len; pos += piece) {
		size_t left = len - pos < piece ? len - pos : piece;
		char *copy = malloc(left ? left : 1);

		memcpy(copy, bytes + pos, left);
		text_feed(text, copy, left, len - pos < piece);
		while (text_next(text, &line)) {
			cr_assert_lt(n, max);
			ret_lines[n] = (struct copy){ .len = line.len, .is_overlong = line.is_overlong,
						      .has_nul = line.has_nul, .is_broken = line.is_broken };
			memcpy(ret_lines[n++].data, line.data, line.len < 64 ? line.len : 64);
		}
		free(copy);
	}
	return n;
}

/* Lines joined with `|`, a `!` before those that are broken and a `0` before those with NUL. */
static void expect(bool has_marks, const char *bytes, size_t len, const char *want)
{
	struct text *text = malloc(sizeof(*text));

	for (size_t piece = 1; piece <= len + 1; piece++) {
		struct copy lines[16];
		char got[256] = "";
		size_t n;

		text_init(text, has_marks);
		n = cut(text, bytes, len, piece, lines, 16);
		for (size_t i = 0; i < n; i++) {
			strcat(got, lines[i].is_broken ? "!" : "");
			strcat(got, lines[i].has_nul ? "0" : "");
			strncat(got, lines[i].data, lines[i].len);
			strcat(got, "|");
		}
		cr_expect_str_eq(got, want, "pieces of %zu: %s, wanted %s", piece, got, want);
	}
	free(text);
}

#define EXPECT(has_marks, bytes, want) expect(has_marks, bytes, sizeof(bytes) - 1, want)

Test(text, ends)
{
	EXPECT(false, "", "");
	EXPECT(false, "\n", "|");
	EXPECT(false, "a", "a|");
	EXPECT(false, "a\n", "a|");
	EXPECT(false, "a\n\nb", "a||b|");
	EXPECT(false, "a\r\nb\r", "a|b|");
	EXPECT(false, "a\r\r\n\r\n", "a\r||");
	EXPECT(false, "a\rb\n", "a\rb|");
}

Test(text, utf8_mark_only_at_the_start)
{
	EXPECT(true, "\xef\xbb\xbf" "a\n", "a|");
	EXPECT(true, "\xef\xbb\xbf", "");
	EXPECT(true, "\xef\xbb", "\xef\xbb|");
	EXPECT(true, "\xef\xbbz\n", "\xef\xbbz|");
	EXPECT(true, "a\n\xef\xbb\xbf" "b\n", "a|\xef\xbb\xbf" "b|");
	EXPECT(false, "\xef\xbb\xbf" "a\n", "\xef\xbb\xbf" "a|");
}

Test(text, utf16)
{
	EXPECT(true, "\xff\xfe" "a\0\r\0\n\0b\0", "a|b|");
	EXPECT(true, "\xfe\xff" "\0a\0\r\0\n\0b\0\n", "a|b|");
	EXPECT(true, "\xff\xfe", "");
	EXPECT(true, "\xff\xfe\n\0", "|");
	EXPECT(false, "\xff\xfe" "a\n", "\xff\xfe" "a|");
	/* U+00E9, U+20AC, U+1F600 */
	EXPECT(true, "\xff\xfe\xe9\0\xac\x20\x3d\xd8\x00\xde", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80|");
}

Test(text, broken_utf16)
{
	EXPECT(true, "\xff\xfe\x3d\xd8" "a\0\n\0b\0", "!a|b|");
	EXPECT(true, "\xff\xfe\x00\xde\n\0b\0", "!|b|");
	EXPECT(true, "\xff\xfe\x3d\xd8\n\0b\0", "!|b|");
	EXPECT(true, "\xff\xfe\x3d\xd8\x3d\xd8\x00\xde\n\0", "!\xf0\x9f\x98\x80|");
	EXPECT(true, "\xff\xfe" "a\0b", "!a|");
	EXPECT(true, "\xff\xfe" "a\0\x3d\xd8", "!a|");
	EXPECT(true, "\xff\xfe" "a", "!|");
}

Test(text, nul_is_told)
{
	struct text *text = malloc(sizeof(*text));
	struct copy lines[4];

	for (size_t piece = 1; piece < 12; piece++) {
		text_init(text, true);
		cr_assert_eq(cut(text, "a\0b\ncd\n\0", 8, piece, lines, 4), 3);
		cr_expect(lines[0].has_nul && lines[0].len == 3);
		cr_expect(!lines[1].has_nul && lines[1].len == 2);
		cr_expect(lines[2].has_nul && lines[2].len == 1);
	}
	text_init(text, true);
	cr_assert_eq(cut(text, "\xff\xfe" "a\0\0\0", 6, 6, lines, 4), 1);
	cr_expect(lines[0].has_nul);
	free(text);
}

/* A line of @len bytes and a short one behind it. */
static void expect_bound(size_t len, size_t piece, char filler, bool is_overlong)
{
	struct text *text = malloc(sizeof(*text));
	char *bytes = malloc(len + 3);
	struct copy lines[2];

	memset(bytes, filler, len);
	memcpy(bytes + len, "\nz\n", 3);
	bytes[0] = 'x';
	text_init(text, false);
	cr_assert_eq(cut(text, bytes, len + 3, piece, lines, 2), 2);
	cr_expect_eq(lines[0].is_overlong, is_overlong, "%zu bytes in pieces of %zu", len, piece);
	cr_expect_eq(lines[0].len, is_overlong ? TEXT_LINE_MAX : len);
	cr_expect_eq(lines[0].has_nul, filler == '\0');
	cr_expect(lines[1].len == 1 && lines[1].data[0] == 'z' && !lines[1].is_overlong && !lines[1].has_nul);
	free(bytes);
	free(text);
}

Test(text, overlong)
{
	static const size_t pieces[] = { 1 << 20, 4096, 65537, 1 };

	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
		expect_bound(TEXT_LINE_MAX, pieces[i], 'x', false);
		expect_bound(TEXT_LINE_MAX + 1, pieces[i], 'x', true);
		expect_bound(3 * TEXT_LINE_MAX, pieces[i], '\0', true);
	}
}

Test(text, overlong_utf16)
{
	struct text *text = malloc(sizeof(*text));
	size_t n_units = TEXT_LINE_MAX / 2 + 1;
	char *bytes = malloc(2 * n_units + 6);
	struct copy lines[2];

	/* U+00E9 takes two bytes in UTF-8, so half as many units fill the line. */
	memcpy(bytes, "\xff\xfe", 2);
	for (size_t i = 0; i < n_units; i++)
		memcpy(bytes + 2 + 2 * i, "\xe9\0", 2);
	memcpy(bytes + 2 + 2 * n_units, "\n\0z\0", 4);
	text_init(text, true);
	cr_assert_eq(cut(text, bytes, 2 * n_units + 6, 1 << 20, lines, 2), 2);
	cr_expect(lines[0].is_overlong);
	cr_expect(lines[1].len == 1 && !lines[1].is_overlong);
	free(bytes);
	free(text);
}
