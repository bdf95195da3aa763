/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 of a single message on processors without the SHA instructions; see sha256_avx2_serial.c.
 */
#include "x86.h"

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,bmi,bmi2")))

RS_INLINE uint32_t rotl(uint32_t x, unsigned n)
{
	return x << n | x >> (32 - n);
}

TARGET RS_INLINE __m256i load_words(const uint8_t *low, const uint8_t *high)
{
	const __m256i swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
	__m256i x = _mm256_castsi128_si256(_mm_loadu_si128((const void *)low));

	return _mm256_shuffle_epi8(_mm256_inserti128_si256(x, _mm_loadu_si128((const void *)high), 1), swap);
}

#define VEC_ROTL(x, n) _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - (n)))
#define VEC_XOR4(x, y, z, u) _mm256_xor_si256(_mm256_xor_si256(_mm256_xor_si256(x, y), z), u)

/*
 * Four words of the schedule from the sixteen before them, oldest first. The fourth needs the first: rotated twice,
 * that is added when all else is done.
 */
TARGET RS_INLINE __m256i schedule(__m256i w4, __m256i w3, __m256i w2, __m256i w1)
{
	__m256i x = VEC_XOR4(w4, _mm256_alignr_epi8(w3, w4, 8), w2, _mm256_srli_si256(w1, 4));

	return _mm256_xor_si256(VEC_ROTL(x, 1), VEC_ROTL(_mm256_slli_si256(x, 12), 2));
}

/* The same from the thirty-two before them: see schedule_late() in sha1_ni.c. */
TARGET RS_INLINE __m256i schedule_late(__m256i w8, __m256i w7, __m256i w4, __m256i w2, __m256i w1)
{
	__m256i x = VEC_XOR4(w8, w7, w4, _mm256_alignr_epi8(w1, w2, 8));

	return VEC_ROTL(x, 2);
}

/* Words 4 r to 4 r + 3 of both blocks, with the constant added. w holds the last thirty-two. */
TARGET RS_INLINE void make_words(__m256i *w, uint32_t *wk, const unsigned r)
{
	static const uint32_t k[4] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };

	if (r >= 20)
		return;
	if (r >= 8)
		w[r & 7] = schedule_late(w[r & 7], w[(r + 1) & 7], w[(r + 4) & 7], w[(r + 6) & 7], w[(r + 7) & 7]);
	else if (r >= 4)
		w[r] = schedule(w[r - 4], w[r - 3], w[r - 2], w[r - 1]);
	_mm256_store_si256((void *)(wk + 8 * r), _mm256_add_epi32(w[r & 7], _mm256_set1_epi32((int)k[r / 5])));
}

/* x is the youngest of the three: it comes in last. */
#define ADD_CH(sum, x, y, z) (sum += ~(x) & (z), sum += (x) & (y))
#define ADD_PARITY(sum, x, y, z) (sum += ((y) ^ (z)) ^ (x))
#define ADD_MAJ(sum, x, y, z) (sum += (y) & (z), sum += ((y) ^ (z)) & (x))

#define ROUND(ADD_F, a, b, c, d, e, wk)                                                                                \
	do {                                                                                                           \
		e += wk;                                                                                               \
		ADD_F(e, b, c, d);                                                                                     \
		e += rotl(a, 5);                                                                                       \
		b = rotl(b, 30);                                                                                       \
	} while (0)

#define FOUR_ROUNDS(ADD_F, a, b, c, d, e, q)                                                                           \
	do {                                                                                                           \
		ROUND(ADD_F, a, b, c, d, e, (q)[0]);                                                                   \
		ROUND(ADD_F, e, a, b, c, d, (q)[1]);                                                                   \
		ROUND(ADD_F, d, e, a, b, c, (q)[2]);                                                                   \
		ROUND(ADD_F, c, d, e, a, b, (q)[3]);                                                                   \
	} while (0)

/* Rounds 4 r to 4 r + 19, and what AHEAD makes of the words of later ones. */
#define TWENTY_ROUNDS(ADD_F, r, AHEAD)                                                                                 \
	do {                                                                                                           \
		AHEAD((r) + 4);                                                                                        \
		FOUR_ROUNDS(ADD_F, a, b, c, d, e, wk + 8 * (r));                                                       \
		AHEAD((r) + 5);                                                                                        \
		FOUR_ROUNDS(ADD_F, b, c, d, e, a, wk + 8 * (r) + 8);                                                   \
		AHEAD((r) + 6);                                                                                        \
		FOUR_ROUNDS(ADD_F, c, d, e, a, b, wk + 8 * (r) + 16);                                                  \
		AHEAD((r) + 7);                                                                                        \
		FOUR_ROUNDS(ADD_F, d, e, a, b, c, wk + 8 * (r) + 24);                                                  \
		AHEAD((r) + 8);                                                                                        \
		FOUR_ROUNDS(ADD_F, e, a, b, c, d, wk + 8 * (r) + 32);                                                  \
	} while (0)

#define MAKE_WORDS(r) make_words(w, wk, r)
#define NOTHING(r) ((void)0)

RS_INLINE void add_state(uint32_t *s, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e)
{
	s[0] += a;
	s[1] += b;
	s[2] += c;
	s[3] += d;
	s[4] += e;
}

/* The first of two blocks; leaves the words of the second in wk, four of every eight. */
TARGET static void first_block(uint32_t *s, const uint8_t *first, const uint8_t *second, uint32_t *wk)
{
	uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];
	__m256i w[8];

#pragma GCC unroll 4
	for (unsigned r = 0; r < 4; r++) {
		w[r] = load_words(first + 16 * r, second + 16 * r);
		make_words(w, wk, r);
	}
	TWENTY_ROUNDS(ADD_CH, 0, MAKE_WORDS);
	TWENTY_ROUNDS(ADD_PARITY, 5, MAKE_WORDS);
	TWENTY_ROUNDS(ADD_MAJ, 10, MAKE_WORDS);
	TWENTY_ROUNDS(ADD_PARITY, 15, MAKE_WORDS);
	add_state(s, a, b, c, d, e);
}

TARGET static void second_block(uint32_t *s, const uint32_t *wk)
{
	uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];

	TWENTY_ROUNDS(ADD_CH, 0, NOTHING);
	TWENTY_ROUNDS(ADD_PARITY, 5, NOTHING);
	TWENTY_ROUNDS(ADD_MAJ, 10, NOTHING);
	TWENTY_ROUNDS(ADD_PARITY, 15, NOTHING);
	add_state(s, a, b, c, d, e);
}

TARGET void rs_sha1_avx2_x1(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	_Alignas(32) uint32_t wk[160];
	const uint8_t *p = data[0];

	for (; n_blocks > 1; n_blocks -= 2, p += 2 * RS_BLOCK_LEN) {
		first_block(states[0], p, p + RS_BLOCK_LEN, wk);
		second_block(states[0], wk + 4);
	}
	if (n_blocks > 0)
		first_block(states[0], p, p, wk);
}
