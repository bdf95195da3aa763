/* SPDX-License-Identifier: MIT */
/*
 * Nothing is computed before rs_hash_run(), where all hashes of a worker meet: lanes of one algorithm are compressed in
 * lockstep, whichever source they belong to, or by the threads of a belt, each digest for itself.
 */
#include "hash.h"

#include <errno.h>

/* Messages compressed in one go; more are done in several. */
#define MAX_GATHERED 128

static int begin_one(struct rs_hash *hash, unsigned d, bool may_share)
{
	const struct ringsum_digest *digest = hash->digests[d];
	const struct rs_lanes_algo *algo = NULL;
	int r;

	if (may_share && rs_digest_allows_kernels(digest))
		algo = rs_lanes_algo(ringsum_digest_algo(digest));
	hash->is_lane[d] = algo != NULL;
	if (algo) {
		rs_message_init(&hash->messages[d], algo);
		return 0;
	}
	r = hash->serial[d] ? 0 : rs_serial_create(&hash->serial[d]);
	return r < 0 ? r : rs_serial_begin(hash->serial[d], digest);
}

int rs_hash_begin(struct rs_hash *hash, const struct ringsum_digest *const *digests, unsigned n_digests, bool may_share)
{
	hash->n_digests = n_digests;
	hash->kernel = NULL;
	hash->len = 0;
	hash->error = 0;
	for (unsigned d = 0; d < n_digests; d++) {
		int r;

		hash->digests[d] = digests[d];
		r = begin_one(hash, d, may_share);
		if (r < 0)
			return r;
	}
	return 0;
}

void rs_hash_feed(struct rs_hash *hash, const void *data, size_t len)
{
	hash->data = data;
	hash->len = len;
	for (unsigned d = 0; d < hash->n_digests; d++) {
		if (hash->is_lane[d])
			rs_message_feed(&hash->messages[d], data, len);
	}
}

void rs_hash_end(struct rs_hash *hash)
{
	for (unsigned d = 0; d < hash->n_digests; d++) {
		if (hash->is_lane[d])
			rs_message_end(&hash->messages[d]);
	}
}

/* Gather busy messages of one algorithm, that of the first one found. Return: how many. */
static size_t gather(struct rs_hash *const *hashes, size_t n_hashes, struct rs_message **ret_messages)
{
	const struct rs_lanes_algo *algo = NULL;
	size_t n = 0;

	for (size_t h = 0; h < n_hashes; h++) {
		for (unsigned d = 0; d < hashes[h]->n_digests; d++) {
			struct rs_message *message = &hashes[h]->messages[d];

			if (!hashes[h]->is_lane[d] || rs_message_is_idle(message) || n == MAX_GATHERED)
				continue;
			if (!algo)
				algo = message->algo;
			if (message->algo == algo)
				ret_messages[n++] = message;
		}
	}
	return n;
}

/* Whoever compresses a last padding block does not take the name of what did the work before. */
static void name_kernel(struct rs_hash *const *hashes, size_t n_hashes, const char *name,
			const struct rs_lanes_algo *algo)
{
	for (size_t h = 0; h < n_hashes; h++) {
		struct rs_hash *hash = hashes[h];

		if (hash->is_lane[0] && hash->messages[0].algo == algo && (hash->len > 0 || !hash->kernel))
			hash->kernel = name;
	}
}

static void run_lanes(struct rs_hash *const *hashes, size_t n_hashes)
{
	struct rs_message *messages[MAX_GATHERED];
	size_t n;

	while ((n = gather(hashes, n_hashes, messages)) > 0) {
		name_kernel(hashes, n_hashes, rs_lanes_kernel(messages[0]->algo, n), messages[0]->algo);
		rs_lanes_run(messages, n, 1);
	}
}

static void feed_serial(void *arg, unsigned d, const void *data, size_t len)
{
	struct rs_hash *hash = arg;
	int r = hash->is_lane[d] ? 0 : rs_serial_feed(hash->serial[d], data, len);

	if (r < 0)
		hash->error = r;
}

static void run_serial(struct rs_hash *hash)
{
	if (hash->len == 0)
		return;
	if (!hash->is_lane[0])
		hash->kernel = "libcrypto";
	for (unsigned d = 0; d < hash->n_digests; d++)
		feed_serial(hash, d, hash->data, hash->len);
	hash->len = 0;
}

void rs_hash_run(struct rs_hash *const *hashes, size_t n_hashes)
{
	run_lanes(hashes, n_hashes);
	for (size_t h = 0; h < n_hashes; h++)
		run_serial(hashes[h]);
}

int rs_hash_error(const struct rs_hash *hash)
{
	return hash->error;
}

bool rs_hash_is_serial(const struct rs_hash *hash)
{
	for (unsigned d = 0; d < hash->n_digests; d++) {
		if (hash->is_lane[d])
			return false;
	}
	return true;
}

void rs_hash_ride(struct rs_hash *hash, struct rs_belt *belt)
{
	hash->kernel = "libcrypto";
	rs_belt_begin(belt, feed_serial, hash, hash->n_digests);
}

int rs_hash_final(struct rs_hash *hash, uint8_t *ret_digests, size_t *ret_lens)
{
	if (hash->error)
		return hash->error;
	for (unsigned d = 0; d < hash->n_digests; d++) {
		int r = 0;

		if (hash->is_lane[d])
			rs_message_final(&hash->messages[d], ret_digests);
		else
			r = rs_serial_final(hash->serial[d], ret_digests);
		if (r < 0)
			return r;
		if (ret_lens)
			ret_lens[d] = hash->is_lane[d] ? ringsum_digest_len(hash->digests[d]) :
							 rs_serial_len(hash->serial[d]);
		ret_digests += ringsum_digest_len(hash->digests[d]);
	}
	return 0;
}

void rs_hash_drop(struct rs_hash *hash)
{
	for (unsigned d = 0; d < hash->n_digests; d++) {
		if (hash->serial[d])
			rs_serial_drop(hash->serial[d]);
	}
}

const char *rs_hash_kernel(const struct rs_hash *hash)
{
	return hash->kernel ? hash->kernel : "none";
}

void rs_hash_finish(struct rs_hash *hash)
{
	for (unsigned d = 0; d < RINGSUM_JOB_DIGESTS_MAX; d++)
		rs_serial_destroy(hash->serial[d]);
}
