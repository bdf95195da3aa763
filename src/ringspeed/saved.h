/* SPDX-License-Identifier: MIT */
/*
 * Saved outputs of `openssl speed` 1.0.1 to 4.x and of ringspeed, as numbers: what each run measured. One file may hold
 * several runs, and a mail around them.
 */
#ifndef RINGSPEED_SAVED_H
#define RINGSPEED_SAVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Larger files are no saved outputs. */
#define SAVED_FILE_MAX (8u << 20)

/** Block sizes of one row at most, and bytes of a name with its NUL. */
#define SAVED_CELLS_MAX 32
#define SAVED_NAME_MAX 64
#define SAVED_LABEL_MAX 256
#define SAVED_RUNS_MAX 1000
#define SAVED_REASON_MAX 160
#define SAVED_DAMAGES_MAX 8

/** enum saved_clock - which time was measured */
enum saved_clock {
	SAVED_CLOCK_UNKNOWN,
	SAVED_CLOCK_CPU,
	SAVED_CLOCK_WALL,
};

/** enum saved_origin - where a rate stands */
enum saved_origin {
	/** calls and seconds: "Doing …", +R, or ringspeed's JSON */
	SAVED_FROM_COUNTS,
	/** the table, or +F */
	SAVED_FROM_TABLE,
};

/** struct saved_cell - one block size of one row */
struct saved_cell {
	/** @size: bytes of a block, above 0 */
	uint64_t size;
	/** @rate: bytes per second; finite, above 0 */
	double rate;
	/** @error: what is known of the relative error of @rate; 0: nothing is */
	double error;
	enum saved_origin origin;
};

/** struct saved_row - all sizes of a digest, smallest first */
struct saved_row {
	/** @name: as the output has it, of printable ASCII */
	char name[SAVED_NAME_MAX];
	struct saved_cell cells[SAVED_CELLS_MAX];
	unsigned n_cells;
};

/** struct saved_run - one call of the program */
struct saved_run {
	/** @label: the file name in front of the lines, as grep(1) prints it; "" without; printable ASCII */
	char label[SAVED_LABEL_MAX];
	/** @version: "OpenSSL 1.0.2g"; "" where it is not told */
	char version[SAVED_NAME_MAX];
	enum saved_clock clock;
	struct saved_row *rows;
	size_t n_rows;
	/** @has_guessed_sizes: a row stood there without its sizes; openssl's own were taken */
	bool has_guessed_sizes;
};

/** struct saved_damage - something that looks like a result and is none */
struct saved_damage {
	/** @line: counted from 1; 0: the whole file */
	uint32_t line;
	char reason[SAVED_REASON_MAX];
};

/** struct saved - what a file holds; the memory is its own */
struct saved {
	struct saved_run *runs;
	size_t n_runs;
	/** @damages: the first SAVED_DAMAGES_MAX of @n_damages */
	struct saved_damage damages[SAVED_DAMAGES_MAX];
	size_t n_damages;
};

/**
 * saved_parse() - read a document
 * @data, @len: all of its bytes
 * @ret_saved: saved_finish() it, whatever is returned. No runs and no damage: there are no results in it.
 *
 * Pure: neither I/O nor printing.
 *
 * Return: 0 or -ENOMEM.
 */
int saved_parse(const char *data, size_t len, struct saved *ret_saved);

/**
 * saved_read() - read a file
 * @path: "-" is standard input
 * @ret_saved: saved_finish() it, whatever is returned
 *
 * Return: 0, or a negative errno value; -EFBIG: more than SAVED_FILE_MAX bytes.
 */
int saved_read(const char *path, struct saved *ret_saved);

/** saved_finish() - free all */
void saved_finish(struct saved *saved);

/** saved_find() - the row of a run that is for the same digest as @name, however it is spelt; NULL: none */
const struct saved_row *saved_find(const struct saved_run *run, const char *name);

/** saved_cell_find() - what a row says for blocks of @size bytes; NULL: nothing */
const struct saved_cell *saved_cell_find(const struct saved_row *row, uint64_t size);

#endif
