/* SPDX-License-Identifier: MIT */
/*
 * A digest alone. It is an entry only where the list says for which file: it holds this one digest and nothing else,
 * and is called FILE.sha256 (or .sha1, .md5sum …), an algorithm that the digest fits. So it waits for the list's end.
 */
#include "layout.h"

#include "digits.h"

#include <string.h>
#include <strings.h>

/* The algorithm that the list's name ends in, and what stands before that; NULL: none. */
static const struct ringsum_algo *find_extension(const struct layout_context *context, size_t *ret_stem_len)
{
	const char *dot = context->file_name ? strrchr(context->file_name, '.') : NULL;
	const struct ringsum_algo *algo;
	size_t len;

	if (!dot || dot == context->file_name || dot[-1] == '/')
		return NULL;
	len = strlen(dot + 1);
	algo = layout_find_algo(context, dot + 1, len);
	if (!algo && len > 3 && strcasecmp(dot + len - 2, "sum") == 0)
		algo = layout_find_algo(context, dot + 1, len - 3);
	*ret_stem_len = (size_t)(dot - context->file_name);
	return algo;
}

static bool take(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	(void)context;
	(void)line;
	(void)item;
	return false;
}

static void give(struct layout_context *context, bool is_end, struct manifest_item *item)
{
	size_t stem_len;
	const struct ringsum_algo *algo = find_extension(context, &stem_len);

	*item = context->hold.item;
	context->hold.layout = NULL;
	if (!is_end)
		layout_bad(item, "a digest without a name");
	else if (!algo || stem_len > MANIFEST_LINE_MAX)
		layout_bad(item, "a digest without a name, in a list that is not called after a file (FILE.sha256)");
	else if (layout_set_name(context, context->file_name, stem_len, false, item))
		layout_finish(context, algo, item);
}

bool layout_hex(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	static const struct layout_multi multi = { take, give };
	size_t start = layout_skip_blanks(line->data, line->len);
	const char *text = line->data + start;
	size_t len = layout_cut_blanks(text, line->len - start);
	bool is_hex = digits_is_hex(text, len) || (len > 2 && text[2] == ':');
	size_t stem_len;

	item->entry.layout = MANIFEST_HEX;
	item->entry.digest_len = is_hex ? digits_decode(text, len, item->entry.digest) : 0;
	if (item->entry.digest_len == 0)
		return false;
	if (!layout_by_len(context, item->entry.digest_len) && !find_extension(context, &stem_len))
		return false;
	if (!context->is_first)
		return layout_bad(item, "a digest without a name");
	return layout_hold(context, &multi, item);
}
