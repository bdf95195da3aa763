/* SPDX-License-Identifier: MIT */
/*
 * Hints for a listed file that is missing: what stands there under a name that differs only a little. A hint is text;
 * nothing is ever checked because of it.
 */
#ifndef RINGSUM_HINTS_H
#define RINGSUM_HINTS_H

#include "session.h"

/** struct hints - which have been given; each kind is given once. Zero it for each list. */
struct hints {
	unsigned given;
	/** @list_name: the path of the list; NULL: standard input */
	const char *list_name;
};

/** hints_tell() - look around for @name, which does not exist below @dir_fd, and say what is found */
void hints_tell(struct hints *hints, struct session *session, int dir_fd, const char *name);

#endif
