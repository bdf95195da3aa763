/* SPDX-License-Identifier: MIT */
/*
 * What runs with a masked processor say, in words: what the features bring, and whether SHA extensions are in use.
 */
#ifndef RINGSPEED_SHA_H
#define RINGSPEED_SHA_H

#include "rates.h"

#include <stdio.h>

/** sha_put_words() - sentences about the first run against each other one, a line each */
void sha_put_words(FILE *to, struct rates_run *const *runs, unsigned n_runs);

#endif
