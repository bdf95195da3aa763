/* SPDX-License-Identifier: MIT */
/*
 * Who the program is. Under the name of a GNU program it is that program, to the byte; under any other it is ringsum.
 */
#ifndef RINGSUM_GNU_H
#define RINGSUM_GNU_H

#include <stdbool.h>

/** struct personality - a name and what follows from it */
struct personality {
	/** @program: how messages begin: argv[0] as it is for a GNU name, its base name for ringsum */
	const char *program;
	/** @base: the base name of argv[0] */
	const char *base;
	/** @is_gnu: one of the six GNU names */
	bool is_gnu;
	/** @algo_name: the algorithm used where no option names one */
	const char *algo_name;
	/** @bits: of its digest */
	unsigned bits;
};

/** personality_find() - who @argv0 (NULL is allowed) makes us; strings point into it */
void personality_find(const char *argv0, struct personality *ret_personality);

#endif
