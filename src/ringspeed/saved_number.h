/* SPDX-License-Identifier: MIT */
/*
 * Numbers as `openssl speed` prints them. The locale has no say, and what is no number is never taken for one.
 */
#ifndef RINGSPEED_SAVED_NUMBER_H
#define RINGSPEED_SAVED_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * saved_count() - read a whole number, of at most 18 digits
 * @text: digits and nothing else, not NUL-terminated
 *
 * Return: false: no such number.
 */
bool saved_count(const char *text, size_t len, uint64_t *ret_count);

/**
 * saved_decimal() - read digits, with or without a point and digits behind it
 * @text: not NUL-terminated; 40 bytes at most
 *
 * Return: false: no such number. What is read is finite and not negative.
 */
bool saved_decimal(const char *text, size_t len, double *ret_value);

#endif
