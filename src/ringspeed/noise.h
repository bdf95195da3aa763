/* SPDX-License-Identifier: MIT */
/*
 * What disturbs a measurement without its fault: processor time that the host of a virtual machine gives to others, and
 * clock frequencies that change.
 */
#ifndef RINGSPEED_NOISE_H
#define RINGSPEED_NOISE_H

#include "rates.h"

#include <stddef.h>

/** What noise_words() needs at most. */
#define NOISE_WORDS_MAX 256
/** More of either is told. */
#define NOISE_STEAL_TOLD 0.01
#define NOISE_MHZ_TOLD 0.05

/** struct noise - readings so far */
struct noise {
	uint64_t stolen;
	uint64_t total;
	bool has_ticks;
	struct rates_noise found;
};

/** noise_begin() - look for the first time */
void noise_begin(struct noise *noise);

/** noise_look() - look again: once in a while, outside of what is timed */
void noise_look(struct noise *noise);

/** noise_end() - what was found */
void noise_end(struct noise *noise, struct rates_noise *ret_found);

/** noise_words() - what is worth telling, a sentence without newline. Return: false: nothing. */
bool noise_words(const struct rates_noise *found, char ret_words[NOISE_WORDS_MAX]);

/** noise_parse_stat() - the first line of /proc/stat, proc_stat(5). Return: false: it is something else. */
bool noise_parse_stat(const char *line, uint64_t *ret_stolen, uint64_t *ret_total);

#endif
