/* SPDX-License-Identifier: MIT */
/*
 * `gpg --print-md` and `--print-mds`: `name: 1A2B3C4D …` or `name: SHA256 = 1A2B3C4D …`, digits in upper case and in
 * groups whose size differs between versions, going on in indented lines. Behind a long name the digits begin in the
 * next line. An entry is over when a line does not go on, and only then is its length looked at: the first line of a
 * long digest is never taken for a short one. gpg escapes nothing.
 */
#include "layout.h"

#include "digits.h"

/* Digits in a group. */
#define GROUP_MAX 8

enum step {
	/** digits are there; more may come, indented */
	STEP_DIGITS,
	/** the name filled its line */
	STEP_NAME_ONLY,
	/** a line that goes on holds something else */
	STEP_SPOILT,
};

static bool is_gpg_digit(char letter)
{
	return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'F');
}

/* Groups of digits and nothing else. */
static bool is_groups(const char *text, size_t len)
{
	size_t run = 0;
	bool has_digit = false;

	for (size_t i = 0; i < len; i++) {
		if (!is_gpg_digit(text[i]) && text[i] != ' ')
			return false;
		run = text[i] == ' ' ? 0 : run + 1;
		has_digit |= run > 0;
		if (run > GROUP_MAX)
			return false;
	}
	return has_digit;
}

/* An indented line goes on with the digits; where it holds something else, it has lost some. */
static bool take(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	struct layout_hold *hold = &context->hold;
	bool is_digits = is_groups(line->data, line->len);
	bool is_part = hold->step == STEP_NAME_ONLY ? is_digits : layout_is_blank(line->data[0]);

	(void)item;
	if (!is_part)
		return false;
	hold->step = is_digits && hold->step != STEP_SPOILT ? STEP_DIGITS : STEP_SPOILT;
	layout_hold_digits(hold, line->data, line->len);
	return true;
}

static void give(struct layout_context *context, bool is_end, struct manifest_item *item)
{
	unsigned step = context->hold.step;

	(void)is_end;
	if (step == STEP_DIGITS && context->hold.n_groups > 1) {
		layout_give(context, item);
		return;
	}
	*item = context->hold.item;
	context->hold.layout = NULL;
	layout_bad(item, step == STEP_SPOILT ? "a digest that does not go on with digits" : "no known layout");
}

/* Cut ` SHA256 =` off the end of a head line. */
static const struct ringsum_algo *cut_tag(const struct layout_context *context, const char *text, size_t *len)
{
	size_t end = layout_cut_blanks(text, *len - 1);
	size_t start = end;

	while (start > 0 && !layout_is_blank(text[start - 1]))
		start--;
	*len = layout_cut_blanks(text, start);
	return layout_find_algo(context, text + start, end - start);
}

/* The length of a line without the digits and blanks at its end. */
static size_t head_len(const struct text_line *line)
{
	size_t len = line->len;

	while (len > 0 && (is_gpg_digit(line->data[len - 1]) || line->data[len - 1] == ' '))
		len--;
	return len;
}

bool layout_gpg(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	static const struct layout_multi multi = { take, give };
	const char *text = line->data;
	size_t len = head_len(line);
	const char *tail = text + len;
	size_t tail_len = line->len - len;
	bool has_digits = is_groups(tail, tail_len);
	const struct ringsum_algo *algo = NULL;
	bool has_tag;

	if (len < 2 || layout_is_blank(text[0]) || (tail_len > 0 && tail[0] != ' ') ||
	    (!has_digits && layout_cut_blanks(tail, tail_len) > 0))
		return false;
	has_tag = has_digits && text[len - 1] == '=';
	if (has_tag)
		algo = cut_tag(context, text, &len);
	if (len < 2 || text[len - 1] != ':')
		return false;
	if (has_tag && !algo)
		return layout_bad(item, "the tag names no known algorithm");
	item->entry.layout = MANIFEST_GPG;
	if (!layout_set_name(context, text, len - 1, false, item))
		return true;
	layout_hold(context, &multi, item);
	context->hold.algo = algo;
	context->hold.step = has_digits ? STEP_DIGITS : STEP_NAME_ONLY;
	layout_hold_digits(&context->hold, tail, tail_len);
	return true;
}
