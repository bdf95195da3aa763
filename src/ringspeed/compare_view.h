/* SPDX-License-Identifier: MIT */
/*
 * A pair of runs, digest by digest, and the forms in which it is printed.
 */
#ifndef RINGSPEED_COMPARE_VIEW_H
#define RINGSPEED_COMPARE_VIEW_H

#include "compare_pick.h"
#include "explain.h"

#include <stdio.h>

/** struct compare_digest - one digest; a side that has it not is NULL */
struct compare_digest {
	const struct saved_row *a, *b;
	/** @explain: where both have it */
	struct explain explain;
};

/** struct compare_pair - all digests of two runs, first those of A in its order, then what only B has */
struct compare_pair {
	const struct compare_side *a, *b;
	struct compare_digest *digests;
	size_t n_digests;
	/** @n_common: digests that both have */
	size_t n_common;
};

/** Block sizes of both sides together. */
#define COMPARE_SIZES_MAX (2 * SAVED_CELLS_MAX)

/** compare_sizes() - the sizes that either side has, smallest first. Return: how many. */
unsigned compare_sizes(const struct compare_digest *digest, uint64_t ret_sizes[COMPARE_SIZES_MAX]);

/** compare_name() - the digest's name, as A spells it where A has it */
const char *compare_name(const struct compare_digest *digest);

/** compare_rate() - bytes per second of one side, or 0 */
double compare_rate(const struct saved_row *row, uint64_t size);

/** compare_put_text() - tables and sentences */
void compare_put_text(FILE *to, const struct compare_pair *pairs, size_t n_pairs, struct quote *quote);

/** compare_put_csv() - a line for each block size, with a header (RFC 4180, but for its line ends) */
void compare_put_csv(FILE *to, const struct compare_pair *pairs, size_t n_pairs);

/** compare_put_json() - one object */
void compare_put_json(FILE *to, const struct compare_pair *pairs, size_t n_pairs);

#endif
