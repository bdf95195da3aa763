/* SPDX-License-Identifier: MIT */
/*
 * -cpu: the program runs itself once for each word, with features of the processor masked, and collects what these runs
 * have measured. libcrypto looks at its environment once, when it starts, so there is no other way.
 */
#ifndef RINGSPEED_AGAIN_H
#define RINGSPEED_AGAIN_H

#include "masks.h"
#include "options.h"

/** struct again - the runs; zero it, and call again_finish() at the end */
struct again {
	struct rates_run *runs[MASKS_MAX];
	unsigned n_runs;
};

/**
 * again_run() - one run for each word of @options->cpus
 *
 * Blocks: until the last one has ended. Return: false: one has failed, and the user has been told.
 */
bool again_run(const struct options *options, const struct diag *diag, struct quote *quote, struct again *again);

/** again_finish() - free all */
void again_finish(struct again *again);

#endif
