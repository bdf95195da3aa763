/* SPDX-License-Identifier: MIT */
/*
 * Names in messages and status lines, as GNU programs quote them for a shell: untouched where that is safe, else 'in
 * quotes', with what cannot be printed as $'\n' or $'\377'. Nothing from a file name reaches a terminal raw.
 *
 * What can be printed depends on the locale of the environment, which is set by the first name that needs it: one
 * thread at a time.
 */
#ifndef CLI_QUOTE_H
#define CLI_QUOTE_H

#include <stddef.h>

/** struct quote - room for one quoted name; zero it, and call quote_finish() at the end */
struct quote {
	char *buf;
	size_t cap;
};

/**
 * quote_name() - quote where a shell would need it, or where ':' could mislead the reader of a message
 * @quote: holds the result
 * @name: any bytes
 *
 * Return: @name quoted, until the next call with this @quote. Never NULL: without memory, a text that says so.
 */
const char *quote_name(struct quote *quote, const char *name);

/** quote_unprintable() - the same, but what can be printed is left as it is, whatever a shell would make of it */
const char *quote_unprintable(struct quote *quote, const char *name);

/** quote_finish() - free the room */
void quote_finish(struct quote *quote);

#endif
