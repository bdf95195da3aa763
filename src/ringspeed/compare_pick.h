/* SPDX-License-Identifier: MIT */
/*
 * Which runs are compared: the operands FILE and FILE:NUMBER, the files behind them, and the pairs that follow.
 */
#ifndef RINGSPEED_COMPARE_PICK_H
#define RINGSPEED_COMPARE_PICK_H

#include "saved.h"

#include "cli/diag.h"
#include "cli/quote.h"

/** Operands at most. */
#define COMPARE_OPERANDS_MAX 2

/** struct compare_side - one run of one file */
struct compare_side {
	/** @path: as it was given, without the number; borrowed */
	const char *path;
	/** @number: of the run in its file, from 1 */
	size_t number;
	/** @n_runs: runs in that file */
	size_t n_runs;
	const struct saved_run *run;
};

/** struct compare_pick - the files that are open, so to say; zero it, and call compare_pick_finish() at the end */
struct compare_pick {
	struct {
		char *path;
		struct saved saved;
	} files[COMPARE_OPERANDS_MAX];
	unsigned n_files;
	/** @sides: two for each pair: A, B, A, B … */
	struct compare_side *sides;
	size_t n_sides;
	/** @is_damaged: something in a file was told to be no result */
	bool is_damaged;
};

/**
 * compare_pick_runs() - read the files and choose the runs
 * @operands: one or two. A name that exists as it is is a file; else digits behind its last colon are a number.
 *
 * One operand with two runs in it is a pair; with more, and as many as make pairs, 1 and 2, 3 and 4 … Two operands are
 * one run each. Everything that is wrong is told.
 *
 * Return: false: there is nothing to compare.
 */
bool compare_pick_runs(const char *const *operands, unsigned n_operands, const struct diag *diag, struct quote *quote,
		       struct compare_pick *pick);

/** compare_pick_finish() - free all */
void compare_pick_finish(struct compare_pick *pick);

#endif
