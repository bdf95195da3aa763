/* SPDX-License-Identifier: MIT */
/*
 * The parser: lines in, one item at a time out. It owns the order in which things are tried and the counts; what a line
 * of a layout looks like is the layouts' affair. A dialect is a list of layouts. Every line ends up as an entry, as a
 * reason, as a line for another algorithm, or as text that is known to say nothing; none is dropped in silence.
 */
#include "parse.h"

#include "layout.h"
#include "text.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static_assert(TEXT_LINE_MAX == MANIFEST_LINE_MAX, "one bound on lines");

typedef bool layout_take(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/* The wide dialect; what most lists are comes first. */
static layout_take *const wide_layouts[] = {
	layout_gnu,
	layout_tag,
};

struct manifest_parser {
	struct manifest_parser_options options;
	/** @spacing: where the options name no other place */
	enum manifest_spacing spacing;
	struct manifest_summary summary;
	uint64_t n_lines;
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
}

void manifest_parser_summary(const struct manifest_parser *parser, struct manifest_summary *ret_summary)
{
	*ret_summary = parser->summary;
}

/* Lines that coreutils skips: a `#` in the first column, or nothing at all. */
static void take_gnu(struct manifest_parser *parser, const struct text_line *line, struct manifest_item *item)
{
	if (line->len == 0 || line->data[0] == '#')
		return;
	if (line->is_overlong || !layout_coreutils(&parser->context, parser->options.spacing, line, item))
		item->event = MANIFEST_BAD;
}

static bool is_comment(const struct text_line *line)
{
	size_t start = layout_skip_blanks(line->data, line->len);

	return !line->has_nul && (start == line->len || line->data[start] == '#' || line->data[start] == ';');
}

static void take_wide(struct manifest_parser *parser, const struct text_line *line, struct manifest_item *item)
{
	if (is_comment(line))
		return;
	if (line->has_nul) {
		layout_bad(item, "a NUL byte");
		return;
	}
	if (line->is_overlong) {
		layout_bad(item, "a line of more than 64 KiB");
		return;
	}
	if (line->is_broken) {
		layout_bad(item, "not valid UTF-16");
		return;
	}
	for (size_t i = 0; i < sizeof(wide_layouts) / sizeof(wide_layouts[0]); i++) {
		if (wide_layouts[i](&parser->context, line, item))
			return;
	}
	layout_bad(item, "no known layout");
}

/* What holds for an item of any layout. */
static void settle(struct manifest_parser *parser, struct manifest_item *item)
{
	struct manifest_summary *summary = &parser->summary;
	bool is_self = parser->options.is_stdin && item->event == MANIFEST_ENTRY && strcmp(item->entry.name, "-") == 0;

	if (is_self)
		layout_bad(item, "an entry \"-\" in a list that comes from standard input itself");
	if (parser->options.dialect == MANIFEST_GNU_SUM)
		item->reason = NULL;
	item->entry.line = item->line;
	summary->n_entries += item->event == MANIFEST_ENTRY;
	summary->n_other_algo += item->event == MANIFEST_OTHER_ALGO;
	if (item->event == MANIFEST_BAD && summary->n_bad++ == 0) {
		summary->first_bad_line = item->line;
		summary->first_bad_reason = item->reason;
	}
}

void manifest_parser_next(struct manifest_parser *parser, struct manifest_item *ret_item)
{
	struct text_line line;

	memset(ret_item, 0, sizeof(*ret_item));
	while (text_next(&parser->text, &line)) {
		ret_item->line = ++parser->n_lines;
		if (parser->options.dialect == MANIFEST_GNU_SUM)
			take_gnu(parser, &line, ret_item);
		else
			take_wide(parser, &line, ret_item);
		if (ret_item->event != MANIFEST_MORE) {
			settle(parser, ret_item);
			return;
		}
	}
}
