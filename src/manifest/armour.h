/* SPDX-License-Identifier: MIT */
/*
 * The wrapping of signed lists: PGP clear-signed text (RFC 9580 section 7), signify and minisign. Nothing is verified.
 */
#ifndef MANIFEST_ARMOUR_H
#define MANIFEST_ARMOUR_H

#include "text.h"

/** enum armour_state - where in the wrapping a list is */
enum armour_state {
	/** in text that nothing signs */
	ARMOUR_OUTSIDE,
	/** PGP: between BEGIN and the empty line */
	ARMOUR_PGP_HEADERS,
	ARMOUR_PGP_TEXT,
	ARMOUR_PGP_SIGNATURE,
	/** PGP: a block that holds no clear text */
	ARMOUR_PGP_BLOCK,
	/** signify: behind the untrusted comment, so that a signature comes next */
	ARMOUR_SIGNIFY_SIGNATURE,
	ARMOUR_SIGNIFY_TEXT,
	/** minisign: behind the trusted comment, so that a second signature comes next */
	ARMOUR_SIGNIFY_SECOND,
};

/** enum armour_verdict - what a line is */
enum armour_verdict {
	/** text of the list */
	ARMOUR_IS_TEXT,
	/** wrapping */
	ARMOUR_IS_WRAPPING,
	/** damaged wrapping */
	ARMOUR_IS_BAD,
};

/** struct armour - zero it to begin */
struct armour {
	enum armour_state state;
	/** @is_signed: some of the list is signed text, or a signature stands in it */
	bool is_signed;
	/** @line: where the state began that must not be the last */
	uint64_t line;
};

/**
 * armour_take() - look at a line, which has no NUL
 * @number: the line's
 * @line: PGP's `- ` is cut off where it stands for itself
 * @ret_reason: ARMOUR_IS_BAD: what is wrong, static
 */
enum armour_verdict armour_take(struct armour *armour, uint64_t number, struct text_line *line,
				const char **ret_reason);

/** armour_is_inside() - the text here is signed */
bool armour_is_inside(const struct armour *armour);

/** armour_end() - the list is over; return what is missing, static, or NULL; once */
const char *armour_end(struct armour *armour);

#endif
