/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing. Parsing is strict: a sign, a blank or a tail that is no suffix makes the text no number.
 */
#include "size.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char prefixes[] = "KMGTPE";

/* Reads digits, returns what follows them, or NULL where there is none or too many. */
static const char *parse_digits(const char *text, uint64_t *ret_value, int *ret_error)
{
	const char *next = text;
	uint64_t value = 0;

	for (; *next >= '0' && *next <= '9'; next++) {
		if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *next - '0', &value)) {
			*ret_error = -ERANGE;
			return NULL;
		}
	}
	if (next == text) {
		*ret_error = -EINVAL;
		return NULL;
	}
	*ret_value = value;
	return next;
}

/* The unit that a suffix stands for; 0: no suffix of ours. */
static uint64_t parse_suffix(const char *suffix)
{
	const char *prefix = suffix[0] == 'k' ? prefixes : strchr(prefixes, suffix[0]);
	bool is_binary = suffix[0] && (suffix[1] == '\0' || strcmp(suffix + 1, "iB") == 0);
	bool is_decimal = suffix[0] && strcmp(suffix + 1, "B") == 0;
	uint64_t unit = 1;

	if (suffix[0] == '\0')
		return 1;
	if (!prefix || (!is_binary && !is_decimal))
		return 0;
	for (const char *step = prefixes; step <= prefix; step++)
		unit *= is_binary ? 1024 : 1000;
	return unit;
}

int size_parse(const char *text, uint64_t *ret_size)
{
	int error = 0;
	uint64_t value = 0, unit;
	const char *suffix = parse_digits(text, &value, &error);

	if (!suffix)
		return error;
	unit = parse_suffix(suffix);
	if (unit == 0)
		return -EINVAL;
	if (__builtin_mul_overflow(value, unit, &value))
		return -ERANGE;
	*ret_size = value;
	return 0;
}

int size_parse_count(const char *text, uint64_t *ret_count)
{
	int error = 0;
	uint64_t value = 0;
	const char *rest = parse_digits(text, &value, &error);

	if (!rest)
		return error;
	if (*rest)
		return -EINVAL;
	*ret_count = value;
	return 0;
}

void size_format(uint64_t size, char ret_text[SIZE_TEXT_MAX])
{
	double value = size;
	size_t step = 0;

	if (size < 1000) {
		snprintf(ret_text, SIZE_TEXT_MAX, "%u B", (unsigned)size);
		return;
	}
	/* 999.5 and above would print as 1000, so it goes to the next unit. */
	for (value /= 1000; value >= 999.5; value /= 1000)
		step++;
	snprintf(ret_text, SIZE_TEXT_MAX, "%.*f %cB", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value,
		 prefixes[step] == 'K' ? 'k' : prefixes[step]);
}
