/* SPDX-License-Identifier: MIT */
/*
 * What the layouts share. A layout looks at a line and either leaves it alone or claims it; a claimed line is an entry,
 * a line for another algorithm, a damaged line, or (in layouts of several lines) nothing to tell yet.
 */
#ifndef MANIFEST_LAYOUT_H
#define MANIFEST_LAYOUT_H

#include "parse.h"
#include "text.h"

/** struct layout_context - what a layout needs to know besides the line */
struct layout_context {
	/** @algo: only this algorithm; NULL: any */
	const struct ringsum_algo *algo;
	/** @digest_len: bytes of a digest of @algo where it has no fixed length; 0: open */
	size_t digest_len;
	/** @name: where entries keep their name */
	char name[MANIFEST_LINE_MAX + 1];
};

/** layout_skip_blanks() - how many blanks and tabs @text begins with */
size_t layout_skip_blanks(const char *text, size_t len);

/** layout_cut_blanks() - @len without the blanks and tabs at the end of @text */
size_t layout_cut_blanks(const char *text, size_t len);

/** layout_is_blank() - a blank or a tab */
static inline bool layout_is_blank(char letter)
{
	return letter == ' ' || letter == '\t';
}

/** layout_bad() - the line is damaged; always true, so that a layout can return it */
bool layout_bad(struct manifest_item *item, const char *reason);

/** layout_find_algo() - the algorithm that a word of the list names, or NULL */
const struct ringsum_algo *layout_find_algo(const struct layout_context *context, const char *word, size_t len);

/**
 * layout_set_name() - the name of an entry
 * @is_escaped: undo coreutils' escapes
 *
 * Return: false: there is none, or its escapes are wrong; @item says so.
 */
bool layout_set_name(struct layout_context *context, const char *name, size_t len, bool is_escaped,
		     struct manifest_item *item);

/**
 * layout_finish() - decide what the entry in @item is; its digest is set
 * @algo: the algorithm that the line names; NULL: none, so the length of the digest decides
 *
 * Return: always true.
 */
bool layout_finish(const struct layout_context *context, const struct ringsum_algo *algo, struct manifest_item *item);

/** layout_by_len() - the algorithm of an untagged digest of so many bytes, or NULL: nothing is guessed */
const struct ringsum_algo *layout_by_len(const struct layout_context *context, size_t digest_len);

/* ---- The layouts; each returns true where it claims the line ---- */

/** layout_gnu() - `digest  name` */
bool layout_gnu(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/** layout_tag() - `SHA256 (name) = digest` and `SHA2-256(name)= digest` */
bool layout_tag(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/**
 * layout_coreutils() - a line as coreutils 9.11 reads it; claims only what it accepts
 * @spacing: what earlier lines have decided
 */
bool layout_coreutils(struct layout_context *context, enum manifest_spacing *spacing, const struct text_line *line,
		      struct manifest_item *item);

#endif
