/* SPDX-License-Identifier: MIT */
/*
 * What was measured, in forms for programs.
 */
#ifndef RINGSPEED_DATA_H
#define RINGSPEED_DATA_H

#include "rates.h"
#include "saved.h"

#include <stdio.h>

/** data_put_json() - one object with all runs */
void data_put_json(FILE *to, struct rates_run *const *runs, unsigned n_runs);

/** data_put_json_about() - the members that tell who measured where, each with a comma behind it */
void data_put_json_about(FILE *to);

/** data_put_field() - a field of CSV, in quotes where it needs them */
void data_put_field(FILE *to, const char *text);

/** data_put_csv() - a line for each cell, below a header (RFC 4180, but for its line ends) */
void data_put_csv(FILE *to, struct rates_run *const *runs, unsigned n_runs);

/**
 * data_to_saved() - a row as comparing and drawing know it
 * @label: behind its name, or ""
 */
void data_to_saved(const struct rates_row *row, const char *label, struct saved_row *ret_row);

#endif
