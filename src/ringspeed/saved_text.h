/* SPDX-License-Identifier: MIT */
/*
 * What `openssl speed` prints, found among the words of a document: "Doing" lines, tables, and the lines of -mr.
 */
#ifndef RINGSPEED_SAVED_TEXT_H
#define RINGSPEED_SAVED_TEXT_H

#include "saved_build.h"
#include "saved_words.h"

/** saved_text_read() - hand every result among @words to @build */
void saved_text_read(const struct saved_words *words, struct saved_build *build);

#endif
