/* SPDX-License-Identifier: MIT */
/*
 * hashdeep's own format; the fixtures hold what the program itself prints.
 */
#include "listing.h"

#include <criterion/criterion.h>

#define A ABC_SHA256

#define HASHDEEP "%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n"

Test(hashdeep, the_best_column)
{
	expect_wide(HASHDEEP "## Invoked from: /\n3," ABC_MD5 "," A ",/b,c\n",
		    "4 hashdeep SHA2-256 abc </b,c> 3 bytes\n");
	expect_wide("%%%% size,sha1,md5,tiger,filename\n0," ABC_SHA1 "," ABC_MD5 ",2aab14,a\n",
		    "2 hashdeep SHA1 abc <a> 0 bytes\n");
	expect_only("MD5", HASHDEEP "3," ABC_MD5 "," A ",a\n", "3 hashdeep MD5 abc <a> 3 bytes\n");
	expect_only("SHA1", HASHDEEP "3," ABC_MD5 "," A ",a\n", "3 hashdeep SHA2-256 other abc <a> 3 bytes\n");
}

Test(hashdeep, damage)
{
	expect_wide("3," ABC_MD5 "," A ",a\n", "1 bad\n");
	expect_wide(HASHDEEP "3," ABC_MD5 "," A "\n3," ABC_MD5 ",xyz,a\n3," ABC_MD5 "," ABC_SHA1 ",a\n"
			     "3," ABC_MD5 "," A ",\n",
		    "3 bad a line of hashdeep without all of its columns\n"
		    "4 bad a line of hashdeep without all of its columns\n"
		    "5 bad the length of the digest does not fit the algorithm\n6 bad the name is missing\n");
	expect_wide(HASHDEEP "18446744073709551615," ABC_MD5 "," A ",a\n18446744073709551616," ABC_MD5 "," A ",a\n-3,"
			     ABC_MD5 "," A ",a\n",
		    "3 hashdeep SHA2-256 abc <a> 18446744073709551615 bytes\n4 bad\n5 bad\n");
	expect_wide("%%%% sha256,filename\n%%%% size,filename\n%%%% size,sha256\n%%%%\n",
		    "1 bad\n2 bad\n3 bad\n4 bad\n");
	expect_wide("%%%% size,tiger,filename\n3,2aab14,a\n", "2 bad the header names no known algorithm\n");
}
