/* SPDX-License-Identifier: MIT */
/*
 * Names of digests as the outputs spell them.
 */
#ifndef RINGSPEED_SAVED_NAME_H
#define RINGSPEED_SAVED_NAME_H

#include <stdbool.h>
#include <stddef.h>

/** saved_name_clean() - what is printable ASCII of @text, cut to fit; anything else becomes '?' */
void saved_name_clean(const char *text, size_t len, char *ret_name, size_t cap);

/** saved_name_is_same() - are these two spellings of one digest: sha256, SHA2-256, SHA-256? */
bool saved_name_is_same(const char *a, const char *b);

#endif
