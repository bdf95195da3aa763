/* SPDX-License-Identifier: MIT */
/*
 * Escapes of names. Decoding takes exactly what encoding gives and nothing else, so no two spellings name one file and
 * a half-escaped line, as some versions of openssl write it, is never applied to another file.
 */
#include "escape.h"

#include <string.h>

bool escape_is_needed(const char *name)
{
	return strpbrk(name, "\\\n\r") != NULL;
}

ssize_t escape_decode(const char *text, size_t len, char *ret_text)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		char letter = text[i];

		if (letter == '\0')
			return -1;
		if (letter == '\\') {
			if (++i == len)
				return -1;
			if (text[i] == 'n')
				letter = '\n';
			else if (text[i] == 'r')
				letter = '\r';
			else if (text[i] != '\\')
				return -1;
		}
		ret_text[n++] = letter;
	}
	return (ssize_t)n;
}

size_t escape_encode(const char *name, char *ret_text)
{
	size_t n = 0;

	for (; *name; name++) {
		char letter = *name == '\n' ? 'n' : *name == '\r' ? 'r' : *name;
		bool is_escaped = letter != *name || letter == '\\';

		if (ret_text && is_escaped)
			ret_text[n] = '\\';
		n += is_escaped;
		if (ret_text)
			ret_text[n] = letter;
		n++;
	}
	return n;
}
