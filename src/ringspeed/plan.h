/* SPDX-License-Identifier: MIT */
/*
 * What will be measured: each digest in each way, with the names of the rows, checked before the first clock runs.
 */
#ifndef RINGSPEED_PLAN_H
#define RINGSPEED_PLAN_H

#include "backend.h"
#include "options.h"

#include "cli/diag.h"
#include "cli/quote.h"

/** struct plan - the rows to come */
struct plan {
	struct backend_spec specs[RATES_ROWS_MAX];
	char names[RATES_ROWS_MAX][RATES_NAME_MAX];
	unsigned n_rows;
	/** @sizes: bytes of messages, smallest first */
	uint64_t sizes[RATES_CELLS_MAX];
	unsigned n_sizes;
	/** @streams: of all rows the most */
	unsigned streams;
	/** @is_partial: something asked for is not there, and the user has been told */
	bool is_partial;
};

/**
 * plan_make() - make the plan
 * @ret_plan: strings are those of @options
 *
 * Return: false: a digest is unknown or nothing is left, and the user has been told.
 */
bool plan_make(const struct options *options, const struct diag *diag, struct quote *quote, struct plan *ret_plan);

#endif
