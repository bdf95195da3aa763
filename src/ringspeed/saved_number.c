/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing. 18 digits fit 64 bits, and what openssl prints has fewer; digits beyond change nothing that matters.
 */
#include "saved_number.h"

#define DIGITS_MAX 18
#define LEN_MAX 40

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool saved_count(const char *text, size_t len, uint64_t *ret_count)
{
	uint64_t count = 0;

	if (len == 0 || len > DIGITS_MAX)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (!is_digit(text[i]))
			return false;
		count = count * 10 + (uint64_t)(text[i] - '0');
	}
	*ret_count = count;
	return true;
}

/* Powers of ten up to the 22nd are exact, so that this rounds once where there are 15 digits or fewer. */
static double scale(uint64_t digits, int exponent)
{
	double power = 1;

	for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--)
		power *= 10;
	return exponent < 0 ? (double)digits / power : (double)digits * power;
}

bool saved_decimal(const char *text, size_t len, double *ret_value)
{
	bool has_point = false, has_digit = false;
	uint64_t digits = 0;
	unsigned n_digits = 0;
	int exponent = 0;

	if (len > LEN_MAX)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '.' && !has_point) {
			has_point = true;
			continue;
		}
		if (!is_digit(text[i]))
			return false;
		has_digit = true;
		if (n_digits < DIGITS_MAX) {
			digits = digits * 10 + (uint64_t)(text[i] - '0');
			n_digits += digits > 0;
			exponent -= has_point;
		} else {
			exponent += !has_point;
		}
	}
	if (!has_digit)
		return false;
	*ret_value = scale(digits, exponent);
	return true;
}
