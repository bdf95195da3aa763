/* SPDX-License-Identifier: MIT */
/*
 * The parser: lines in, one item at a time out. It owns the order in which things are tried and the counts; what a line
 * of a layout looks like is the layouts' affair. A dialect is a list of layouts. Every line ends up as an entry, as a
 * reason, as a line for another algorithm, or as text that is known to say nothing; none is dropped in silence.
 */
#include "parse.h"

#include "armour.h"
#include "digits.h"
#include "layout.h"
#include "text.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static_assert(TEXT_LINE_MAX == MANIFEST_LINE_MAX, "one bound on lines");

typedef bool layout_take(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/* The wide dialect. What most lists are comes first; where two could claim a line, the stricter one does. */
static layout_take *const wide_layouts[] = {
	layout_gnu, layout_sri, layout_tag, layout_hex, layout_hashdeep, layout_certutil, layout_powershell, layout_gpg,
};

/* A line on its way through the parser. */
struct current {
	struct text_line text;
	uint64_t number;
	/** @damage: why its text cannot be used at all, or NULL */
	const char *damage;
	enum armour_verdict verdict;
	/** @armour_reason: what is wrong with the wrapping */
	const char *armour_reason;
	/** @is_unsigned: no signature covers it */
	bool is_unsigned;
};

struct manifest_parser {
	struct manifest_parser_options options;
	/** @spacing: where the options name no other place */
	enum manifest_spacing spacing;
	struct manifest_summary summary;
	/** @n_outside: entries that no signature covers, whether or not the list has one */
	uint64_t n_outside;
	uint64_t n_lines;
	bool is_end;
	/** @current: the line being looked at, where @has_current; it stays when an entry before it is given first */
	struct current current;
	bool has_current;
	struct armour armour;
	struct layout_context context;
	struct text text;
};

int manifest_parser_create(const struct manifest_parser_options *options, struct manifest_parser **ret_parser)
{
	bool is_open = options->algo && options->algo->digest_len == 0;
	struct manifest_parser *parser;

	if (options->dialect == MANIFEST_GNU_SUM && (!options->algo || (is_open && !options->digest_len)))
		return -EINVAL;
	if (options->digest_len > RINGSUM_DIGEST_MAX)
		return -EOVERFLOW;
	parser = calloc(1, sizeof(*parser));
	if (!parser)
		return -ENOMEM;
	parser->options = *options;
	if (!parser->options.spacing)
		parser->options.spacing = &parser->spacing;
	parser->context.algo = options->algo;
	parser->context.digest_len = is_open ? options->digest_len : 0;
	parser->context.file_name = options->file_name;
	parser->context.is_keyed = options->is_keyed;
	text_init(&parser->text, options->dialect == MANIFEST_WIDE);
	*ret_parser = parser;
	return 0;
}

void manifest_parser_destroy(struct manifest_parser *parser)
{
	free(parser);
}

void manifest_parser_feed(struct manifest_parser *parser, const void *data, size_t len, bool is_end)
{
	text_feed(&parser->text, data, len, is_end);
	parser->is_end = is_end;
}

void manifest_parser_summary(const struct manifest_parser *parser, struct manifest_summary *ret_summary)
{
	*ret_summary = parser->summary;
	ret_summary->is_signed = parser->armour.is_signed;
	ret_summary->n_unsigned = parser->armour.is_signed ? parser->n_outside : 0;
}

/* In coreutils a `#` in the first column makes a comment, and only an empty line is blank. */
static void take_gnu(struct manifest_parser *parser, struct manifest_item *item)
{
	const struct text_line *line = &parser->current.text;

	if (line->len == 0 || line->data[0] == '#')
		return;
	if (line->is_overlong || !layout_coreutils(&parser->context, parser->options.spacing, line, item))
		item->event = MANIFEST_BAD;
}

static bool is_comment(const struct text_line *line)
{
	size_t start = layout_skip_blanks(line->data, line->len);

	/* A line that has nothing but half a character is not blank, it was cut off. */
	if (line->has_nul || start == line->len)
		return !line->has_nul && !line->is_broken;
	return line->data[start] == '#' || line->data[start] == ';';
}

/* A letter and a NUL, twice, the NUL first or last. */
static bool is_utf16_like(const char *text, size_t len)
{
	return len >= 4 && !text[0] == !text[2] && !text[1] == !text[3] && !text[0] != !text[1];
}

/* Output of --zero has no newline, so that it looks like one line in which a NUL ends or separates entries. */
static const char *nul_reason(const struct text_line *line)
{
	const char *nul = memchr(line->data, '\0', line->len);
	size_t before = nul ? (size_t)(nul - line->data) : 0;
	size_t behind = nul ? line->len - before - 1 : 0;

	if (is_utf16_like(line->data, line->len))
		return "NUL bytes; perhaps UTF-16 without a byte-order mark";
	if (before > 32 && (behind == 0 || nul[1] == '\\' || (nul[1] >= 'A' && nul[1] <= 'Z') ||
			    digits_is_hex(nul + 1, behind < 32 ? behind : 32)))
		return "a NUL byte; output of --zero cannot be checked";
	return line->is_overlong ? "NUL bytes in a line of more than 64 KiB: this is no list" : "a NUL byte";
}

static const char *damage_of(const struct text_line *line)
{
	if (line->has_nul)
		return nul_reason(line);
	if (line->is_overlong)
		return "a line of more than 64 KiB";
	return line->is_broken ? "not valid UTF-16" : NULL;
}

/* The next line becomes the current one. Its wrapping is looked at here, once, since that moves the armour on. */
static bool fetch(struct manifest_parser *parser)
{
	struct current *current = &parser->current;

	if (parser->has_current)
		return true;
	if (!text_next(&parser->text, &current->text))
		return false;
	parser->has_current = true;
	current->number = ++parser->n_lines;
	if (parser->options.dialect == MANIFEST_GNU_SUM)
		return true;
	current->damage = damage_of(&current->text);
	current->verdict = ARMOUR_IS_TEXT;
	if (!current->damage)
		current->verdict = armour_take(&parser->armour, current->number, &current->text,
					       &current->armour_reason);
	current->is_unsigned = !armour_is_inside(&parser->armour);
	return true;
}

static void give_held(struct manifest_parser *parser, bool is_end, struct manifest_item *item)
{
	parser->context.hold.layout->give(&parser->context, is_end, item);
}

static void take_text(struct manifest_parser *parser, struct manifest_item *item)
{
	const struct text_line *line = &parser->current.text;
	const struct manifest_summary *summary = &parser->summary;

	parser->context.is_first = summary->n_entries + summary->n_bad + summary->n_other_algo == 0;
	for (size_t i = 0; i < sizeof(wide_layouts) / sizeof(wide_layouts[0]); i++) {
		if (wide_layouts[i](&parser->context, line, item))
			return;
	}
	layout_bad(item, layout_reason(line));
}

/* An entry held is offered the line; where it does not take it, it is given first and the line stays. */
static void take_wide(struct manifest_parser *parser, struct manifest_item *item)
{
	const struct current *current = &parser->current;
	const struct layout_hold *hold = &parser->context.hold;
	bool is_text = current->verdict == ARMOUR_IS_TEXT;

	if (current->verdict == ARMOUR_IS_WRAPPING || (is_text && is_comment(&current->text)))
		return;
	if (hold->layout && is_text && !current->damage && hold->layout->take(&parser->context, &current->text, item))
		return;
	if (hold->layout) {
		give_held(parser, false, item);
		parser->has_current = true;
	} else if (!is_text) {
		layout_bad(item, current->armour_reason);
	} else if (current->damage) {
		layout_bad(item, current->damage);
	} else {
		take_text(parser, item);
	}
}

/* What holds for an item of any layout. */
static void settle(struct manifest_parser *parser, struct manifest_item *item)
{
	struct manifest_summary *summary = &parser->summary;

	if (parser->options.is_stdin && item->event == MANIFEST_ENTRY && strcmp(item->entry.name, "-") == 0)
		layout_bad(item, "an entry \"-\" in a list that comes from standard input itself");
	if (parser->options.dialect == MANIFEST_GNU_SUM)
		item->reason = NULL;
	item->entry.line = item->line;
	summary->n_entries += item->event == MANIFEST_ENTRY;
	summary->n_other_algo += item->event == MANIFEST_OTHER_ALGO;
	parser->n_outside += item->event == MANIFEST_ENTRY && item->entry.is_unsigned;
	item->entry.is_unsigned &= parser->armour.is_signed;
	if (item->event == MANIFEST_BAD && summary->n_bad++ == 0) {
		summary->first_bad_line = item->line;
		summary->first_bad_reason = item->reason;
	}
}

/* What the end of the list brings to light; nothing the second time. */
static void take_end(struct manifest_parser *parser, struct manifest_item *item)
{
	const char *reason;

	if (parser->context.hold.layout) {
		give_held(parser, true, item);
		return;
	}
	reason = armour_end(&parser->armour);
	if (!reason)
		return;
	item->line = parser->armour.line;
	layout_bad(item, reason);
}

void manifest_parser_next(struct manifest_parser *parser, struct manifest_item *ret_item)
{
	memset(ret_item, 0, sizeof(*ret_item));
	while (ret_item->event == MANIFEST_MORE && fetch(parser)) {
		memset(ret_item, 0, sizeof(*ret_item));
		ret_item->line = parser->current.number;
		parser->has_current = false;
		if (parser->options.dialect == MANIFEST_GNU_SUM) {
			take_gnu(parser, ret_item);
		} else {
			ret_item->entry.is_unsigned = parser->current.is_unsigned;
			take_wide(parser, ret_item);
		}
	}
	if (ret_item->event == MANIFEST_MORE && parser->is_end)
		take_end(parser, ret_item);
	if (ret_item->event != MANIFEST_MORE)
		settle(parser, ret_item);
}
