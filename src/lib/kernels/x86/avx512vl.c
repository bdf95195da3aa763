/* SPDX-License-Identifier: MIT */
/*
 * Eight messages side by side in the 256-bit registers of AVX-512VL: rotations and three-input logic in one instruction
 * each, on three ports, without what 512-bit registers cost in clock on some processors.
 */
#define VEC_TARGET __attribute__((target("avx512f,avx512bw,avx512vl")))
#define VEC __m256i
#define VEC_ADD(x, y) _mm256_add_epi32(x, y)
#define VEC_XOR(x, y) _mm256_xor_si256(x, y)
#define VEC_XOR3(x, y, z) _mm256_ternarylogic_epi32(x, y, z, 0x96)
#define VEC_SHR(x, n) _mm256_srli_epi32(x, n)
#define VEC_ROR(x, n) _mm256_ror_epi32(x, n)
#define VEC_SET1(x) _mm256_set1_epi32((int)(x))
#define VEC_CH(x, y, z) _mm256_ternarylogic_epi32(x, y, z, 0xca)
#define VEC_MAJ(x, y, z) _mm256_ternarylogic_epi32(x, y, z, 0xe8)

#include "simd8.h"
#include "sha256_simd.h"
#include "sha1_simd.h"

void rs_sha256_avx512vl_x8(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	sha256_simd(states, data, n_blocks);
}

void rs_sha1_avx512vl_x8(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	sha1_simd(states, data, n_blocks);
}
