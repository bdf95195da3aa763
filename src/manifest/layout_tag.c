/* SPDX-License-Identifier: MIT */
/*
 * Lines that name their algorithm: `SHA256 (name) = digest` of BSD and cksum, `SHA2-256(name)= digest` of OpenSSL. They
 * differ in nothing but the word and the blanks, so one reader serves all. The name ends at the last `)`: no digest
 * holds one, a name may. Only a word that is an algorithm's whole name counts, so signatures never pass, and HMACs only
 * where the caller has their key.
 */
#include "layout.h"

#include "digits.h"

#include <string.h>
#include <strings.h>

/* The pieces of a line that has this shape. */
struct tag_line {
	const char *word;
	size_t word_len;
	bool has_blank;
	const char *name;
	size_t name_len;
	const char *digest;
	size_t digest_len;
};

static bool is_word(char letter)
{
	return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') ||
	       (letter >= '0' && letter <= '9') || (letter && strchr("-/_.", letter));
}

/* What stands behind the bracket: `= digest`. */
static bool cut_digest(const char *text, size_t len, struct tag_line *ret_pieces)
{
	size_t pos = layout_skip_blanks(text, len);

	if (pos == len || text[pos] != '=')
		return false;
	pos++;
	pos += layout_skip_blanks(text + pos, len - pos);
	ret_pieces->digest = text + pos;
	ret_pieces->digest_len = layout_cut_blanks(text + pos, len - pos);
	return ret_pieces->digest_len > 0;
}

static bool cut(const char *text, size_t len, struct tag_line *ret_pieces)
{
	size_t word_len = 0;
	size_t open;
	const char *close;

	while (word_len < len && is_word(text[word_len]))
		word_len++;
	open = word_len + layout_skip_blanks(text + word_len, len - word_len);
	if (word_len == 0 || open == len || text[open] != '(')
		return false;
	close = memrchr(text + open, ')', len - open);
	if (!close)
		return false;
	ret_pieces->word = text;
	ret_pieces->word_len = word_len;
	ret_pieces->has_blank = open > word_len;
	ret_pieces->name = text + open + 1;
	ret_pieces->name_len = (size_t)(close - ret_pieces->name);
	return cut_digest(close + 1, (size_t)(text + len - close) - 1, ret_pieces);
}

/* Takes the mark of a keyed digest off the word. Return: was there one? */
static bool cut_mark(struct tag_line *pieces)
{
	static const char mark[] = "HMAC-";
	size_t len = sizeof(mark) - 1;

	if (pieces->word_len <= len || strncasecmp(pieces->word, mark, len) != 0)
		return false;
	pieces->word += len;
	pieces->word_len -= len;
	return true;
}

static bool is_hmac_like(const struct tag_line *pieces)
{
	return pieces->word_len > 4 && strncasecmp(pieces->word, "HMAC", 4) == 0;
}

static enum manifest_layout which(const struct tag_line *pieces, const struct ringsum_algo *algo)
{
	if (pieces->has_blank)
		return MANIFEST_BSD;
	if (strlen(algo->name) == pieces->word_len && strncasecmp(algo->name, pieces->word, pieces->word_len) == 0)
		return MANIFEST_OPENSSL;
	return MANIFEST_OPENSSL1;
}

bool layout_tag(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	size_t start = layout_skip_blanks(line->data, line->len);
	bool is_escaped = start < line->len && line->data[start] == '\\';
	const struct ringsum_algo *algo;
	struct tag_line pieces;
	bool is_keyed;

	start += is_escaped;
	if (!cut(line->data + start, line->len - start, &pieces))
		return false;
	is_keyed = cut_mark(&pieces);
	algo = layout_find_algo(context, pieces.word, pieces.word_len);
	if (!context->is_keyed && (is_keyed || (!algo && is_hmac_like(&pieces))))
		return layout_bad(item, "a keyed digest (HMAC), which nobody can check without its key");
	if (algo && !is_keyed && context->is_keyed)
		return layout_bad(item, "a digest without a key, and a key was given");
	if (!algo)
		return layout_bad(item, "the tag names no known algorithm");
	item->entry.layout = which(&pieces, algo);
	item->entry.digest_len = digits_decode(pieces.digest, pieces.digest_len, item->entry.digest);
	if (item->entry.digest_len == 0)
		return layout_bad(item, "the digest is neither hex nor base64");
	if (!layout_set_name(context, pieces.name, pieces.name_len, is_escaped, item))
		return true;
	return layout_finish(context, algo, item);
}
