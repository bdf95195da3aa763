/* SPDX-License-Identifier: MIT */
/*
 * How many bytes the operands have, for the progress line.
 */
#ifndef RINGSUM_TOTAL_H
#define RINGSUM_TOTAL_H

#include "options.h"

/**
 * total_measure() - add up what the operands have to hash
 * @dir_fd: what they are relative to
 * @ret_total: bytes
 *
 * Return: is it known? Not for pipes, devices and standard input, unless --bytes says it.
 */
bool total_measure(const struct options *options, int dir_fd, uint64_t *ret_total);

#endif
