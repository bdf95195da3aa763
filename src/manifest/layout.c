/* SPDX-License-Identifier: MIT */
/*
 * The last step of every layout: which algorithm an entry is for, and whether its digest fits. The word of the line
 * decides, else the algorithm that the caller fixed, else the length, and for each length there is one algorithm only:
 * nothing is tried until something matches.
 */
#include "layout.h"

#include "digits.h"
#include "escape.h"

#include <string.h>
#include <strings.h>

/* The shortest digest of an extendable-output function that is taken without the caller having chosen it, bytes. */
#define XOF_LEN_MIN 16

size_t layout_skip_blanks(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && layout_is_blank(text[n]))
		n++;
	return n;
}

size_t layout_cut_blanks(const char *text, size_t len)
{
	while (len > 0 && layout_is_blank(text[len - 1]))
		len--;
	return len;
}

bool layout_bad(struct manifest_item *item, const char *reason)
{
	item->event = MANIFEST_BAD;
	item->reason = reason;
	return true;
}

static bool is_alias_of(const struct ringsum_algo *algo, const char *word, size_t len)
{
	for (const char *alias = algo->aliases; *alias;) {
		size_t alias_len = strcspn(alias, " ");

		if (alias_len == len && strncasecmp(alias, word, len) == 0)
			return true;
		alias += alias_len;
		alias += strspn(alias, " ");
	}
	return false;
}

const struct ringsum_algo *layout_find_algo(const struct layout_context *context, const char *word, size_t len)
{
	/* The fixed one may be known to libcrypto alone. */
	if (context->algo && is_alias_of(context->algo, word, len))
		return context->algo;
	return ringsum_algo_find(word, len);
}

bool layout_set_name(struct layout_context *context, const char *name, size_t len, bool is_escaped,
		     struct manifest_item *item)
{
	ssize_t name_len = (ssize_t)len;

	if (len == 0) {
		layout_bad(item, "the name is missing");
		return false;
	}
	if (is_escaped)
		name_len = escape_decode(name, len, context->name);
	else
		memcpy(context->name, name, len);
	if (name_len < 0) {
		layout_bad(item, "a backslash in the name that is not one of \\\\, \\n and \\r");
		return false;
	}
	context->name[name_len] = '\0';
	item->entry.name = context->name;
	item->entry.name_len = (size_t)name_len;
	return true;
}

bool layout_set_spaced_name(struct layout_context *context, const char *text, size_t len, bool is_escaped,
			    struct manifest_item *item)
{
	bool has_mark = len > 1 && (text[0] == ' ' || text[0] == '*');

	return layout_set_name(context, text + has_mark, len - has_mark, is_escaped, item);
}

const struct ringsum_algo *layout_by_len(const struct layout_context *context, size_t digest_len)
{
	const struct ringsum_algo *fixed = context->algo;

	if (fixed && digest_len == (fixed->digest_len ? fixed->digest_len : context->digest_len))
		return fixed;
	return manifest_algo_by_len(digest_len);
}

static bool is_fitting(const struct layout_context *context, const struct ringsum_algo *algo, size_t digest_len)
{
	if (algo->digest_len)
		return digest_len == algo->digest_len;
	if (algo == context->algo && context->digest_len)
		return digest_len == context->digest_len;
	return digest_len >= XOF_LEN_MIN;
}

bool layout_finish(const struct layout_context *context, const struct ringsum_algo *algo, struct manifest_item *item)
{
	struct manifest_entry *entry = &item->entry;

	if (!algo)
		algo = layout_by_len(context, entry->digest_len);
	if (!algo)
		return layout_bad(item, "the length of the digest fits no algorithm");
	if (!is_fitting(context, algo, entry->digest_len))
		return layout_bad(item, "the length of the digest does not fit the algorithm");
	entry->algo = algo;
	item->event = context->algo && algo != context->algo ? MANIFEST_OTHER_ALGO : MANIFEST_ENTRY;
	return true;
}

bool layout_hold(struct layout_context *context, const struct layout_multi *layout, const struct manifest_item *item)
{
	context->hold = (struct layout_hold){ .layout = layout, .item = *item };
	return true;
}

void layout_hold_digits(struct layout_hold *hold, const char *text, size_t len)
{
	bool is_run = false;

	for (size_t i = 0; i < len; i++) {
		bool is_digit = digits_is_hex(&text[i], 1);

		hold->n_groups += is_digit && !is_run;
		is_run = is_digit;
		if (!is_digit)
			continue;
		if (hold->n_digits < sizeof(hold->digits))
			hold->digits[hold->n_digits] = text[i];
		hold->n_digits++;
	}
}

void layout_give(struct layout_context *context, struct manifest_item *item)
{
	struct layout_hold *hold = &context->hold;

	*item = hold->item;
	hold->layout = NULL;
	if (hold->n_digits <= sizeof(hold->digits))
		item->entry.digest_len = digits_decode(hold->digits, hold->n_digits, item->entry.digest);
	if (item->entry.digest_len == 0)
		layout_bad(item, "the length of the digest fits no algorithm");
	else
		layout_finish(context, hold->algo, item);
}
