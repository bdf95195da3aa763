/* SPDX-License-Identifier: MIT */
/*
 * The table as openssl prints it, and openssl's form for programs.
 */
#ifndef RINGSPEED_TABLE_H
#define RINGSPEED_TABLE_H

#include "options.h"
#include "rates.h"

#include "cli/out.h"

/** table_put() - version, build and processor, then the table, then what disturbed it */
void table_put(struct out *out, const struct options *options, const struct rates_run *run);

/** table_put_mr() - "+H" and "+F" lines */
void table_put_mr(struct out *out, const struct rates_run *run);

/** table_put_child() - what one process of -multi has measured, as openssl tells it */
void table_put_child(struct out *out, const struct rates_run *run, unsigned index);

/** table_put_runs() - the rows of several runs below each other, with the ratio of the first to each other one */
void table_put_runs(struct out *out, const struct options *options, struct rates_run *const *runs, unsigned n_runs);

#endif
