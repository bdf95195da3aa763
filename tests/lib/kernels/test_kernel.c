/* SPDX-License-Identifier: MIT */
/*
 * The kernels of the processor that this runs on, and the choice among them. A plain program, without Criterion and
 * libcrypto, so that it can be built for another processor and run under an emulator. What the kernels must give is
 * what the portable code gives, which itself must give NIST's examples; test_lanes.c compares all of them with
 * libcrypto.
 *
 *	test_kernel [FEATURE]...	features that must be there, as rs_cpu_names() writes them
 *
 * Prints TAP.
 */
#include "cpu.h"
#include "guard.h"
#include "kernel.h"

#include <stdio.h>
#include <string.h>

#define MAX_BLOCKS 9
#define ALL (RS_CPU_SHA | RS_CPU_AVX2 | RS_CPU_AVX512 | RS_CPU_ZMM)

static unsigned n_cases, n_failed;

static void report(bool is_good, const char *what, const char *detail)
{
	printf("%sok %u - %s%s%s\n", is_good ? "" : "not ", ++n_cases, what, *detail ? ": " : "", detail);
	n_failed += !is_good;
}

static uint32_t next_random(void)
{
	static uint64_t x = 0x9e3779b97f4a7c15;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return (uint32_t)(x >> 32);
}

static void randomise(void *buf, size_t len)
{
	for (size_t i = 0; i < len; i++)
		((uint8_t *)buf)[i] = (uint8_t)next_random();
}

/* ---- what kernels compute ---- */

struct lanes {
	uint32_t state[RS_LANES_MAX][RS_STATE_WORDS];
	uint32_t *states[RS_LANES_MAX];
	const uint8_t *data[RS_LANES_MAX];
};

/* By the portable code, lane after lane. */
static void compute(struct lanes *lanes, const struct rs_kernel *kernel, size_t n_blocks)
{
	for (unsigned l = 0; l < kernel->n_lanes; l++)
		rs_kernel_portable[kernel->compression].compress(&lanes->states[l], &lanes->data[l], n_blocks);
}

static void point_at_states(struct lanes *lanes)
{
	for (unsigned l = 0; l < RS_LANES_MAX; l++)
		lanes->states[l] = lanes->state[l];
}

/* Both begin with the same states and data; all states must be the same behind, those without a lane included. */
static bool is_agreed(const struct rs_kernel *kernel, const struct lanes *from, size_t n_blocks)
{
	struct lanes got = *from, want = *from;

	point_at_states(&got);
	point_at_states(&want);
	kernel->compress(got.states, got.data, n_blocks);
	compute(&want, kernel, n_blocks);
	return memcmp(got.state, want.state, sizeof(got.state)) == 0;
}

/* Each lane's blocks begin or end, at random, at a page that cannot be touched. */
static bool is_good_between_guards(const struct rs_kernel *kernel)
{
	struct guard guards[RS_LANES_MAX];
	bool is_good = true;

	for (unsigned l = 0; l < RS_LANES_MAX; l++) {
		guards[l] = guard_make(MAX_BLOCKS * RS_BLOCK_LEN);
		randomise(guards[l].start, (size_t)(guards[l].end - guards[l].start));
	}
	for (unsigned i = 0; i < 40 * (MAX_BLOCKS + 1); i++) {
		size_t n_blocks = i % (MAX_BLOCKS + 1);
		struct lanes lanes;

		randomise(lanes.state, sizeof(lanes.state));
		for (unsigned l = 0; l < RS_LANES_MAX; l++)
			lanes.data[l] = next_random() % 2 ? guards[l].start : guards[l].end - n_blocks * RS_BLOCK_LEN;
		is_good &= is_agreed(kernel, &lanes, n_blocks);
	}
	for (unsigned l = 0; l < RS_LANES_MAX; l++)
		guard_free(&guards[l]);
	return is_good;
}

/* Blocks at any address, several lanes at the same. */
static bool is_good_at_any_address(const struct rs_kernel *kernel)
{
	static uint8_t buf[4096 + MAX_BLOCKS * RS_BLOCK_LEN];
	bool is_good = true;

	randomise(buf, sizeof(buf));
	for (unsigned i = 0; i < 256; i++) {
		struct lanes lanes;

		randomise(lanes.state, sizeof(lanes.state));
		for (unsigned l = 0; l < RS_LANES_MAX; l++)
			lanes.data[l] = buf + (i < RS_BLOCK_LEN ? i : next_random() % 4096);
		is_good &= is_agreed(kernel, &lanes, 1 + i % MAX_BLOCKS);
	}
	return is_good;
}

static bool is_usable(const struct rs_kernel *kernel)
{
	return !(kernel->features & ~rs_cpu_features());
}

static void check_kernels(void)
{
	for (int c = 0; c < RS_N_COMPRESSIONS; c++)
		report(rs_kernel_works(&rs_kernel_portable[c]), "NIST's examples", rs_kernel_portable[c].name);
	for (const struct rs_kernel *kernel = rs_kernel_table; kernel->name; kernel++) {
		if (!is_usable(kernel)) {
			printf("ok %u - %s # SKIP not on this processor\n", ++n_cases, kernel->name);
			continue;
		}
		report(rs_kernel_works(kernel), "known answers", kernel->name);
		report(is_good_between_guards(kernel), "between guard pages", kernel->name);
		report(is_good_at_any_address(kernel), "at any address", kernel->name);
	}
}

/* Some blocks of one message in some lane; the others do the same blocks and are thrown away. */
static void go_on(const struct rs_kernel *kernel, uint32_t *state, const uint8_t *data, size_t n_blocks)
{
	struct lanes lanes = { .data = { NULL } };

	point_at_states(&lanes);
	lanes.states[next_random() % kernel->n_lanes] = state;
	for (unsigned l = 0; l < RS_LANES_MAX; l++)
		lanes.data[l] = data;
	kernel->compress(lanes.states, lanes.data, n_blocks);
}

/* One message through one kernel after another, a few blocks in each. */
static bool is_good_on_a_journey(enum rs_compression compression)
{
	uint8_t buf[MAX_BLOCKS * RS_BLOCK_LEN];
	uint32_t got[RS_STATE_WORDS], want[RS_STATE_WORDS];

	randomise(got, sizeof(got));
	memcpy(want, got, sizeof(want));
	for (const struct rs_kernel *kernel = rs_kernel_table; kernel->name; kernel++) {
		size_t n_blocks = 1 + next_random() % MAX_BLOCKS;

		if (kernel->compression != compression || !is_usable(kernel))
			continue;
		randomise(buf, sizeof(buf));
		go_on(kernel, got, buf, n_blocks);
		go_on(&rs_kernel_portable[compression], want, buf, n_blocks);
	}
	return memcmp(got, want, sizeof(want)) == 0;
}

/* ---- the choice ---- */

static void honest(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	rs_kernel_portable[RS_SHA256].compress(states, data, n_blocks);
}

static void honest_four(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	for (int l = 0; l < 4; l++)
		honest(states + l, data + l, n_blocks);
}

static void does_nothing(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	(void)states, (void)data, (void)n_blocks;
}

/* Right for every message that is the same in all lanes. */
static void swaps_lanes(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	const uint8_t *const swapped[] = { data[0], data[1], data[3], data[2] };

	honest_four(states, swapped, n_blocks);
}

/* Right for one block and for two. */
static void forgets_third_block(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	honest_four(states, data, n_blocks > 2 ? 2 : n_blocks);
}

static void flips_a_bit(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	honest_four(states, data, n_blocks);
	states[3][7] ^= 1;
}

static void writes_a_fifth_state(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	honest_four(states, data, n_blocks);
	states[4][0] ^= 1;
}

/* SHA-1 has five words; the others are not its own. */
static void clears_what_is_not_its_own(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks)
{
	rs_kernel_portable[RS_SHA1].compress(states, data, n_blocks);
	states[0][5] = 0;
}

/* @wrong claims to be far the fastest, and must be passed over all the same. */
static void check_refused(const char *what, rs_compress_fn *wrong)
{
	const struct rs_kernel table[] = {
		{ "wrong", RS_SHA256, 0, 4, { 1000000, 1000000 }, wrong },
		{ "one", RS_SHA256, 0, 1, { 100, 100 }, honest },
		{ "four", RS_SHA256, 0, 4, { 300, 300 }, honest_four },
		{ .name = NULL },
	};
	struct rs_kernel_set set;
	bool is_good = true;

	rs_kernel_choose(table, ALL, RS_CPU_MAKER_ANY, RS_SHA256, &set);
	for (size_t n = 1; n < 2 * RS_LANES_MAX; n++)
		is_good &= rs_kernel_select(&set, n) == (n == 1 ? &table[1] : &table[2]);
	report(is_good, "refused", what);
}

static void check_refusals(void)
{
	static const struct rs_kernel sha1[] = {
		{ "wrong", RS_SHA1, 0, 1, { 1, 1 }, clears_what_is_not_its_own },
		{ .name = NULL },
	};
	static const struct rs_kernel no_serial[] = {
		{ "wrong", RS_SHA256, 0, 1, { 100, 100 }, does_nothing },
		{ "four", RS_SHA256, 0, 4, { 300, 300 }, honest_four },
		{ .name = NULL },
	};
	struct rs_kernel_set set;

	check_refused("a kernel that does nothing", does_nothing);
	check_refused("a kernel that swaps two lanes", swaps_lanes);
	check_refused("a kernel that forgets the third block", forgets_third_block);
	check_refused("a kernel that flips a bit of its last lane", flips_a_bit);
	check_refused("a kernel that writes to a lane it has not", writes_a_fifth_state);
	rs_kernel_choose(sha1, ALL, RS_CPU_MAKER_ANY, RS_SHA1, &set);
	report(!rs_kernel_select(&set, 1) && !rs_kernel_select(&set, 16), "refused", "SHA-1 that clears other words");
	rs_kernel_choose(no_serial, ALL, RS_CPU_MAKER_ANY, RS_SHA256, &set);
	report(!rs_kernel_select(&set, 1) && !rs_kernel_select(&set, 4), "no set without a kernel of one lane", "");
}

/* Two of four lanes give half the rate, 80, and three give 120, which is more than one lane's 100. */
static void check_choice_by_rate(void)
{
	static const struct rs_kernel table[] = {
		{ "one", RS_SHA256, 0, 1, { 100, 100 }, honest },
		{ "four", RS_SHA256, RS_CPU_SHA, 4, { 160, 160 }, honest_four },
		{ "for the other compression", RS_SHA1, 0, 1, { 1000, 1000 }, does_nothing },
		{ .name = NULL },
	};
	static const struct rs_kernel by_maker[] = {
		{ "one", RS_SHA256, 0, 1, { 100, 200 }, honest },
		{ "four", RS_SHA256, 0, 4, { 160, 160 }, honest_four },
		{ .name = NULL },
	};
	struct rs_kernel_set set;
	bool is_good = true;

	rs_kernel_choose(table, RS_CPU_SHA, RS_CPU_MAKER_ANY, RS_SHA256, &set);
	for (size_t n = 1; n <= 20; n++)
		is_good &= rs_kernel_select(&set, n) == &table[n < 3 ? 0 : 1];
	report(is_good, "the rate of the lanes in use decides", "");
	rs_kernel_choose(table, 0, RS_CPU_MAKER_ANY, RS_SHA256, &set);
	report(rs_kernel_select(&set, 20) == &table[0], "a missing feature leaves a kernel out", "");
	rs_kernel_choose(by_maker, 0, RS_CPU_MAKER_ANY, RS_SHA256, &set);
	is_good = rs_kernel_select(&set, 4) == &by_maker[1];
	rs_kernel_choose(by_maker, 0, RS_CPU_MAKER_AMD, RS_SHA256, &set);
	report(is_good && rs_kernel_select(&set, 4) == &by_maker[0], "each maker has rates of its own", "");
}

static bool is_honoured(unsigned features, enum rs_compression compression)
{
	struct rs_kernel_set set;
	bool is_good = true;

	rs_kernel_choose(rs_kernel_table, features & rs_cpu_features(), rs_cpu_maker(), compression, &set);
	for (size_t n = 1; n <= RS_LANES_MAX; n++) {
		const struct rs_kernel *kernel = rs_kernel_select(&set, n);

		is_good &= !kernel == !rs_kernel_select(&set, 1);
		if (kernel)
			is_good &= kernel->compression == compression && !(kernel->features & ~features);
	}
	return is_good;
}

static void check_masks(void)
{
	bool is_good = true;

	for (unsigned features = 0; features <= ALL; features++)
		is_good &= is_honoured(features, RS_SHA1) && is_honoured(features, RS_SHA256);
	report(is_good, "every mask is honoured", "");
}

/* What was chosen for this processor. It has a set for both or for none: each feature brings kernels of one lane. */
static void check_own_sets(void)
{
	for (int c = 0; c < RS_N_COMPRESSIONS; c++) {
		const struct rs_kernel_set *set = rs_kernel_set((enum rs_compression)c);

		report(!rs_cpu_features() == !rs_kernel_select(set, 1), "a set for this processor",
		       c == RS_SHA1 ? "sha1" : "sha256");
		for (size_t n = 1; n <= RS_LANES_MAX && rs_kernel_select(set, n); n++)
			printf("# %2zu: %s\n", n, rs_kernel_select(set, n)->name);
	}
}

static void check_features(int n_wanted, char *const *wanted)
{
	char names[64];

	rs_cpu_names(rs_cpu_features(), names, sizeof(names));
	printf("# features: %s\n", names);
	for (int i = 0; i < n_wanted; i++)
		report(strstr(names, wanted[i]) != NULL, "feature", wanted[i]);
}

int main(int argc, char **argv)
{
	check_features(argc - 1, argv + 1);
	check_kernels();
	for (int c = 0; c < RS_N_COMPRESSIONS; c++)
		report(is_good_on_a_journey((enum rs_compression)c), "from kernel to kernel",
		       c == RS_SHA1 ? "sha1" : "sha256");
	check_refusals();
	check_choice_by_rate();
	check_masks();
	check_own_sets();
	printf("1..%u\n", n_cases);
	return n_failed > 0;
}
