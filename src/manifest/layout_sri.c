/* SPDX-License-Identifier: MIT */
/*
 * `sha256-BASE64  name`: the digest as Subresource Integrity (W3C, section 3.5) writes it, with the name behind it as
 * in a GNU line, escapes included. SRI knows three algorithms; several digests for one name are not read.
 */
#include "layout.h"

#include "digits.h"

#include <string.h>

/* "sha256-" and its fellows */
#define WORD_LEN 7

static bool is_word(const char *text, size_t len)
{
	return len > WORD_LEN && (memcmp(text, "sha256-", WORD_LEN) == 0 || memcmp(text, "sha384-", WORD_LEN) == 0 ||
				  memcmp(text, "sha512-", WORD_LEN) == 0);
}

bool layout_sri(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	const char *text = line->data;
	size_t len = line->len;
	size_t start = layout_skip_blanks(text, len);
	bool is_escaped = start < len && text[start] == '\\';
	const struct ringsum_algo *algo;
	size_t field_len = 0;

	start += is_escaped;
	text += start;
	len -= start;
	if (!is_word(text, len))
		return false;
	algo = layout_find_algo(context, text, WORD_LEN - 1);
	text += WORD_LEN;
	len -= WORD_LEN;
	while (field_len < len && !layout_is_blank(text[field_len]))
		field_len++;
	item->entry.layout = MANIFEST_SRI;
	item->entry.digest_len = digits_decode_base64(text, field_len, item->entry.digest);
	if (item->entry.digest_len == 0)
		return layout_bad(item, "the digest is not base64");
	if (layout_cut_blanks(text, len) <= field_len && len < field_len + 3)
		return layout_bad(item, "the name is missing");
	if (is_word(text + field_len + 1, len - field_len - 1))
		return layout_bad(item, "several digests in one line");
	if (!layout_set_spaced_name(context, text + field_len + 1, len - field_len - 1, is_escaped, item))
		return true;
	return layout_finish(context, algo, item);
}
