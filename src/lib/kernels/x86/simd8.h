/* SPDX-License-Identifier: MIT */
/*
 * Eight messages side by side in 256-bit vectors: how states and blocks get in and out. The includer has defined
 * VEC_TARGET, the instruction set that these functions may use.
 */
#include "x86.h"

#include <immintrin.h>

/*
 * Words 0 to 3 of messages i and i + 4. Put together while loading, which may run on three ports; the permutations of
 * an 8x8 transposition would all queue for one.
 */
VEC_TARGET RS_INLINE __m256i load_halves(const void *p0, const void *p4)
{
	return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(p0)), _mm_loadu_si128(p4), 1);
}

/* In each half, rows become columns. */
VEC_TARGET RS_INLINE void transpose_halves(__m256i r[4])
{
	__m256i t0 = _mm256_unpacklo_epi32(r[0], r[1]), t1 = _mm256_unpackhi_epi32(r[0], r[1]);
	__m256i t2 = _mm256_unpacklo_epi32(r[2], r[3]), t3 = _mm256_unpackhi_epi32(r[2], r[3]);

	r[0] = _mm256_unpacklo_epi64(t0, t2);
	r[1] = _mm256_unpackhi_epi64(t0, t2);
	r[2] = _mm256_unpacklo_epi64(t1, t3);
	r[3] = _mm256_unpackhi_epi64(t1, t3);
}

VEC_TARGET RS_INLINE void vec_load_block(__m256i w[16], const uint8_t *const *data, size_t offset)
{
	const __m256i swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));

#pragma GCC unroll 4
	for (int q = 0; q < 16; q += 4, offset += 16) {
#pragma GCC unroll 4
		for (int i = 0; i < 4; i++)
			w[q + i] = _mm256_shuffle_epi8(load_halves(data[i] + offset, data[i + 4] + offset), swap);
		transpose_halves(w + q);
	}
}

VEC_TARGET RS_INLINE void vec_load_states(__m256i s[8], uint32_t *const *states)
{
#pragma GCC unroll 4
	for (int q = 0; q < 8; q += 4) {
#pragma GCC unroll 4
		for (int i = 0; i < 4; i++)
			s[q + i] = load_halves(states[i] + q, states[i + 4] + q);
		transpose_halves(s + q);
	}
}

VEC_TARGET RS_INLINE void vec_store_states(uint32_t *const *states, __m256i s[8])
{
#pragma GCC unroll 4
	for (int q = 0; q < 8; q += 4) {
		transpose_halves(s + q);
#pragma GCC unroll 4
		for (int i = 0; i < 4; i++) {
			_mm_storeu_si128((void *)(states[i] + q), _mm256_castsi256_si128(s[q + i]));
			_mm_storeu_si128((void *)(states[i + 4] + q), _mm256_extracti128_si256(s[q + i], 1));
		}
	}
}
