/* SPDX-License-Identifier: MIT */
/*
 * -multi: the same measurement in several processes at once, added up.
 */
#ifndef RINGSPEED_MULTI_H
#define RINGSPEED_MULTI_H

#include "measure.h"

#include "cli/out.h"

/**
 * multi_run() - as measure_run(), in @options->n_processes processes
 * @out: gets what openssl prints about its children, where the table goes there as well
 */
bool multi_run(const struct options *options, const struct plan *plan, struct out *out, const struct diag *diag,
	       struct rates_run *run);

#endif
