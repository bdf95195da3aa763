/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing. Two names are compared as if both were written small, without "-", "_" and "/", and without SHA-2's
 * own digit; nothing else is taken for the same.
 */
#include "saved_name.h"

#include <string.h>

void saved_name_clean(const char *text, size_t len, char *ret_name, size_t cap)
{
	size_t to = 0;

	for (size_t i = 0; i < len && to + 1 < cap; i++)
		ret_name[to++] = text[i] >= 0x20 && text[i] < 0x7f ? text[i] : '?';
	ret_name[to] = '\0';
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The next character that counts; NUL at the end. */
static char next_of(const char **at)
{
	while (**at && strchr("-_/", **at))
		(*at)++;
	return **at ? lower(*(*at)++) : '\0';
}

static const char *skip_family(const char *name)
{
	return strncasecmp(name, "sha2-", 5) == 0 ? name + 5 : strncasecmp(name, "sha", 3) == 0 ? name + 3 : NULL;
}

bool saved_name_is_same(const char *a, const char *b)
{
	const char *rest_a = skip_family(a), *rest_b = skip_family(b);
	char c;

	if (rest_a && rest_b) {
		a = rest_a;
		b = rest_b;
	}
	do {
		c = next_of(&a);
		if (c != next_of(&b))
			return false;
	} while (c);
	return true;
}
