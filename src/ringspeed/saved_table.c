/* SPDX-License-Identifier: MIT */
/*
 * Owns the table:
 *
 *	type             16 bytes     64 bytes    256 bytes   1024 bytes   8192 bytes
 *	sha1             66356.44k   191948.57k   433035.61k   650181.29k   832140.63k
 *
 * in 1000s of bytes per second; without a "k" it is bytes, as openssl prints rates up to 10000. A star behind a rate is
 * ringspeed's: the batches spread. Rows follow each other until something comes that is none.
 */
#include "saved_scan.h"

#include "saved_number.h"

#include <string.h>

/* Above it openssl divides by 1000. */
#define PLAIN_RATE_MAX 10000.0

enum rate_kind {
	RATE_NONE,
	/** a number */
	RATE_PLAIN,
	/** a number of thousands: nothing else looks like it */
	RATE_K,
	/** what printf(3) makes of a division by zero */
	RATE_BAD,
};

static bool is_bad_rate(const char *text, size_t len)
{
	if (len > 0 && text[0] == '-') {
		text++;
		len--;
	}
	return len == 3 && (memcmp(text, "nan", 3) == 0 || memcmp(text, "inf", 3) == 0);
}

static enum rate_kind rate_of(const struct saved_word *word, double *ret_rate)
{
	size_t len = word->len;
	bool is_k;
	double value;

	if (len > 0 && word->text[len - 1] == '*')
		len--;
	is_k = len > 0 && word->text[len - 1] == 'k';
	len -= is_k;
	if (is_bad_rate(word->text, len))
		return RATE_BAD;
	if (len < 4 || word->text[len - 3] != '.' || !saved_decimal(word->text, len, &value))
		return RATE_NONE;
	if (!is_k && value > PLAIN_RATE_MAX)
		return RATE_NONE;
	*ret_rate = is_k ? value * 1000 : value;
	return is_k ? RATE_K : RATE_PLAIN;
}

/* A row as it stands there. */
struct row {
	size_t name_at, n_name;
	unsigned n_rates;
	bool has_k;
	double rates[SAVED_CELLS_MAX];
};

/* Is this the label of the lines, and where does the name begin behind it? */
static size_t label_len_of(const struct scan *scan, const struct saved_word *word)
{
	size_t len = scan->label_len;

	if (len > 0 && (word->len <= len || word->text[len] != ':' || memcmp(word->text, scan->label, len) != 0))
		return 0;
	if (len > 0)
		len++;
	for (size_t at = len; at < word->len; at++) {
		if (word->text[at] == ':')
			return at > len ? at + 1 : len;
		if (word->text[at] < '0' || word->text[at] > '9')
			break;
	}
	return len;
}

/* Mailers break rows between rates, not inside of a name. */
static bool is_name_word(const struct scan *scan, size_t at, size_t n_before)
{
	const struct saved_word *word = scan_at(scan, at + n_before);
	double rate;

	return word->len > 0 && rate_of(word, &rate) == RATE_NONE && (n_before == 0 || !word->is_first);
}

/* Words of the row, of which name and rates are told; 0: no row. */
static size_t row_at(const struct scan *scan, size_t at, struct row *ret_row)
{
	struct row row = { .name_at = at };
	size_t n_words = 0;
	double rate;

	while (n_words < SCAN_NAME_WORDS && is_name_word(scan, at, n_words))
		n_words++;
	if (n_words == 0)
		return 0;
	row.n_name = n_words;
	for (;; n_words++) {
		enum rate_kind kind = rate_of(scan_at(scan, at + n_words), &rate);

		if (kind == RATE_NONE)
			break;
		row.has_k |= kind != RATE_PLAIN;
		if (row.n_rates < SAVED_CELLS_MAX)
			row.rates[row.n_rates] = kind == RATE_BAD ? 0 : rate;
		row.n_rates++;
	}
	*ret_row = row;
	return row.n_rates > 0 ? n_words : 0;
}

/* The name without labels; false: it is none. */
static bool name_of(const struct scan *scan, const struct row *row, char ret_name[SAVED_NAME_MAX])
{
	char whole[SAVED_NAME_MAX];
	size_t skipped = label_len_of(scan, scan_at(scan, row->name_at));

	scan_name(scan, row->name_at, row->n_name, whole);
	if (skipped >= strlen(whole))
		return false;
	memmove(ret_name, whole + skipped, strlen(whole) - skipped + 1);
	return !strchr(ret_name, ':');
}

static void add_row(const struct scan *scan, const char *name, const struct row *row)
{
	unsigned n = row->n_rates < scan->n_sizes ? row->n_rates : scan->n_sizes;
	uint32_t line = scan_at(scan, row->name_at)->line;

	for (unsigned i = 0; i < n; i++) {
		struct saved_cell cell = { scan->sizes[i], row->rates[i], 0, SAVED_FROM_TABLE };

		scan_add(scan, name, line, &cell);
	}
	if (row->n_rates != scan->n_sizes)
		saved_build_damage(scan->build, line, "%s: %u rates for %u block sizes", name, row->n_rates,
				   scan->n_sizes);
}

static size_t rows(struct scan *scan, size_t at)
{
	size_t begin = at, n_words;
	char name[SAVED_NAME_MAX];
	struct row row;

	for (;; at += n_words) {
		n_words = row_at(scan, at, &row);
		if (n_words == 0 || !name_of(scan, &row, name))
			break;
		/* Numbers in what people write have no "k". */
		if (!row.has_k && (row.n_rates != scan->n_sizes || !scan_at(scan, at)->is_first))
			break;
		add_row(scan, name, &row);
	}
	return at - begin;
}

size_t saved_table_read(struct scan *scan, size_t at)
{
	const struct saved_word *type = scan_at(scan, at);
	uint64_t size;
	unsigned n = 0;
	size_t n_words = 1;

	if (type->len < 4 || memcmp(type->text + type->len - 4, "type", 4) != 0 ||
	    !saved_word_is(scan_at(scan, at + 2), "bytes") || !scan_behind_label(scan, at, "type", true))
		return 0;
	while (saved_word_is(scan_at(scan, at + n_words + 1), "bytes") &&
	       saved_count(scan_at(scan, at + n_words)->text, scan_at(scan, at + n_words)->len, &size)) {
		if (n < SAVED_CELLS_MAX)
			scan->sizes[n++] = size;
		else
			saved_build_damage(scan->build, type->line, "more than %d block sizes", SAVED_CELLS_MAX);
		n_words += 2;
	}
	if (n == 0)
		return 0;
	scan->n_sizes = n;
	saved_build_table(scan->build);
	return n_words + rows(scan, at + n_words);
}

bool saved_sizes_guess(struct scan *scan, unsigned n)
{
	static const uint64_t sizes[] = { 16, 64, 256, 1024, 8192, 16384 };

	if (n == scan->n_sizes)
		return true;
	/* Five until 1.0.2, six since 1.1.0. */
	if (n != 5 && n != 6)
		return false;
	memcpy(scan->sizes, sizes, sizeof(sizes));
	scan->n_sizes = n;
	saved_build_guessed(scan->build);
	return true;
}

/* The last word of the name that has a colon in it ends the name of a file; false: there is none. */
static bool cut_label(struct scan *scan, struct row *row)
{
	for (size_t i = row->n_name; i > 0; i--) {
		const struct saved_word *word = scan_at(scan, row->name_at + i - 1);
		const char *colon = memrchr(word->text, ':', word->len);

		if (!colon)
			continue;
		scan_set_label(scan, row->name_at + i - 1, (size_t)(colon - word->text));
		row->n_name -= i - 1;
		row->name_at += i - 1;
		return true;
	}
	return false;
}

/* The name behind the last colon of its first word. */
static bool name_behind_colon(const struct scan *scan, const struct row *row, char ret_name[SAVED_NAME_MAX])
{
	char whole[SAVED_NAME_MAX];
	const char *colon;

	scan_name(scan, row->name_at, row->n_name, whole);
	colon = strrchr(whole, ':');
	if (!colon || !colon[1])
		return false;
	memmove(ret_name, colon + 1, strlen(colon));
	return true;
}

/* grep(1) finds rows without their header, and with -multi openssl 3.0 prints none. */
size_t saved_row_read(struct scan *scan, size_t at)
{
	char name[SAVED_NAME_MAX];
	struct row row;
	size_t n_words;

	if (!scan_at(scan, at)->is_first)
		return 0;
	n_words = row_at(scan, at, &row);
	if (n_words == 0 || !row.has_k || row.n_rates > SAVED_CELLS_MAX)
		return 0;
	if (cut_label(scan, &row) ? !name_behind_colon(scan, &row, name) : !name_of(scan, &row, name))
		return 0;
	if (!saved_sizes_guess(scan, row.n_rates))
		return 0;
	if (scan_at(scan, at + n_words)->len > 0 && !scan_at(scan, at + n_words)->is_first) {
		saved_build_damage(scan->build, scan_at(scan, at)->line, "%s: something behind the rates that is none",
				   name);
		return n_words;
	}
	add_row(scan, name, &row);
	return n_words;
}
