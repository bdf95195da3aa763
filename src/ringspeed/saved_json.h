/* SPDX-License-Identifier: MIT */
/*
 * A small reader of JSON (RFC 8259): the text is checked as a whole, and then walked without a copy of it.
 */
#ifndef RINGSPEED_SAVED_JSON_H
#define RINGSPEED_SAVED_JSON_H

#include <stdbool.h>
#include <stddef.h>

/** struct saved_json - a value in a text that saved_json_check() has found to be sound; all bytes zero: none */
struct saved_json {
	const char *at;
	const char *end;
};

/**
 * saved_json_check() - is this one value and nothing else?
 * @ret_value: it, borrowed from @text; untouched where it is not
 * @ret_line: the line of the first fault, from 1
 */
bool saved_json_check(const char *text, size_t len, struct saved_json *ret_value, unsigned *ret_line);

/** saved_json_member() - the value that an object has under @name; none, where it is no object or has no such name */
struct saved_json saved_json_member(struct saved_json value, const char *name);

/** saved_json_first() - the first element of an array; none, where it is no array or empty */
struct saved_json saved_json_first(struct saved_json value);

/** saved_json_next() - the element behind @element; none at the end */
struct saved_json saved_json_next(struct saved_json element);

/** saved_json_is_some() - is it a value at all? */
static inline bool saved_json_is_some(struct saved_json value)
{
	return value.at != NULL;
}

/** saved_json_number() - a number; false: it is none, or none that a double can hold */
bool saved_json_number(struct saved_json value, double *ret_number);

/** saved_json_text() - a string, cut to fit; what is not ASCII becomes '?'. False: it is none. */
bool saved_json_text(struct saved_json value, char *ret_text, size_t cap);

#endif
