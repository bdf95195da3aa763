/* SPDX-License-Identifier: MIT */
/*
 * Leading directories of listed names.
 */
#ifndef RINGSUM_STRIP_H
#define RINGSUM_STRIP_H

#include <stdint.h>

/**
 * strip_path() - drop what stands before the first @n slashes, and these, as patch(1) does
 * @name: several slashes in a row count once
 * @n: 0: nothing is dropped; more than any name has (STRIP_ALL): use strip_to_base()
 *
 * Return: the rest, a part of @name; NULL: there are fewer slashes, or nothing is left.
 */
const char *strip_path(const char *name, uint64_t n);

/** strip_to_base() - what stands behind the last slash; NULL: nothing */
const char *strip_to_base(const char *name);

#endif
