/* SPDX-License-Identifier: MIT */
/*
 * What the layouts share. A layout looks at a line and either leaves it alone or claims it; a claimed line is an entry,
 * a line for another algorithm, a damaged line, or (in layouts of several lines) nothing to tell yet.
 */
#ifndef MANIFEST_LAYOUT_H
#define MANIFEST_LAYOUT_H

#include "item.h"
#include "text.h"

struct layout_context;

/** struct layout_multi - a layout whose entries take several lines */
struct layout_multi {
	/**
	 * @take: look at the line behind those held; false: it is no part of the entry, which is over. A layout that
	 * has its entry whole gives it here and lets go; else the item stays MANIFEST_MORE.
	 */
	bool (*take)(struct layout_context *context, const struct text_line *line, struct manifest_item *item);
	/** @give: the entry is over, because of another line or (@is_end) the end of the list; fill @item */
	void (*give)(struct layout_context *context, bool is_end, struct manifest_item *item);
};

/** struct layout_hold - an entry that waits for its next line */
struct layout_hold {
	/** @layout: whose it is; NULL: none is held */
	const struct layout_multi *layout;
	/** @item: the entry so far; its name is in the context */
	struct manifest_item item;
	/** @algo: the algorithm that the lines name, or NULL */
	const struct ringsum_algo *algo;
	/** @step: how far a layout has come, in its own count */
	unsigned step;
	/** @digits: the digest so far, hex digits; more than fit: @n_digits goes beyond */
	char digits[2 * RINGSUM_DIGEST_MAX];
	size_t n_digits;
	/** @n_groups: runs of digits */
	size_t n_groups;
};

/** How many columns of hashdeep are looked at; it has six algorithms itself. */
#define LAYOUT_COLUMNS_MAX 16

/** struct layout_context - what a layout needs to know besides the line */
struct layout_context {
	/** @algo: only this algorithm; NULL: any */
	const struct ringsum_algo *algo;
	/** @digest_len: bytes of a digest of @algo where it has no fixed length; 0: open */
	size_t digest_len;
	/** @is_keyed: lines with a tag must be for an HMAC, and are for its digest */
	bool is_keyed;
	/** @file_name: what the list is called, or NULL */
	const char *file_name;
	/** @is_first: nothing was found before this line, entry or damage */
	bool is_first;
	/** @is_table: below the head of a table of Get-FileHash */
	bool is_table;
	/** @columns: hashdeep: the digests of each line, NULL for an unknown one */
	const struct ringsum_algo *columns[LAYOUT_COLUMNS_MAX];
	/** @n_columns: 0: no header of hashdeep so far */
	size_t n_columns;
	struct layout_hold hold;
	/** @name: where entries keep their name */
	char name[MANIFEST_LINE_MAX + 1];
};

/** layout_hold() - keep what @item has so far for the next line; always true */
bool layout_hold(struct layout_context *context, const struct layout_multi *layout, const struct manifest_item *item);

/** layout_hold_digits() - add the hex digits of @text to those held; what is no digit stands between groups */
void layout_hold_digits(struct layout_hold *hold, const char *text, size_t len);

/** layout_give() - the entry held is whole, its digest being the digits held */
void layout_give(struct layout_context *context, struct manifest_item *item);

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

/** layout_set_spaced_name() - layout_set_name() of what follows a digest and one blank: perhaps a mark, then a name */
bool layout_set_spaced_name(struct layout_context *context, const char *text, size_t len, bool is_escaped,
			    struct manifest_item *item);

/** layout_by_len() - the algorithm of an untagged digest of so many bytes, or NULL: nothing is guessed */
const struct ringsum_algo *layout_by_len(const struct layout_context *context, size_t digest_len);

/* ---- The layouts; each returns true where it claims the line ---- */

/** layout_gnu() - `digest  name` */
bool layout_gnu(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/** layout_tag() - `SHA256 (name) = digest` and `SHA2-256(name)= digest` */
bool layout_tag(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/** layout_sri() - `sha256-BASE64  name` */
bool layout_sri(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/** layout_hex() - a digest alone, in a list that is called after its file */
bool layout_hex(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/** layout_hashdeep() - `size,digest,…,name` */
bool layout_hashdeep(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/** layout_certutil() - `SHA256 hash of name:`, the digest below */
bool layout_certutil(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/** layout_powershell() - Get-FileHash: a table, or `Algorithm : …`, `Hash : …`, `Path : …` */
bool layout_powershell(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/** layout_gpg() - `name: 1A2B3C4D …`, going on in further lines */
bool layout_gpg(struct layout_context *context, const struct text_line *line, struct manifest_item *item);

/** layout_reason() - what a line that no layout claims is, or looks like; never NULL */
const char *layout_reason(const struct text_line *line);

/**
 * layout_coreutils() - a line as coreutils 9.11 reads it; claims only what it accepts
 * @spacing: what earlier lines have decided
 */
bool layout_coreutils(struct layout_context *context, enum manifest_spacing *spacing, const struct text_line *line,
		      struct manifest_item *item);

#endif
