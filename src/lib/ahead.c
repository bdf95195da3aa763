/* SPDX-License-Identifier: MIT */
/*
 * The chunks on the belt, in the order of their bytes.
 */
#include "ahead.h"
#include "now.h"

int rs_ahead_start(struct rs_ahead *ahead, struct rs_hash *hash, unsigned n_threads)
{
	int r = ahead->belt ? 0 : rs_belt_create(n_threads, &ahead->belt);

	if (r < 0)
		return r;
	rs_hash_ride(hash, ahead->belt);
	ahead->n_put = ahead->n_given = 0;
	ahead->start_ns = rs_now_ns();
	return 0;
}

bool rs_ahead_has_room(const struct rs_ahead *ahead)
{
	return ahead->n_put - ahead->n_given < RS_BELT_SPANS;
}

bool rs_ahead_is_empty(const struct rs_ahead *ahead)
{
	return ahead->n_put == ahead->n_given;
}

void rs_ahead_put(struct rs_ahead *ahead, struct rs_chunk *chunk, const uint8_t *data, size_t len)
{
	size_t i = ahead->n_put++ % RS_BELT_SPANS;

	ahead->chunks[i] = chunk;
	ahead->lens[i] = len;
	rs_belt_put(ahead->belt, data, len);
}

uint64_t rs_ahead_settle(struct rs_ahead *ahead)
{
	uint64_t n_done = rs_belt_n_done(ahead->belt);
	uint64_t len = 0;

	while (ahead->n_given < n_done) {
		size_t i = ahead->n_given++ % RS_BELT_SPANS;

		len += ahead->lens[i];
		rs_chunk_give(ahead->chunks[i]);
	}
	return len;
}

void rs_ahead_wait(struct rs_ahead *ahead)
{
	rs_belt_wait(ahead->belt, ahead->n_given + 1);
}

void rs_ahead_tell(const struct rs_ahead *ahead, uint64_t *ret_hash_ns, uint64_t *ret_wait_ns)
{
	*ret_wait_ns = rs_belt_idle_ns(ahead->belt);
	*ret_hash_ns = rs_now_ns() - ahead->start_ns - *ret_wait_ns;
}

void rs_ahead_finish(struct rs_ahead *ahead)
{
	rs_belt_destroy(ahead->belt);
	ahead->belt = NULL;
}
