/* SPDX-License-Identifier: MIT */
/*
 * Template: SHA-256 of LANES messages side by side, word i of every message in one vector. A vector instruction then
 * does the same step of all of them, and no stream waits for its own previous round.
 *
 * To be included after a header that defines the vectors (simd8.h, simd16.h). Sixteen words of the message schedule
 * are kept: word t takes the place of word t - 16, which nothing needs any more.
 */
#define BIG_SIGMA0(x) VEC_XOR3(VEC_ROR(x, 2), VEC_ROR(x, 13), VEC_ROR(x, 22))
#define BIG_SIGMA1(x) VEC_XOR3(VEC_ROR(x, 6), VEC_ROR(x, 11), VEC_ROR(x, 25))
#define SMALL_SIGMA0(x) VEC_XOR3(VEC_ROR(x, 7), VEC_ROR(x, 18), VEC_SHR(x, 3))
#define SMALL_SIGMA1(x) VEC_XOR3(VEC_ROR(x, 17), VEC_ROR(x, 19), VEC_SHR(x, 10))

#define ROUND(a, b, c, d, e, f, g, h, t)                                                                               \
	do {                                                                                                           \
		VEC t1 = VEC_ADD(VEC_ADD(h, VEC_SET1(k[t])), w[t]);                                                    \
                                                                                                                       \
		t1 = VEC_ADD(VEC_ADD(t1, VEC_CH(e, f, g)), BIG_SIGMA1(e));                                             \
		d = VEC_ADD(d, t1);                                                                                    \
		h = VEC_ADD(t1, VEC_ADD(BIG_SIGMA0(a), VEC_MAJ(a, b, c)));                                             \
	} while (0)

#define SCHEDULE(t)                                                                                                    \
	(w[t] = VEC_ADD(VEC_ADD(w[t], w[((t) + 9) & 15]),                                                              \
			VEC_ADD(SMALL_SIGMA0(w[((t) + 1) & 15]), SMALL_SIGMA1(w[((t) + 14) & 15]))))

#define STEP(a, b, c, d, e, f, g, h, t)                                                                                \
	do {                                                                                                           \
		SCHEDULE(t);                                                                                           \
		ROUND(a, b, c, d, e, f, g, h, t);                                                                      \
	} while (0)

#define EIGHT(DO, t)                                                                                                   \
	do {                                                                                                           \
		DO(a, b, c, d, e, f, g, h, (t) + 0);                                                                   \
		DO(h, a, b, c, d, e, f, g, (t) + 1);                                                                   \
		DO(g, h, a, b, c, d, e, f, (t) + 2);                                                                   \
		DO(f, g, h, a, b, c, d, e, (t) + 3);                                                                   \
		DO(e, f, g, h, a, b, c, d, (t) + 4);                                                                   \
		DO(d, e, f, g, h, a, b, c, (t) + 5);                                                                   \
		DO(c, d, e, f, g, h, a, b, (t) + 6);                                                                   \
		DO(b, c, d, e, f, g, h, a, (t) + 7);                                                                   \
	} while (0)

VEC_TARGET static void sha256_simd(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	VEC s[8], w[16];

	vec_load_states(s, states);
	for (size_t i = 0; i < n_blocks; i++) {
		VEC a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
		const uint32_t *k = rs_sha256_k;

		vec_load_block(w, data, i * RS_BLOCK_LEN);
		EIGHT(ROUND, 0);
		EIGHT(ROUND, 8);
		for (k += 16; k < rs_sha256_k + 64; k += 16) {
			EIGHT(STEP, 0);
			EIGHT(STEP, 8);
		}
		s[0] = VEC_ADD(s[0], a);
		s[1] = VEC_ADD(s[1], b);
		s[2] = VEC_ADD(s[2], c);
		s[3] = VEC_ADD(s[3], d);
		s[4] = VEC_ADD(s[4], e);
		s[5] = VEC_ADD(s[5], f);
		s[6] = VEC_ADD(s[6], g);
		s[7] = VEC_ADD(s[7], h);
	}
	vec_store_states(states, s);
}

#undef BIG_SIGMA0
#undef BIG_SIGMA1
#undef SMALL_SIGMA0
#undef SMALL_SIGMA1
#undef ROUND
#undef SCHEDULE
#undef STEP
#undef EIGHT
