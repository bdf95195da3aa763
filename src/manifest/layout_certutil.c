/* SPDX-License-Identifier: MIT */
/*
 * `certutil -hashfile` of Windows: a line with algorithm and name, the digest in the line below, a line of thanks.
 * Until Windows 8 it says `hash of file NAME:` and sets blanks between bytes; since then `hash of NAME:` without
 * blanks. The digest tells the two apart, so that a file called "file x" keeps its name.
 */
#include "layout.h"

#include "digits.h"

#include <string.h>

static const char thanks[] = "CertUtil: -hashfile command completed successfully.";
static const char hash_of[] = " hash of ";
static const char old_word[] = "file ";

/* Pairs of digits with one blank between. */
static bool is_spaced(const char *text, size_t len)
{
	if (len % 3 != 2)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (i % 3 == 2 ? text[i] != ' ' : !digits_is_hex(&text[i], 1))
			return false;
	}
	return len > 2;
}

/* The word that only the old form has. */
static void drop_old_word(struct layout_context *context, struct manifest_entry *entry)
{
	size_t n = sizeof(old_word) - 1;

	if (entry->name_len > n && memcmp(context->name, old_word, n) == 0) {
		entry->name_len -= n;
		memmove(context->name, context->name + n, entry->name_len + 1);
	}
}

static bool take(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	size_t start = layout_skip_blanks(line->data, line->len);
	const char *text = line->data + start;
	size_t len = layout_cut_blanks(text, line->len - start);

	if (is_spaced(text, len))
		drop_old_word(context, &context->hold.item.entry);
	else if (!digits_is_hex(text, len))
		return false;
	layout_hold_digits(&context->hold, text, len);
	layout_give(context, item);
	return true;
}

static void give(struct layout_context *context, bool is_end, struct manifest_item *item)
{
	(void)is_end;
	*item = context->hold.item;
	context->hold.layout = NULL;
	layout_bad(item, "certutil's head line without its digest below");
}

bool layout_certutil(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	static const struct layout_multi multi = { take, give };
	size_t len = layout_cut_blanks(line->data, line->len);
	const char *head;
	const struct ringsum_algo *algo;

	if (len == sizeof(thanks) - 1 && memcmp(line->data, thanks, len) == 0)
		return true;
	head = len > 0 && line->data[len - 1] == ':' ? memmem(line->data, len, hash_of, sizeof(hash_of) - 1) : NULL;
	algo = head ? layout_find_algo(context, line->data, (size_t)(head - line->data)) : NULL;
	if (!algo)
		return false;
	head += sizeof(hash_of) - 1;
	item->entry.layout = MANIFEST_CERTUTIL;
	if (!layout_set_name(context, head, (size_t)(line->data + len - 1 - head), false, item))
		return true;
	layout_hold(context, &multi, item);
	context->hold.algo = algo;
	return true;
}
