/* SPDX-License-Identifier: MIT */
/*
 * A digest, MAC or signature as openssl writes it.
 */
#ifndef RINGDGST_LINE_H
#define RINGDGST_LINE_H

#include "session.h"

/**
 * line_put() - write what was computed of one file
 * @name: NULL: standard input
 */
void line_put(struct session *session, const char *name, const uint8_t *digest, size_t len);

#endif
