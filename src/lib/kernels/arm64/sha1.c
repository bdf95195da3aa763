/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 with the SHA-1 instructions of ARMv8, for one to four messages. Four rounds take one instruction; the E of the
 * next four is the A of now, rotated.
 */
#include "arm64.h"

#define N_GROUPS 20

struct lane {
	uint32x4_t abcd, abcd_in, w[4];
	uint32_t e, e_in;
	const uint8_t *data;
};

TARGET RS_INLINE void load_lane(struct lane *x, const uint32_t *state, const uint8_t *data)
{
	x->abcd = vld1q_u32(state);
	x->e = state[4];
	x->data = data;
}

TARGET RS_INLINE void store_lane(const struct lane *x, uint32_t *state)
{
	vst1q_u32(state, x->abcd);
	state[4] = x->e;
}

TARGET RS_INLINE void begin_block(struct lane *x)
{
	x->abcd_in = x->abcd;
	x->e_in = x->e;
}

TARGET RS_INLINE void end_block(struct lane *x)
{
	x->abcd = vaddq_u32(x->abcd, x->abcd_in);
	x->e += x->e_in;
	x->data += RS_BLOCK_LEN;
}

/* Four words of the schedule from the sixteen before them, oldest first. */
TARGET RS_INLINE uint32x4_t schedule(uint32x4_t w4, uint32x4_t w3, uint32x4_t w2, uint32x4_t w1)
{
	return vsha1su1q_u32(vsha1su0q_u32(w4, w3, w2), w1);
}

TARGET RS_INLINE uint32x4_t rounds_by(const int function, uint32x4_t abcd, uint32_t e, uint32x4_t wk)
{
	if (function == 0)
		return vsha1cq_u32(abcd, e, wk);
	if (function == 2)
		return vsha1mq_u32(abcd, e, wk);
	return vsha1pq_u32(abcd, e, wk);
}

TARGET RS_INLINE void four_rounds(struct lane *x, const int r)
{
	static const uint32_t k[4] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };
	uint32_t e = vsha1h_u32(vgetq_lane_u32(x->abcd, 0));
	uint32x4_t *w = x->w;

	if (r < 4)
		w[r] = load_words(x->data + 16 * r);
	else
		w[r & 3] = schedule(w[r & 3], w[(r + 1) & 3], w[(r + 2) & 3], w[(r + 3) & 3]);
	x->abcd = rounds_by(r / 5, x->abcd, x->e, vaddq_u32(w[r & 3], vdupq_n_u32(k[r / 5])));
	x->e = e;
}

#include "../interleave.h"

INTERLEAVED(rs_sha1_arm_x1, 1)
INTERLEAVED(rs_sha1_arm_x2, 2)
INTERLEAVED(rs_sha1_arm_x3, 3)
INTERLEAVED(rs_sha1_arm_x4, 4)
