/* SPDX-License-Identifier: MIT */
/*
 * The check-file grammar of coreutils 9.11, for programs that stand in for it. Everything here is as its programs
 * behave, wanted or not: the first untagged line decides whether names stand behind one blank or behind two characters,
 * and that holds for the rest of the run; a NUL ends a name; only the algorithm's own tag is known, in upper case.
 */
#include "layout.h"

#include "digits.h"
#include "escape.h"

#include <string.h>

static size_t hex_len(const struct layout_context *context)
{
	return 2 * (context->algo->digest_len ? context->algo->digest_len : context->digest_len);
}

static bool take_digest(const struct layout_context *context, const char *text, size_t len, struct manifest_item *item)
{
	if (len != hex_len(context) || !digits_is_hex(text, len))
		return false;
	item->entry.algo = context->algo;
	item->entry.digest_len = digits_decode(text, len, item->entry.digest);
	return true;
}

/* A name as a C string: what stands behind a NUL does not count. */
static bool take_name(struct layout_context *context, const char *text, size_t len, bool is_escaped,
		      struct manifest_item *item)
{
	ssize_t name_len = (ssize_t)strnlen(text, len);

	if (is_escaped)
		name_len = escape_decode(text, len, context->name);
	else
		memcpy(context->name, text, (size_t)name_len);
	if (name_len < 0)
		return false;
	context->name[name_len] = '\0';
	item->entry.name = context->name;
	item->entry.name_len = (size_t)name_len;
	item->event = MANIFEST_ENTRY;
	return true;
}

/* Behind the tag: `(name) = digest`. */
static bool take_tagged(struct layout_context *context, const char *text, size_t len, bool is_escaped,
			struct manifest_item *item)
{
	const char *close = len ? memrchr(text, ')', len) : NULL;
	size_t pos;

	if (!close)
		return false;
	pos = (size_t)(close - text) + 1;
	pos += layout_skip_blanks(text + pos, len - pos);
	if (pos == len || text[pos] != '=')
		return false;
	pos++;
	pos += layout_skip_blanks(text + pos, len - pos);
	item->entry.layout = MANIFEST_BSD;
	return take_digest(context, text + pos, len - pos, item) &&
	       take_name(context, text, (size_t)(close - text), is_escaped, item);
}

static bool take_untagged(struct layout_context *context, enum manifest_spacing *spacing, const char *text, size_t len,
			  bool is_escaped, struct manifest_item *item)
{
	size_t pos = hex_len(context);

	if (len < pos + 2 || !(layout_is_blank(text[pos]) || text[pos] == '\0') ||
	    !take_digest(context, text, pos, item))
		return false;
	pos++;
	if (len - pos == 1 || (text[pos] != ' ' && text[pos] != '*')) {
		if (*spacing == MANIFEST_SPACING_TWO)
			return false;
		*spacing = MANIFEST_SPACING_ONE;
	} else if (*spacing != MANIFEST_SPACING_ONE) {
		*spacing = MANIFEST_SPACING_TWO;
		pos++;
	}
	item->entry.layout = MANIFEST_GNU;
	return take_name(context, text + pos, len - pos, is_escaped, item);
}

bool layout_coreutils(struct layout_context *context, enum manifest_spacing *spacing, const struct text_line *line,
		      struct manifest_item *item)
{
	const char *text = line->data;
	size_t start = layout_skip_blanks(text, line->len);
	bool is_escaped = start < line->len && text[start] == '\\';
	size_t tag_len = strlen(context->algo->tag);
	size_t len;

	start += is_escaped;
	text += start;
	len = line->len - start;
	if (len > tag_len && memcmp(text, context->algo->tag, tag_len) == 0) {
		tag_len += text[tag_len] == ' ';
		return tag_len < len && text[tag_len] == '(' &&
		       take_tagged(context, text + tag_len + 1, len - tag_len - 1, is_escaped, item);
	}
	return take_untagged(context, spacing, text, len, is_escaped, item);
}
