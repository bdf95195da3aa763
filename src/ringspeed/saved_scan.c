/* SPDX-License-Identifier: MIT */
/*
 * Owns the walk. Documents are full of words that are no results: a reader that has not seen enough of its form to be
 * sure passes, and only one that has is allowed to tell damage.
 */
#include "saved_scan.h"
#include "saved_text.h"

#include "saved_name.h"

#include <stdio.h>
#include <string.h>

/* Words of a file name with blanks. */
#define LABEL_WORDS 4

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

const struct saved_word *scan_at(const struct scan *scan, size_t at)
{
	static const struct saved_word none = { .text = "" };

	return at < scan->words->n_words ? &scan->words->words[at] : &none;
}

void scan_name(const struct scan *scan, size_t at, size_t n_words, char ret_name[SAVED_NAME_MAX])
{
	size_t len = 0;

	for (size_t i = 0; i < n_words; i++) {
		const struct saved_word *word = scan_at(scan, at + i);
		size_t room = SAVED_NAME_MAX - len;

		if (len + 2 > SAVED_NAME_MAX)
			break;
		if (i > 0)
			ret_name[len++] = ' ';
		saved_name_clean(word->text, word->len, ret_name + len, room - (i > 0));
		len += strlen(ret_name + len);
	}
	ret_name[len] = '\0';
}

/* grep -n: the number of the line behind the file's name, or alone. */
static size_t without_number(const char *label, size_t len)
{
	size_t end = len;

	while (end > 0 && is_digit(label[end - 1]))
		end--;
	if (end == len)
		return len;
	return end == 0 ? 0 : label[end - 1] == ':' ? end - 1 : len;
}

void scan_set_label(struct scan *scan, size_t at, size_t len)
{
	char label[SAVED_LABEL_MAX];
	size_t first = at, to = 0;

	while (len > 0 && first > 0 && at - first < LABEL_WORDS && !scan_at(scan, first)->is_first)
		first--;
	if (!scan_at(scan, first)->is_first)
		first = at;
	for (size_t i = first; len > 0 && i <= at; i++) {
		const struct saved_word *word = scan_at(scan, i);
		size_t n = i == at ? len : word->len;

		if (n + 1 > sizeof(label) - to)
			n = sizeof(label) - to - 1;
		memcpy(label + to, word->text, n);
		to += n;
		if (i < at && to + 1 < sizeof(label))
			label[to++] = ' ';
	}
	scan->label_len = without_number(label, to);
	memcpy(scan->label, label, scan->label_len);
	saved_build_label(scan->build, scan->label, scan->label_len);
}

const char *scan_behind_label(struct scan *scan, size_t at, const char *text, bool is_whole)
{
	const struct saved_word *word = scan_at(scan, at);
	size_t len = strlen(text);

	if (word->len < len)
		return NULL;
	for (size_t pos = is_whole ? word->len - len : 0; pos + len <= word->len; pos++) {
		if (memcmp(word->text + pos, text, len) != 0 || (pos > 0 && word->text[pos - 1] != ':'))
			continue;
		scan_set_label(scan, at, pos > 0 ? pos - 1 : 0);
		return word->text + pos;
	}
	return NULL;
}

void scan_add(const struct scan *scan, const char *name, uint32_t line, const struct saved_cell *cell)
{
	const struct saved_result result = { .name = name, .name_len = strlen(name), .cell = *cell };

	saved_build_add(scan->build, line, &result);
}

/* "1.0.2g", "1.1.0-pre4", "3.0.19" */
static bool is_version(const struct saved_word *word)
{
	bool has_point = false;

	if (word->len < 3 || word->len > 30 || !is_digit(word->text[0]))
		return false;
	for (uint32_t i = 0; i < word->len; i++) {
		char c = word->text[i];

		has_point |= c == '.';
		if (!is_digit(c) && !(c >= 'a' && c <= 'z') && c != '.' && c != '-')
			return false;
	}
	return has_point;
}

/* "OpenSSL 1.0.2g  1 Mar 2016" until 1.1.1, "version: 3.0.19" since. */
static size_t read_version(struct scan *scan, size_t at)
{
	const struct saved_word *next = scan_at(scan, at + 1);
	char version[SAVED_NAME_MAX];

	if (!is_version(next) || (!scan_behind_label(scan, at, "OpenSSL", true) &&
				  !scan_behind_label(scan, at, "version:", true)))
		return 0;
	snprintf(version, sizeof(version), "OpenSSL %.*s", (int)next->len, next->text);
	saved_build_version(scan->build, version);
	return 2;
}

/* "You have chosen to measure elapsed time instead of user CPU time.", and ringspeed's "clock: wall time, by …" */
static size_t read_clock(struct scan *scan, size_t at)
{
	const struct saved_word *next = scan_at(scan, at + 1), *time = scan_at(scan, at + 2);

	if (time->len < 4 || memcmp(time->text, "time", 4) != 0)
		return 0;
	if (saved_word_is(scan_at(scan, at), "measure") && saved_word_is(next, "elapsed")) {
		saved_build_clock(scan->build, SAVED_CLOCK_WALL, false);
		return 3;
	}
	if (!saved_word_is(next, "wall") && !saved_word_is(next, "CPU"))
		return 0;
	if (!scan_behind_label(scan, at, "clock:", true))
		return 0;
	saved_build_clock(scan->build, saved_word_is(next, "wall") ? SAVED_CLOCK_WALL : SAVED_CLOCK_CPU, true);
	return 3;
}

/* With -multi each process tells its results to the first, which prints "Got: +F:…". */
static bool has_multi(const struct saved_words *words)
{
	for (size_t i = 0; i + 1 < words->n_words; i++) {
		const struct saved_word *next = &words->words[i + 1];

		if (saved_word_is(&words->words[i], "Got:") && next->len > 2 && next->text[0] == '+')
			return true;
	}
	return false;
}

void saved_text_read(const struct saved_words *words, struct saved_build *build)
{
	static size_t (*const readers[])(struct scan *, size_t) = { saved_doing_read, saved_table_read, saved_mr_read,
								    read_version,     read_clock,	saved_row_read };
	struct scan scan = { .words = words, .build = build, .is_multi = has_multi(words) };

	for (size_t at = 0; at < words->n_words && build->error == 0;) {
		size_t used = 0;

		for (size_t i = 0; used == 0 && i < sizeof(readers) / sizeof(readers[0]); i++)
			used = readers[i](&scan, at);
		at += used > 0 ? used : 1;
	}
}
