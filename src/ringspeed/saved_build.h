/* SPDX-License-Identifier: MIT */
/*
 * Runs put together from single results, in the order in which these stand in a document.
 *
 * Results gather in a piece: first what "Doing" lines say, then a version, then a table. A piece ends where one of
 * these comes again, or another file's name. A piece belongs to the run before it when both are of one file and one
 * version and no digest has a size twice, so that a loop over digests is one run, and the same digest again is the next
 * run.
 */
#ifndef RINGSPEED_SAVED_BUILD_H
#define RINGSPEED_SAVED_BUILD_H

#include "saved.h"

#include <stdarg.h>

/** struct saved_build - a document on its way to runs; zero all but @saved */
struct saved_build {
	struct saved *saved;
	/** @piece: what has gathered, where @has_piece */
	struct saved_run piece;
	bool has_piece;
	/** @has_table: the piece has had its table */
	bool has_table;
	/** @n_rows: of all pieces so far */
	unsigned n_rows;
	/** @error: 0 or -ENOMEM; once it is set, all calls do nothing */
	int error;
};

/** struct saved_result - one rate */
struct saved_result {
	const char *name;
	size_t name_len;
	struct saved_cell cell;
};

/**
 * saved_build_label() - whose lines follow
 * @label: a file name, as bytes; "" where lines bear none
 */
void saved_build_label(struct saved_build *build, const char *label, size_t len);

/** saved_build_version() - which version follows, or, behind "Doing" lines, was measured */
void saved_build_version(struct saved_build *build, const char *version);

/**
 * saved_build_clock() - which time is measured
 * @is_behind: it may be told behind the "Doing" lines that it is about; else it is about what follows
 */
void saved_build_clock(struct saved_build *build, enum saved_clock clock, bool is_behind);

/** saved_build_table() - a table begins */
void saved_build_table(struct saved_build *build);

/** saved_build_guessed() - the sizes of the row that follows were guessed */
void saved_build_guessed(struct saved_build *build);

/** saved_build_add() - one result; without size or rate, or with too many of either, it is damage */
void saved_build_add(struct saved_build *build, uint32_t line, const struct saved_result *result);

/** saved_build_end_run() - what follows is another run, even if it would fit */
void saved_build_end_run(struct saved_build *build);

/** saved_build_damage() - tell something that looks like a result and is none */
void saved_build_damage(struct saved_build *build, uint32_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** saved_build_end() - the document is over. Return: 0 or -ENOMEM. */
int saved_build_end(struct saved_build *build);

#endif
