/* SPDX-License-Identifier: MIT */
/*
 * Sixteen messages side by side in the 512-bit registers of AVX-512. All thirty-two registers are used: sixteen words
 * of the message schedule, eight of the state, and what a round needs.
 */
#define VEC_TARGET __attribute__((target("avx512f,avx512bw,avx512vl")))
#define VEC __m512i
#define VEC_ADD(x, y) _mm512_add_epi32(x, y)
#define VEC_XOR(x, y) _mm512_xor_si512(x, y)
#define VEC_XOR3(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0x96)
#define VEC_SHR(x, n) _mm512_srli_epi32(x, n)
#define VEC_ROR(x, n) _mm512_ror_epi32(x, n)
#define VEC_SET1(x) _mm512_set1_epi32((int)(x))
#define VEC_CH(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xca)
#define VEC_MAJ(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xe8)

#include "x86.h"

#include <immintrin.h>

/*
 * Words 0 to 3 of messages i, i + 4, i + 8 and i + 12. Put together by masked loads, which may run on two ports; the
 * shuffles of a 16x16 transposition would all queue for one.
 */
VEC_TARGET RS_INLINE __m512i load_quarters(const void *p0, const void *p4, const void *p8, const void *p12)
{
	__m512i x = _mm512_castsi128_si512(_mm_loadu_si128(p0));

	x = _mm512_mask_broadcast_i32x4(x, 0x00f0, _mm_loadu_si128(p4));
	x = _mm512_mask_broadcast_i32x4(x, 0x0f00, _mm_loadu_si128(p8));
	return _mm512_mask_broadcast_i32x4(x, 0xf000, _mm_loadu_si128(p12));
}

/* In each quarter, rows become columns. */
VEC_TARGET RS_INLINE void transpose_quarters(__m512i r[4])
{
	__m512i t0 = _mm512_unpacklo_epi32(r[0], r[1]), t1 = _mm512_unpackhi_epi32(r[0], r[1]);
	__m512i t2 = _mm512_unpacklo_epi32(r[2], r[3]), t3 = _mm512_unpackhi_epi32(r[2], r[3]);

	r[0] = _mm512_unpacklo_epi64(t0, t2);
	r[1] = _mm512_unpackhi_epi64(t0, t2);
	r[2] = _mm512_unpacklo_epi64(t1, t3);
	r[3] = _mm512_unpackhi_epi64(t1, t3);
}

VEC_TARGET RS_INLINE void vec_load_block(__m512i w[16], const uint8_t *const *data, size_t offset)
{
	const __m512i swap = _mm512_broadcast_i32x4(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));

#pragma GCC unroll 4
	for (int q = 0; q < 16; q += 4, offset += 16) {
#pragma GCC unroll 4
		for (int i = 0; i < 4; i++) {
			__m512i row = load_quarters(data[i] + offset, data[i + 4] + offset, data[i + 8] + offset,
						    data[i + 12] + offset);

			w[q + i] = _mm512_shuffle_epi8(row, swap);
		}
		transpose_quarters(w + q);
	}
}

VEC_TARGET RS_INLINE void vec_load_states(__m512i s[8], uint32_t *const *states)
{
#pragma GCC unroll 4
	for (int q = 0; q < 8; q += 4) {
#pragma GCC unroll 4
		for (int i = 0; i < 4; i++)
			s[q + i] = load_quarters(states[i] + q, states[i + 4] + q, states[i + 8] + q,
						 states[i + 12] + q);
		transpose_quarters(s + q);
	}
}

VEC_TARGET RS_INLINE void vec_store_states(uint32_t *const *states, __m512i s[8])
{
#pragma GCC unroll 4
	for (int q = 0; q < 8; q += 4) {
		transpose_quarters(s + q);
#pragma GCC unroll 4
		for (int i = 0; i < 4; i++) {
			_mm_storeu_si128((void *)(states[i] + q), _mm512_castsi512_si128(s[q + i]));
			_mm_storeu_si128((void *)(states[i + 4] + q), _mm512_extracti32x4_epi32(s[q + i], 1));
			_mm_storeu_si128((void *)(states[i + 8] + q), _mm512_extracti32x4_epi32(s[q + i], 2));
			_mm_storeu_si128((void *)(states[i + 12] + q), _mm512_extracti32x4_epi32(s[q + i], 3));
		}
	}
}

#include "sha256_simd.h"
#include "sha1_simd.h"

void rs_sha256_avx512_x16(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	sha256_simd(states, data, n_blocks);
}

void rs_sha1_avx512_x16(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	sha1_simd(states, data, n_blocks);
}
