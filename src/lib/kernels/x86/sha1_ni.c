/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 with the SHA instructions, for one to four messages; see sha256_ni.c. Four rounds take one instruction. The
 * state is A to D, lowest word last; E stands apart in the highest word of another register, and that of the next four
 * rounds is the A of four rounds ago, rotated: SHA1NEXTE.
 */
#include "x86.h"

#include <immintrin.h>

#define TARGET __attribute__((target("sha,ssse3,sse4.1")))
#define N_GROUPS 20

struct lane {
	/* before: abcd of four rounds ago */
	__m128i abcd, before, abcd_in, e_in, w[8];
	const uint8_t *data;
};

TARGET RS_INLINE void load_lane(struct lane *x, const uint32_t *state, const uint8_t *data)
{
	x->abcd = _mm_shuffle_epi32(_mm_loadu_si128((const void *)state), 0x1b);
	x->e_in = _mm_set_epi32((int)state[4], 0, 0, 0);
	x->data = data;
}

TARGET RS_INLINE void store_lane(const struct lane *x, uint32_t *state)
{
	_mm_storeu_si128((void *)state, _mm_shuffle_epi32(x->abcd, 0x1b));
	state[4] = (uint32_t)_mm_extract_epi32(x->e_in, 3);
}

TARGET RS_INLINE void begin_block(struct lane *x)
{
	x->abcd_in = x->abcd;
}

TARGET RS_INLINE void end_block(struct lane *x)
{
	x->e_in = _mm_sha1nexte_epu32(x->before, x->e_in);
	x->abcd = _mm_add_epi32(x->abcd, x->abcd_in);
	x->data += RS_BLOCK_LEN;
}

TARGET RS_INLINE __m128i load_words(const uint8_t *p)
{
	const __m128i swap = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);

	return _mm_shuffle_epi8(_mm_loadu_si128((const void *)p), swap);
}

/*
 * Four words of the schedule from the sixteen before them, oldest first. SHA1MSG2 is slow on some processors, more than
 * four cycles on Golden Cove, and each waits for the one before it.
 */
TARGET RS_INLINE __m128i schedule(__m128i w4, __m128i w3, __m128i w2, __m128i w1)
{
	return _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w4, w3), w2), w1);
}

/*
 * The same from the thirty-two before them. With the recurrence of FIPS 180-4 put into itself once,
 * W[t] = rotl(W[t - 6] ^ W[t - 16] ^ W[t - 28] ^ W[t - 32], 2): no word needs another of the same four.
 */
TARGET RS_INLINE __m128i schedule_late(__m128i w8, __m128i w7, __m128i w4, __m128i w2, __m128i w1)
{
	__m128i x = _mm_xor_si128(_mm_xor_si128(_mm_xor_si128(w8, w7), w4), _mm_alignr_epi8(w2, w1, 8));

	return _mm_or_si128(_mm_slli_epi32(x, 2), _mm_srli_epi32(x, 30));
}

TARGET RS_INLINE __m128i words_of(const struct lane *x, const int r)
{
	const __m128i *w = x->w;

	if (r < 4)
		return load_words(x->data + 16 * r);
	if (r < 8)
		return schedule(w[r - 4], w[r - 3], w[r - 2], w[r - 1]);
	return schedule_late(w[r & 7], w[(r + 1) & 7], w[(r + 4) & 7], w[(r + 6) & 7], w[(r + 7) & 7]);
}

/* The instruction carries the number of the function in itself, as a literal. */
TARGET RS_INLINE __m128i rounds_by(const int function, __m128i abcd, __m128i e)
{
	switch (function) {
	case 0:
		return _mm_sha1rnds4_epu32(abcd, e, 0);
	case 1:
		return _mm_sha1rnds4_epu32(abcd, e, 1);
	case 2:
		return _mm_sha1rnds4_epu32(abcd, e, 2);
	default:
		return _mm_sha1rnds4_epu32(abcd, e, 3);
	}
}

/* Rounds 4 r to 4 r + 3. */
TARGET RS_INLINE void four_rounds(struct lane *x, const int r)
{
	__m128i w = x->w[r & 7] = words_of(x, r);
	__m128i e = r == 0 ? _mm_add_epi32(x->e_in, w) : _mm_sha1nexte_epu32(x->before, w);

	x->before = x->abcd;
	x->abcd = rounds_by(r / 5, x->abcd, e);
}

#include "../interleave.h"

INTERLEAVED(rs_sha1_ni_x1, 1)
INTERLEAVED(rs_sha1_ni_x2, 2)
INTERLEAVED(rs_sha1_ni_x3, 3)
INTERLEAVED(rs_sha1_ni_x4, 4)
