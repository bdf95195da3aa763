/* SPDX-License-Identifier: MIT */
/*
 * How a file was hashed, and why so, in words.
 */
#ifndef RINGSUM_HOW_H
#define RINGSUM_HOW_H

#include <ringsum.h>

/** struct how_run - what was decided for the whole run */
struct how_run {
	enum ringsum_io io;
	/** @ring_error: as in struct ringsum_about */
	int ring_error;
};

/** how_reader() - why that reader; static */
const char *how_reader(const struct how_run *run, const struct ringsum_result *result);

/** how_kernel() - why that kernel; static */
const char *how_kernel(const struct ringsum_result *result);

/** how_disk() - what follows from that disk; static */
const char *how_disk(const struct ringsum_result *result);

/** how_n_copied() - of the bytes hashed, those that were read through the page cache */
uint64_t how_n_copied(const struct ringsum_result *result);

#endif
