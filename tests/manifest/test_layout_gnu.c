/* SPDX-License-Identifier: MIT */
/*
 * Untagged lines in the wide dialect.
 */
#include "listing.h"

#include <criterion/criterion.h>
#include <string.h>

#define A ABC_SHA256

Test(gnu, each_line_by_itself)
{
	expect_wide(A " a\n" A "  b c\n" A " *d\n" A "\te\n" A "   lead\n" A "  trail \n" A "\t\tf\n" A "\t g\n",
		    "1 gnu SHA2-256 abc <a>\n2 gnu SHA2-256 abc <b c>\n3 gnu SHA2-256 abc <d>\n"
		    "4 gnu SHA2-256 abc <e>\n5 gnu SHA2-256 abc < lead>\n6 gnu SHA2-256 abc <trail >\n"
		    "7 gnu SHA2-256 abc <\\x09f>\n8 gnu SHA2-256 abc <g>\n");
}

Test(gnu, names_of_one_character)
{
	expect_wide(A " *\n" A "   \n" A "  *\n",
		    "1 gnu SHA2-256 abc <*>\n2 gnu SHA2-256 abc < >\n3 gnu SHA2-256 abc <*>\n");
}

Test(gnu, blanks_and_case_before_the_name)
{
	expect_wide("   " A "  a\n\t" ABC_SHA256_UPPER "  a\n \t" A "  #hash\n",
		    "1 gnu SHA2-256 abc <a>\n2 gnu SHA2-256 abc <a>\n3 gnu SHA2-256 abc <#hash>\n");
}

Test(gnu, length_decides)
{
	expect_wide(ABC_MD5 "  a\n" ABC_SHA1 "  a\n" ABC_SHA512 "  a\n",
		    "1 gnu MD5 abc <a>\n2 gnu SHA1 abc <a>\n3 gnu SHA2-512 abc <a>\n");
	/* SHA3-256 of "abc": 64 digits are SHA-256 and nothing else */
	expect_wide("3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532  a\n",
		    "1 gnu SHA2-256 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532 <a>\n");
}

Test(gnu, wrong_lengths)
{
	expect_wide("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a  a\n" A "0  a\n"
		    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ag  a\n" ABC_SHA512 "00  a\n",
		    "1 bad the length of the digest fits no algorithm\n"
		    "2 bad the length of the digest fits no algorithm\n"
		    "3 bad no known layout\n"
		    "4 bad the length of the digest fits no algorithm\n");
}

Test(gnu, fixed_algorithm)
{
	expect_only("SHA256", ABC_SHA1 "  a\n" A "  a\n" ABC_MD5 "  a\n12345678  a\n",
		    "1 gnu SHA1 other abc <a>\n2 gnu SHA2-256 abc <a>\n3 gnu MD5 other abc <a>\n4 bad\n");
	expect_only("SHA3-256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532  a\n",
		    "1 gnu SHA3-256 abc <a>\n");
	/* in base64, 48 bytes take as many letters as a SHA-256 takes digits */
	expect_only("SHA384", A "  a\n", "1 gnu SHA2-256 other abc <a>\n");
}

Test(gnu, colons_and_base64)
{
	expect_wide("90:01:50:98:3c:d2:4f:b0:d6:96:3f:7d:28:e1:7f:72  a\n" ABC_SHA256_BASE64 "  a\n"
		    "qZk+NkcGgWq6PiVxeFDCbJzQ2J0= *a\n",
		    "1 gnu MD5 abc <a>\n2 gnu SHA2-256 abc <a>\n3 gnu SHA1 abc <a>\n");
	/* 64 letters without padding: only where SHA-384 was asked for, else a slip in a SHA-256 would pass for one */
	expect_wide("ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn  a\n", "1 bad\n");
	expect_only("SHA384", "ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn  a\n",
		    "1 gnu SHA2-384 abc <a>\n");
	expect_only("SHA256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ag  a\n", "1 bad\n");
	expect_only("BLAKE2s", "UIxejDJ8FOLhpyujTutFLzdFiyCe1jopTZmbTIZnWYI=  a\n", "1 gnu BLAKE2S-256 abc <a>\n");
}

Test(gnu, escapes)
{
	expect_wide("\\" A "  new\\nline\n\\" A " *cr\\rx\n\\" A " back\\\\slash\n\\" A "  a\n" A "  back\\slash\n",
		    "1 gnu SHA2-256 abc <new\\x0aline>\n2 gnu SHA2-256 abc <cr\\x0dx>\n"
		    "3 gnu SHA2-256 abc <back\\x5cslash>\n4 gnu SHA2-256 abc <a>\n"
		    "5 gnu SHA2-256 abc <back\\x5cslash>\n");
	/* the first is what openssl dgst -r prints for x, backslash, y, newline, z */
	expect_wide("\\" A " *x\\y\\nz\n\\" A "  x\\\n\\" A "  a\\x0a\n", "1 bad\n2 bad\n3 bad\n");
}

Test(gnu, shasum_marks)
{
	expect_wide(ABC_SHA1 " ^a\n" ABC_SHA1 " Ua\n" ABC_SHA1 "  ^a\n",
		    "1 bad shasum's bit mode (^), whose digests are not those of files\n"
		    "2 gnu SHA1 abc <Ua>\n3 gnu SHA1 abc <^a>\n");
}

Test(gnu, names_that_look_like_something_else)
{
	expect_wide(A "  SHA256 (a) = " ABC_MD5 "\n" A "  a: BA78 16BF\n" A "  -----BEGIN PGP SIGNATURE-----\n" A
		    "  stdin\n" A "  " A "\n",
		    "1 gnu SHA2-256 abc <SHA256 (a) = " ABC_MD5 ">\n2 gnu SHA2-256 abc <a: BA78 16BF>\n"
		    "3 gnu SHA2-256 abc <-----BEGIN PGP SIGNATURE----->\n4 gnu SHA2-256 abc <stdin>\n"
		    "5 gnu SHA2-256 abc <" A ">\n");
}

Test(gnu, extendable_output)
{
	struct manifest_parser_options options = {
		.dialect = MANIFEST_WIDE,
		.algo = listing_algo("SHAKE128"),
		.digest_len = 8,
	};
	const char *list = "5881092dd818bf5c  a\n5881092dd818bf  a\n" A "  a\nWIEJLdgYv1w=  a\n";
	/* six bytes of base64, were it not for what follows */
	const char *tag = "SHAKE128 (a) = 5881092dd818\n";

	/* the first 8 bytes of SHAKE128("abc"), as openssl dgst -shake128 -xoflen 8 prints them */
	listing_expect(&options, list, strlen(list),
		       "1 gnu SHAKE-128 5881092dd818bf5c <a>\n2 bad\n3 gnu SHA2-256 other abc <a>\n4 bad\n");
	options.digest_len = 6;
	listing_expect(&options, tag, strlen(tag), "1 bsd SHAKE-128 5881092dd818 <a>\n");
}
