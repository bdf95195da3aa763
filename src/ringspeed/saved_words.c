/* SPDX-License-Identifier: MIT */
/*
 * Owns the words and their bytes. Bytes become lines, lines become clean characters, characters become words. A
 * document's kind is never guessed: what is undone here does no harm to a plain text, because nothing that counts in
 * one looks like a tag, an entity or an escape.
 */
#include "saved_words.h"

#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A '<' that is not closed so soon begins no tag. */
#define TAG_MAX 2048
#define ENTITY_MAX 8

/* What stands at a place in the document. */
enum unit_kind {
	UNIT_CHAR,
	UNIT_SPACE,
	UNIT_BREAK,
	UNIT_NOTHING,
};

struct unit {
	enum unit_kind kind;
	size_t len;
	char c;
};

static const struct unit nothing = { .kind = UNIT_NOTHING };

static struct unit unit_of(char c, size_t len)
{
	struct unit unit = { .kind = UNIT_CHAR, .len = len, .c = c };

	if (c == '\n')
		unit.kind = UNIT_BREAK;
	else if (c == ' ' || (c >= '\t' && c <= '\r'))
		unit.kind = UNIT_SPACE;
	return unit;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Elements that begin a line of their own, and cells, which only keep a distance. */
static enum unit_kind kind_of_tag(const char *name, size_t len)
{
	static const char *const blocks[] = { "div", "p", "br", "tr", "li", "ul", "ol", "pre", "table", "hr", "body",
					      "h1", "h2", "h3", "h4", "blockquote", "tbody", "thead" };

	for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
		size_t k = 0;

		while (k < len && blocks[i][k] && lower(name[k]) == blocks[i][k])
			k++;
		if (k == len && !blocks[i][k])
			return UNIT_BREAK;
	}
	return len == 2 && lower(name[0]) == 't' ? UNIT_SPACE : UNIT_NOTHING;
}

/* <p>, </p>, <br/>, <!-- … -->: no text of the document. @ret: untouched where there is no tag. */
static bool take_tag(const char *at, size_t left, struct unit *ret)
{
	const char *end = memchr(at, '>', left < TAG_MAX ? left : TAG_MAX);
	size_t begin = left > 1 && at[1] == '/' ? 2 : 1;
	size_t name_len = 0;

	if (!end || begin >= left || !(is_letter(at[begin]) || at[begin] == '!'))
		return false;
	while (is_letter(at[begin + name_len]) || (at[begin + name_len] >= '1' && at[begin + name_len] <= '6'))
		name_len++;
	*ret = (struct unit){ .kind = kind_of_tag(at + begin, name_len), .len = (size_t)(end - at) + 1 };
	return true;
}

static bool take_entity(const char *at, size_t left, struct unit *ret)
{
	static const struct {
		const char *name;
		char c;
	} entities[] = { { "&nbsp;", ' ' }, { "&#160;", ' ' }, { "&#xa0;", ' ' }, { "&amp;", '&' }, { "&lt;", '<' },
			 { "&gt;", '>' }, { "&quot;", '"' }, { "&apos;", '\'' }, { "&#39;", '\'' }, { "&#x27;", '\'' },
			 { "&#43;", '+' }, { "&rsquo;", '\'' } };

	for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
		size_t len = strlen(entities[i].name);

		if (len <= left && strncasecmp(at, entities[i].name, len) == 0) {
			*ret = unit_of(entities[i].c, len);
			return true;
		}
	}
	return false;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* RFC 2045, section 6.7: a line that goes on, and bytes as =XX. */
static bool take_quoted_printable(const char *at, size_t left, struct unit *ret)
{
	int high, low;

	if (left > 1 && at[1] == '\n') {
		*ret = (struct unit){ .kind = UNIT_NOTHING, .len = 2 };
		return true;
	}
	high = left > 2 ? hex_digit(at[1]) : -1;
	low = left > 2 ? hex_digit(at[2]) : -1;
	if (high < 2 || low < 0)
		return false;
	*ret = unit_of((char)(high * 16 + low), 3);
	return true;
}

/* No-break spaces: in UTF-8, in Latin-1, and either in quoted-printable. */
static bool take_no_break_space(const char *at, size_t left, bool is_after_high, struct unit *ret)
{
	static const char *const forms[] = { "\xc2\xa0", "=C2=A0", "\xa0", "=A0" };

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		size_t len = strlen(forms[i]);
		bool is_alone = forms[i][0] == '\xa0' || len == 3;

		if (len > left || memcmp(at, forms[i], len) != 0 || (is_alone && is_after_high))
			continue;
		*ret = (struct unit){ .kind = UNIT_SPACE, .len = len };
		return true;
	}
	return false;
}

static struct unit unit_at(const char *at, size_t left, bool is_after_high)
{
	struct unit unit = nothing;

	if (take_no_break_space(at, left, is_after_high, &unit))
		return unit;
	if ((*at == '<' && take_tag(at, left, &unit)) || (*at == '&' && take_entity(at, left, &unit)) ||
	    (*at == '=' && take_quoted_printable(at, left, &unit)))
		return unit;
	return unit_of(*at, 1);
}

/* ---- words ---- */

/* The way through a document. */
struct walk {
	struct saved_words *words;
	/* where the next character goes, and where its word began */
	char *to, *begin;
	uint32_t line;
	bool is_line_start;
};

static int add_word(struct walk *walk)
{
	struct saved_words *words = walk->words;
	size_t len = (size_t)(walk->to - walk->begin);
	const char *text = walk->begin;

	walk->begin = walk->to;
	/* The marks of a quotation, in front of a line or, where lines were joined, anywhere. */
	if (walk->is_line_start) {
		while (len > 0 && *text == '>') {
			text++;
			len--;
		}
	}
	if (strspn(text, ">") >= len)
		return 0;
	if (words->n_words == words->cap) {
		size_t cap = words->cap ? 2 * words->cap : 256;
		struct saved_word *grown = realloc(words->words, cap * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		words->words = grown;
		words->cap = cap;
	}
	words->words[words->n_words++] = (struct saved_word){
		.text = text, .len = (uint32_t)len, .line = walk->line, .is_first = walk->is_line_start
	};
	walk->is_line_start = false;
	return 0;
}

/* Newlines inside of tags and of lines that go on are lines all the same. */
static uint32_t n_newlines(const char *at, size_t len)
{
	uint32_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += at[i] == '\n';
	return n;
}

/* The clean text takes no more room than the lines, whose memory it gets: one character for each unit. */
static int cut(struct saved_words *words, const char *lines, size_t len)
{
	struct walk walk = {
		.words = words, .to = words->text, .begin = words->text, .line = 1, .is_line_start = true
	};
	bool is_after_high = false;
	int rc = 0;

	for (size_t pos = 0; rc == 0 && pos < len;) {
		struct unit unit = unit_at(lines + pos, len - pos, is_after_high);

		is_after_high = (unsigned char)lines[pos + unit.len - 1] >= 0x80;
		if (unit.kind == UNIT_CHAR)
			*walk.to++ = unit.c;
		else if (unit.kind != UNIT_NOTHING)
			rc = add_word(&walk);
		if (unit.kind == UNIT_BREAK)
			walk.is_line_start = true;
		walk.line += n_newlines(lines + pos, unit.len);
		pos += unit.len;
	}
	return rc == 0 ? add_word(&walk) : rc;
}

/* ---- lines ---- */

static enum saved_fault fault_of(const struct text_line *line)
{
	if (line->is_overlong)
		return SAVED_FAULT_LONG_LINE;
	if (line->has_nul)
		return SAVED_FAULT_BINARY;
	return line->is_broken ? SAVED_FAULT_UTF16 : SAVED_FAULT_NONE;
}

/* UTF-16 may grow by half, and each line gets a newline. */
static char *copy_lines(struct text *text, const char *data, size_t len, size_t *ret_len, enum saved_fault *ret_fault,
			uint32_t *ret_line)
{
	char *lines = malloc(len + len / 2 + 2);
	struct text_line line;
	uint32_t number = 0;
	size_t to = 0;

	if (!lines)
		return NULL;
	text_init(text, true);
	text_feed(text, data, len, true);
	while (text_next(text, &line)) {
		number++;
		*ret_fault = fault_of(&line);
		if (*ret_fault != SAVED_FAULT_NONE) {
			*ret_line = number;
			break;
		}
		memcpy(lines + to, line.data, line.len);
		to += line.len;
		lines[to++] = '\n';
	}
	*ret_len = to;
	return lines;
}

int saved_words_read(const char *data, size_t len, struct saved_words *ret_words, enum saved_fault *ret_fault,
		     uint32_t *ret_line)
{
	enum saved_fault fault = SAVED_FAULT_NONE;
	struct text *text = malloc(sizeof(*text));
	char *lines = NULL;
	size_t lines_len = 0;
	int rc = -ENOMEM;

	*ret_words = (struct saved_words){ 0 };
	if (!text)
		goto out;
	lines = copy_lines(text, data, len, &lines_len, &fault, ret_line);
	if (!lines)
		goto out;
	*ret_fault = fault;
	rc = -EINVAL;
	if (fault != SAVED_FAULT_NONE)
		goto out;
	/* One more, so that strspn(3) finds an end. */
	ret_words->text = calloc(1, lines_len + 1);
	rc = ret_words->text ? cut(ret_words, lines, lines_len) : -ENOMEM;
out:
	free(lines);
	free(text);
	return rc;
}

void saved_words_finish(struct saved_words *words)
{
	free(words->words);
	free(words->text);
	*words = (struct saved_words){ 0 };
}

bool saved_word_is(const struct saved_word *word, const char *text)
{
	return strlen(text) == word->len && memcmp(word->text, text, word->len) == 0;
}
