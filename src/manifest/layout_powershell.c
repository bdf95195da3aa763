/* SPDX-License-Identifier: MIT */
/*
 * Get-FileHash of PowerShell, as a table (`Algorithm  Hash  Path` over dashes) or as a list (`Algorithm : …`,
 * `Hash : …`, `Path : …`). PowerShell cuts and wraps what its window does not hold: a digest that goes on in an
 * indented line is put together, a name that was cut or wrapped is refused, since nobody knows what is missing.
 */
#include "layout.h"

#include "digits.h"

#include <string.h>

/* What an entry of the list form has so far. */
enum step {
	STEP_ALGORITHM,
	STEP_HASH,
	STEP_PATH,
	/** the path goes on in another line */
	STEP_WRAPPED,
};

/* A piece of a line. */
struct field {
	const char *text;
	size_t len;
};

/* The next word of @rest, which becomes what stands behind it. */
static struct field cut_word(struct field *rest)
{
	size_t start = layout_skip_blanks(rest->text, rest->len);
	struct field word = { rest->text + start, 0 };

	while (start + word.len < rest->len && !layout_is_blank(word.text[word.len]))
		word.len++;
	rest->text = word.text + word.len;
	rest->len -= start + word.len;
	start = layout_skip_blanks(rest->text, rest->len);
	rest->text += start;
	rest->len = layout_cut_blanks(rest->text, rest->len - start);
	return word;
}

static bool is_equal(struct field field, const char *word)
{
	return strlen(word) == field.len && memcmp(field.text, word, field.len) == 0;
}

static bool ends_in(struct field field, const char *text)
{
	size_t len = strlen(text);

	return field.len >= len && memcmp(field.text + field.len - len, text, len) == 0;
}

/* "…" or "..." where the window ended */
static bool is_cut(struct field field)
{
	return ends_in(field, "...") || ends_in(field, "\xe2\x80\xa6");
}

/* `Key : value` */
static bool cut_value(const struct text_line *line, const char *key, struct field *ret_value)
{
	struct field rest = { line->data, line->len };

	if (line->len == 0 || layout_is_blank(line->data[0]) || !is_equal(cut_word(&rest), key) ||
	    !is_equal(cut_word(&rest), ":"))
		return false;
	*ret_value = rest;
	return true;
}

static bool take_hash(struct layout_context *context, struct field value)
{
	if (!digits_is_hex(value.text, value.len))
		return false;
	layout_hold_digits(&context->hold, value.text, value.len);
	context->hold.step = STEP_HASH;
	return true;
}

static bool take_path(struct layout_context *context, struct field value)
{
	if (!layout_set_name(context, value.text, value.len, false, &context->hold.item))
		return false;
	context->hold.step = STEP_PATH;
	return true;
}

static bool take(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	struct layout_hold *hold = &context->hold;
	struct field value = { line->data, line->len };

	(void)item;
	if (layout_is_blank(line->data[0]) && hold->step == STEP_HASH)
		return take_hash(context, cut_word(&value));
	if (layout_is_blank(line->data[0]) && hold->step >= STEP_PATH) {
		hold->step = STEP_WRAPPED;
		return true;
	}
	if (hold->step == STEP_ALGORITHM && cut_value(line, "Hash", &value))
		return take_hash(context, value);
	if (hold->step == STEP_HASH && cut_value(line, "Path", &value))
		return take_path(context, value);
	return false;
}

static void give(struct layout_context *context, bool is_end, struct manifest_item *item)
{
	unsigned step = context->hold.step;

	(void)is_end;
	if (step == STEP_PATH) {
		layout_give(context, item);
		return;
	}
	*item = context->hold.item;
	context->hold.layout = NULL;
	layout_bad(item, step == STEP_WRAPPED ? "a path of Get-FileHash that was wrapped into several lines"
					      : "an entry of Get-FileHash that is not whole");
}

static bool take_list(struct layout_context *context, struct field value, struct manifest_item *item)
{
	static const struct layout_multi multi = { take, give };
	const struct ringsum_algo *algo = layout_find_algo(context, value.text, value.len);

	if (!algo)
		return layout_bad(item, "Get-FileHash with no known algorithm");
	layout_hold(context, &multi, item);
	context->hold.algo = algo;
	return true;
}

/* `SHA256  DIGEST  path` below a head. */
static bool take_row(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	struct field rest = { line->data, line->len };
	struct field word = cut_word(&rest);
	struct field digest = cut_word(&rest);
	const struct ringsum_algo *algo = layout_find_algo(context, word.text, word.len);

	if (!algo || (!digits_is_hex(digest.text, digest.len) && !is_cut(digest)))
		return false;
	if (is_cut(digest) || is_cut(rest))
		return layout_bad(item, "a row of Get-FileHash that was cut to fit its window");
	item->entry.digest_len = digits_decode(digest.text, digest.len, item->entry.digest);
	if (!layout_set_name(context, rest.text, rest.len, false, item))
		return true;
	return layout_finish(context, algo, item);
}

static bool is_head(struct field rest)
{
	return is_equal(cut_word(&rest), "Algorithm") && is_equal(cut_word(&rest), "Hash") && is_equal(rest, "Path");
}

static bool is_rule(const struct text_line *line)
{
	for (size_t i = 0; i < line->len; i++) {
		if (line->data[i] != '-' && line->data[i] != ' ')
			return false;
	}
	return true;
}

bool layout_powershell(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	struct field value;

	item->entry.layout = MANIFEST_POWERSHELL;
	if (cut_value(line, "Algorithm", &value))
		return take_list(context, value, item);
	if (is_head((struct field){ line->data, line->len })) {
		context->is_table = true;
		return true;
	}
	return context->is_table && (is_rule(line) || take_row(context, line, item));
}
