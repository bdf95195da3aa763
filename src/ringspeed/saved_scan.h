/* SPDX-License-Identifier: MIT */
/*
 * A walk over the words of a document, and what the readers of single forms share. A reader looks at the words from its
 * place on and returns how many of them it has used: 0 means that its form does not stand there.
 */
#ifndef RINGSPEED_SAVED_SCAN_H
#define RINGSPEED_SAVED_SCAN_H

#include "saved_build.h"
#include "saved_words.h"

/** Words of one name at most: "rc5-32/12 cbc" has two. */
#define SCAN_NAME_WORDS 3

/** struct scan - the walk */
struct scan {
	const struct saved_words *words;
	struct saved_build *build;
	/** @sizes: the columns of the last table, or what +H said; @n_sizes is 0 before the first */
	uint64_t sizes[SAVED_CELLS_MAX];
	unsigned n_sizes;
	/** @is_multi: -multi was used: what single processes say is no result */
	bool is_multi;
	/** @label: the file name in front of the lines; @label_len is 0 where there is none */
	char label[SAVED_LABEL_MAX];
	size_t label_len;
	/** @dt_size: the block size of the last +DT; 0: none */
	uint64_t dt_size;
};

/** scan_at() - a word, or an empty one behind the last */
const struct saved_word *scan_at(const struct scan *scan, size_t at);

/** scan_name() - the words from @at on, with blanks between, cut to fit */
void scan_name(const struct scan *scan, size_t at, size_t n_words, char ret_name[SAVED_NAME_MAX]);

/**
 * scan_set_label() - whose lines follow
 * @at: the word that the file name ends in; it began with the line, or with this word where the line is long
 * @len: bytes of that word which belong to it; the number that grep -n adds may be among them. 0: there is no name.
 */
void scan_set_label(struct scan *scan, size_t at, size_t len);

/**
 * scan_behind_label() - is @text in the word at @at, at its beginning or behind a file name and a colon?
 * @is_whole: the word ends with it
 *
 * Where it is, what stands before becomes the label.
 *
 * Return: where @text begins, or NULL.
 */
const char *scan_behind_label(struct scan *scan, size_t at, const char *text, bool is_whole);

/** scan_add() - one result */
void scan_add(const struct scan *scan, const char *name, uint32_t line, const struct saved_cell *cell);

/** saved_doing_read() - "Doing sha1 for 3s on 16 size blocks: 12441833 sha1's in 3.00s" */
size_t saved_doing_read(struct scan *scan, size_t at);

/** saved_table_read() - "type 16 bytes 64 bytes …" and the rows below it */
size_t saved_table_read(struct scan *scan, size_t at);

/** saved_row_read() - a row without its header; only at the beginning of a line */
size_t saved_row_read(struct scan *scan, size_t at);

/** saved_mr_read() - +DT, +R, +H, +F */
size_t saved_mr_read(struct scan *scan, size_t at);

/**
 * saved_sizes_guess() - openssl's block sizes, where the number of rates tells which these are
 *
 * Return: false: openssl never had so many.
 */
bool saved_sizes_guess(struct scan *scan, unsigned n);

#endif
