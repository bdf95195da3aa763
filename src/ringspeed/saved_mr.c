/* SPDX-License-Identifier: MIT */
/*
 * Owns the lines of -mr:
 *
 *	+DT:sha1:3:16				name, seconds, block size; on standard error, as +R is
 *	+R:12441833:sha1:3.000000		count, name, seconds
 *	+H:16:64:256:1024:8192			block sizes
 *	+F:5:sha1:66356442.67:191948565.33	a number of openssl's own, name, bytes per second
 *
 * Lines of public keys have a digit behind the letter, so they are none of these.
 */
#include "saved_scan.h"

#include "saved_number.h"

#include <inttypes.h>
#include <string.h>

/* openssl counts in clock ticks, a hundred to the second. */
#define SECONDS_ERROR 0.005
#define LINE_MAX_LEN 2048

/* A line in fields: without its mark, cut at the colons. */
struct fields {
	char text[LINE_MAX_LEN];
	const char *fields[SAVED_CELLS_MAX + 3];
	unsigned n;
};

static void split(struct fields *fields)
{
	char *at = fields->text;

	fields->n = 0;
	while (at && fields->n < sizeof(fields->fields) / sizeof(fields->fields[0])) {
		char *colon = strchr(at, ':');

		fields->fields[fields->n++] = at;
		if (colon)
			*colon++ = '\0';
		at = colon;
	}
}

static unsigned n_colons(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += *text == ':';
	return n;
}

/*
 * A name with blanks takes several words: go on until there are @n_min fields. Return: words used, 0: it is too long.
 */
static size_t take(const struct scan *scan, size_t at, const char *from, unsigned n_min, struct fields *ret_fields)
{
	const struct saved_word *word = scan_at(scan, at);
	size_t len = (size_t)(word->text + word->len - from);
	size_t n_words = 1;

	if (len >= LINE_MAX_LEN)
		return 0;
	memcpy(ret_fields->text, from, len);
	ret_fields->text[len] = '\0';
	while (n_colons(ret_fields->text) + 1 < n_min && n_words < SCAN_NAME_WORDS) {
		word = scan_at(scan, at + n_words);
		if (word->len == 0 || word->is_first || len + word->len + 2 > LINE_MAX_LEN)
			break;
		ret_fields->text[len++] = ' ';
		memcpy(ret_fields->text + len, word->text, word->len);
		len += word->len;
		ret_fields->text[len] = '\0';
		n_words++;
	}
	split(ret_fields);
	return n_words;
}

static bool count_of(const char *field, uint64_t *ret_count)
{
	return saved_count(field, strlen(field), ret_count);
}

static bool decimal_of(const char *field, double *ret_value)
{
	return saved_decimal(field, strlen(field), ret_value);
}

static bool read_dt(struct scan *scan, const struct fields *fields, uint32_t line)
{
	uint64_t size;

	(void)line;
	scan->dt_size = 0;
	if (fields->n != 3 || !count_of(fields->fields[2], &size))
		return false;
	scan->dt_size = size;
	return true;
}

static bool read_r(struct scan *scan, const struct fields *fields, uint32_t line)
{
	struct saved_cell cell = { .size = scan->dt_size, .origin = SAVED_FROM_COUNTS };
	double seconds;
	uint64_t count;

	if (fields->n != 3 || !count_of(fields->fields[0], &count) || !decimal_of(fields->fields[2], &seconds))
		return false;
	/* With -multi it is a part. Without its +DT the size is unknown, and the table will have to do. */
	if (scan->is_multi || scan->dt_size == 0)
		return true;
	cell.rate = (double)count * (double)cell.size / seconds;
	cell.error = SECONDS_ERROR / seconds;
	scan_add(scan, fields->fields[1], line, &cell);
	scan->dt_size = 0;
	return true;
}

static bool read_h(struct scan *scan, const struct fields *fields, uint32_t line)
{
	uint64_t sizes[SAVED_CELLS_MAX];

	(void)line;
	if (fields->n > SAVED_CELLS_MAX)
		return false;
	for (unsigned i = 0; i < fields->n; i++) {
		if (!count_of(fields->fields[i], &sizes[i]))
			return false;
	}
	memcpy(scan->sizes, sizes, sizeof(sizes[0]) * fields->n);
	scan->n_sizes = fields->n;
	if (!scan->is_multi)
		saved_build_table(scan->build);
	return true;
}

static bool read_f(struct scan *scan, const struct fields *fields, uint32_t line)
{
	uint64_t number;

	if (fields->n < 3 || !count_of(fields->fields[0], &number) || !saved_sizes_guess(scan, fields->n - 2))
		return false;
	for (unsigned i = 0; i < fields->n - 2; i++) {
		struct saved_cell cell = { .size = scan->sizes[i], .origin = SAVED_FROM_TABLE };

		/* What is no number here is a rate that cannot be: 0 is told as such. */
		decimal_of(fields->fields[2 + i], &cell.rate);
		scan_add(scan, fields->fields[1], line, &cell);
	}
	return true;
}

static const struct form {
	const char *mark;
	unsigned n_fields;
	bool (*read)(struct scan *scan, const struct fields *fields, uint32_t line);
} forms[] = {
	{ "+DT:", 3, read_dt },
	{ "+R:", 3, read_r },
	{ "+H:", 1, read_h },
	{ "+F:", 3, read_f },
};

/* "Got: +F:… from 0": a part; only the sizes are of use. */
static bool is_part(const struct scan *scan, size_t at)
{
	return at > 0 && saved_word_is(scan_at(scan, at - 1), "Got:");
}

static size_t read_form(struct scan *scan, size_t at, const struct form *form, const char *from)
{
	uint32_t line = scan_at(scan, at)->line;
	struct fields fields;
	size_t n_words = take(scan, at, from + strlen(form->mark), form->n_fields, &fields);

	if (n_words > 0 && is_part(scan, at) && form->read != read_h)
		return n_words;
	if (n_words == 0 || !form->read(scan, &fields, line)) {
		saved_build_damage(scan->build, line, "a %.*s line that is not as openssl prints it",
				   (int)strlen(form->mark) - 1, form->mark);
		return 1;
	}
	return n_words;
}

size_t saved_mr_read(struct scan *scan, size_t at)
{
	const struct saved_word *word = scan_at(scan, at);

	if (!memchr(word->text, '+', word->len))
		return 0;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		const char *from = scan_behind_label(scan, at, forms[i].mark, false);

		if (from)
			return read_form(scan, at, &forms[i], from);
	}
	return 0;
}
