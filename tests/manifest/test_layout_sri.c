/* SPDX-License-Identifier: MIT */
/*
 * `sha256-BASE64  name`.
 */
#include "listing.h"

#include <criterion/criterion.h>

#define A ABC_SHA256

Test(sri, lines)
{
	expect_wide("sha256-" ABC_SHA256_BASE64 "  a\n"
		    "sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn *b c\n"
		    "sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=="
		    "\td\n"
		    "\\sha256-" ABC_SHA256_BASE64 "  new\\nline\n",
		    "1 sri SHA2-256 abc <a>\n2 sri SHA2-384 abc <b c>\n3 sri SHA2-512 abc <d>\n"
		    "4 sri SHA2-256 abc <new\\x0aline>\n");
}

Test(sri, damage)
{
	expect_wide("sha256-" ABC_SHA256_BASE64 "\nsha256-" ABC_SHA256_BASE64 "  \nsha256-" A "  a\n"
		    "sha384-" ABC_SHA256_BASE64 "  a\nsha256-" ABC_SHA256_BASE64 " sha256-" ABC_SHA256_BASE64 " a\n"
		    "sha1-qZk+NkcGgWq6PiVxeFDCbJzQ2J0=  a\n",
		    "1 bad the name is missing\n2 bad the name is missing\n"
		    "3 bad the length of the digest does not fit the algorithm\n"
		    "4 bad the length of the digest does not fit the algorithm\n5 bad several digests in one line\n"
		    "6 bad\n");
	expect_only("SHA512", "sha256-" ABC_SHA256_BASE64 "  a\n", "1 sri SHA2-256 other abc <a>\n");
}
