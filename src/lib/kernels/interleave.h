/* SPDX-License-Identifier: MIT */
/*
 * Template: one to four messages through instructions that do some rounds of one message, interleaved round by round.
 *
 * To be included after TARGET (the instruction set), N_GROUPS (groups of four rounds in a block), struct lane, and
 *
 *	load_lane(lane, state, data)	begin with a message
 *	begin_block(lane)		remember the state
 *	four_rounds(lane, r)		rounds 4 r to 4 r + 3
 *	end_block(lane)			add the state remembered, go on to the next block
 *	store_lane(lane, state)		leave
 *
 * Everything is inlined with constants for n and r, so that lanes come apart into registers. The loops over lanes and
 * rounds are written out, because a compiler that leaves one of them rolled leaves all lanes in memory.
 */

TARGET RS_INLINE void all_begin_block(const int n, struct lane *x)
{
	begin_block(&x[0]);
	if (n > 1)
		begin_block(&x[1]);
	if (n > 2)
		begin_block(&x[2]);
	if (n > 3)
		begin_block(&x[3]);
}

TARGET RS_INLINE void all_end_block(const int n, struct lane *x)
{
	end_block(&x[0]);
	if (n > 1)
		end_block(&x[1]);
	if (n > 2)
		end_block(&x[2]);
	if (n > 3)
		end_block(&x[3]);
}

TARGET RS_INLINE void all_four_rounds(const int n, struct lane *x, const int r)
{
	four_rounds(&x[0], r);
	if (n > 1)
		four_rounds(&x[1], r);
	if (n > 2)
		four_rounds(&x[2], r);
	if (n > 3)
		four_rounds(&x[3], r);
}

TARGET RS_INLINE void all_sixteen_rounds(const int n, struct lane *x, const int r)
{
	all_four_rounds(n, x, r);
	all_four_rounds(n, x, r + 1);
	all_four_rounds(n, x, r + 2);
	all_four_rounds(n, x, r + 3);
}

TARGET RS_INLINE void compress(const int n, uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	struct lane x[4];

	for (int i = 0; i < n; i++)
		load_lane(&x[i], states[i], data[i]);
	for (; n_blocks > 0; n_blocks--) {
		all_begin_block(n, x);
		all_sixteen_rounds(n, x, 0);
		all_sixteen_rounds(n, x, 4);
		all_sixteen_rounds(n, x, 8);
		all_sixteen_rounds(n, x, 12);
		if (N_GROUPS > 16)
			all_sixteen_rounds(n, x, 16);
		all_end_block(n, x);
	}
	for (int i = 0; i < n; i++)
		store_lane(&x[i], states[i]);
}

/* The compression function for so many messages. */
#define INTERLEAVED(name, n)                                                                                           \
	TARGET void name(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)                         \
	{                                                                                                              \
		compress(n, states, data, n_blocks);                                                                   \
	}
