/* SPDX-License-Identifier: MIT */
/*
 * Eight messages side by side with AVX2 alone. It has neither a rotation nor a three-input logic instruction, so most
 * of the work are shifts; still about three times one serial stream.
 */
#define VEC_TARGET __attribute__((target("avx2")))
#define VEC __m256i
#define VEC_ADD(x, y) _mm256_add_epi32(x, y)
#define VEC_XOR(x, y) _mm256_xor_si256(x, y)
#define VEC_XOR3(x, y, z) VEC_XOR(VEC_XOR(x, y), z)
#define VEC_SHR(x, n) _mm256_srli_epi32(x, n)
#define VEC_ROR(x, n) VEC_XOR(_mm256_srli_epi32(x, n), _mm256_slli_epi32(x, 32 - (n)))
#define VEC_SET1(x) _mm256_set1_epi32((int)(x))
#define VEC_CH(x, y, z) VEC_XOR(_mm256_and_si256(VEC_XOR(y, z), x), z)
/* The difference of x and y is that of y and z in the next round: the compiler sees that it has it already. */
#define VEC_MAJ(x, y, z) VEC_XOR(_mm256_and_si256(VEC_XOR(x, y), VEC_XOR(y, z)), y)

#include "simd8.h"
#include "sha256_simd.h"
#include "sha1_simd.h"

void rs_sha256_avx2_x8(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	sha256_simd(states, data, n_blocks);
}

void rs_sha1_avx2_x8(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	sha1_simd(states, data, n_blocks);
}
