/* SPDX-License-Identifier: MIT */
/*
 * What the helpers of the benchmark share: a list of file names, NUL behind each, on standard input.
 */
#ifndef BENCH_LIST_H
#define BENCH_LIST_H

#include <err.h>
#include <fcntl.h>
#include <stdio.h>

/** list_open_next() - open the next file of the list. Return: a descriptor; -1: the list is over. Ends on errors. */
static inline int list_open_next(char **name, size_t *name_cap)
{
	int fd;

	if (getdelim(name, name_cap, '\0', stdin) < 0)
		return -1;
	fd = open(*name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		err(1, "%s", *name);
	return fd;
}

#endif
