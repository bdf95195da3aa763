/* SPDX-License-Identifier: MIT */
/*
 * Bytes to lines: byte-order marks, UTF-16, line ends, and a bound on the length of a line.
 */
#ifndef MANIFEST_TEXT_H
#define MANIFEST_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The longest line, bytes of UTF-8 without the newline. */
#define TEXT_LINE_MAX 65536

/** enum text_encoding - what the bytes are */
enum text_encoding {
	/** not decided: a byte-order mark may still come */
	TEXT_UNDECIDED,
	TEXT_BYTES,
	TEXT_UTF16_LE,
	TEXT_UTF16_BE,
};

/** struct text_line - a line without its end: one newline, and one CR before it */
struct text_line {
	/** @data: not NUL-terminated; borrowed until the next text_next() or text_feed() */
	const char *data;
	/** @len: bytes at @data */
	size_t len;
	/** @is_overlong: there were more bytes than TEXT_LINE_MAX, of which the first are at @data */
	bool is_overlong;
	/** @has_nul: a NUL is somewhere in the line, the part that is not at @data included */
	bool has_nul;
	/** @is_broken: not valid UTF-16 */
	bool is_broken;
};

/** struct text - a stream of bytes being cut into lines; text_init() it */
struct text {
	/* what was fed and is not used up */
	const char *data;
	size_t len;
	bool is_end;

	enum text_encoding encoding;
	/** @half: UTF-16: the first byte of a unit, where @has_half */
	uint8_t half;
	bool has_half;
	/** @high: UTF-16: a high surrogate that waits for its other half; 0: none */
	uint16_t high;

	/* the line that has begun, where it is not whole in @data */
	size_t carry_len;
	bool is_overlong;
	bool has_nul;
	bool is_broken;
	/** @is_given: the line in @carry was handed out; the next call begins a new one */
	bool is_given;
	char carry[TEXT_LINE_MAX];
};

/**
 * text_init() - begin
 * @has_marks: byte-order marks are looked for; else all is bytes
 */
void text_init(struct text *text, bool has_marks);

/**
 * text_feed() - hand in the next bytes; all earlier ones must be used up
 * @data: borrowed until text_next() has returned false
 * @is_end: nothing follows
 */
void text_feed(struct text *text, const void *data, size_t len, bool is_end);

/**
 * text_next() - the next line
 *
 * Return: false: the bytes are used up, and with is_end the text is over.
 */
bool text_next(struct text *text, struct text_line *ret_line);

#endif
