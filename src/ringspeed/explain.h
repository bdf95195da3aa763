/* SPDX-License-Identifier: MIT */
/*
 * Why one run is faster than another: in the overhead of each call, in the bytes, or in both; and a sentence that says
 * so. Where the figures do not bear it out, the answer is that it is unclear. Pure.
 */
#ifndef RINGSPEED_EXPLAIN_H
#define RINGSPEED_EXPLAIN_H

#include "fit.h"
#include "saved.h"

/** What explain_words() needs at most, with the NUL. */
#define EXPLAIN_WORDS_MAX 320

/** enum explain_verdict - where the difference is */
enum explain_verdict {
	EXPLAIN_UNCLEAR,
	/** there is none beyond the errors */
	EXPLAIN_SAME,
	EXPLAIN_OVERHEAD,
	EXPLAIN_PER_BYTE,
	EXPLAIN_BOTH,
	/** one became better and the other worse */
	EXPLAIN_OPPOSITE,
};

/** struct explain - what became of one digest from side A to side B */
struct explain {
	struct fit a, b;
	enum explain_verdict verdict;
	/** @is_gain: B is faster; for EXPLAIN_OPPOSITE: its overhead is less */
	bool is_gain;
	/** @has_common: there is a size that both have */
	bool has_common;
	/** @ratio_small, @ratio_large: rate of B by that of A, at the smallest and the largest of these */
	double ratio_small, ratio_large;
	/** @crossing: EXPLAIN_OPPOSITE: about where both are equally fast, bytes */
	double crossing;
};

/** explain_judge() - fit both rows and judge the difference */
void explain_judge(const struct saved_row *a, const struct saved_row *b, struct explain *ret_explain);

/** explain_fit() - the figures of one row */
void explain_fit(const struct saved_row *row, struct fit *ret_fit);

/** explain_verdict_name() - "overhead", "per-byte", "both", "opposite", "same", "unclear" */
const char *explain_verdict_name(enum explain_verdict verdict);

/** explain_words() - "per-call overhead 263 -> 62.9 ns, …: the gain is …", without a newline; plain ASCII */
void explain_words(const struct explain *explain, char ret_words[EXPLAIN_WORDS_MAX]);

/** Room for explain_number(). */
#define EXPLAIN_NUMBER_MAX 32

/** explain_number() - a number with three digits that matter, or @like's number of digits behind the point */
void explain_number(double value, double like, char ret_text[EXPLAIN_NUMBER_MAX]);

#endif
