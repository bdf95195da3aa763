/* SPDX-License-Identifier: MIT */
/*
 * Messages in memory: by the group through lanes where the algorithm has kernels, else one after another through one
 * context of libcrypto. Groups lie on the stack, so that many calls for little messages cost no allocation.
 */
#include "messages.h"
#include "digest.h"
#include "lanes.h"

/* Some for each lane, so that lanes stay filled when messages differ in length. */
#define MAX_GROUP (4 * RS_LANES_MAX)

/* With its padding. */
static size_t n_blocks_of(const struct iovec *message)
{
	return message->iov_len / RS_BLOCK_LEN + (message->iov_len % RS_BLOCK_LEN >= RS_BLOCK_LEN - 8) + 1;
}

/* How many messages run beside each other for most of the time: one is alone when it is much longer than all others. */
static size_t n_beside(const struct iovec *messages, size_t n_messages)
{
	size_t longest = 1, n = 0;

	for (size_t i = 0; i < n_messages; i++) {
		if (n_blocks_of(&messages[i]) > longest)
			longest = n_blocks_of(&messages[i]);
	}
	/* The sum of them all divided by the longest, rounded, without a division: there may be little else to do. */
	for (size_t i = 0, rest = longest / 2; i < n_messages; i++) {
		rest += n_blocks_of(&messages[i]);
		if (rest < longest)
			continue;
		rest -= longest;
		n++;
	}
	return n;
}

static void run_group(const struct rs_lanes_algo *algo, const struct iovec *messages, size_t n_messages,
		      uint8_t *ret_digests)
{
	struct rs_message group[MAX_GROUP];
	struct rs_message *pointers[MAX_GROUP];

	for (size_t i = 0; i < n_messages; i++) {
		pointers[i] = &group[i];
		rs_message_init(&group[i], algo);
		rs_message_feed(&group[i], messages[i].iov_base, messages[i].iov_len);
		rs_message_end(&group[i]);
	}
	rs_lanes_run(pointers, n_messages, 1);
	for (size_t i = 0; i < n_messages; i++)
		rs_message_final(&group[i], ret_digests + i * algo->digest_len);
}

static void run_lanes(const struct rs_lanes_algo *algo, const struct iovec *messages, size_t n_messages,
		      uint8_t *ret_digests)
{
	for (size_t i = 0; i < n_messages; i += MAX_GROUP) {
		size_t n = n_messages - i < MAX_GROUP ? n_messages - i : MAX_GROUP;

		run_group(algo, messages + i, n, ret_digests + i * algo->digest_len);
	}
}

static int run_serial(const struct ringsum_digest *digest, const struct iovec *messages, size_t n_messages,
		      uint8_t *ret_digests)
{
	struct rs_serial *serial = NULL;
	int r = rs_serial_create(&serial);

	for (size_t i = 0; i < n_messages && r == 0; i++) {
		r = rs_serial_begin(serial, digest);
		if (r == 0 && messages[i].iov_len > 0)
			r = rs_serial_feed(serial, messages[i].iov_base, messages[i].iov_len);
		if (r == 0)
			r = rs_serial_final(serial, ret_digests + i * ringsum_digest_len(digest));
	}
	rs_serial_destroy(serial);
	return r;
}

int rs_messages_digest(const struct ringsum_digest *digest, const struct iovec *messages, size_t n_messages,
		       uint8_t *ret_digests, const char **ret_kernel)
{
	const struct rs_lanes_algo *algo = NULL;
	int r = 0;

	if (rs_digest_allows_kernels(digest))
		algo = rs_lanes_algo(ringsum_digest_algo(digest));
	if (algo)
		run_lanes(algo, messages, n_messages, ret_digests);
	else
		r = run_serial(digest, messages, n_messages, ret_digests);
	if (r == 0 && ret_kernel)
		*ret_kernel = algo ? rs_lanes_kernel(algo, n_beside(messages, n_messages)) : "libcrypto";
	return r;
}
