/* SPDX-License-Identifier: MIT */
/*
 * SHA-256 with the SHA instructions, for one to four messages. Two rounds take one instruction of long latency, which
 * waits for the one before it; other messages fill the gap. More than four do not pay: sixteen registers hold no more.
 *
 * The instructions want the state as ABEF and CDGH, lowest word last: see Intel's "SHA Extensions", 2013. They have no
 * AVX form, and Intel's processors pay some hundred cycles for each of them while the upper half of a vector register
 * is in use: so no AVX in this file, not even as a target, for a compiler may pair lanes in 256-bit vectors.
 */
#include "x86.h"

#include <immintrin.h>

#define TARGET __attribute__((target("sha,ssse3,sse4.1")))
#define N_GROUPS 16

struct lane {
	__m128i abef, cdgh, abef_in, cdgh_in, w[4];
	const uint8_t *data;
};

TARGET RS_INLINE void load_lane(struct lane *x, const uint32_t *state, const uint8_t *data)
{
	__m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const void *)state), 0xb1);
	__m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const void *)(state + 4)), 0x1b);

	x->abef = _mm_alignr_epi8(cdab, efgh, 8);
	x->cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
	x->data = data;
}

TARGET RS_INLINE void store_lane(const struct lane *x, uint32_t *state)
{
	__m128i feba = _mm_shuffle_epi32(x->abef, 0x1b);
	__m128i dchg = _mm_shuffle_epi32(x->cdgh, 0xb1);

	_mm_storeu_si128((void *)state, _mm_blend_epi16(feba, dchg, 0xf0));
	_mm_storeu_si128((void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

TARGET RS_INLINE void begin_block(struct lane *x)
{
	x->abef_in = x->abef;
	x->cdgh_in = x->cdgh;
}

TARGET RS_INLINE void end_block(struct lane *x)
{
	x->abef = _mm_add_epi32(x->abef, x->abef_in);
	x->cdgh = _mm_add_epi32(x->cdgh, x->cdgh_in);
	x->data += RS_BLOCK_LEN;
}

TARGET RS_INLINE __m128i load_words(const uint8_t *p)
{
	const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);

	return _mm_shuffle_epi8(_mm_loadu_si128((const void *)p), swap);
}

/* Four words of the schedule from the sixteen before them, oldest first. */
TARGET RS_INLINE __m128i schedule(__m128i w4, __m128i w3, __m128i w2, __m128i w1)
{
	return _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w4, w3), _mm_alignr_epi8(w1, w2, 4)), w1);
}

/* Rounds 4 r to 4 r + 3. */
TARGET RS_INLINE void four_rounds(struct lane *x, const int r)
{
	__m128i *w = x->w, wk;

	if (r < 4)
		w[r] = load_words(x->data + 16 * r);
	else
		w[r & 3] = schedule(w[r & 3], w[(r + 1) & 3], w[(r + 2) & 3], w[(r + 3) & 3]);
	wk = _mm_add_epi32(w[r & 3], _mm_load_si128((const void *)(rs_sha256_k + 4 * r)));
	x->cdgh = _mm_sha256rnds2_epu32(x->cdgh, x->abef, wk);
	x->abef = _mm_sha256rnds2_epu32(x->abef, x->cdgh, _mm_shuffle_epi32(wk, 0x0e));
}

#include "../interleave.h"

INTERLEAVED(rs_sha256_ni_x1, 1)
INTERLEAVED(rs_sha256_ni_x2, 2)
INTERLEAVED(rs_sha256_ni_x3, 3)
INTERLEAVED(rs_sha256_ni_x4, 4)
