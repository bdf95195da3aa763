/* SPDX-License-Identifier: MIT */
/*
 * Nothing is computed before rs_hash_run(), where the digests of one source go to as many threads as there are.
 */
#include "hash.h"

#include <errno.h>

int rs_hash_begin(struct rs_hash *hash, const struct ringsum_digest *const *digests, unsigned n_digests, bool may_share)
{
	(void)may_share;
	hash->n_digests = n_digests;
	hash->len = 0;
	hash->error = 0;
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

void rs_hash_feed(struct rs_hash *hash, const void *data, size_t len)
{
	hash->data = data;
	hash->len = len;
}

void rs_hash_end(struct rs_hash *hash)
{
	(void)hash;
}

static void feed_serial(void *arg, unsigned d)
{
	struct rs_hash *hash = arg;

	if (rs_serial_feed(hash->serial[d], hash->data, hash->len) < 0)
		hash->error = -EIO;
}

/* The digests of one hash are independent of each other: they are what threads can share. */
static void run_serial(struct rs_hash *hash, struct rs_fan *fan)
{
	if (hash->len == 0)
		return;
	if (fan && hash->n_digests > 1) {
		rs_fan_run(fan, feed_serial, hash, hash->n_digests);
	} else {
		for (unsigned d = 0; d < hash->n_digests; d++)
			feed_serial(hash, d);
	}
	hash->len = 0;
}

void rs_hash_run(struct rs_hash *const *hashes, size_t n_hashes, struct rs_fan *fan)
{
	for (size_t h = 0; h < n_hashes; h++)
		run_serial(hashes[h], fan);
}

int rs_hash_final(struct rs_hash *hash, uint8_t *ret_digests)
{
	if (hash->error)
		return hash->error;
	for (unsigned d = 0; d < hash->n_digests; d++) {
		int r = rs_serial_final(hash->serial[d], ret_digests);

		if (r < 0)
			return r;
		ret_digests += ringsum_digest_len(hash->digests[d]);
	}
	return 0;
}

const char *rs_hash_kernel(const struct rs_hash *hash)
{
	return hash->n_digests > 0 ? "libcrypto" : "none";
}

void rs_hash_finish(struct rs_hash *hash)
{
	for (unsigned d = 0; d < RINGSUM_JOB_DIGESTS_MAX; d++)
		rs_serial_destroy(hash->serial[d]);
}
