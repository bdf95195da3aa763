/* SPDX-License-Identifier: MIT */
/*
 * Messages in lanes against libcrypto: every kernel and every mask, every length up to four blocks and around the edges
 * of chunks, split anywhere, joining and leaving anywhere, read between pages that cannot be touched.
 */
#include "lanes.h"

#include "../fixture.h"
#include "cpu.h"
#include "guard.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

/* Holds no pointer: Criterion runs each test in a process that is no copy of this one. */
static struct algorithm {
	char name[16];
	enum rs_compression compression;
	uint32_t initial[RS_STATE_WORDS];
} algorithms[] = {
	{ "SHA1", RS_SHA1, { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 } },
	{ "SHA2-224", RS_SHA256,
	  { 0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4 } },
	{ "SHA2-256", RS_SHA256,
	  { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 } },
};

#define EACH_ALGORITHM(test) \
	ParameterizedTestParameters(lanes, test) \
	{ \
		return cr_make_param_array(struct algorithm, algorithms, sizeof(algorithms) / sizeof(algorithms[0])); \
	} \
	ParameterizedTest(struct algorithm *algorithm, lanes, test, .timeout = 300)

static const struct ringsum_algo *find(const char *name)
{
	return ringsum_algo_find(name, strlen(name));
}

static uint32_t random_below(uint32_t n)
{
	static uint64_t x = 0x9e3779b97f4a7c15;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return (uint32_t)(x >> 32) % n;
}

static void expect_digest(const char *name, const void *data, size_t len, const uint8_t *got)
{
	size_t digest_len = find(name)->digest_len;
	uint8_t want[RINGSUM_DIGEST_MAX];

	fixture_digest(name, data, len, digest_len, want);
	cr_assert_arr_eq(got, want, digest_len, "%s of %zu bytes", name, len);
}

/* ---- messages fed at random ---- */

#define MAX_MESSAGES 40
#define MAX_LEN (131072 + 65)

/* One message, fed from memory of its own in which each span lies against one of two guarding pages. */
struct feeding {
	struct rs_message message;
	struct guard guard;
	size_t len;
	size_t n_fed;
	bool is_done;
};

static uint8_t *content; /* every message is the beginning of this */

static void feed_at_random(struct feeding *feeding)
{
	size_t left = feeding->len - feeding->n_fed, span = left;
	uint8_t *p;

	/* What was borrowed is no longer: nobody may look at it again. */
	memset(feeding->guard.start, 0xa5, (size_t)(feeding->guard.end - feeding->guard.start));
	if (random_below(3) > 0)
		span = random_below(random_below(2) ? 2 * RS_BLOCK_LEN : MAX_LEN);
	if (span > left)
		span = left;
	p = random_below(2) ? feeding->guard.start : feeding->guard.end - span;
	memcpy(p, content + feeding->n_fed, span);
	rs_message_feed(&feeding->message, p, span);
	feeding->n_fed += span;
	if (span == left && random_below(2))
		rs_message_end(&feeding->message);
}

/* Until it is busy, or its digest is there. */
static void go_on(const char *name, struct feeding *feeding)
{
	while (rs_message_is_idle(&feeding->message) && !feeding->is_done) {
		uint8_t digest[RINGSUM_DIGEST_MAX];

		if (feeding->message.is_ended) {
			rs_message_final(&feeding->message, digest);
			expect_digest(name, content, feeding->len, digest);
			feeding->is_done = true;
		} else if (feeding->n_fed == feeding->len && random_below(2)) {
			rs_message_end(&feeding->message);
		} else {
			feed_at_random(feeding);
		}
	}
}

/* Some of them, in any order, run down to any number; the others stay as they are. */
static void run_some(struct feeding *feedings, unsigned n)
{
	static struct rs_message before[MAX_MESSAGES];
	struct rs_message *some[MAX_MESSAGES];
	size_t n_some = 0, n_busy = 0, min_busy = random_below(n + 2), r;
	bool is_in[MAX_MESSAGES];

	for (unsigned i = 0; i < n; i++) {
		size_t at = random_below((uint32_t)n_some + 1);

		before[i] = feedings[i].message;
		is_in[i] = random_below(8) > 0;
		if (!is_in[i])
			continue;
		some[n_some++] = some[at];
		some[at] = &feedings[i].message;
	}
	r = rs_lanes_run(some, n_some, min_busy);
	for (unsigned i = 0; i < n; i++) {
		n_busy += is_in[i] && !rs_message_is_idle(&feedings[i].message);
		if (!is_in[i])
			cr_assert_arr_eq(&before[i], &feedings[i].message, sizeof(before[i]), "not handed in");
	}
	cr_assert_eq(r, n_busy);
	cr_assert(r == 0 || r < min_busy, "%zu busy, %zu asked for", r, min_busy);
}

/* So many at a time; whenever one is done the next length takes its place. */
static void hash_lengths(const struct algorithm *algorithm, const struct rs_kernel_set *set, unsigned n_messages,
			 const size_t *lens, size_t n_lens)
{
	const struct rs_lanes_algo lanes = {
		.initial = algorithm->initial,
		.digest_len = find(algorithm->name)->digest_len,
		.kernels = set,
	};
	static struct feeding feedings[MAX_MESSAGES];
	size_t n_begun = 0, n_done = 0;

	memset(feedings, 0, sizeof(feedings));
	for (unsigned i = 0; i < n_messages; i++)
		feedings[i] = (struct feeding){ .guard = guard_make(MAX_LEN), .is_done = true };
	for (;;) {
		n_done = 0;
		for (unsigned i = 0; i < n_messages; i++) {
			struct feeding *feeding = &feedings[i];

			go_on(algorithm->name, feeding);
			while (feeding->is_done && n_begun < n_lens) {
				rs_message_init(&feeding->message, &lanes);
				feeding->len = lens[n_begun++];
				feeding->n_fed = 0;
				feeding->is_done = false;
				go_on(algorithm->name, feeding);
			}
			n_done += feeding->is_done;
		}
		if (n_done == n_messages)
			break;
		run_some(feedings, n_messages);
	}
	for (unsigned i = 0; i < n_messages; i++)
		guard_free(&feedings[i].guard);
}

static size_t choose_lengths(size_t *ret_lens)
{
	static const size_t chunks[] = { 4096, 65536, 131072 };
	static const int edges[] = { -65, -64, -63, -9, -8, -1, 0, 1, 55, 56, 63, 64, 65 };
	size_t n = 0;

	for (size_t len = 0; len <= 4 * RS_BLOCK_LEN + 1; len++)
		ret_lens[n++] = len;
	for (size_t c = 0; c < sizeof(chunks) / sizeof(chunks[0]); c++) {
		for (size_t e = 0; e < sizeof(edges) / sizeof(edges[0]); e++)
			ret_lens[n++] = chunks[c] + (size_t)edges[e];
	}
	for (size_t i = n - 1; i > 0; i--) {
		size_t other = random_below((uint32_t)i + 1), len = ret_lens[i];

		ret_lens[i] = ret_lens[other];
		ret_lens[other] = len;
	}
	return n;
}

static void check_set(const struct algorithm *algorithm, const struct rs_kernel_set *set)
{
	size_t lens[400], n_lens = choose_lengths(lens);
	unsigned n_lanes = rs_kernel_select(set, RS_LANES_MAX)->n_lanes;

	hash_lengths(algorithm, set, n_lanes, lens, n_lens);
	hash_lengths(algorithm, set, 1 + random_below(MAX_MESSAGES), lens, n_lens);
}

static void only(const struct rs_kernel *kernel, struct rs_kernel_set *ret_set)
{
	for (unsigned n = 0; n < RS_LANES_MAX; n++)
		ret_set->best[n] = kernel;
}

EACH_ALGORITHM(every_kernel)
{
	struct rs_kernel_set set;

	content = fixture_bytes(MAX_LEN);
	only(&rs_kernel_portable[algorithm->compression], &set);
	check_set(algorithm, &set);
	for (const struct rs_kernel *kernel = rs_kernel_table; kernel->name; kernel++) {
		if (kernel->compression != algorithm->compression || (kernel->features & ~rs_cpu_detect()))
			continue;
		only(kernel, &set);
		check_set(algorithm, &set);
	}
	free(content);
}

EACH_ALGORITHM(every_mask)
{
	static const char *const masks[] = {
		"", "no-zmm", "no-avx512", "no-avx2", "no-sha", "no-sha,no-zmm", "no-sha,no-avx512",
	};

	content = fixture_bytes(MAX_LEN);
	for (size_t i = 0; i < sizeof(masks) / sizeof(masks[0]); i++) {
		struct rs_kernel_set set;

		rs_kernel_choose(rs_kernel_table, rs_cpu_mask(rs_cpu_detect(), masks[i]), rs_cpu_maker(), algorithm->compression, &set);
		if (rs_kernel_select(&set, 1))
			check_set(algorithm, &set);
	}
	free(content);
}

/* ---- one thing at a time ---- */

Test(lanes, which_algorithms)
{
	bool has_kernels = rs_cpu_features() != 0;

	for (size_t i = 0; ringsum_algo_at(i); i++) {
		const struct ringsum_algo *algo = ringsum_algo_at(i);
		const struct rs_lanes_algo *lanes = rs_lanes_algo(algo);
		bool is_one = algo == find("SHA1") || algo == find("SHA224") || algo == find("SHA256");

		cr_assert_eq(lanes != NULL, is_one && has_kernels, "%s", algo->name);
		if (!lanes)
			continue;
		cr_assert_eq(lanes->digest_len, algo->digest_len);
		for (size_t n = 1; n < 40; n++)
			cr_assert_not_null(rs_lanes_kernel(lanes, n));
	}
}

static const struct rs_lanes_algo *algo_or_skip(const char *name)
{
	const struct rs_lanes_algo *algo = rs_lanes_algo(find(name));

	if (!algo)
		cr_skip_test("no kernels for this processor");
	return algo;
}

/* Messages of 1 to n blocks: with the longest first in the lanes, all become idle at about the same time. */
Test(lanes, returns_when_too_few_are_busy)
{
	enum { N = 40 };
	const struct rs_lanes_algo *algo = algo_or_skip("SHA256");
	struct rs_message messages[N], *pointers[N];
	uint8_t *data = fixture_bytes((size_t)N * RS_BLOCK_LEN), digest[32];
	size_t n_busy;

	for (unsigned i = 0; i < N; i++) {
		pointers[i] = &messages[i];
		rs_message_init(&messages[i], algo);
		rs_message_feed(&messages[i], data, (i + 1) * RS_BLOCK_LEN);
		cr_assert_not(rs_message_is_idle(&messages[i]));
	}
	cr_assert_eq(rs_lanes_run(pointers, N, N + 1), N, "too few to begin with");
	for (unsigned i = 0; i < N; i++)
		cr_assert_eq(messages[i].n_next, i + 1, "nothing was done");
	n_busy = rs_lanes_run(pointers, N, 10);
	cr_assert_lt(n_busy, 10);
	cr_assert_eq(rs_lanes_run(pointers, N, 0), 0);
	cr_assert_eq(rs_lanes_run(pointers, N, 1), 0, "none busy");
	cr_assert_eq(rs_lanes_run(NULL, 0, 1), 0, "none at all");
	for (unsigned i = 0; i < N; i++)
		rs_message_end(&messages[i]);
	cr_assert_eq(rs_lanes_run(pointers, N, 1), 0);
	for (unsigned i = 0; i < N; i++) {
		rs_message_final(&messages[i], digest);
		expect_digest("SHA256", data, (i + 1) * RS_BLOCK_LEN, digest);
	}
	free(data);
}

/* Fed less than a block at a time, a message is never busy but for every 64th byte. */
Test(lanes, bytes_one_by_one)
{
	const struct rs_lanes_algo *algo = algo_or_skip("SHA1");
	struct rs_message message, *pointer = &message;
	uint8_t *data = fixture_bytes(1000), digest[20];

	rs_message_init(&message, algo);
	for (unsigned i = 0; i < 1000; i++) {
		rs_message_feed(&message, data + i, 1);
		cr_assert_eq(rs_message_is_idle(&message), i % RS_BLOCK_LEN != RS_BLOCK_LEN - 1, "byte %u", i);
		cr_assert_eq(rs_lanes_run(&pointer, 1, 1), 0);
		rs_message_feed(&message, NULL, 0);
		cr_assert(rs_message_is_idle(&message));
	}
	rs_message_end(&message);
	rs_lanes_run(&pointer, 1, 1);
	rs_message_final(&message, digest);
	expect_digest("SHA1", data, 1000, digest);
	free(data);
}

/* The length in bits takes more than 32 of them. */
Test(lanes, more_than_four_gigabits, .timeout = 300)
{
	enum { LEN = 1 << 20, N_SPANS = 513 };
	const struct rs_lanes_algo *algo = algo_or_skip("SHA256");
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	struct rs_message message, *pointer = &message;
	uint8_t *data = fixture_bytes(LEN), digest[32], want[32];

	rs_message_init(&message, algo);
	cr_assert_eq(EVP_DigestInit_ex(ctx, EVP_sha256(), NULL), 1);
	for (int i = 0; i < N_SPANS; i++) {
		rs_message_feed(&message, data, LEN);
		cr_assert_eq(rs_lanes_run(&pointer, 1, 1), 0);
		cr_assert_eq(EVP_DigestUpdate(ctx, data, LEN), 1);
	}
	rs_message_end(&message);
	rs_lanes_run(&pointer, 1, 1);
	rs_message_final(&message, digest);
	cr_assert_eq(EVP_DigestFinal_ex(ctx, want, NULL), 1);
	cr_assert_arr_eq(digest, want, sizeof(want));
	EVP_MD_CTX_free(ctx);
	free(data);
}

Test(lanes, nothing_stays_behind)
{
	static const uint8_t zeros[2 * RS_BLOCK_LEN];
	const struct rs_lanes_algo *algo = algo_or_skip("SHA256");
	struct rs_message message, *pointer = &message;
	uint8_t digest[32];

	memset(&message, 0xff, sizeof(message));
	rs_message_init(&message, algo);
	rs_message_feed(&message, "a secret", 8);
	rs_message_end(&message);
	rs_lanes_run(&pointer, 1, 1);
	rs_message_final(&message, digest);
	expect_digest("SHA256", "a secret", 8, digest);
	cr_assert_arr_eq(message.state, zeros, sizeof(message.state));
	cr_assert_arr_eq(message.tail, zeros, sizeof(message.tail));
}
