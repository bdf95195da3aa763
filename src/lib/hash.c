/* SPDX-License-Identifier: MIT */
/*
 * Nothing is computed before rs_hash_run(), where all hashes of a worker meet: lanes of one algorithm are compressed in
 * lockstep, whichever source they belong to, and the serial digests of one source go to as many threads as there are.
 */
#include "hash.h"
#include "now.h"

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
		hash->order[d] = d;
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

static void feed_serial(void *arg, unsigned index)
{
	struct rs_hash *hash = arg;
	unsigned d = hash->order[index];
	uint64_t start = rs_now_ns();

	if (!hash->is_lane[d] && rs_serial_feed(hash->serial[d], hash->data, hash->len) < 0)
		hash->error = -EIO;
	hash->cost_ns[d] = rs_now_ns() - start;
}

/* The longest first: begun last, it would be waited for by everybody. */
static void sort_by_cost(struct rs_hash *hash)
{
	for (unsigned i = 1; i < hash->n_digests; i++) {
		for (unsigned j = i; j > 0 && hash->cost_ns[hash->order[j]] > hash->cost_ns[hash->order[j - 1]]; j--) {
			unsigned d = hash->order[j];

			hash->order[j] = hash->order[j - 1];
			hash->order[j - 1] = d;
		}
	}
}

/* The digests of one hash are independent of each other: they are what threads can share. */
static void run_serial(struct rs_hash *hash, struct rs_fan *fan)
{
	if (hash->len == 0)
		return;
	if (!hash->is_lane[0])
		hash->kernel = "libcrypto";
	if (fan && hash->n_digests > 1) {
		rs_fan_run(fan, feed_serial, hash, hash->n_digests);
		sort_by_cost(hash);
	} else {
		for (unsigned d = 0; d < hash->n_digests; d++)
			feed_serial(hash, d);
	}
	hash->len = 0;
}

void rs_hash_run(struct rs_hash *const *hashes, size_t n_hashes, struct rs_fan *fan)
{
	run_lanes(hashes, n_hashes);
	for (size_t h = 0; h < n_hashes; h++)
		run_serial(hashes[h], fan);
}

int rs_hash_final(struct rs_hash *hash, uint8_t *ret_digests)
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
		ret_digests += ringsum_digest_len(hash->digests[d]);
	}
	return 0;
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
