/* SPDX-License-Identifier: MIT */
/*
 * Lines. A line that is whole in the bytes fed is handed out where it lies; only one that spans two feeds, or that is
 * UTF-16, goes through the carry, which never grows: of an overlong line the head is kept and the rest is only looked
 * through. How the bytes were cut into feeds never shows in the lines. What a line means is for others.
 */
#include "text.h"

#include <string.h>

static const struct {
	const char *bytes;
	size_t len;
	enum text_encoding encoding;
} marks[] = {
	{ "\xef\xbb\xbf", 3, TEXT_BYTES },
	{ "\xff\xfe", 2, TEXT_UTF16_LE },
	{ "\xfe\xff", 2, TEXT_UTF16_BE },
};

void text_init(struct text *text, bool has_marks)
{
	memset(text, 0, offsetof(struct text, carry));
	text->encoding = has_marks ? TEXT_UNDECIDED : TEXT_BYTES;
}

void text_feed(struct text *text, const void *data, size_t len, bool is_end)
{
	text->data = data;
	text->len = len;
	text->is_end = is_end;
}

static void use_up(struct text *text, size_t len)
{
	text->data += len;
	text->len -= len;
}

/* Add to the line that has begun. */
static void keep(struct text *text, const char *data, size_t len)
{
	size_t room = TEXT_LINE_MAX - text->carry_len;

	if (len == 0)
		return;
	if (memchr(data, '\0', len))
		text->has_nul = true;
	if (len > room) {
		text->is_overlong = true;
		len = room;
	}
	memcpy(text->carry + text->carry_len, data, len);
	text->carry_len += len;
}

static bool has_begun(const struct text *text)
{
	return text->carry_len > 0 || text->is_broken || text->has_half || text->high;
}

static void cut_cr(struct text_line *line)
{
	if (!line->is_overlong && line->len > 0 && line->data[line->len - 1] == '\r')
		line->len--;
}

static bool give_carry(struct text *text, struct text_line *ret_line)
{
	*ret_line = (struct text_line){
		.data = text->carry,
		.len = text->carry_len,
		.is_overlong = text->is_overlong,
		.has_nul = text->has_nul,
		.is_broken = text->is_broken,
	};
	cut_cr(ret_line);
	text->is_given = true;
	return true;
}

/*
 * A mark may be cut by the end of a feed, so its bytes wait in the carry. Those that turn out to be no mark are already
 * where they belong, at the head of the first line: none of them is a newline.
 */
static void look_for_mark(struct text *text)
{
	while (text->encoding == TEXT_UNDECIDED && text->len > 0) {
		char head[4];
		size_t n_head = text->carry_len;
		bool is_prefix = false;

		memcpy(head, text->carry, n_head);
		head[n_head++] = *text->data;
		for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
			if (n_head > marks[i].len || memcmp(head, marks[i].bytes, n_head) != 0)
				continue;
			is_prefix = true;
			if (n_head == marks[i].len)
				text->encoding = marks[i].encoding;
		}
		if (!is_prefix) {
			text->encoding = TEXT_BYTES;
			return;
		}
		keep(text, text->data, 1);
		use_up(text, 1);
		if (text->encoding != TEXT_UNDECIDED)
			text->carry_len = 0;
	}
}

static bool next_of_bytes(struct text *text, struct text_line *ret_line)
{
	const char *start = text->data;
	const char *newline = text->len ? memchr(start, '\n', text->len) : NULL;
	size_t len = newline ? (size_t)(newline - start) : text->len;

	if (!newline && (!text->is_end || (len == 0 && !has_begun(text)))) {
		keep(text, start, len);
		use_up(text, len);
		return false;
	}
	use_up(text, len + (newline != NULL));
	if (has_begun(text)) {
		keep(text, start, len);
		return give_carry(text, ret_line);
	}
	*ret_line = (struct text_line){
		.data = start,
		.len = len < TEXT_LINE_MAX ? len : TEXT_LINE_MAX,
		.is_overlong = len > TEXT_LINE_MAX,
		.has_nul = len && memchr(start, '\0', len),
	};
	cut_cr(ret_line);
	return true;
}

static void keep_code_point(struct text *text, uint32_t point)
{
	char out[4];
	size_t len;

	if (point && point < 0x80 && text->carry_len < TEXT_LINE_MAX) {
		text->carry[text->carry_len++] = (char)point;
		return;
	}
	if (point < 0x80) {
		out[0] = (char)point;
		len = 1;
	} else if (point < 0x800) {
		out[0] = (char)(0xc0 | point >> 6);
		out[1] = (char)(0x80 | (point & 0x3f));
		len = 2;
	} else if (point < 0x10000) {
		out[0] = (char)(0xe0 | point >> 12);
		out[1] = (char)(0x80 | (point >> 6 & 0x3f));
		out[2] = (char)(0x80 | (point & 0x3f));
		len = 3;
	} else {
		out[0] = (char)(0xf0 | point >> 18);
		out[1] = (char)(0x80 | (point >> 12 & 0x3f));
		out[2] = (char)(0x80 | (point >> 6 & 0x3f));
		out[3] = (char)(0x80 | (point & 0x3f));
		len = 4;
	}
	keep(text, out, len);
}

/* Take a unit; return true where it ends a line. */
static bool take_unit(struct text *text, uint16_t unit)
{
	bool is_low = unit >= 0xdc00 && unit <= 0xdfff;

	if (text->high && is_low) {
		keep_code_point(text, 0x10000 + ((uint32_t)(text->high - 0xd800) << 10) + (unit - 0xdc00u));
		text->high = 0;
		return false;
	}
	if (text->high || is_low)
		text->is_broken = true;
	text->high = 0;
	if (unit >= 0xd800 && unit <= 0xdbff)
		text->high = unit;
	else if (unit == '\n')
		return true;
	else if (!is_low)
		keep_code_point(text, unit);
	return false;
}

static bool next_of_units(struct text *text, struct text_line *ret_line)
{
	while (text->len > 0) {
		uint8_t byte = (uint8_t)*text->data;
		uint16_t unit;

		use_up(text, 1);
		if (!text->has_half) {
			text->half = byte;
			text->has_half = true;
			continue;
		}
		text->has_half = false;
		unit = text->encoding == TEXT_UTF16_LE ? (uint16_t)(byte << 8 | text->half)
						       : (uint16_t)(text->half << 8 | byte);
		if (take_unit(text, unit))
			return give_carry(text, ret_line);
	}
	/* Half a character at the end is the rest of a list that was cut off, even where no line has begun. */
	if (!text->is_end || (!has_begun(text) && !text->has_half && !text->high))
		return false;
	if (text->has_half || text->high)
		text->is_broken = true;
	text->has_half = false;
	text->high = 0;
	return give_carry(text, ret_line);
}

bool text_next(struct text *text, struct text_line *ret_line)
{
	if (text->is_given) {
		text->carry_len = 0;
		text->is_overlong = false;
		text->has_nul = false;
		text->is_broken = false;
		text->is_given = false;
	}
	look_for_mark(text);
	if (text->encoding == TEXT_UTF16_LE || text->encoding == TEXT_UTF16_BE)
		return next_of_units(text, ret_line);
	return next_of_bytes(text, ret_line);
}
