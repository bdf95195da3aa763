/* SPDX-License-Identifier: MIT */
/*
 * Names of digest algorithms. A name is found by comparing it whole, case aside, with the listed spellings: nothing is
 * normalised, so "SHA25-6" or "SHA2-2560" in a checksum file is no algorithm. Lengths are those of the standards; what
 * the linked libcrypto offers is digest.c's affair.
 */
#include "algo.h"

#include <strings.h>
#include <string.h>

static const struct ringsum_algo algos[] = {
	{ "SHA2-256", "SHA256", "SHA256", "SHA2-256 SHA256 SHA-256", 32 },
	{ "SHA1", "SHA1", "SHA1", "SHA1 SHA-1", 20 },
	{ "MD5", "MD5", "MD5", "MD5", 16 },
	{ "SHA2-512", "SHA512", "SHA512", "SHA2-512 SHA512 SHA-512", 64 },
	{ "SHA2-384", "SHA384", "SHA384", "SHA2-384 SHA384 SHA-384", 48 },
	{ "SHA2-224", "SHA224", "SHA224", "SHA2-224 SHA224 SHA-224", 28 },
	{ "SHA2-512/256", "SHA512/256", "SHA512-256",
	  "SHA2-512/256 SHA512/256 SHA-512/256 SHA512-256 SHA2-512-256 SHA512t256 SHA512_256", 32 },
	{ "SHA2-512/224", "SHA512/224", "SHA512-224",
	  "SHA2-512/224 SHA512/224 SHA-512/224 SHA512-224 SHA2-512-224 SHA512t224 SHA512_224", 28 },
	{ "SHA3-256", "SHA3-256", "SHA3-256", "SHA3-256 SHA3_256", 32 },
	{ "SHA3-512", "SHA3-512", "SHA3-512", "SHA3-512 SHA3_512", 64 },
	{ "SHA3-384", "SHA3-384", "SHA3-384", "SHA3-384 SHA3_384", 48 },
	{ "SHA3-224", "SHA3-224", "SHA3-224", "SHA3-224 SHA3_224", 28 },
	{ "BLAKE2B-512", "BLAKE2b", "BLAKE2b512", "BLAKE2B-512 BLAKE2b512 BLAKE2b", 64 },
	{ "BLAKE2S-256", "BLAKE2s", "BLAKE2s256", "BLAKE2S-256 BLAKE2s256 BLAKE2s", 32 },
	{ "SM3", "SM3", "SM3", "SM3", 32 },
	{ "RIPEMD-160", "RMD160", "RIPEMD160", "RIPEMD-160 RIPEMD160 RMD160 RMD-160 RIPEMD", 20 },
	{ "MD5-SHA1", "MD5-SHA1", "MD5-SHA1", "MD5-SHA1", 36 },
	{ "MD4", "MD4", "MD4", "MD4", 16 },
	{ "MD2", "MD2", "MD2", "MD2", 16 },
	{ "MDC2", "MDC2", "MDC2", "MDC2", 16 },
	{ "WHIRLPOOL", "WHIRLPOOL", "whirlpool", "WHIRLPOOL", 64 },
	{ "SHAKE-128", "SHAKE128", "SHAKE128", "SHAKE-128 SHAKE128", 0 },
	{ "SHAKE-256", "SHAKE256", "SHAKE256", "SHAKE-256 SHAKE256", 0 },
};

static bool has_alias(const char *aliases, const char *name, size_t name_len)
{
	for (const char *word = aliases; *word;) {
		size_t len = strcspn(word, " ");

		if (len == name_len && strncasecmp(word, name, len) == 0)
			return true;
		word += len;
		word += strspn(word, " ");
	}
	return false;
}

const struct ringsum_algo *ringsum_algo_find(const char *name, size_t name_len)
{
	if (name_len == 0 || memchr(name, ' ', name_len))
		return NULL;
	for (size_t i = 0; i < sizeof(algos) / sizeof(algos[0]); i++) {
		if (has_alias(algos[i].aliases, name, name_len))
			return &algos[i];
	}
	return NULL;
}

const struct ringsum_algo *ringsum_algo_at(size_t index)
{
	return index < sizeof(algos) / sizeof(algos[0]) ? &algos[index] : NULL;
}
