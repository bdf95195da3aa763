/* SPDX-License-Identifier: MIT */
/*
 * Decimal numbers as people write them on a command line, the same in every locale.
 */
#ifndef RINGSPEED_NUMBER_H
#define RINGSPEED_NUMBER_H

#include <stdbool.h>

/** number_parse() - digits with at most one point between or around them, at most 15 digits; false: something else */
bool number_parse(const char *text, double *ret_value);

#endif
