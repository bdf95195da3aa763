/* SPDX-License-Identifier: MIT */
/*
 * Pieces of JSON (RFC 8259) for a stream. What the caller puts between them is the caller's affair.
 */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdbool.h>
#include <stdio.h>

/** json_is_utf8() - is this valid UTF-8 (RFC 3629)? */
bool json_is_utf8(const char *text);

/** json_put_string() - a string in quotes; each byte that is no part of valid UTF-8 becomes \ufffd */
void json_put_string(FILE *to, const char *text);

/** json_put_hex() - the bytes of a string as one string of lower-case hex digits */
void json_put_hex(FILE *to, const char *text);

/** json_put_positive() - a number that is above 0, else null: neither infinities nor what is no number are JSON */
void json_put_positive(FILE *to, double value);

#endif
