/* SPDX-License-Identifier: MIT */
/*
 * One step through a checksum file: what a layout makes of a line, and what the parser hands on.
 */
#ifndef MANIFEST_ITEM_H
#define MANIFEST_ITEM_H

#include "entry.h"

/** enum manifest_spacing - what stands before the names of a run of coreutils; the first untagged line decides */
enum manifest_spacing {
	MANIFEST_SPACING_OPEN,
	/** two characters, the second a blank or `*` */
	MANIFEST_SPACING_TWO,
	/** one blank or tab; all behind it is the name */
	MANIFEST_SPACING_ONE,
};

/** enum manifest_event - what manifest_parser_next() found */
enum manifest_event {
	/** all bytes fed so far are used up; feed more, or the list is over */
	MANIFEST_MORE,
	/** an entry */
	MANIFEST_ENTRY,
	/** a line that is damaged, see manifest_item.reason */
	MANIFEST_BAD,
	/** a well-formed line for another algorithm than the fixed one */
	MANIFEST_OTHER_ALGO,
};

/** struct manifest_item - one step through a list */
struct manifest_item {
	enum manifest_event event;
	/** @line: where it stood, 1 and up */
	uint64_t line;
	/**
	 * @reason: MANIFEST_BAD: what is wrong, static, plain English without a full stop, fit to follow
	 * "FILE: LINE: ": "a NUL byte; output of --zero cannot be checked". NULL under the GNU dialect.
	 */
	const char *reason;
	/** @entry: MANIFEST_ENTRY */
	struct manifest_entry entry;
};

#endif
