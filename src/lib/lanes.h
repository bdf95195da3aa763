/* SPDX-License-Identifier: MIT */
/*
 * Many messages of one algorithm in lockstep: SHA-256, SHA-224 and SHA-1 through the kernels. Messages of any length
 * join and leave at any block; the kernel in use changes with how many there are.
 *
 * Our own code and not libcrypto's: where FIPS is asked for, or serial hashing, the caller must not come here. Nothing
 * is allocated and nothing can fail. A message belongs to one thread at a time, different messages to any.
 */
#ifndef RS_LANES_H
#define RS_LANES_H

#include "algo.h"
#include "kernel.h"

/** struct rs_lanes_algo - an algorithm that has kernels; constant */
struct rs_lanes_algo {
	const uint32_t *initial;
	size_t digest_len;
	/** @kernels: never without any */
	const struct rs_kernel_set *kernels;
};

/**
 * rs_lanes_algo() - the kernels' side of an algorithm
 *
 * Owner: static. Thread: any.
 * Return: NULL where no kernel serves it, on this processor or at all.
 */
const struct rs_lanes_algo *rs_lanes_algo(const struct ringsum_algo *algo);

/** rs_lanes_kernel() - name of the kernel that serves so many messages, 1 and up; static */
const char *rs_lanes_kernel(const struct rs_lanes_algo *algo, size_t n_messages);

/** struct rs_message - one message on its way; owner: the caller, who looks at it by the functions below */
struct rs_message {
	const struct rs_lanes_algo *algo;
	uint32_t state[RS_STATE_WORDS];
	/* handed in so far, bytes */
	uint64_t n_bytes;
	/* whole blocks to be compressed next, in the caller's memory or in the tail; none: idle */
	const uint8_t *next;
	size_t n_next;
	/* what comes after those, borrowed */
	const uint8_t *data;
	size_t data_len;
	/* the begun block that a span left, and padding */
	uint8_t tail[2 * RS_BLOCK_LEN];
	unsigned tail_len;
	bool is_ended;
	bool is_padded;
};

/** rs_message_init() - begin a message, idle and empty. While it is not idle it must stay at its address. */
void rs_message_init(struct rs_message *message, const struct rs_lanes_algo *algo);

/**
 * rs_message_feed() - hand in the next bytes of an idle message that is not ended
 * @data: borrowed until the message is idle again; at once, where @len is too little for a block
 * @len: bytes, 0 and up
 */
void rs_message_feed(struct rs_message *message, const void *data, size_t len);

/** rs_message_end() - nothing follows; once, idle or not. It is idle again when its padding has been compressed. */
void rs_message_end(struct rs_message *message);

/** rs_message_is_idle() - nothing to be compressed: takes more bytes, or, once ended, has its digest */
static inline bool rs_message_is_idle(const struct rs_message *message)
{
	return message->n_next == 0;
}

/**
 * rs_lanes_run() - compress
 * @messages: of one algorithm, each at most once, idle ones too
 * @n: any number
 * @min_busy: return when fewer than these are busy; 0 and 1: when all are idle
 *
 * Those that have most left go first, so that all become idle at about the same time and lanes stay filled.
 *
 * Blocks: for as long as hashing takes.
 * Return: messages still busy.
 */
size_t rs_lanes_run(struct rs_message *const *messages, size_t n, size_t min_busy);

/** rs_message_final() - the digest of an ended and idle message, digest_len bytes; wipes what it knew of the content */
void rs_message_final(struct rs_message *message, uint8_t *ret_digest);

#endif
