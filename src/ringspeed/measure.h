/* SPDX-License-Identifier: MIT */
/*
 * The stopwatch: each row and block size of a plan for so many seconds, in several batches, with a line on standard
 * error before and after each.
 */
#ifndef RINGSPEED_MEASURE_H
#define RINGSPEED_MEASURE_H

#include "plan.h"
#include "rates.h"

/** Seconds for each cell where nothing else is said, as openssl has it. */
#define MEASURE_SECONDS 3

/**
 * measure_run() - measure all of it
 * @is_mr: the lines on standard error are those for programs
 * @run: empty; gets rows and noise
 *
 * Uses SIGALRM. Blocks: for as long as was asked for.
 *
 * Return: false: the user has been told why not.
 */
bool measure_run(const struct options *options, const struct plan *plan, bool is_mr, const struct diag *diag,
		 struct rates_run *run);

#endif
