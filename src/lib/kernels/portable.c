/* SPDX-License-Identifier: MIT */
/*
 * SHA-1 and SHA-256 as FIPS 180-4 writes them down, in plain C: what every other kernel must agree with. It shares
 * nothing with them but the constants, and is as plain as it can be: it judges, it need not be fast.
 */
#include "kernels.h"

_Alignas(64) const uint32_t rs_sha256_k[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotr(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static uint32_t load_be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void sha256_block(uint32_t *state, const uint8_t *block)
{
	uint32_t w[64];
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t e = state[4], f = state[5], g = state[6], h = state[7];

	for (int t = 0; t < 16; t++)
		w[t] = load_be32(block + 4 * t);
	for (int t = 16; t < 64; t++) {
		uint32_t s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
		uint32_t s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10;

		w[t] = s1 + w[t - 7] + s0 + w[t - 16];
	}
	for (int t = 0; t < 64; t++) {
		uint32_t s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
		uint32_t s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
		uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + rs_sha256_k[t] + w[t];
		uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));

		h = g;
		g = f;
		f = e;
		e = d + t1;
		d = c;
		c = b;
		b = a;
		a = t1 + t2;
	}
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
	state[5] += f;
	state[6] += g;
	state[7] += h;
}

static uint32_t sha1_f(int t, uint32_t x, uint32_t y, uint32_t z)
{
	if (t < 20)
		return (x & y) ^ (~x & z);
	if (t >= 40 && t < 60)
		return (x & y) ^ (x & z) ^ (y & z);
	return x ^ y ^ z;
}

static void sha1_block(uint32_t *state, const uint8_t *block)
{
	static const uint32_t k[4] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };
	uint32_t w[80];
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];

	for (int t = 0; t < 16; t++)
		w[t] = load_be32(block + 4 * t);
	for (int t = 16; t < 80; t++)
		w[t] = rotr(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 31);
	for (int t = 0; t < 80; t++) {
		uint32_t sum = rotr(a, 27) + sha1_f(t, b, c, d) + e + k[t / 20] + w[t];

		e = d;
		d = c;
		c = rotr(b, 2);
		b = a;
		a = sum;
	}
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
}

static void sha256_portable(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	for (size_t i = 0; i < n_blocks; i++)
		sha256_block(states[0], data[0] + RS_BLOCK_LEN * i);
}

static void sha1_portable(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	for (size_t i = 0; i < n_blocks; i++)
		sha1_block(states[0], data[0] + RS_BLOCK_LEN * i);
}

const struct rs_kernel rs_kernel_portable[RS_N_COMPRESSIONS] = {
	[RS_SHA1] = { "sha1 portable", RS_SHA1, 0, 1, { 0 }, sha1_portable },
	[RS_SHA256] = { "sha256 portable", RS_SHA256, 0, 1, { 0 }, sha256_portable },
};
