/* SPDX-License-Identifier: MIT */
/*
 * SHA-256 with the SHA-2 instructions of ARMv8, for one to four messages. Four rounds take two instructions, each of
 * which waits for the one before it; other messages fill the gap.
 */
#include "arm64.h"

#define N_GROUPS 16

struct lane {
	uint32x4_t abcd, efgh, abcd_in, efgh_in, w[4];
	const uint8_t *data;
};

TARGET RS_INLINE void load_lane(struct lane *x, const uint32_t *state, const uint8_t *data)
{
	x->abcd = vld1q_u32(state);
	x->efgh = vld1q_u32(state + 4);
	x->data = data;
}

TARGET RS_INLINE void store_lane(const struct lane *x, uint32_t *state)
{
	vst1q_u32(state, x->abcd);
	vst1q_u32(state + 4, x->efgh);
}

TARGET RS_INLINE void begin_block(struct lane *x)
{
	x->abcd_in = x->abcd;
	x->efgh_in = x->efgh;
}

TARGET RS_INLINE void end_block(struct lane *x)
{
	x->abcd = vaddq_u32(x->abcd, x->abcd_in);
	x->efgh = vaddq_u32(x->efgh, x->efgh_in);
	x->data += RS_BLOCK_LEN;
}

/* Four words of the schedule from the sixteen before them, oldest first. */
TARGET RS_INLINE uint32x4_t schedule(uint32x4_t w4, uint32x4_t w3, uint32x4_t w2, uint32x4_t w1)
{
	return vsha256su1q_u32(vsha256su0q_u32(w4, w3), w2, w1);
}

TARGET RS_INLINE void four_rounds(struct lane *x, const int r)
{
	uint32x4_t *w = x->w, abcd = x->abcd, wk;

	if (r < 4)
		w[r] = load_words(x->data + 16 * r);
	else
		w[r & 3] = schedule(w[r & 3], w[(r + 1) & 3], w[(r + 2) & 3], w[(r + 3) & 3]);
	wk = vaddq_u32(w[r & 3], vld1q_u32(rs_sha256_k + 4 * r));
	x->abcd = vsha256hq_u32(abcd, x->efgh, wk);
	x->efgh = vsha256h2q_u32(x->efgh, abcd, wk);
}

#include "../interleave.h"

INTERLEAVED(rs_sha256_arm_x1, 1)
INTERLEAVED(rs_sha256_arm_x2, 2)
INTERLEAVED(rs_sha256_arm_x3, 3)
INTERLEAVED(rs_sha256_arm_x4, 4)
