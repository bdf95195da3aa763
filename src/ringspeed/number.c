/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing. strtod(3) asks the locale what a point is, and takes "inf" and "nan".
 */
#include "number.h"

#define DIGITS_MAX 15

bool number_parse(const char *text, double *ret_value)
{
	double value = 0, scale = 1;
	unsigned n_digits = 0;
	bool has_point = false;

	for (; *text; text++) {
		if (*text == '.' && !has_point) {
			has_point = true;
			continue;
		}
		if (*text < '0' || *text > '9' || n_digits == DIGITS_MAX)
			return false;
		value = value * 10 + (*text - '0');
		scale *= has_point ? 10 : 1;
		n_digits++;
	}
	if (n_digits == 0)
		return false;
	*ret_value = value / scale;
	return true;
}
