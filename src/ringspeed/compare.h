/* SPDX-License-Identifier: MIT */
/*
 * Two saved outputs side by side: both rates and their ratio for each digest and block size, where the difference comes
 * from, and a picture if one is wanted.
 */
#ifndef RINGSPEED_COMPARE_H
#define RINGSPEED_COMPARE_H

#include "cli/diag.h"
#include "cli/out.h"
#include "cli/quote.h"

#include <stdbool.h>

/** enum compare_format - how it is printed */
enum compare_format {
	COMPARE_TEXT,
	COMPARE_CSV,
	COMPARE_JSON,
};

/** struct compare_options - what is compared */
struct compare_options {
	/** @operands: FILE or FILE:NUMBER, one or two; see compare_pick.h */
	const char *const *operands;
	unsigned n_operands;
	enum compare_format format;
	/** @plot: a file that ends with .svg or .png, "-" for bars in the terminal, or NULL */
	const char *plot;
};

/**
 * compare_run() - compare, and print to @out; what is wrong is told through @diag
 *
 * Blocks: on files, and on gnuplot.
 *
 * Return: true: everything was understood and compared. With damage in a file, what can be compared is, and false is
 * returned.
 */
bool compare_run(const struct compare_options *options, struct out *out, const struct diag *diag, struct quote *quote);

#endif
