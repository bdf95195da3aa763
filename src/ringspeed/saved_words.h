/* SPDX-License-Identifier: MIT */
/*
 * Any document as words, in order: what mailers and browsers put around a saved output, such as quotation marks, tags,
 * entities, no-break spaces, quoted-printable and lines wrapped or joined, is gone. Pure: neither I/O nor printing.
 */
#ifndef RINGSPEED_SAVED_WORDS_H
#define RINGSPEED_SAVED_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** struct saved_word - one word; not NUL-terminated */
struct saved_word {
	const char *text;
	uint32_t len;
	/** @line: counted from 1, in the document as it came */
	uint32_t line;
	/** @is_first: the first of its line */
	bool is_first;
};

/** struct saved_words - all words of a document; the memory is its own */
struct saved_words {
	struct saved_word *words;
	size_t n_words;
	char *text;
	/* room at @words */
	size_t cap;
};

/** enum saved_fault - what makes a document none that could be read */
enum saved_fault {
	SAVED_FAULT_NONE,
	/** it has NUL bytes */
	SAVED_FAULT_BINARY,
	/** a line of more than 64 KiB */
	SAVED_FAULT_LONG_LINE,
	/** UTF-16 that is none */
	SAVED_FAULT_UTF16,
};

/**
 * saved_words_read() - cut a document into words
 * @data, @len: its bytes: ASCII, UTF-8, Latin-1, or UTF-16 with its mark
 * @ret_words: saved_words_finish() it, whatever is returned
 * @ret_fault: why the document cannot be read, where -EINVAL is returned
 * @ret_line: where, counted from 1
 *
 * Return: 0, -ENOMEM, or -EINVAL.
 */
int saved_words_read(const char *data, size_t len, struct saved_words *ret_words, enum saved_fault *ret_fault,
		     uint32_t *ret_line);

/** saved_words_finish() - free all */
void saved_words_finish(struct saved_words *words);

/** saved_word_is() - is this word @text? */
bool saved_word_is(const struct saved_word *word, const char *text);

#endif
