/* SPDX-License-Identifier: MIT */
/*
 * A lone source that other threads hash while the worker's thread reads on: neither the copy from the page cache nor
 * the handing in of reads is paid for in the digest's time.
 */
#ifndef RS_AHEAD_H
#define RS_AHEAD_H

#include "hash.h"
#include "stream.h"

/** struct rs_ahead - owner: worker; zero it once, threads are kept from one source to the next */
struct rs_ahead {
	struct rs_belt *belt; /* NULL until the first start */
	struct rs_chunk *chunks[RS_BELT_SPANS]; /* being hashed */
	size_t lens[RS_BELT_SPANS];
	uint64_t n_put;
	uint64_t n_given;
	uint64_t start_ns;
};

/**
 * rs_ahead_start() - let the belt's threads hash from here on
 * @hash: one that is serial; stays where it is until rs_ahead_is_empty()
 * @n_threads: for the first time; fewer where the system gives no more
 *
 * Return: 0; -ENOMEM or -EAGAIN: no threads.
 */
int rs_ahead_start(struct rs_ahead *ahead, struct rs_hash *hash, unsigned n_threads);

/** rs_ahead_has_room() - whether rs_ahead_put() may be called */
bool rs_ahead_has_room(const struct rs_ahead *ahead);

/** rs_ahead_is_empty() - whether all that was put is hashed and given back */
bool rs_ahead_is_empty(const struct rs_ahead *ahead);

/** rs_ahead_put() - the next bytes; @chunk: where they are, given back once they are hashed */
void rs_ahead_put(struct rs_ahead *ahead, struct rs_chunk *chunk, const uint8_t *data, size_t len);

/** rs_ahead_settle() - give back what is hashed. Return: bytes hashed since the last call. */
uint64_t rs_ahead_settle(struct rs_ahead *ahead);

/**
 * rs_ahead_wait() - wait until something is to be settled; it must not be empty. Blocks: for the digests of a chunk.
 */
void rs_ahead_wait(struct rs_ahead *ahead);

/** rs_ahead_tell() - for an empty one: how long the digests were at work since the start, and how long they waited */
void rs_ahead_tell(const struct rs_ahead *ahead, uint64_t *ret_hash_ns, uint64_t *ret_wait_ns);

/** rs_ahead_finish() - end the threads; chunks they had are not given back */
void rs_ahead_finish(struct rs_ahead *ahead);

#endif
