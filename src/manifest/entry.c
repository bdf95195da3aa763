/* SPDX-License-Identifier: MIT */
/*
 * What holds for an entry of any layout. Algorithms that share a length with these (SHA-3, BLAKE2, SM3) need a tag:
 * what a digest might be is never found out by trying.
 */
#include "entry.h"

#include <string.h>

const struct ringsum_algo *manifest_algo_by_len(size_t digest_len)
{
	static const char *const names[] = { "SHA2-256", "SHA1", "MD5", "SHA2-512", "SHA2-224", "SHA2-384" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct ringsum_algo *algo = ringsum_algo_find(names[i], strlen(names[i]));

		if (algo && algo->digest_len == digest_len)
			return algo;
	}
	return NULL;
}
