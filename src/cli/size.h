/* SPDX-License-Identifier: MIT */
/*
 * Numbers of bytes, as people write and read them.
 */
#ifndef CLI_SIZE_H
#define CLI_SIZE_H

#include <stddef.h>
#include <stdint.h>

/** What size_format() needs at most, with the NUL. */
#define SIZE_TEXT_MAX 16

/**
 * size_parse() - read a number of bytes
 * @text: decimal digits, then nothing; K, M, G, T, P, E or KiB … for powers of 1024; KB … for powers of 1000. A small k
 * is as good as a large one.
 * @ret_size: bytes
 *
 * Return: 0; -EINVAL: not such a number; -ERANGE: more than 64 bits.
 */
int size_parse(const char *text, uint64_t *ret_size);

/**
 * size_parse_count() - read a plain decimal number
 *
 * Return: as size_parse().
 */
int size_parse_count(const char *text, uint64_t *ret_count);

/** size_format() - "999 B", "1.61 GB": three digits that matter, powers of 1000 */
void size_format(uint64_t size, char ret_text[SIZE_TEXT_MAX]);

#endif
