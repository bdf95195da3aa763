/* SPDX-License-Identifier: MIT */
/*
 * The GNU dialect: what sha256sum of coreutils 9.11 takes from a check file, and under which name. Unless a test says
 * otherwise, each answer was recorded from that program.
 */
#include "listing.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define A ABC_SHA256
#define AU ABC_SHA256_UPPER

/* One line, alone in its list. @want: what stands behind "1 ". */
static void expect_line(const char *line, const char *want)
{
	char listing[256];

	snprintf(listing, sizeof(listing), "1 %s\n", want);
	expect_gnu("SHA256", line, listing);
}

Test(coreutils, untagged)
{
	expect_line(A "  a\n", "gnu SHA2-256 abc <a>");
	expect_line(A "  a", "gnu SHA2-256 abc <a>");
	expect_line(A " *a\n", "gnu SHA2-256 abc <a>");
	expect_line(AU "  a\n", "gnu SHA2-256 abc <a>");
	expect_line("   " A "  a\n", "gnu SHA2-256 abc <a>");
	expect_line("\t" A "  a\n", "gnu SHA2-256 abc <a>");
	expect_line(A "  ./a\n", "gnu SHA2-256 abc <./a>");
	expect_line(A "  -\n", "gnu SHA2-256 abc <->");
	expect_line(A "  #hash\n", "gnu SHA2-256 abc <#hash>");
	expect_line(A "  *star\n", "gnu SHA2-256 abc <*star>");
	expect_line(A "  dir\\a\n", "gnu SHA2-256 abc <dir\\x5ca>");
	expect_line(A "  bad\xff\n", "gnu SHA2-256 abc <bad\xff>");
}

Test(coreutils, blanks_at_names)
{
	expect_line(A " a\n", "gnu SHA2-256 abc <a>");
	expect_line(A "\ta\n", "gnu SHA2-256 abc <a>");
	expect_line(A " *star\n", "gnu SHA2-256 abc <star>");
	expect_line(A "   lead\n", "gnu SHA2-256 abc < lead>");
	expect_line(A "  a \n", "gnu SHA2-256 abc <a >");
	expect_line(A "  \n", "gnu SHA2-256 abc < >");
	expect_line(A " *\n", "gnu SHA2-256 abc <*>");
	expect_line(A " \n", "bad");
	expect_line(A "\n", "bad");
}

Test(coreutils, line_ends)
{
	expect_line(A "  a\r\n", "gnu SHA2-256 abc <a>");
	expect_line(A "  a\r\r\n", "gnu SHA2-256 abc <a\\x0d>");
	expect_line("SHA256 (a) = " A "\r\n", "bsd SHA2-256 abc <a>");
}

Test(coreutils, digests)
{
	expect_line("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a  a\n", "bad");
	expect_line(A "0  a\n", "bad");
	expect_line("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ag  a\n", "bad");
	expect_line("0x" A "  a\n", "bad");
	expect_line(ABC_SHA256_BASE64 "  a\n", "bad");
	expect_line(ABC_SHA1 "  a\n", "bad");
	expect_line("\xef\xbb\xbf" A "  a\n", "bad");
	expect_line("junk\n", "bad");
}

Test(coreutils, escapes)
{
	expect_line("\\" A "  a\n", "gnu SHA2-256 abc <a>");
	expect_line(" \\" A "  a\n", "gnu SHA2-256 abc <a>");
	expect_line("\\" A "  new\\nline\n", "gnu SHA2-256 abc <new\\x0aline>");
	expect_line("\\" A "  back\\\\slash\n", "gnu SHA2-256 abc <back\\x5cslash>");
	expect_line("\\" A "  cr\\rx\n", "gnu SHA2-256 abc <cr\\x0dx>");
	expect_line(A "  back\\slash\n", "gnu SHA2-256 abc <back\\x5cslash>");
	expect_line("\\" A "  a\\x\n", "bad");
	expect_line("\\" A "  a\\\n", "bad");
	expect_line("\\SHA256 (new\\nline) = " A "\n", "bsd SHA2-256 abc <new\\x0aline>");
}

Test(coreutils, tagged)
{
	expect_line("SHA256 (a) = " A "\n", "bsd SHA2-256 abc <a>");
	expect_line("SHA256(a)= " A "\n", "bsd SHA2-256 abc <a>");
	expect_line("SHA256 (a)=" A "\n", "bsd SHA2-256 abc <a>");
	expect_line("  SHA256 (a) = " A "\n", "bsd SHA2-256 abc <a>");
	expect_line("SHA256 (a) = " AU "\n", "bsd SHA2-256 abc <a>");
	expect_line("SHA256 (par)en) = " A "\n", "bsd SHA2-256 abc <par)en>");
	expect_line("SHA256 (abc (f) = abc) = " A "\n", "bsd SHA2-256 abc <abc (f) = abc>");
	expect_line("SHA256(stdin)= " A "\n", "bsd SHA2-256 abc <stdin>");
}

Test(coreutils, other_tags_are_damage)
{
	expect_line("SHA2-256(a)= " A "\n", "bad");
	expect_line("SHA2-256 (a) = " A "\n", "bad");
	expect_line("SHA256  (a) = " A "\n", "bad");
	expect_line("sha256 (a) = " A "\n", "bad");
	expect_line("SHA1 (a) = " A "\n", "bad");
	expect_line("HMAC-SHA256(a)= " A "\n", "bad");
	expect_line("SHA256 (a) = " A " \n", "bad");
	expect_line("SHA256 (a = " A "\n", "bad");
	expect_line("SHA256 (a) = " ABC_SHA256_BASE64 "\n", "bad");
	expect_line("SHA256 (", "bad");
}

/* As coreutils 9.1 to 9.10 do. */
Test(coreutils, tagged_corners)
{
	expect_line("SHA256 () = " A "\n", "bsd SHA2-256 abc <>");
	expect_line("SHA256 (a)\t =\t \t" A "\n", "bsd SHA2-256 abc <a>");
	expect_line("SHA256\t(a) = " A "\n", "bad");
	expect_line("SHA256 )= " A "\n", "bad");
	expect_line("SHA256", "bad");
	expect_line("SHA256 ", "bad");
	expect_line("\\\\" A "  a\n", "bad");
	expect_line("\\SHA256 (x)\\) = " A "\n", "bad");
}

Test(coreutils, comments_and_blank_lines)
{
	expect_gnu("SHA256", "# x\n" A "  a\n", "2 gnu SHA2-256 abc <a>\n");
	expect_gnu("SHA256", " # x\n" A "  a\n", "1 bad\n2 gnu SHA2-256 abc <a>\n");
	expect_gnu("SHA256", "; x\n" A "  a\n", "1 bad\n2 gnu SHA2-256 abc <a>\n");
	expect_gnu("SHA256", "\n" A "  a\n\n", "2 gnu SHA2-256 abc <a>\n");
	expect_gnu("SHA256", "   \n" A "  a\n", "1 bad\n2 gnu SHA2-256 abc <a>\n");
	expect_gnu("SHA256", "\r\n" A "  a\n", "2 gnu SHA2-256 abc <a>\n");
	expect_gnu("SHA256", "#" A "  a\n", "");
	expect_gnu("SHA256", "", "");
	expect_gnu("SHA256",
		   "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n" A "  a\n-----BEGIN PGP SIGNATURE-----\n\n"
		   "iQIz\n-----END PGP SIGNATURE-----\n",
		   "1 bad\n2 bad\n4 gnu SHA2-256 abc <a>\n5 bad\n7 bad\n8 bad\n");
}

Test(coreutils, first_untagged_line_decides_the_spacing)
{
	expect_gnu("SHA256", A " a\n" A " b\n", "1 gnu SHA2-256 abc <a>\n2 gnu SHA2-256 abc <b>\n");
	expect_gnu("SHA256", A " a\n" A "  b\n", "1 gnu SHA2-256 abc <a>\n2 gnu SHA2-256 abc < b>\n");
	expect_gnu("SHA256", A "  a\n" A " b\n", "1 gnu SHA2-256 abc <a>\n2 bad\n");
	expect_gnu("SHA256", A " a\n" A " *b\n", "1 gnu SHA2-256 abc <a>\n2 gnu SHA2-256 abc <*b>\n");
	/* these two as coreutils 9.1 */
	expect_gnu("SHA256", "\\" A "  a\\x\n" A " b\n", "1 bad\n2 bad\n");
	expect_gnu("SHA256", "SHA256 (a) = " A "\n" A " b\n", "1 bsd SHA2-256 abc <a>\n2 gnu SHA2-256 abc <b>\n");
}

Test(coreutils, spacing_carries_over_to_the_next_list)
{
	enum manifest_spacing spacing = MANIFEST_SPACING_OPEN;
	struct manifest_parser_options options = {
		.dialect = MANIFEST_GNU_SUM,
		.algo = listing_algo("SHA256"),
		.spacing = &spacing,
	};

	listing_expect(&options, A " a\n", strlen(A " a\n"), "1 gnu SHA2-256 abc <a>\n");
	cr_expect_eq(spacing, MANIFEST_SPACING_ONE);
	listing_expect(&options, A "  b\n", strlen(A "  b\n"), "1 gnu SHA2-256 abc < b>\n");
	spacing = MANIFEST_SPACING_TWO;
	listing_expect(&options, A " a\n", strlen(A " a\n"), "1 bad\n");
}

/* NUL: what coreutils 9.11 does with the name is recorded; the rest is as its later versions read C strings. */
Test(coreutils, nul)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_GNU_SUM, .algo = listing_algo("SHA256") };

#define EXPECT(list, want) listing_expect(&options, list, sizeof(list) - 1, want)
	EXPECT(A "  a\0b\n", "1 gnu SHA2-256 abc <a>\n");
	EXPECT(A "  \0b\n", "1 gnu SHA2-256 abc <>\n");
	EXPECT("\0" A "  a\n", "1 bad\n");
	EXPECT("\\" A "  a\0b\n", "1 bad\n");
	EXPECT("SHA256 (a\0b) = " A "\n", "1 bsd SHA2-256 abc <a>\n");
	EXPECT("SHA256 (a) = " A "\0\n", "1 bad\n");
	EXPECT("#\0\n" A "  a\n", "2 gnu SHA2-256 abc <a>\n");
#undef EXPECT
}

Test(coreutils, a_list_from_stdin_cannot_list_stdin)
{
	struct manifest_parser_options options = {
		.dialect = MANIFEST_GNU_SUM,
		.algo = listing_algo("SHA256"),
		.is_stdin = true,
	};
	const char *list = A "  -\n" A " *-\n" A "  a\nSHA256 (-) = " A "\n" A "  ./-\n";

	listing_expect(&options, list, strlen(list),
		       "1 bad\n2 bad\n3 gnu SHA2-256 abc <a>\n4 bad\n5 gnu SHA2-256 abc <./->\n");
}

Test(coreutils, other_programs_of_the_family)
{
	expect_gnu("MD5", ABC_MD5 "  a\nMD5 (a) = " ABC_MD5 "\n" A "  a\nSHA256 (a) = " A "\n",
		   "1 gnu MD5 abc <a>\n2 bsd MD5 abc <a>\n3 bad\n4 bad\n");
	expect_gnu("SHA512", ABC_SHA512 "  a\nSHA512 (a) = " ABC_SHA512 "\n",
		   "1 gnu SHA2-512 abc <a>\n2 bsd SHA2-512 abc <a>\n");
}

Test(coreutils, needs_an_algorithm)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_GNU_SUM };
	struct manifest_parser *parser;

	cr_expect_eq(manifest_parser_create(&options, &parser), -EINVAL);
	options.algo = listing_algo("SHAKE128");
	cr_expect_eq(manifest_parser_create(&options, &parser), -EINVAL);
	options.digest_len = RINGSUM_DIGEST_MAX + 1;
	cr_expect_eq(manifest_parser_create(&options, &parser), -EOVERFLOW);
}
