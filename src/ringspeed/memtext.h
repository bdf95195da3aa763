/* SPDX-License-Identifier: MIT */
/*
 * Text that is put together with fprintf(3) and goes to standard output as a whole.
 */
#ifndef RINGSPEED_MEMTEXT_H
#define RINGSPEED_MEMTEXT_H

#include "cli/out.h"

#include <stdbool.h>
#include <stdio.h>

/** struct memtext - text on its way */
struct memtext {
	/** @to: to write to */
	FILE *to;
	char *buf;
	size_t len;
};

/** memtext_begin() - an empty text. Return: false: no memory; @out remembers it as its error. */
bool memtext_begin(struct memtext *text, struct out *out);

/** memtext_end() - hand it to @out */
void memtext_end(struct memtext *text, struct out *out);

#endif
