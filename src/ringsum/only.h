/* SPDX-License-Identifier: MIT */
/*
 * The names of --only: exact, byte for byte, each of which has to be listed.
 */
#ifndef RINGSUM_ONLY_H
#define RINGSUM_ONLY_H

#include <stdbool.h>
#include <stddef.h>

/** struct only - the names wanted */
struct only {
	struct only_name *names;
	size_t n_names;
};

/**
 * only_init() - take the names; none: every name is wanted
 *
 * Owner: the caller, who calls only_finish(). The strings are borrowed.
 * Return: 0; -ENOMEM.
 */
int only_init(struct only *only, const char *const *names, size_t n_names);

/** only_wants() - is @name wanted? Notes that it is listed. */
bool only_wants(struct only *only, const char *name);

/**
 * only_next_missing() - walk the names that were never listed
 * @at: 0 for the first; moved on
 *
 * Return: a name, or NULL behind the last.
 */
const char *only_next_missing(const struct only *only, size_t *at);

void only_finish(struct only *only);

#endif
