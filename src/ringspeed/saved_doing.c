/* SPDX-License-Identifier: MIT */
/*
 * Owns the lines on standard error:
 *
 *	Doing sha1 for 3s on 16 size blocks: 12441833 sha1's in 3.00s		until 3.1
 *	Doing sha1 ops for 3s on 16 size blocks: 12441833 sha1 ops in 3.00s	since 3.2
 *	Doing sha1 4194304 times on 16 size blocks: 4194304 sha1's in 0.97s	where there is no alarm(2)
 *
 * From "blocks:" on it can be nothing else, and what does not follow then is damage.
 */
#include "saved_scan.h"

#include "saved_number.h"

#include <inttypes.h>
#include <string.h>

/* Seconds have two digits behind the point: what they may be wrong by. */
#define SECONDS_ERROR 0.005
/* "aes-128 cbc's", "sha1 ops" */
#define COUNTED_WORDS 4

/* "for 3s", "4194304 times" */
static bool is_span(const struct scan *scan, size_t at)
{
	const struct saved_word *word = scan_at(scan, at), *next = scan_at(scan, at + 1);
	uint64_t number;

	if (saved_word_is(word, "for"))
		return next->len > 1 && next->text[next->len - 1] == 's' &&
		       saved_count(next->text, next->len - 1, &number);
	return saved_word_is(next, "times") && saved_count(word->text, word->len, &number);
}

/* The name's words; 0: this is no such line. */
static size_t head(const struct scan *scan, size_t at, uint64_t *ret_size)
{
	size_t n_name = 1;

	while (n_name <= SCAN_NAME_WORDS + 1 && !is_span(scan, at + 1 + n_name))
		n_name++;
	at += 1 + n_name;
	if (!is_span(scan, at) || !saved_word_is(scan_at(scan, at + 2), "on") ||
	    !saved_count(scan_at(scan, at + 3)->text, scan_at(scan, at + 3)->len, ret_size) ||
	    !saved_word_is(scan_at(scan, at + 4), "size") || !saved_word_is(scan_at(scan, at + 5), "blocks:"))
		return 0;
	return n_name;
}

static bool is_seconds(const struct saved_word *word, double *ret_seconds)
{
	return word->len > 1 && word->text[word->len - 1] == 's' &&
	       saved_decimal(word->text, word->len - 1, ret_seconds);
}

/* How many words tell count and seconds; 0: they are not there. */
static size_t tail(const struct scan *scan, size_t at, uint64_t *ret_count, double *ret_seconds)
{
	size_t n = 2;

	if (!saved_count(scan_at(scan, at)->text, scan_at(scan, at)->len, ret_count))
		return 0;
	while (n <= COUNTED_WORDS && !saved_word_is(scan_at(scan, at + n), "in"))
		n++;
	return saved_word_is(scan_at(scan, at + n), "in") && is_seconds(scan_at(scan, at + n + 1), ret_seconds) ?
		       n + 2 :
		       0;
}

size_t saved_doing_read(struct scan *scan, size_t at)
{
	uint32_t line = scan_at(scan, at)->line;
	char name[SAVED_NAME_MAX];
	struct saved_cell cell = { .origin = SAVED_FROM_COUNTS };
	size_t n_name, n_head, n_tail;
	double seconds = 0;
	uint64_t count = 0;

	if (scan_at(scan, at)->len < strlen("Doing") || scan_at(scan, at)->text[scan_at(scan, at)->len - 1] != 'g')
		return 0;
	n_name = head(scan, at, &cell.size);
	if (n_name == 0 || !scan_behind_label(scan, at, "Doing", true))
		return 0;
	n_head = 1 + n_name + 6;
	if (n_name > 1 && saved_word_is(scan_at(scan, at + n_name), "ops"))
		n_name--;
	scan_name(scan, at + 1, n_name, name);
	n_tail = tail(scan, at + n_head, &count, &seconds);
	if (n_tail == 0) {
		saved_build_damage(scan->build, line, "%s, %" PRIu64 " bytes: count and seconds are missing", name,
				   cell.size);
		return n_head;
	}
	cell.rate = (double)count * (double)cell.size / seconds;
	cell.error = SECONDS_ERROR / seconds;
	scan_add(scan, name, line, &cell);
	return n_head + n_tail;
}
