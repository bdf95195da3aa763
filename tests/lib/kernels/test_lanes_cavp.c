/* SPDX-License-Identifier: MIT */
/*
 * NIST's CAVP vectors for SHA-1, SHA-224 and SHA-256 through the lanes, all messages of a file side by side.
 */
#include "../cavp.h"
#include "lanes.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>
#include <string.h>

#define MAX_VECTORS 100
#define N_MONTE_ROUNDS 1000

static struct algorithm {
	char name[16];
	char stem[16];
} algorithms[] = {
	{ "SHA1", "SHA1" },
	{ "SHA2-224", "SHA224" },
	{ "SHA2-256", "SHA256" },
};

#define EACH_ALGORITHM(test) \
	ParameterizedTestParameters(lanes_cavp, test) \
	{ \
		return cr_make_param_array(struct algorithm, algorithms, sizeof(algorithms) / sizeof(algorithms[0])); \
	} \
	ParameterizedTest(struct algorithm *algorithm, lanes_cavp, test, .timeout = 120)

static const struct rs_lanes_algo *algo_or_skip(const struct algorithm *algorithm)
{
	const struct rs_lanes_algo *algo = rs_lanes_algo(ringsum_algo_find(algorithm->name, strlen(algorithm->name)));

	if (!algo)
		cr_skip_test("no kernels for this processor");
	return algo;
}

/* ---- short and long messages ---- */

struct vector {
	uint8_t *msg;
	size_t msg_len;
	uint8_t digest[32];
};

static size_t read_vectors(const struct algorithm *algorithm, const char *kind, struct vector *ret_vectors)
{
	struct cavp_file *file = cavp_open(algorithm->stem, kind);
	struct cavp_vector vector;
	size_t n = 0;

	cr_assert_not_null(file);
	for (; cavp_next(file, &vector); n++) {
		cr_assert_lt(n, MAX_VECTORS);
		cr_assert_leq(vector.digest_len, sizeof(ret_vectors[n].digest));
		ret_vectors[n].msg = malloc(vector.msg_len + 1);
		ret_vectors[n].msg_len = vector.msg_len;
		memcpy(ret_vectors[n].msg, vector.msg, vector.msg_len);
		memcpy(ret_vectors[n].digest, vector.digest, vector.digest_len);
	}
	cavp_close(file);
	return n;
}

static void hash_side_by_side(const struct rs_lanes_algo *algo, const struct vector *vectors, size_t n,
			      size_t piece_len)
{
	struct rs_message messages[MAX_VECTORS], *pointers[MAX_VECTORS];
	size_t n_left = n;

	for (size_t i = 0; i < n; i++) {
		pointers[i] = &messages[i];
		rs_message_init(&messages[i], algo);
	}
	for (size_t done = 0; n_left > 0; done += piece_len) {
		for (size_t i = 0; i < n; i++) {
			size_t left = done < vectors[i].msg_len ? vectors[i].msg_len - done : 0;

			if (messages[i].is_ended)
				continue;
			rs_message_feed(&messages[i], vectors[i].msg + done, left < piece_len ? left : piece_len);
			if (left > piece_len)
				continue;
			rs_message_end(&messages[i]);
			n_left--;
		}
		cr_assert_eq(rs_lanes_run(pointers, n, 1), 0);
	}
	for (size_t i = 0; i < n; i++) {
		uint8_t got[32];

		rs_message_final(&messages[i], got);
		cr_assert_arr_eq(got, vectors[i].digest, algo->digest_len, "%zu bytes in pieces of %zu",
				 vectors[i].msg_len, piece_len);
	}
}

static void check_messages(const struct algorithm *algorithm, const char *kind, size_t n_known)
{
	static const size_t piece_lens[] = { SIZE_MAX / 2, 1, 63, 64, 65, 129, 4096 };
	const struct rs_lanes_algo *algo = algo_or_skip(algorithm);
	struct vector vectors[MAX_VECTORS];
	size_t n = read_vectors(algorithm, kind, vectors);

	cr_assert_eq(n, n_known);
	for (size_t i = 0; i < sizeof(piece_lens) / sizeof(piece_lens[0]); i++)
		hash_side_by_side(algo, vectors, n, piece_lens[i]);
	for (size_t i = 0; i < n; i++)
		free(vectors[i].msg);
}

EACH_ALGORITHM(messages)
{
	check_messages(algorithm, "ShortMsg", 65);
	check_messages(algorithm, "LongMsg", 64);
}

/* ---- Monte Carlo ---- */

/* The last three digests of a chain, one behind the other, which are its next message. */
struct chain {
	uint8_t last[3 * 32];
};

/* As many chains as there are lanes, all from the same seed: what one lane does to another would show. */
static void go_on(const struct rs_lanes_algo *algo, struct chain *chains)
{
	struct rs_message messages[RS_LANES_MAX], *pointers[RS_LANES_MAX];
	const size_t len = algo->digest_len;

	for (unsigned l = 0; l < RS_LANES_MAX; l++) {
		pointers[l] = &messages[l];
		rs_message_init(&messages[l], algo);
		rs_message_feed(&messages[l], chains[l].last, 3 * len);
		rs_message_end(&messages[l]);
	}
	cr_assert_eq(rs_lanes_run(pointers, RS_LANES_MAX, 1), 0);
	for (unsigned l = 0; l < RS_LANES_MAX; l++) {
		memmove(chains[l].last, chains[l].last + len, 2 * len);
		rs_message_final(&messages[l], chains[l].last + 2 * len);
	}
}

static void begin_chains(struct chain *chains, const uint8_t *seed, size_t len)
{
	for (unsigned l = 0; l < RS_LANES_MAX; l++) {
		for (unsigned i = 0; i < 3; i++)
			memcpy(chains[l].last + i * len, seed, len);
	}
}

EACH_ALGORITHM(monte)
{
	const struct rs_lanes_algo *algo = algo_or_skip(algorithm);
	struct cavp_file *file = cavp_open(algorithm->stem, "Monte");
	struct chain chains[RS_LANES_MAX];
	struct cavp_vector vector;
	unsigned n = 0;

	cr_assert_not_null(file);
	for (; cavp_next(file, &vector); n++) {
		uint8_t seed[32];
		size_t seed_len = algo->digest_len;

		memcpy(seed, n == 0 ? cavp_seed(file, &seed_len) : chains[0].last + 2 * seed_len, algo->digest_len);
		cr_assert_eq(seed_len, algo->digest_len);
		begin_chains(chains, seed, seed_len);
		for (unsigned i = 0; i < N_MONTE_ROUNDS; i++)
			go_on(algo, chains);
		for (unsigned l = 0; l < RS_LANES_MAX; l++)
			cr_assert_arr_eq(chains[l].last + 2 * seed_len, vector.digest, seed_len, "checkpoint %u", n);
	}
	cr_assert_eq(n, 100);
	cavp_close(file);
}
