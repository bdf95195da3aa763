/* SPDX-License-Identifier: MIT */
/*
 * Digests are computed one after the other, as bytes come.
 */
#include "hash.h"

int rs_hash_begin(struct rs_hash *hash, const struct ringsum_digest *const *digests, unsigned n_digests, bool may_share)
{
	(void)may_share;
	hash->n_digests = n_digests;
	for (unsigned d = 0; d < n_digests; d++) {
		int r = hash->serial[d] ? 0 : rs_serial_create(&hash->serial[d]);

		hash->digests[d] = digests[d];
		if (r == 0)
			r = rs_serial_begin(hash->serial[d], digests[d]);
		if (r < 0)
			return r;
	}
	return 0;
}

int rs_hash_feed(struct rs_hash *hash, const void *data, size_t len)
{
	for (unsigned d = 0; d < hash->n_digests; d++) {
		int r = rs_serial_feed(hash->serial[d], data, len);

		if (r < 0)
			return r;
	}
	return 0;
}

void rs_hash_end(struct rs_hash *hash)
{
	(void)hash;
}

void rs_hash_run(struct rs_hash *const *hashes, size_t n_hashes)
{
	(void)hashes;
	(void)n_hashes;
}

int rs_hash_final(struct rs_hash *hash, uint8_t *ret_digests)
{
	for (unsigned d = 0; d < hash->n_digests; d++) {
		int r = rs_serial_final(hash->serial[d], ret_digests);

		if (r < 0)
			return r;
		ret_digests += ringsum_digest_len(hash->digests[d]);
	}
	return 0;
}

void rs_hash_finish(struct rs_hash *hash)
{
	for (unsigned d = 0; d < RINGSUM_JOB_DIGESTS_MAX; d++)
		rs_serial_destroy(hash->serial[d]);
}
