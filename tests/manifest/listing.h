/* SPDX-License-Identifier: MIT */
/*
 * What the parser makes of a list, as text: one line an item, so that a test says what it wants at a glance.
 *
 *	3 gnu SHA2-256 abc <a.bin>		an entry of line 3 with the digest of "abc"
 *	4 openssl SHA1 other 8d0f <b>		SHA-1 was not asked for; the digest is not that of "abc", so it is shown
 *	5 hashdeep MD5 abc <c> 3 bytes
 *	6 gnu SHA1 abc <d> unsigned
 *	7 bad					damaged; a reason behind it must match, where a test gives one
 *
 * In names, bytes below 32 and the backslash are written as \xNN.
 */
#ifndef LISTING_H
#define LISTING_H

#include "parse.h"

/* SHA-256, SHA-1, MD5 and SHA-512 of "abc": FIPS 180-4's examples (NIST) and RFC 1321 appendix A.5. */
#define ABC_SHA256 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define ABC_SHA256_UPPER "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"
#define ABC_SHA256_BASE64 "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
#define ABC_SHA1 "a9993e364706816aba3e25717850c26c9cd0d89d"
#define ABC_MD5 "900150983cd24fb0d6963f7d28e17f72"
#define ABC_SHA512                                                                                                     \
	"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"             \
	"454d4423643ce80e2a9ac94fa54ca49f"

/** listing_algo() - an algorithm by name; fails the test where there is none */
const struct ringsum_algo *listing_algo(const char *name);

/** listing_abc() - the digest of "abc", in hex, or NULL for an algorithm that is not known here */
const char *listing_abc(const struct ringsum_algo *algo, size_t digest_len);

/**
 * listing_read() - parse a list and write down what it is
 * @piece: bytes handed in at a time
 * @ret_summary: may be NULL
 *
 * Owner: the caller, who frees it.
 */
char *listing_read(const struct manifest_parser_options *options, const void *text, size_t len, size_t piece,
		   struct manifest_summary *ret_summary);

/**
 * listing_expect() - parse a list, whole and in pieces, which must come to the same, and compare
 * @want: lines as above; each ends with a newline
 */
void listing_expect(const struct manifest_parser_options *options, const void *text, size_t len, const char *want);

/** expect_wide() - listing_expect() for a string in the wide dialect with no options */
void expect_wide(const char *text, const char *want);

/** expect_named() - the same for a list with a name */
void expect_named(const char *file_name, const char *text, const char *want);

/** expect_only() - the same with the algorithm fixed */
void expect_only(const char *algo, const char *text, const char *want);

/** expect_gnu() - the same for the GNU dialect */
void expect_gnu(const char *algo, const char *text, const char *want);

#endif
