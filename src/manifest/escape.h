/* SPDX-License-Identifier: MIT */
/*
 * The escapes of coreutils: a line whose name holds a backslash, a newline or a CR begins with a backslash, and in the
 * name these are written \\, \n and \r.
 */
#ifndef MANIFEST_ESCAPE_H
#define MANIFEST_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** escape_is_needed() - the name holds a character that is escaped */
bool escape_is_needed(const char *name);

/**
 * escape_decode() - undo the escapes
 * @ret_text: at least @len bytes; not NUL-terminated; may be @text itself
 *
 * Return: bytes at @ret_text; -1: a backslash that is none of the escapes, or a NUL.
 */
ssize_t escape_decode(const char *text, size_t len, char *ret_text);

/** escape_encode() - write @name with its escapes; return the bytes that takes; @ret_text NULL: only count them */
size_t escape_encode(const char *name, char *ret_text);

#endif
