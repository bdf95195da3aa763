/* SPDX-License-Identifier: MIT */
/*
 * The tests that a kernel must pass and the choice among those that do. Each set is written once, under pthread_once(),
 * and only read after. What the kernels compute with stands in kernels/.
 */
#include "kernel.h"

#include "cpu.h"

#include <pthread.h>
#include <string.h>

#define N_TEST_BLOCKS 3

/* A message of NIST's examples for SHA-1 and SHA-256, padded, and the states behind it. */
struct example {
	const char *text;
	size_t n_blocks;
	uint32_t sha1[RS_STATE_WORDS];
	uint32_t sha256[RS_STATE_WORDS];
};

static const struct example examples[] = {
	{ "abc", 1,
	  { 0xa9993e36, 0x4706816a, 0xba3e2571, 0x7850c26c, 0x9cd0d89d },
	  { 0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad } },
	{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 2,
	  { 0x84983e44, 0x1c3bd26e, 0xbaae4aa1, 0xf95129e5, 0xe54670f1 },
	  { 0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039, 0xa33ce459, 0x64ff2167, 0xf6ecedd4, 0x19db06c1 } },
};

const uint32_t rs_sha1_initial[RS_STATE_WORDS] = {
	0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0,
};
const uint32_t rs_sha224_initial[RS_STATE_WORDS] = {
	0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
};
const uint32_t rs_sha256_initial[RS_STATE_WORDS] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static bool is_same(const void *x, const void *y, size_t len)
{
	return memcmp(x, y, len) == 0;
}

/* The same example in all lanes. */
static bool gives_example(const struct rs_kernel *kernel, const struct example *example)
{
	const bool is_sha1 = kernel->compression == RS_SHA1;
	const uint32_t *want = is_sha1 ? example->sha1 : example->sha256;
	const size_t text_len = strlen(example->text), len = example->n_blocks * RS_BLOCK_LEN;
	uint8_t padded[2 * RS_BLOCK_LEN] = { 0 };
	uint32_t state[RS_LANES_MAX][RS_STATE_WORDS];
	uint32_t *states[RS_LANES_MAX];
	const uint8_t *data[RS_LANES_MAX];
	bool is_good = true;

	memcpy(padded, example->text, text_len);
	padded[text_len] = 0x80;
	padded[len - 2] = (uint8_t)(text_len * 8 >> 8);
	padded[len - 1] = (uint8_t)(text_len * 8);
	for (unsigned l = 0; l < RS_LANES_MAX; l++) {
		memcpy(state[l], is_sha1 ? rs_sha1_initial : rs_sha256_initial, sizeof(state[l]));
		states[l] = state[l];
		data[l] = padded;
	}
	kernel->compress(states, data, example->n_blocks);
	for (unsigned l = 0; l < kernel->n_lanes; l++)
		is_good &= is_same(state[l], want, sizeof(state[l]));
	return is_good;
}

/* Blocks and states that differ from lane to lane, from a generator that leaves no bit alone. */
static void fill(uint8_t *buf, size_t len)
{
	uint32_t x = 1;

	for (size_t i = 0; i < len; i++) {
		x = x * 1664525 + 1013904223;
		buf[i] = (uint8_t)(x >> 24);
	}
}

/* Another message for each lane, at odd addresses, and what the portable code makes of them. */
struct trial {
	uint8_t data[RS_LANES_MAX][N_TEST_BLOCKS * RS_BLOCK_LEN + 1];
	uint32_t before[RS_LANES_MAX][RS_STATE_WORDS];
	uint32_t after[RS_LANES_MAX][RS_STATE_WORDS];
};

static void prepare(struct trial *trial, enum rs_compression compression)
{
	fill(trial->data[0], sizeof(trial->data));
	fill((uint8_t *)trial->before, sizeof(trial->before));
	memcpy(trial->after, trial->before, sizeof(trial->after));
	for (unsigned l = 0; l < RS_LANES_MAX; l++) {
		uint32_t *state = trial->after[l];
		const uint8_t *data = trial->data[l] + 1;

		rs_kernel_portable[compression].compress(&state, &data, N_TEST_BLOCKS);
	}
}

/* Nothing may be written besides the states of the lanes. */
static bool stands(const struct trial *trial, const struct rs_kernel *kernel)
{
	uint32_t got[RS_LANES_MAX][RS_STATE_WORDS];
	uint32_t *states[RS_LANES_MAX];
	const uint8_t *data[RS_LANES_MAX];
	size_t n = kernel->n_lanes;

	memcpy(got, trial->before, sizeof(got));
	for (unsigned l = 0; l < RS_LANES_MAX; l++) {
		states[l] = got[l];
		data[l] = trial->data[l] + 1;
	}
	kernel->compress(states, data, N_TEST_BLOCKS);
	return is_same(got, trial->after, n * sizeof(got[0])) &&
	       is_same(got + n, trial->before + n, (RS_LANES_MAX - n) * sizeof(got[0]));
}

static bool works(const struct rs_kernel *kernel, const struct trial *trial)
{
	for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
		if (!gives_example(kernel, &examples[i]))
			return false;
	}
	return stands(trial, kernel);
}

bool rs_kernel_works(const struct rs_kernel *kernel)
{
	struct trial trial;

	prepare(&trial, kernel->compression);
	return works(kernel, &trial);
}

/* MB/s with so many messages; those that are more than the lanes take turns. */
static unsigned rate_with(const struct rs_kernel *kernel, enum rs_cpu_maker maker, unsigned n_messages)
{
	unsigned rate = kernel->rates[maker];

	return n_messages < kernel->n_lanes ? rate * n_messages / kernel->n_lanes : rate;
}

/* Of equals the later stays: tables put more lanes behind fewer. */
static void offer(struct rs_kernel_set *set, enum rs_cpu_maker maker, const struct rs_kernel *kernel)
{
	for (unsigned n = 1; n <= RS_LANES_MAX; n++) {
		const struct rs_kernel **best = &set->best[n - 1];

		if (!*best || rate_with(kernel, maker, n) >= rate_with(*best, maker, n))
			*best = kernel;
	}
}

void rs_kernel_choose(const struct rs_kernel *table, unsigned features, enum rs_cpu_maker maker,
		      enum rs_compression compression, struct rs_kernel_set *ret_set)
{
	struct rs_kernel_set set = { .best = { NULL } };
	bool has_serial = false;
	struct trial trial;

	prepare(&trial, compression);
	for (const struct rs_kernel *kernel = table; kernel->name; kernel++) {
		if (kernel->compression != compression || (kernel->features & ~features) || !works(kernel, &trial))
			continue;
		has_serial |= kernel->n_lanes == 1;
		offer(&set, maker, kernel);
	}
	*ret_set = has_serial ? set : (struct rs_kernel_set){ .best = { NULL } };
}

static pthread_once_t once[RS_N_COMPRESSIONS] = { PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT };
struct rs_kernel_set rs_kernel_sets[RS_N_COMPRESSIONS];

static void choose_sha1(void)
{
	rs_kernel_choose(rs_kernel_table, rs_cpu_features(), rs_cpu_maker(), RS_SHA1, &rs_kernel_sets[RS_SHA1]);
}

static void choose_sha256(void)
{
	rs_kernel_choose(rs_kernel_table, rs_cpu_features(), rs_cpu_maker(), RS_SHA256, &rs_kernel_sets[RS_SHA256]);
}

const struct rs_kernel_set *rs_kernel_set(enum rs_compression compression)
{
	/* Each for itself: who hashes one small file does not wait for tests of the other. */
	pthread_once(&once[compression], compression == RS_SHA1 ? choose_sha1 : choose_sha256);
	return &rs_kernel_sets[compression];
}
