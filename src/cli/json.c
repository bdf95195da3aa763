/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing. Only what JSON demands is escaped, so that names stay readable. Leaves errors of the stream to the
 * caller, who asks ferror(3) once at the end.
 */
#include "json.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* A first byte, how many follow it, and what the second may be: the table of RFC 3629, section 4. */
static const struct form {
	uint8_t first_min, first_max;
	uint8_t n_more;
	uint8_t second_min, second_max;
} forms[] = {
	{ 0x00, 0x7f, 0, 0x00, 0x00 }, { 0xc2, 0xdf, 1, 0x80, 0xbf }, { 0xe0, 0xe0, 2, 0xa0, 0xbf },
	{ 0xe1, 0xec, 2, 0x80, 0xbf }, { 0xed, 0xed, 2, 0x80, 0x9f }, { 0xee, 0xef, 2, 0x80, 0xbf },
	{ 0xf0, 0xf0, 3, 0x90, 0xbf }, { 0xf1, 0xf3, 3, 0x80, 0xbf }, { 0xf4, 0xf4, 3, 0x80, 0x8f },
};

/* Bytes of the character that @at begins with; 0: it is none. A NUL ends it, as no byte that follows may be one. */
static size_t char_len(const uint8_t *at)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		const struct form *form = &forms[i];

		if (*at < form->first_min || *at > form->first_max)
			continue;
		if (form->n_more > 0 && (at[1] < form->second_min || at[1] > form->second_max))
			return 0;
		for (size_t more = 2; more <= form->n_more; more++) {
			if (at[more] < 0x80 || at[more] > 0xbf)
				return 0;
		}
		return 1u + form->n_more;
	}
	return 0;
}

bool json_is_utf8(const char *text)
{
	const uint8_t *at = (const uint8_t *)text;

	while (*at) {
		size_t len = char_len(at);

		if (len == 0)
			return false;
		at += len;
	}
	return true;
}

void json_put_string(FILE *to, const char *text)
{
	const uint8_t *at = (const uint8_t *)text;

	putc('"', to);
	while (*at) {
		size_t len = char_len(at);

		if (len == 0)
			fputs("\\ufffd", to);
		else if (*at == '"' || *at == '\\')
			fprintf(to, "\\%c", *at);
		else if (*at < 0x20 || *at == 0x7f)
			fprintf(to, "\\u%04x", *at);
		else
			fwrite(at, 1, len, to);
		at += len > 0 ? len : 1;
	}
	putc('"', to);
}

void json_put_hex(FILE *to, const char *text)
{
	putc('"', to);
	for (; *text; text++)
		fprintf(to, "%02x", (uint8_t)*text);
	putc('"', to);
}

void json_put_positive(FILE *to, double value)
{
	if (isfinite(value) && value > 0)
		fprintf(to, "%.6f", value);
	else
		fputs("null", to);
}
