/* SPDX-License-Identifier: MIT */
/*
 * A bare digest in a list that is called after its file.
 */
#include "listing.h"

#include <criterion/criterion.h>
#include <string.h>

#define A ABC_SHA256
#define AU ABC_SHA256_UPPER

Test(hex, a_list_called_after_its_file)
{
	expect_named("a.bin.sha256", A "\n", "1 hex SHA2-256 abc <a.bin>\n");
	expect_named("a.bin.sha256", A, "1 hex SHA2-256 abc <a.bin>\n");
	expect_named("a.bin.sha256", " " A "\n", "1 hex SHA2-256 abc <a.bin>\n");
	expect_named("a.bin.sha256", A "  \n", "1 hex SHA2-256 abc <a.bin>\n");
	expect_named("a.bin.sha256", "# made by x\n\n" AU "\r\n\n", "3 hex SHA2-256 abc <a.bin>\n");
	expect_named("dir/sub.d/a.sha1", ABC_SHA1 "\n", "1 hex SHA1 abc <dir/sub.d/a>\n");
	expect_named("a.MD5SUM", ABC_MD5 "\n", "1 hex MD5 abc <a>\n");
	expect_named("a.sha512sum", ABC_SHA512 "\n", "1 hex SHA2-512 abc <a>\n");
	expect_named("a.sha3-256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532\n",
		     "1 hex SHA3-256 abc <a>\n");
	expect_named("a.md5", "90:01:50:98:3c:d2:4f:b0:d6:96:3f:7d:28:e1:7f:72\n", "1 hex MD5 abc <a>\n");
}

Test(hex, a_name_that_says_nothing)
{
	static const char *const names[] = { NULL, "sums", "a.txt", "a.sum", ".sha256", "dir/.sha256", "a.sha256/b" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		expect_named(names[i], A "\n",
			     "1 bad a digest without a name, in a list that is not called after a file "
			     "(FILE.sha256)\n");
	expect_named("a.md5", A "\n", "1 bad the length of the digest does not fit the algorithm\n");
	expect_named("a.sha256", A "0\n", "1 bad\n");
}

Test(hex, only_where_it_is_alone)
{
	expect_named("a.sha256", A "\n" A "\n", "1 bad a digest without a name\n2 bad a digest without a name\n");
	expect_named("a.sha256", A "\n" A "  b\n", "1 bad a digest without a name\n2 gnu SHA2-256 abc <b>\n");
	expect_named("a.sha256", A "  b\n" A "\n", "1 gnu SHA2-256 abc <b>\n2 bad a digest without a name\n");
	expect_named("a.sha256", "junk\n" A "\n", "1 bad\n2 bad a digest without a name\n");
	expect_named("a.sha256", A "\njunk\n", "1 bad a digest without a name\n2 bad\n");
}

Test(hex, fixed_algorithm)
{
	struct manifest_parser_options options = {
		.dialect = MANIFEST_WIDE,
		.algo = listing_algo("SHA512"),
		.file_name = "a.sha256",
	};

	listing_expect(&options, A, strlen(A), "1 hex SHA2-256 other abc <a>\n");
}
