/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing. The check is strict and bounded in depth; after it, walking relies on what it has seen. Numbers are
 * read here and not by strtod(3), which asks the locale.
 */
#include "saved_json.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define DEPTH_MAX 32

struct cursor {
	const char *at, *end;
	unsigned depth;
};

static void skip_blanks(struct cursor *cursor)
{
	while (cursor->at < cursor->end && strchr(" \t\r\n", *cursor->at) && *cursor->at)
		cursor->at++;
}

static bool take(struct cursor *cursor, char c)
{
	if (cursor->at == cursor->end || *cursor->at != c)
		return false;
	cursor->at++;
	return true;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool skip_digits(struct cursor *cursor)
{
	const char *begin = cursor->at;

	while (cursor->at < cursor->end && is_digit(*cursor->at))
		cursor->at++;
	return cursor->at > begin;
}

static bool skip_number(struct cursor *cursor)
{
	take(cursor, '-');
	if (!skip_digits(cursor) || (take(cursor, '.') && !skip_digits(cursor)))
		return false;
	if (!take(cursor, 'e') && !take(cursor, 'E'))
		return true;
	if (!take(cursor, '-'))
		take(cursor, '+');
	return skip_digits(cursor);
}

/* Which escapes there are is checked, what they mean is not: \u0000 is two characters too many to matter here. */
static bool skip_string(struct cursor *cursor)
{
	if (!take(cursor, '"'))
		return false;
	while (cursor->at < cursor->end) {
		unsigned char c = (unsigned char)*cursor->at++;

		if (c == '"')
			return true;
		if (c < 0x20)
			return false;
		if (c != '\\')
			continue;
		if (cursor->at == cursor->end || !*cursor->at || !strchr("\"\\/bfnrtu", *cursor->at))
			return false;
		cursor->at++;
	}
	return false;
}

static bool skip_word(struct cursor *cursor, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(cursor->end - cursor->at) < len || memcmp(cursor->at, word, len) != 0)
		return false;
	cursor->at += len;
	return true;
}

static bool skip_value(struct cursor *cursor);

static bool skip_members(struct cursor *cursor, bool is_object)
{
	char close = is_object ? '}' : ']';

	cursor->at++;
	skip_blanks(cursor);
	if (take(cursor, close))
		return true;
	do {
		skip_blanks(cursor);
		if (is_object) {
			if (!skip_string(cursor))
				return false;
			skip_blanks(cursor);
			if (!take(cursor, ':'))
				return false;
		}
		if (!skip_value(cursor))
			return false;
	} while (take(cursor, ','));
	return take(cursor, close);
}

/* The value and the blanks around it. */
static bool skip_value(struct cursor *cursor)
{
	bool is_sound;

	skip_blanks(cursor);
	if (cursor->at == cursor->end || cursor->depth == DEPTH_MAX)
		return false;
	cursor->depth++;
	switch (*cursor->at) {
	case '{':
	case '[':
		is_sound = skip_members(cursor, *cursor->at == '{');
		break;
	case '"':
		is_sound = skip_string(cursor);
		break;
	default:
		is_sound = skip_word(cursor, "null") || skip_word(cursor, "true") || skip_word(cursor, "false") ||
			   skip_number(cursor);
	}
	cursor->depth--;
	skip_blanks(cursor);
	return is_sound;
}

bool saved_json_check(const char *text, size_t len, struct saved_json *ret_value, unsigned *ret_line)
{
	struct cursor cursor = { .at = text, .end = text + len };

	if (skip_value(&cursor) && cursor.at == cursor.end) {
		*ret_value = (struct saved_json){ text, text + len };
		return true;
	}
	*ret_line = 1;
	for (const char *at = text; at < cursor.at && at < cursor.end; at++)
		*ret_line += *at == '\n';
	return false;
}

/* ---- walking ---- */

static const struct saved_json none;

/* Behind '{' or '[', at the first thing inside; none where there is nothing inside. */
static struct saved_json inside(struct saved_json value, char open)
{
	struct cursor cursor = { .at = value.at, .end = value.end };

	if (!value.at)
		return none;
	skip_blanks(&cursor);
	if (!take(&cursor, open))
		return none;
	skip_blanks(&cursor);
	if (cursor.at == cursor.end || *cursor.at == ']' || *cursor.at == '}')
		return none;
	return (struct saved_json){ cursor.at, value.end };
}

struct saved_json saved_json_first(struct saved_json value)
{
	return inside(value, '[');
}

struct saved_json saved_json_next(struct saved_json element)
{
	struct cursor cursor = { .at = element.at, .end = element.end };

	if (!element.at || !skip_value(&cursor) || !take(&cursor, ','))
		return none;
	skip_blanks(&cursor);
	return (struct saved_json){ cursor.at, element.end };
}

struct saved_json saved_json_member(struct saved_json value, const char *name)
{
	struct saved_json member = inside(value, '{');
	size_t len = strlen(name);

	while (member.at) {
		struct cursor cursor = { .at = member.at, .end = member.end };
		const char *key = member.at + 1;
		bool is_it;

		if (!skip_string(&cursor))
			return none;
		is_it = (size_t)(cursor.at - 1 - key) == len && memcmp(key, name, len) == 0;
		skip_blanks(&cursor);
		if (!take(&cursor, ':'))
			return none;
		member.at = cursor.at;
		if (is_it)
			return member;
		member = saved_json_next(member);
	}
	return none;
}

/* Digits beyond the 18th change nothing that matters, and exponents beyond 400 leave the range either way. */
static double number_of(struct cursor *cursor)
{
	bool is_negative = take(cursor, '-'), is_small;
	int exponent = 0, shift = 0;
	uint64_t digits = 0;
	bool has_point = false;

	for (; cursor->at < cursor->end && (is_digit(*cursor->at) || *cursor->at == '.'); cursor->at++) {
		if (*cursor->at == '.') {
			has_point = true;
		} else if (digits < UINT64_C(100000000000000000)) {
			digits = digits * 10 + (uint64_t)(*cursor->at - '0');
			shift -= has_point;
		} else {
			shift += !has_point;
		}
	}
	if (take(cursor, 'e') || take(cursor, 'E')) {
		is_small = take(cursor, '-');
		take(cursor, '+');
		for (; cursor->at < cursor->end && is_digit(*cursor->at); cursor->at++)
			exponent = exponent < 400 ? exponent * 10 + (*cursor->at - '0') : exponent;
		shift += is_small ? -exponent : exponent;
	}
	if (digits == 0)
		return 0;
	return (is_negative ? -1.0 : 1.0) *
	       (shift < 0 ? (double)digits / pow(10, -shift) : (double)digits * pow(10, shift));
}

bool saved_json_number(struct saved_json value, double *ret_number)
{
	struct cursor cursor = { .at = value.at, .end = value.end };
	double number;

	if (!value.at)
		return false;
	skip_blanks(&cursor);
	if (cursor.at == cursor.end || (*cursor.at != '-' && !is_digit(*cursor.at)))
		return false;
	number = number_of(&cursor);
	if (!isfinite(number))
		return false;
	*ret_number = number;
	return true;
}

bool saved_json_text(struct saved_json value, char *ret_text, size_t cap)
{
	struct cursor cursor = { .at = value.at, .end = value.end };
	size_t len = 0;

	if (!value.at)
		return false;
	skip_blanks(&cursor);
	if (!take(&cursor, '"'))
		return false;
	for (; cursor.at < cursor.end && *cursor.at != '"'; cursor.at++) {
		bool is_escape = *cursor.at == '\\';

		cursor.at += is_escape;
		if (len + 1 < cap && is_escape)
			ret_text[len++] = strchr("\"\\/", *cursor.at) ? *cursor.at : '?';
		else if (len + 1 < cap)
			ret_text[len++] = *cursor.at >= 0x20 && *cursor.at < 0x7f ? *cursor.at : '?';
	}
	ret_text[len] = '\0';
	return true;
}
