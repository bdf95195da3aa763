/* SPDX-License-Identifier: MIT */
/*
 * hashdeep(1)'s own format: two header lines beginning with %%%%, of which the second names the columns, then
 * `size,digest,…,name`. The name is the rest of the line, commas and all; hashdeep escapes nothing. Of several digests
 * the best is checked, or the one that the caller fixed. Without its header such a line is not read.
 */
#include "layout.h"

#include "digits.h"

#include <string.h>

/* Cut @text at the first comma: return the length of what stands before it, or @len where there is none. */
static size_t to_comma(const char *text, size_t len)
{
	const char *comma = len ? memchr(text, ',', len) : NULL;

	return comma ? (size_t)(comma - text) : len;
}

static bool is_equal(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && memcmp(text, word, len) == 0;
}

/* "size,md5,sha256,filename" */
static bool take_columns(struct layout_context *context, const char *text, size_t len)
{
	size_t n = to_comma(text, len);
	size_t n_columns = 0;

	context->n_columns = 0;
	if (!is_equal(text, n, "size"))
		return false;
	while (n < len) {
		text += n + 1;
		len -= n + 1;
		n = to_comma(text, len);
		if (n == len)
			break;
		if (n_columns == LAYOUT_COLUMNS_MAX)
			return false;
		context->columns[n_columns++] = layout_find_algo(context, text, n);
	}
	if (!is_equal(text, n, "filename") || n_columns == 0)
		return false;
	context->n_columns = n_columns;
	return true;
}

static bool take_header(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	static const char start[] = "%%%% ";
	size_t start_len = sizeof(start) - 1;
	size_t len = layout_cut_blanks(line->data, line->len);

	if (len < start_len || memcmp(line->data, start, start_len) != 0)
		return false;
	if (len > start_len + 9 && memcmp(line->data + start_len, "HASHDEEP-", 9) == 0)
		return true;
	if (!take_columns(context, line->data + start_len, len - start_len))
		layout_bad(item, "a header of hashdeep that is not understood");
	return true;
}

static bool read_size(const char *text, size_t len, uint64_t *ret_size)
{
	uint64_t size = 0;

	for (size_t i = 0; i < len; i++) {
		uint64_t digit = (uint64_t)(text[i] - '0');

		if (text[i] < '0' || text[i] > '9' || size > (UINT64_MAX - digit) / 10)
			return false;
		size = size * 10 + digit;
	}
	*ret_size = size;
	return len > 0;
}

/* How much a column is worth; 0: it cannot be checked. */
static size_t rank(const struct layout_context *context, const struct ringsum_algo *algo)
{
	static const char *const words[] = { "md5", "sha1", "sha224", "sha256", "sha384", "sha512" };

	if (!algo)
		return 0;
	if (algo == context->algo)
		return SIZE_MAX;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (algo == ringsum_algo_find(words[i], strlen(words[i])))
			return i + 2;
	}
	/* tiger is in no table, whirlpool in few libraries */
	return 1;
}

/* The digests of a line; each must be hex, the best ends up in @item. */
static bool take_digests(struct layout_context *context, const char **text, size_t *len, struct manifest_item *item)
{
	size_t best = 0;

	for (size_t i = 0; i < context->n_columns; i++) {
		size_t n = to_comma(*text, *len);
		size_t worth = rank(context, context->columns[i]);

		if (n == *len || !digits_is_hex(*text, n))
			return layout_bad(item, "a line of hashdeep without all of its columns");
		if (worth > best) {
			best = worth;
			item->entry.algo = context->columns[i];
			item->entry.digest_len = digits_decode(*text, n, item->entry.digest);
		}
		*text += n + 1;
		*len -= n + 1;
	}
	if (best == 0)
		return layout_bad(item, "the header names no known algorithm");
	return false;
}

bool layout_hashdeep(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	const char *text = line->data;
	size_t len = line->len;
	size_t size_len = to_comma(text, len);

	if (len > 0 && text[0] == '%')
		return take_header(context, line, item);
	if (!context->n_columns || size_len == len || !read_size(text, size_len, &item->entry.size))
		return false;
	text += size_len + 1;
	len -= size_len + 1;
	item->entry.layout = MANIFEST_HASHDEEP;
	item->entry.has_size = true;
	if (take_digests(context, &text, &len, item) || !layout_set_name(context, text, len, false, item))
		return true;
	return layout_finish(context, item->entry.algo, item);
}
