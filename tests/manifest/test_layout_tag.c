/* SPDX-License-Identifier: MIT */
/*
 * Lines that name their algorithm: BSD, cksum, OpenSSL 1 and 3.
 */
#include "listing.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define A ABC_SHA256

Test(tag, blanks)
{
	expect_wide("SHA256 (a) = " A "\nSHA256(a)= " A "\nSHA2-256(a)= " A "\nSHA2-256 (a) = " A "\nSHA256 (a)=" A
		    "\nSHA256  (a)\t=\t" A "\n  SHA256 (a) = " A " \n",
		    "1 bsd SHA2-256 abc <a>\n2 openssl1 SHA2-256 abc <a>\n3 openssl SHA2-256 abc <a>\n"
		    "4 bsd SHA2-256 abc <a>\n5 bsd SHA2-256 abc <a>\n6 bsd SHA2-256 abc <a>\n"
		    "7 bsd SHA2-256 abc <a>\n");
}

Test(tag, every_spelling_of_the_table)
{
	const struct ringsum_algo *algo;

	for (size_t i = 0; (algo = ringsum_algo_at(i)); i++) {
		size_t len = algo->digest_len ? algo->digest_len : 16;
		const char *abc = listing_abc(algo, len);
		char list[512], want[512];

		if (!abc)
			continue;
		snprintf(list, sizeof(list), "%s (a) = %s\n%s(a)= %s\n", algo->tag, abc, algo->name, abc);
		snprintf(want, sizeof(want), "1 bsd %s abc <a>\n2 openssl %s abc <a>\n", algo->name, algo->name);
		expect_wide(list, want);
	}
}

Test(tag, names)
{
	expect_wide("SHA256 (par)en) = " A "\nSHA256 (abc (f) = abc) = " A "\nSHA256(stdin)= " A "\nSHA256 ( ) = " A
		    "\nSHA256 (a\rb) = " A "\nSHA256(b\\s)= " A "\n",
		    "1 bsd SHA2-256 abc <par)en>\n2 bsd SHA2-256 abc <abc (f) = abc>\n"
		    "3 openssl1 SHA2-256 abc <stdin>\n4 bsd SHA2-256 abc < >\n5 bsd SHA2-256 abc <a\\x0db>\n"
		    "6 openssl1 SHA2-256 abc <b\\x5cs>\n");
	expect_wide("\\SHA256 (new\\nline) = " A "\n\\SHA256 (a\\tb) = " A "\nSHA256 () = " A "\n",
		    "1 bsd SHA2-256 abc <new\\x0aline>\n2 bad\n3 bad the name is missing\n");
}

Test(tag, forms_of_the_digest)
{
	expect_wide("SHA256 (a) = " ABC_SHA256_BASE64 "\nSHA2-256(a)= " ABC_SHA256_UPPER
		    "\nMD5(a)= 90:01:50:98:3c:d2:4f:b0:d6:96:3f:7d:28:e1:7f:72\n",
		    "1 bsd SHA2-256 abc <a>\n2 openssl SHA2-256 abc <a>\n3 openssl MD5 abc <a>\n");
}

Test(tag, tag_and_length_disagree)
{
	expect_wide("MD5 (a) = " A "\nSHA256 (a) = " ABC_SHA1 "\nSHA256 (a) = " A "0\nSHA256 (a) = " A "00\n"
		    "SHA256 (a) = \nSHA256 (a) = " A " " A "\nSHA256 (a) = 0x" A "\n",
		    "1 bad the length of the digest does not fit the algorithm\n"
		    "2 bad the length of the digest does not fit the algorithm\n"
		    "3 bad the digest is neither hex nor base64\n"
		    "4 bad the length of the digest does not fit the algorithm\n"
		    "5 bad\n6 bad\n7 bad the digest is neither hex nor base64\n");
}

Test(tag, no_other_words)
{
	expect_wide("HMAC-SHA256(a)= " A "\nHMAC-SHA2-256(a)= " A "\n",
		    "1 bad a keyed digest (HMAC), which nobody can check without its key\n"
		    "2 bad a keyed digest (HMAC), which nobody can check without its key\n");
	expect_wide("SHA2-2560(a)= " A "\nRSA-SHA256(a)= " A "\nFOO (a) = " A "\n",
		    "1 bad the tag names no known algorithm\n2 bad the tag names no known algorithm\n"
		    "3 bad the tag names no known algorithm\n");
	expect_wide("X SHA256(a)= " A "\n(stdin)= " A "\n (a) = " A "\nSHA256 (a = " A "\nSHA256 a) = " A
		    "\nSHA256 (\nSHA256 (a) " A "\n",
		    "1 bad\n2 bad a digest of standard input, for no file\n3 bad\n4 bad\n5 bad\n6 bad\n7 bad\n");
}

Test(tag, keyed)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_WIDE, .is_keyed = true };
	const char *list = "HMAC-SHA256(a)= " A "\nHMAC-SHA2-256(a)= " A "\nHMAC-SHA256 (a) = " A "\n"
			   "SHA256(a)= " A "\n" A " *a\nHMAC-FOO(a)= " A "\nHMAC-(a)= " A "\n"
			   "HMAC-HMAC-SHA256(a)= " A "\nRSA-SHA256(a)= " A "\n";

	listing_expect(&options, list, strlen(list),
		       "1 openssl1 SHA2-256 abc <a>\n2 openssl SHA2-256 abc <a>\n3 bsd SHA2-256 abc <a>\n"
		       "4 bad a digest without a key, and a key was given\n5 gnu SHA2-256 abc <a>\n"
		       "6 bad the tag names no known algorithm\n7 bad the tag names no known algorithm\n"
		       "8 bad the tag names no known algorithm\n9 bad the tag names no known algorithm\n");
	options.algo = listing_algo("SHA1");
	list = "HMAC-SHA256(a)= " A "\nHMAC-SHA1(a)= " ABC_SHA1 "\nSHA1(a)= " ABC_SHA1 "\n";
	listing_expect(&options, list, strlen(list),
		       "1 openssl1 SHA2-256 other abc <a>\n2 openssl SHA1 abc <a>\n"
		       "3 bad a digest without a key, and a key was given\n");
}

Test(tag, openssl_line_broken_by_a_newline)
{
	/* openssl dgst -sha256 of a file called n, newline, l */
	expect_wide("SHA2-256(n\nl)= " A "\n", "1 bad\n2 bad\n");
}

Test(tag, fixed_algorithm)
{
	expect_only("SHA256",
		    "SHA1 (a) = " ABC_SHA1 "\nSHA256 (a) = " A "\nSHA1 (a) = " A "\nHMAC-MD5(a)= " ABC_MD5 "\n",
		    "1 bsd SHA1 other abc <a>\n2 bsd SHA2-256 abc <a>\n3 bad\n4 bad\n");
	/* another algorithm with as many bits */
	expect_only("SHA256", "SHA3-256 (a) = 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532\n",
		    "1 bsd SHA3-256 other abc <a>\n");
}

Test(tag, an_algorithm_that_only_libcrypto_knows)
{
	static const struct ringsum_algo foreign = { "KECCAK-256", "KECCAK-256", "KECCAK-256", "KECCAK-256 1.2.3", 32 };
	struct manifest_parser_options options = { .dialect = MANIFEST_WIDE, .algo = &foreign };
	const char *list = "KECCAK-256 (a) = " A "\n1.2.3(a)= " A "\nSHA256 (a) = " A "\n" A "  a\n";

	listing_expect(&options, list, strlen(list),
		       "1 bsd KECCAK-256 " A " <a>\n2 openssl1 KECCAK-256 " A " <a>\n3 bsd SHA2-256 other abc <a>\n"
		       "4 gnu KECCAK-256 " A " <a>\n");
}

Test(tag, extendable_output)
{
	struct manifest_parser_options options = {
		.dialect = MANIFEST_WIDE,
		.algo = listing_algo("SHAKE128"),
		.digest_len = 8,
	};
	const char *list = "SHAKE-128(a)= 5881092dd818bf5c\nSHAKE128 (a) = 5881092dd818bf5cf8a3ddb793fbcba7\n";

	expect_wide(list, "1 bad\n2 bsd SHAKE-128 abc <a>\n");
	listing_expect(&options, list, strlen(list),
		       "1 openssl SHAKE-128 5881092dd818bf5c <a>\n"
		       "2 bad the length of the digest does not fit the algorithm\n");
}
