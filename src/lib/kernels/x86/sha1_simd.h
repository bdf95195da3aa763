/* SPDX-License-Identifier: MIT */
/*
 * Template: SHA-1 of LANES messages side by side, word i of every message in one vector; see sha256_simd.h.
 */
#define F_CH(x, y, z) VEC_CH(x, y, z)
#define F_PARITY(x, y, z) VEC_XOR3(x, y, z)
#define F_MAJ(x, y, z) VEC_MAJ(x, y, z)

#define ROUND(F, a, b, c, d, e, t)                                                                                     \
	do {                                                                                                           \
		e = VEC_ADD(VEC_ADD(VEC_ADD(e, VEC_ADD(w[(t) & 15], k)), F(b, c, d)), VEC_ROR(a, 27));                 \
		b = VEC_ROR(b, 2);                                                                                     \
	} while (0)

#define SCHEDULE(t)                                                                                                    \
	do {                                                                                                           \
		VEC x = VEC_XOR3(w[((t) + 13) & 15], w[((t) + 8) & 15], w[((t) + 2) & 15]);                            \
                                                                                                                       \
		x = VEC_XOR(x, w[(t) & 15]);                                                                           \
		w[(t) & 15] = VEC_ROR(x, 31);                                                                          \
	} while (0)

#define STEP(F, a, b, c, d, e, t)                                                                                      \
	do {                                                                                                           \
		SCHEDULE(t);                                                                                           \
		ROUND(F, a, b, c, d, e, t);                                                                            \
	} while (0)

#define FIVE(DO, F, t)                                                                                                 \
	do {                                                                                                           \
		DO(F, a, b, c, d, e, (t) + 0);                                                                         \
		DO(F, e, a, b, c, d, (t) + 1);                                                                         \
		DO(F, d, e, a, b, c, (t) + 2);                                                                         \
		DO(F, c, d, e, a, b, (t) + 3);                                                                         \
		DO(F, b, c, d, e, a, (t) + 4);                                                                         \
	} while (0)

#define TWENTY(F, t)                                                                                                   \
	do {                                                                                                           \
		FIVE(STEP, F, t);                                                                                      \
		FIVE(STEP, F, (t) + 5);                                                                                \
		FIVE(STEP, F, (t) + 10);                                                                               \
		FIVE(STEP, F, (t) + 15);                                                                               \
	} while (0)

VEC_TARGET static void sha1_simd(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	VEC s[8], w[16];

	vec_load_states(s, states);
	for (size_t i = 0; i < n_blocks; i++) {
		VEC a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];
		VEC k = VEC_SET1(0x5a827999);

		vec_load_block(w, data, i * RS_BLOCK_LEN);
		FIVE(ROUND, F_CH, 0);
		FIVE(ROUND, F_CH, 5);
		FIVE(ROUND, F_CH, 10);
		/* The sixteenth word was the last of the block itself. */
		ROUND(F_CH, a, b, c, d, e, 15);
		STEP(F_CH, e, a, b, c, d, 16);
		STEP(F_CH, d, e, a, b, c, 17);
		STEP(F_CH, c, d, e, a, b, 18);
		STEP(F_CH, b, c, d, e, a, 19);
		k = VEC_SET1(0x6ed9eba1);
		TWENTY(F_PARITY, 20);
		k = VEC_SET1(0x8f1bbcdc);
		TWENTY(F_MAJ, 40);
		k = VEC_SET1(0xca62c1d6);
		TWENTY(F_PARITY, 60);
		s[0] = VEC_ADD(s[0], a);
		s[1] = VEC_ADD(s[1], b);
		s[2] = VEC_ADD(s[2], c);
		s[3] = VEC_ADD(s[3], d);
		s[4] = VEC_ADD(s[4], e);
	}
	vec_store_states(states, s);
}

#undef F_CH
#undef F_PARITY
#undef F_MAJ
#undef ROUND
#undef SCHEDULE
#undef STEP
#undef FIVE
#undef TWENTY
