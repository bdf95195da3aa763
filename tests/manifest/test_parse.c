/* SPDX-License-Identifier: MIT */
/*
 * The parser as a whole, in the wide dialect: what is skipped, what is refused, what is counted, and the fixtures.
 */
#include "listing.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define A ABC_SHA256
#define AU ABC_SHA256_UPPER

static const struct manifest_parser_options wide = { .dialect = MANIFEST_WIDE };

/* A list that holds NUL. */
#define EXPECT_BYTES(list, want) listing_expect(&wide, list, sizeof(list) - 1, want)

Test(parse, comments_and_blank_lines)
{
	expect_wide("# made by x\n\n" A "  a\n\r\n\n  # x\n; y\n\t;z\n   \n", "3 gnu SHA2-256 abc <a>\n");
	expect_wide("#" A "  a\n", "");
	expect_wide("", "");
	expect_wide("\n", "");
	expect_wide(A "  #x\n" A "  ;y\n", "1 gnu SHA2-256 abc <#x>\n2 gnu SHA2-256 abc <;y>\n");
}

Test(parse, line_ends)
{
	expect_wide(A "  a\r\n" A " b\r\nSHA256 (c) = " A "\r\n" A "  d\r\r\n" A "  e\r",
		    "1 gnu SHA2-256 abc <a>\n2 gnu SHA2-256 abc <b>\n3 bsd SHA2-256 abc <c>\n"
		    "4 gnu SHA2-256 abc <d\\x0d>\n5 gnu SHA2-256 abc <e>\n");
}

Test(parse, byte_order_marks)
{
	expect_wide("\xef\xbb\xbf" A "  a\n" A "  b\n", "1 gnu SHA2-256 abc <a>\n2 gnu SHA2-256 abc <b>\n");
	expect_wide("\xef\xbb\xbf# x\n" A "  b\n", "2 gnu SHA2-256 abc <b>\n");
	expect_wide(A "  a\n\xef\xbb\xbf" A "  b\n", "1 gnu SHA2-256 abc <a>\n2 bad\n");
	expect_wide("\xef\xbb\xbf\xef\xbb\xbf" A "  b\n", "1 bad\n");
}

Test(parse, nul)
{
	EXPECT_BYTES(A "  a\0junk\n", "1 bad a NUL byte\n");
	EXPECT_BYTES(A "\0  a\n", "1 bad a NUL byte\n");
	EXPECT_BYTES("# x\0" A "  a\n" A "  b\n", "1 bad a NUL byte\n2 gnu SHA2-256 abc <b>\n");
	EXPECT_BYTES("\0\n", "1 bad\n");
	EXPECT_BYTES(A "  a\0" A "  b\0", "1 bad a NUL byte; output of --zero cannot be checked\n");
	EXPECT_BYTES(A "  a\0", "1 bad a NUL byte; output of --zero cannot be checked\n");
	EXPECT_BYTES("SHA256 (a) = " A "\0SHA256 (b) = " A "\0",
		     "1 bad a NUL byte; output of --zero cannot be checked\n");
	EXPECT_BYTES("\0\0\0\0\0\0\0\0", "1 bad a NUL byte\n");
	EXPECT_BYTES("b\0a\0\n\0", "1 bad NUL bytes; perhaps UTF-16 without a byte-order mark\n2 bad\n");
}

Test(parse, an_entry_held_does_not_swallow_damage)
{
	EXPECT_BYTES("Algorithm : SHA256\nHash      : " AU "\nPath      : a\0b\n",
		     "1 bad an entry of Get-FileHash that is not whole\n3 bad a NUL byte\n");
	EXPECT_BYTES("a: A999 3E36 4706 816A BA3E  2571 7850 C26C 9CD0 D89D\n \0\n",
		     "1 gpg SHA1 abc <a>\n2 bad a NUL byte\n");
}

/* A list of @head, @n times @filler and @tail. */
static char *stretch(const char *head, char filler, size_t n, const char *tail)
{
	char *list = malloc(strlen(head) + n + strlen(tail) + 1);

	cr_assert_not_null(list);
	sprintf(list, "%s", head);
	memset(list + strlen(head), filler, n);
	strcpy(list + strlen(head) + n, tail);
	return list;
}

static void expect_stretched(const char *head, char filler, size_t n, const char *tail, const char *want)
{
	char *list = stretch(head, filler, n, tail);
	char *whole = listing_read(&wide, list, strlen(list), strlen(list), NULL);
	char *cut = listing_read(&wide, list, strlen(list), 4096, NULL);

	cr_expect_eq(strncmp(whole, want, strlen(want)), 0, "wanted %s, got %.100s", want, whole);
	cr_expect_str_eq(cut, whole);
	free(cut);
	free(whole);
	free(list);
}

Test(parse, overlong_lines)
{
	expect_stretched(A "  ", 'n', 70000, "\n" A "  a\n",
			 "1 bad a line of more than 64 KiB\n2 gnu SHA2-256 abc <a>\n");
	expect_stretched("#", 'x', 200000, "\n" A "  a\n", "2 gnu SHA2-256 abc <a>\n");
	expect_stretched("SHA256 (", 'x', 200000, ") = " A "\n", "1 bad a line of more than 64 KiB\n");
	expect_stretched("", ' ', 70000, "\n" A "  a\n", "2 gnu SHA2-256 abc <a>\n");
	expect_stretched(A "  ", 'n', MANIFEST_LINE_MAX - 66, "\n", "1 gnu SHA2-256 abc <nnn");
	expect_stretched(A "  ", 'n', MANIFEST_LINE_MAX - 65, "\n", "1 bad a line of more than 64 KiB\n");
}

/* An image given for a list, and a long output of --zero. */
Test(parse, overlong_lines_with_nul)
{
	static char bytes[200000];
	char *listing = listing_read(&wide, bytes, sizeof(bytes), 65536, NULL);

	cr_expect_str_eq(listing, "1 bad NUL bytes in a line of more than 64 KiB: this is no list\n");
	free(listing);
	for (size_t pos = 0; pos + 70 < sizeof(bytes); pos += 70)
		memcpy(bytes + pos, A "  abc", 70);
	listing = listing_read(&wide, bytes, sizeof(bytes), 65536, NULL);
	cr_expect_str_eq(listing, "1 bad a NUL byte; output of --zero cannot be checked\n");
	free(listing);
}

Test(parse, stdin_is_only_a_name)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_WIDE, .is_stdin = true };
	const char *list = A "  -\nSHA256 (-) = " A "\n" A "  ./-\nSHA256(stdin)= " A "\n(stdin)= " A "\n";

	listing_expect(&options, list, strlen(list),
		       "1 bad an entry \"-\" in a list that comes from standard input itself\n2 bad\n"
		       "3 gnu SHA2-256 abc <./->\n4 openssl1 SHA2-256 abc <stdin>\n5 bad\n");
	expect_wide(A "  -\n" A "  -dash\n", "1 gnu SHA2-256 abc <->\n2 gnu SHA2-256 abc <-dash>\n");
}

Test(parse, summary)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_WIDE, .algo = listing_algo("SHA256") };
	const char *list = "# x\n" ABC_MD5 "  a\n" A "  a\njunk\n" ABC_SHA1 "  a\nMD5 (a) = " A "\n" A "  b\n";
	struct manifest_summary summary;

	free(listing_read(&options, list, strlen(list), 10, &summary));
	cr_expect_eq(summary.n_entries, 2);
	cr_expect_eq(summary.n_bad, 2);
	cr_expect_eq(summary.n_other_algo, 2);
	cr_expect_eq(summary.first_bad_line, 4);
	cr_expect_str_eq(summary.first_bad_reason, "no known layout");
	cr_expect(!summary.is_signed);
}

Test(parse, after_the_end_there_is_nothing)
{
	const char *list = "-----BEGIN PGP SIGNED MESSAGE-----\n\na: \n";
	struct manifest_parser *parser;
	struct manifest_item item;

	cr_assert_eq(manifest_parser_create(&wide, &parser), 0);
	manifest_parser_next(parser, &item);
	cr_expect_eq(item.event, MANIFEST_MORE);
	manifest_parser_feed(parser, list, strlen(list), true);
	manifest_parser_next(parser, &item);
	cr_expect(item.event == MANIFEST_BAD && item.line == 3);
	manifest_parser_next(parser, &item);
	cr_expect(item.event == MANIFEST_BAD && item.line == 1);
	for (int i = 0; i < 3; i++) {
		manifest_parser_next(parser, &item);
		cr_expect_eq(item.event, MANIFEST_MORE);
	}
	manifest_parser_destroy(parser);
	manifest_parser_destroy(NULL);
}

/* ---- Fixtures: each is a list of files that hold "abc" ---- */

struct fixture {
	const char *name;
	unsigned n_entries;
	unsigned n_bad;
	unsigned first_bad_line;
	bool is_signed;
	unsigned n_unsigned;
};

static const struct fixture fixtures[] = {
	{ "good-base64.txt", 4, 0, 0, false, 0 },
	{ "good-bsd.txt", 3, 0, 0, false, 0 },
	{ "good-certutil-old.txt", 2, 0, 0, false, 0 },
	{ "good-certutil.txt", 2, 0, 0, false, 0 },
	{ "good-crlf.txt", 2, 0, 0, false, 0 },
	{ "good-gnu-binary.txt", 2, 0, 0, false, 0 },
	{ "good-gnu.txt", 6, 0, 0, false, 0 },
	{ "good-gpg-long-name.txt", 4, 0, 0, false, 0 },
	{ "good-gpg-md.txt", 1, 0, 0, false, 0 },
	{ "good-gpg-mds.txt", 7, 0, 0, false, 0 },
	{ "good-hashdeep-default.txt", 1, 0, 0, false, 0 },
	{ "good-hashdeep.txt", 2, 0, 0, false, 0 },
	{ "good-kernel.txt", 2, 0, 0, false, 0 },
	{ "good-lengths.txt", 6, 0, 0, false, 0 },
	{ "good-minisign.txt", 2, 0, 0, true, 0 },
	{ "good-mixed.txt", 10, 0, 0, false, 0 },
	{ "good-openssl-colons.txt", 1, 0, 0, false, 0 },
	{ "good-openssl-r.txt", 2, 0, 0, false, 0 },
	{ "good-openssl1.txt", 2, 0, 0, false, 0 },
	{ "good-openssl3.txt", 17, 0, 0, false, 0 },
	{ "good-pgp-unsigned.txt", 4, 0, 0, true, 2 },
	{ "good-pgp.txt", 2, 0, 0, true, 0 },
	{ "good-powershell-list.txt", 2, 0, 0, false, 0 },
	{ "good-powershell-table.txt", 2, 0, 0, false, 0 },
	{ "good-shasum-universal.txt", 1, 0, 0, false, 0 },
	{ "good-shasum.txt", 10, 0, 0, false, 0 },
	{ "good-sidecar-blank.iso.sha1", 1, 0, 0, false, 0 },
	{ "good-sidecar-commented.iso.sha256sum", 1, 0, 0, false, 0 },
	{ "good-sidecar-upper.iso.MD5", 1, 0, 0, false, 0 },
	{ "good-sidecar-utf16.iso.sha256", 1, 0, 0, false, 0 },
	{ "good-sidecar.iso.sha256", 1, 0, 0, false, 0 },
	{ "good-signify.txt", 2, 0, 0, true, 0 },
	{ "good-sri.txt", 3, 0, 0, false, 0 },
	{ "good-utf16-be.txt", 3, 0, 0, false, 0 },
	{ "good-utf16-le.txt", 3, 0, 0, false, 0 },
	{ "good-utf8-bom.txt", 2, 0, 0, false, 0 },
	{ "bad-bom-inside.txt", 1, 1, 2, false, 0 },
	{ "bad-certutil-cut.txt", 0, 2, 1, false, 0 },
	{ "bad-escapes.txt", 0, 3, 1, false, 0 },
	{ "bad-gpg-tail.txt", 0, 2, 1, false, 0 },
	{ "bad-hashdeep-newline.txt", 1, 2, 5, false, 0 },
	{ "bad-hashdeep-no-header.txt", 0, 1, 1, false, 0 },
	{ "bad-hmac.txt", 0, 2, 1, false, 0 },
	{ "bad-lengths.txt", 0, 5, 1, false, 0 },
	{ "bad-name-first.txt", 0, 9, 1, false, 0 },
	{ "bad-nul.txt", 0, 3, 1, false, 0 },
	{ "bad-openssl-half-escaped.txt", 0, 1, 1, false, 0 },
	{ "bad-openssl-newline.txt", 0, 2, 1, false, 0 },
	{ "bad-openssl-stdin.txt", 0, 1, 1, false, 0 },
	{ "bad-pgp-cut.txt", 2, 1, 1, true, 0 },
	{ "bad-pgp-injected.txt", 2, 2, 3, true, 0 },
	{ "bad-pgp-message.txt", 1, 1, 1, false, 0 },
	{ "bad-powershell-list-wrapped.txt", 0, 3, 2, false, 0 },
	{ "bad-powershell-table-cut.txt", 0, 3, 4, false, 0 },
	{ "bad-shasum-bits.txt", 0, 1, 1, false, 0 },
	{ "bad-sidecar-length.iso.sha512", 0, 1, 1, false, 0 },
	{ "bad-sidecar-no-name.txt", 0, 1, 1, false, 0 },
	{ "bad-sidecar-two.iso.sha256", 0, 2, 1, false, 0 },
	{ "bad-tags.txt", 0, 6, 1, false, 0 },
	{ "bad-utf16-broken.txt", 1, 2, 1, false, 0 },
	{ "bad-utf16-no-mark.txt", 0, 2, 1, false, 0 },
	{ "bad-zero.txt", 0, 1, 1, false, 0 },
};

static size_t load(const char *name, char *data, size_t cap)
{
	char path[4096];
	size_t len;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", FIXTURE_DIR, name);
	file = fopen(path, "rb");
	cr_assert_not_null(file, "%s", path);
	len = fread(data, 1, cap, file);
	cr_assert(len < cap && !ferror(file));
	fclose(file);
	return len;
}

static void check_fixture(const struct fixture *fixture)
{
	static char data[16384];
	struct manifest_parser_options options = { .dialect = MANIFEST_WIDE, .file_name = fixture->name };
	size_t len = load(fixture->name, data, sizeof(data));
	struct manifest_summary summary;
	char *whole = listing_read(&options, data, len, len, &summary);
	char *cut = listing_read(&options, data, len, 1, NULL);

	cr_expect_eq(summary.n_entries, fixture->n_entries, "%s:\n%s", fixture->name, whole);
	cr_expect_eq(summary.n_bad, fixture->n_bad, "%s:\n%s", fixture->name, whole);
	cr_expect_eq(summary.first_bad_line, fixture->first_bad_line, "%s:\n%s", fixture->name, whole);
	cr_expect_eq(summary.is_signed, fixture->is_signed, "%s:\n%s", fixture->name, whole);
	cr_expect_eq(summary.n_unsigned, fixture->n_unsigned, "%s:\n%s", fixture->name, whole);
	cr_expect_str_eq(cut, whole, "%s", fixture->name);
	/* every digest read is that of "abc" */
	for (const char *line = whole; *line; line += strcspn(line, "\n") + 1) {
		size_t line_len = strcspn(line, "\n");

		cr_expect(memmem(line, line_len, " abc <", 6) || memmem(line, line_len, " bad ", 5), "%s: %.*s",
			  fixture->name, (int)line_len, line);
	}
	free(cut);
	free(whole);
}

Test(parse, fixtures)
{
	for (size_t i = 0; i < sizeof(fixtures) / sizeof(fixtures[0]); i++)
		check_fixture(&fixtures[i]);
}
