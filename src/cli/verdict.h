/* SPDX-License-Identifier: MIT */
/*
 * How a check tells what became of a file, and how it counts.
 */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include "diag.h"
#include "out.h"

#include <stdbool.h>
#include <stdint.h>

/** enum verdict - of one file */
enum verdict {
	VERDICT_OK,
	VERDICT_MISMATCH,
	VERDICT_UNREADABLE,
};

/** verdict_has_colour() - is @out a terminal whose user has nothing against colours? */
bool verdict_has_colour(const struct out *out);

/**
 * verdict_put() - print the status line of a file
 * @name: quoted
 */
void verdict_put(struct out *out, const char *name, enum verdict verdict, bool is_coloured);

/** verdict_warn() - "WARNING: 3 listed files are missing": @n and the words for one and for several; 0: nothing */
void verdict_warn(const struct diag *diag, uint64_t n, const char *one, const char *many);

#endif
