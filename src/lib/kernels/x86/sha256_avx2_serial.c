/* SPDX-License-Identifier: MIT */
/*
 * SHA-256 of a single message on processors without the SHA instructions. The rounds wait for each other and stay in
 * general registers; the message schedule does not depend on them, so vectors make it for two blocks at once, four
 * words of each, while the rounds of the first block run.
 */
#include "x86.h"

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,bmi,bmi2")))

RS_INLINE uint32_t rotr(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

TARGET RS_INLINE __m256i load_words(const uint8_t *low, const uint8_t *high)
{
	const __m256i swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
	__m256i x = _mm256_castsi128_si256(_mm_loadu_si128((const void *)low));

	return _mm256_shuffle_epi8(_mm256_inserti128_si256(x, _mm_loadu_si128((const void *)high), 1), swap);
}

#define VEC_ROR(x, n) _mm256_or_si256(_mm256_srli_epi32(x, n), _mm256_slli_epi32(x, 32 - (n)))
#define VEC_XOR3(x, y, z) _mm256_xor_si256(_mm256_xor_si256(x, y), z)

/*
 * Small sigma 1 of words 2 and 3 of each half, for words 0 and 1 of the four to come (or of 0 and 1, for 2 and 3). Each
 * word stands twice in 64 bits, so that a shift of those rotates it.
 */
TARGET RS_INLINE __m256i small_sigma1(__m256i twice)
{
	return VEC_XOR3(_mm256_srli_epi64(twice, 17), _mm256_srli_epi64(twice, 19), _mm256_srli_epi32(twice, 10));
}

/* Four words of the schedule from the sixteen before them, oldest first. */
TARGET RS_INLINE __m256i schedule(__m256i w4, __m256i w3, __m256i w2, __m256i w1)
{
	const __m256i to_low = _mm256_broadcastsi128_si256(_mm_set_epi64x(-1, 0x0b0a090803020100));
	const __m256i to_high = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0b0a090803020100, -1));
	__m256i w15 = _mm256_alignr_epi8(w3, w4, 4);
	__m256i sigma0 = VEC_XOR3(VEC_ROR(w15, 7), VEC_ROR(w15, 18), _mm256_srli_epi32(w15, 3));
	__m256i x = _mm256_add_epi32(_mm256_add_epi32(w4, _mm256_alignr_epi8(w1, w2, 4)), sigma0);

	x = _mm256_add_epi32(x, _mm256_shuffle_epi8(small_sigma1(_mm256_shuffle_epi32(w1, 0xfa)), to_low));
	return _mm256_add_epi32(x, _mm256_shuffle_epi8(small_sigma1(_mm256_shuffle_epi32(x, 0x50)), to_high));
}

/*
 * bc is the difference of b and c, and leaves as that of a and b, which is the next round's. The next round waits for d
 * first of all, so what is known early is added to it early, at the price of one more addition.
 */
#define ROUND(a, b, c, d, e, f, g, h, wk)                                                                              \
	do {                                                                                                           \
		uint32_t ab = a ^ b;                                                                                   \
		uint32_t sigma1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);                                              \
                                                                                                                       \
		h += wk;                                                                                               \
		h += e & f;                                                                                            \
		h += ~e & g;                                                                                           \
		d += h;                                                                                                \
		d += sigma1;                                                                                           \
		h += sigma1;                                                                                           \
		h += (ab & bc) ^ b;                                                                                    \
		h += rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);                                                           \
		bc = ab;                                                                                               \
	} while (0)

/* Rounds t to t + 7. */
#define EIGHT_ROUNDS(t, AFTER_FOUR)                                                                                    \
	do {                                                                                                           \
		const uint32_t *q = wk + (t) * 2;                                                                      \
                                                                                                                       \
		ROUND(a, b, c, d, e, f, g, h, q[0]);                                                                   \
		ROUND(h, a, b, c, d, e, f, g, q[1]);                                                                   \
		ROUND(g, h, a, b, c, d, e, f, q[2]);                                                                   \
		ROUND(f, g, h, a, b, c, d, e, q[3]);                                                                   \
		AFTER_FOUR;                                                                                            \
		ROUND(e, f, g, h, a, b, c, d, q[8]);                                                                   \
		ROUND(d, e, f, g, h, a, b, c, q[9]);                                                                   \
		ROUND(c, d, e, f, g, h, a, b, q[10]);                                                                  \
		ROUND(b, c, d, e, f, g, h, a, q[11]);                                                                  \
	} while (0)

TARGET RS_INLINE void store_wk(uint32_t *wk, __m256i w, unsigned t)
{
	__m256i k = _mm256_broadcastsi128_si256(_mm_load_si128((const void *)(rs_sha256_k + t)));

	_mm256_store_si256((void *)(wk + 2 * t), _mm256_add_epi32(w, k));
}

TARGET static void two_blocks(uint32_t *s, const uint8_t *first, const uint8_t *second, int n)
{
	_Alignas(32) uint32_t both[128], *wk = both;
	__m256i w0 = load_words(first, second), w1 = load_words(first + 16, second + 16);
	__m256i w2 = load_words(first + 32, second + 32), w3 = load_words(first + 48, second + 48);
	uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7], bc = b ^ c;

	store_wk(both, w0, 0);
	store_wk(both, w1, 4);
	store_wk(both, w2, 8);
	store_wk(both, w3, 12);
	for (unsigned t = 0; t < 48; t += 16) {
		w0 = schedule(w0, w1, w2, w3);
		store_wk(both, w0, t + 16);
		EIGHT_ROUNDS(t, w1 = schedule(w1, w2, w3, w0); store_wk(both, w1, t + 20));
		w2 = schedule(w2, w3, w0, w1);
		store_wk(both, w2, t + 24);
		EIGHT_ROUNDS(t + 8, w3 = schedule(w3, w0, w1, w2); store_wk(both, w3, t + 28));
	}
	EIGHT_ROUNDS(48, );
	EIGHT_ROUNDS(56, );
	s[0] = a += s[0];
	s[1] = b += s[1];
	s[2] = c += s[2];
	s[3] = d += s[3];
	s[4] = e += s[4];
	s[5] = f += s[5];
	s[6] = g += s[6];
	s[7] = h += s[7];
	if (n < 2)
		return;
	bc = b ^ c;
	wk = both + 4;
	for (unsigned t = 0; t < 64; t += 16) {
		EIGHT_ROUNDS(t, );
		EIGHT_ROUNDS(t + 8, );
	}
	s[0] += a;
	s[1] += b;
	s[2] += c;
	s[3] += d;
	s[4] += e;
	s[5] += f;
	s[6] += g;
	s[7] += h;
}

TARGET void rs_sha256_avx2_x1(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	const uint8_t *p = data[0];

	for (; n_blocks > 1; n_blocks -= 2, p += 2 * RS_BLOCK_LEN)
		two_blocks(states[0], p, p + RS_BLOCK_LEN, 2);
	if (n_blocks > 0)
		two_blocks(states[0], p, p, 1);
}
