/* SPDX-License-Identifier: MIT */
/*
 * Owns the room of a quoted name. A name is looked at twice: once to choose how it is written, once to write it. What
 * belongs together is a "unit": one character of the locale, or one byte that is none.
 */
#include "quote.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* The longest that one byte can become: $' and four of an escape, and '' before the next. */
#define GROWTH 9

struct unit {
	size_t len;
	bool is_printable;
};

/*
 * Loading a locale takes as long as hashing a small file: it waits for a name that needs it. Messages stay as they are.
 */
static void use_locale(void)
{
	static bool is_in_use;

	if (!is_in_use)
		setlocale(LC_CTYPE, "");
	is_in_use = true;
}

/* Always 1 byte at least, so that a walk comes to its end. */
static struct unit unit_at(const char *text, size_t len)
{
	struct unit unit = { .len = 1 };
	mbstate_t state = { 0 };
	wchar_t c;
	size_t n;

	/* ASCII is the same in every locale of a system that has this program, and most names are nothing else. */
	if (*text >= 0x20 && *text < 0x7f) {
		unit.is_printable = true;
		return unit;
	}
	use_locale();
	n = mbrtowc(&c, text, len, &state);
	if (n == (size_t)-2) {
		unit.len = len;
	} else if (n != (size_t)-1 && n > 0) {
		unit.len = n;
		unit.is_printable = iswprint(c);
	}
	return unit;
}

/* Is this a character that no shell and no reader could mistake, wherever it stands? */
static bool is_plain(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || strchr("%+,-./]_@", c);
}

/* '#' and '~' mean something only in front, braces only alone. */
static bool is_plain_here(const char *name, size_t at)
{
	char c = name[at];

	if (c == '#' || c == '~')
		return at > 0;
	if (c == '{' || c == '}')
		return name[1] != '\0';
	return is_plain(c);
}

/*
 * May this stand in "double quotes" as it is? GNU allows fewer than a shell would; ' ' and '\'' are why they are used.
 */
static bool is_fit_for_double(const char *name, size_t at)
{
	char c = name[at];

	if (c == '#' || c == '~')
		return at == 0;
	if (c == '{' || c == '}')
		return name[1] == '\0';
	return is_plain(c) || c == ':' || c == ' ' || c == '\'';
}

enum form { FORM_RAW, FORM_DOUBLE, FORM_SINGLE };

static enum form choose_form(const char *name, size_t len)
{
	bool is_raw = len > 0, is_double = true, has_single_quote = false;

	for (size_t at = 0; at < len;) {
		struct unit unit = unit_at(name + at, len - at);
		bool is_ascii = unit.len == 1 && (unsigned char)name[at] < 0x80;
		bool is_printable = unit.is_printable;

		is_raw = is_raw && is_printable && (!is_ascii || is_plain_here(name, at));
		is_double = is_double && is_printable && (!is_ascii || is_fit_for_double(name, at));
		has_single_quote = has_single_quote || name[at] == '\'';
		at += unit.len;
	}
	if (is_raw)
		return FORM_RAW;
	return has_single_quote && is_double ? FORM_DOUBLE : FORM_SINGLE;
}

/* A byte inside $'…'. */
static char *put_escape(char *to, unsigned char c)
{
	static const char controls[] = "\a\b\f\n\r\t\v";
	static const char letters[] = "abfnrtv";
	const char *control = c ? strchr(controls, c) : NULL;

	*to++ = '\\';
	if (control) {
		*to++ = letters[control - controls];
		return to;
	}
	*to++ = '0' + (c >> 6);
	*to++ = '0' + (c >> 3 & 7);
	*to++ = '0' + (c & 7);
	return to;
}

static char *put_text(char *to, const char *text, size_t len)
{
	memcpy(to, text, len);
	return to + len;
}

/* In 'single quotes', which are left for $'…' around what cannot be printed and for \' itself. */
static char *put_single(char *to, const char *name, size_t len)
{
	bool is_escaping = false;

	*to++ = '\'';
	for (size_t at = 0; at < len;) {
		struct unit unit = unit_at(name + at, len - at);

		if (!unit.is_printable) {
			if (!is_escaping)
				to = put_text(to, "'$'", 3);
			is_escaping = true;
			for (size_t i = 0; i < unit.len; i++)
				to = put_escape(to, name[at + i]);
		} else if (name[at] == '\'') {
			to = put_text(to, "'\\''", 4);
			is_escaping = false;
		} else {
			if (is_escaping)
				to = put_text(to, "''", 2);
			is_escaping = false;
			to = put_text(to, name + at, unit.len);
		}
		at += unit.len;
	}
	*to++ = '\'';
	return to;
}

static bool make_room(struct quote *quote, size_t cap)
{
	char *buf;

	if (cap <= quote->cap)
		return true;
	buf = realloc(quote->buf, cap);
	if (!buf)
		return false;
	quote->buf = buf;
	quote->cap = cap;
	return true;
}

const char *quote_name(struct quote *quote, const char *name)
{
	size_t len = strlen(name);
	enum form form = choose_form(name, len);
	char *to;

	if (form == FORM_RAW)
		return name;
	if (!make_room(quote, len * GROWTH + sizeof("''")))
		return "(no memory for the name)";
	to = quote->buf;
	if (form == FORM_DOUBLE) {
		*to++ = '"';
		to = put_text(to, name, len);
		*to++ = '"';
	} else {
		to = put_single(to, name, len);
	}
	*to = '\0';
	return quote->buf;
}

const char *quote_unprintable(struct quote *quote, const char *name)
{
	size_t len = strlen(name), at = 0;

	while (at < len) {
		struct unit unit = unit_at(name + at, len - at);

		if (!unit.is_printable)
			return quote_name(quote, name);
		at += unit.len;
	}
	return name;
}

void quote_finish(struct quote *quote)
{
	free(quote->buf);
	quote->buf = NULL;
	quote->cap = 0;
}
