/* SPDX-License-Identifier: MIT */
/*
 * Owns the piece. A rate that stands there twice, as counts and in the table, is one cell: the table's, because
 * ringspeed prints a median there, with the error that follows from the seconds. What cannot be kept is told as damage,
 * never dropped in silence.
 */
#include "saved_build.h"

#include "saved_name.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a whole file: what no speed test prints, and looking through would take long. */
#define ROWS_MAX 4000

/* Counts and table of one output agree to the last digit, or nearly so where it is a median: else one is not its. */
#define SAME_RUN_SHARE 0.2
/* Two runs never agree so well in everything that they share. */
#define SAME_RATE_SHARE 0.002

static bool is_idle(const struct saved_build *build)
{
	return build->error < 0;
}

void saved_build_damage(struct saved_build *build, uint32_t line, const char *format, ...)
{
	struct saved *saved = build->saved;
	struct saved_damage *damage;
	va_list args;

	if (saved->n_damages++ >= SAVED_DAMAGES_MAX)
		return;
	damage = &saved->damages[saved->n_damages - 1];
	damage->line = line;
	va_start(args, format);
	vsnprintf(damage->reason, sizeof(damage->reason), format, args);
	va_end(args);
}

/* ---- cells and rows ---- */

static struct saved_row *find_row(struct saved_run *run, const char *name)
{
	for (size_t i = 0; i < run->n_rows; i++) {
		if (strcmp(run->rows[i].name, name) == 0)
			return &run->rows[i];
	}
	return NULL;
}

static struct saved_row *need_row(struct saved_run *run, const char *name)
{
	struct saved_row *row = find_row(run, name);
	struct saved_row *grown;

	if (row)
		return row;
	/* Room for 1, 2, 4 … rows: it is full whenever the number is a power of two. */
	if ((run->n_rows & (run->n_rows - 1)) == 0) {
		grown = realloc(run->rows, (run->n_rows ? 2 * run->n_rows : 1) * sizeof(*grown));
		if (!grown)
			return NULL;
		run->rows = grown;
	}
	row = &run->rows[run->n_rows++];
	memset(row, 0, sizeof(*row));
	snprintf(row->name, sizeof(row->name), "%s", name);
	return row;
}

/* Its place in the row, or the place where it belongs. */
static unsigned cell_at(const struct saved_row *row, uint64_t size)
{
	unsigned at = 0;

	while (at < row->n_cells && row->cells[at].size < size)
		at++;
	return at;
}

static bool has_cell(const struct saved_row *row, unsigned at, uint64_t size)
{
	return at < row->n_cells && row->cells[at].size == size;
}

/* One measurement, told twice. */
static void unite(struct saved_cell *cell, const struct saved_cell *other)
{
	double error = cell->error > 0 ? cell->error : other->error;

	if (other->origin == SAVED_FROM_TABLE)
		*cell = *other;
	cell->error = error;
}

static bool put_cell(struct saved_row *row, const struct saved_cell *cell)
{
	unsigned at = cell_at(row, cell->size);

	if (has_cell(row, at, cell->size)) {
		unite(&row->cells[at], cell);
		return true;
	}
	if (row->n_cells == SAVED_CELLS_MAX)
		return false;
	memmove(&row->cells[at + 1], &row->cells[at], (row->n_cells - at) * sizeof(row->cells[0]));
	row->cells[at] = *cell;
	row->n_cells++;
	return true;
}

static bool is_near(double a, double b, double share)
{
	return fabs(a - b) <= share * fmax(a, b);
}

/* Is @cell another measurement of what @row has already? */
static bool is_again(const struct saved_row *row, const struct saved_cell *cell, double share)
{
	unsigned at = cell_at(row, cell->size);

	return has_cell(row, at, cell->size) &&
	       (row->cells[at].origin == cell->origin || !is_near(row->cells[at].rate, cell->rate, share));
}

/* ---- from a piece to a run ---- */

static void run_finish(struct saved_run *run)
{
	free(run->rows);
	*run = (struct saved_run){ 0 };
}

static bool is_same_or_unknown(const char *a, const char *b)
{
	return !*a || !*b || strcmp(a, b) == 0;
}

static bool fits(const struct saved_run *run, const struct saved_run *piece)
{
	if (strcmp(run->label, piece->label) != 0 || !is_same_or_unknown(run->version, piece->version))
		return false;
	for (size_t i = 0; i < piece->n_rows; i++) {
		const struct saved_row *row = &piece->rows[i];
		const struct saved_row *there = find_row((struct saved_run *)run, row->name);

		for (unsigned k = 0; there && k < row->n_cells; k++) {
			if (is_again(there, &row->cells[k], SAME_RATE_SHARE))
				return false;
		}
	}
	return true;
}

static int join(struct saved_run *run, const struct saved_run *piece)
{
	for (size_t i = 0; i < piece->n_rows; i++) {
		struct saved_row *row = need_row(run, piece->rows[i].name);

		if (!row)
			return -ENOMEM;
		for (unsigned k = 0; k < piece->rows[i].n_cells; k++)
			put_cell(row, &piece->rows[i].cells[k]);
	}
	if (!*run->version)
		memcpy(run->version, piece->version, sizeof(run->version));
	if (run->clock == SAVED_CLOCK_UNKNOWN)
		run->clock = piece->clock;
	run->has_guessed_sizes |= piece->has_guessed_sizes;
	return 0;
}

/* The last run with the piece's label, if the piece fits there. */
static struct saved_run *find_run(struct saved *saved, const struct saved_run *piece)
{
	for (size_t i = saved->n_runs; i > 0; i--) {
		if (strcmp(saved->runs[i - 1].label, piece->label) == 0)
			return fits(&saved->runs[i - 1], piece) ? &saved->runs[i - 1] : NULL;
	}
	return NULL;
}

static int append_run(struct saved_build *build, const struct saved_run *piece)
{
	struct saved *saved = build->saved;
	struct saved_run *grown;

	if (saved->n_runs == SAVED_RUNS_MAX) {
		saved_build_damage(build, 0, "more than %d runs", SAVED_RUNS_MAX);
		return -E2BIG;
	}
	grown = realloc(saved->runs, (saved->n_runs + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	saved->runs = grown;
	saved->runs[saved->n_runs++] = *piece;
	return 0;
}

/* The piece is over; the next one is of the same file, until another label comes. */
static void close_piece(struct saved_build *build, bool may_join)
{
	struct saved_run *run = NULL;
	char label[SAVED_LABEL_MAX];
	int rc;

	if (!build->has_piece)
		return;
	if (may_join)
		run = find_run(build->saved, &build->piece);
	rc = run ? join(run, &build->piece) : append_run(build, &build->piece);
	if (rc == -ENOMEM)
		build->error = rc;
	if (run || rc < 0)
		run_finish(&build->piece);
	memcpy(label, build->piece.label, sizeof(label));
	build->piece = (struct saved_run){ 0 };
	memcpy(build->piece.label, label, sizeof(label));
	build->has_piece = false;
	build->has_table = false;
}

/* ---- what a document says ---- */

void saved_build_label(struct saved_build *build, const char *label, size_t len)
{
	char clean[SAVED_LABEL_MAX];

	saved_name_clean(label, len, clean, sizeof(clean));
	if (is_idle(build) || strcmp(clean, build->piece.label) == 0)
		return;
	close_piece(build, true);
	memcpy(build->piece.label, clean, sizeof(clean));
}

/* Behind "Doing" lines it is theirs; where a table has been, it is that of the next output. */
void saved_build_version(struct saved_build *build, const char *version)
{
	if (is_idle(build))
		return;
	if (build->has_table)
		close_piece(build, true);
	snprintf(build->piece.version, sizeof(build->piece.version), "%s", version);
}

void saved_build_clock(struct saved_build *build, enum saved_clock clock, bool is_behind)
{
	if (is_idle(build))
		return;
	if (is_behind ? build->has_table : build->has_piece)
		close_piece(build, true);
	build->piece.clock = clock;
}

void saved_build_table(struct saved_build *build)
{
	if (is_idle(build))
		return;
	if (build->has_table)
		close_piece(build, true);
	build->has_table = true;
}

void saved_build_guessed(struct saved_build *build)
{
	build->piece.has_guessed_sizes = true;
}

void saved_build_end_run(struct saved_build *build)
{
	close_piece(build, false);
}

static bool is_sound(struct saved_build *build, uint32_t line, const char *name, const struct saved_cell *cell)
{
	if (!*name)
		saved_build_damage(build, line, "a result without a name");
	else if (cell->size == 0)
		saved_build_damage(build, line, "%s: blocks of 0 bytes have no rate", name);
	else if (!(cell->rate > 0) || !isfinite(cell->rate))
		saved_build_damage(build, line, "%s, %" PRIu64 " bytes: no rate above 0", name, cell->size);
	else
		return true;
	return false;
}

/* Does this begin the next piece? */
static bool is_next(const struct saved_build *build, const char *name, const struct saved_cell *cell)
{
	const struct saved_row *row = find_row((struct saved_run *)&build->piece, name);

	if (cell->origin == SAVED_FROM_COUNTS && build->has_table)
		return true;
	return row && has_cell(row, cell_at(row, cell->size), cell->size) &&
	       row->cells[cell_at(row, cell->size)].origin == cell->origin;
}

static void check_twice(struct saved_build *build, uint32_t line, const struct saved_row *row,
			const struct saved_cell *cell)
{
	if (is_again(row, cell, SAME_RUN_SHARE))
		saved_build_damage(build, line, "%s, %" PRIu64 " bytes: the table does not fit the counts", row->name,
				   cell->size);
}

void saved_build_add(struct saved_build *build, uint32_t line, const struct saved_result *result)
{
	char name[SAVED_NAME_MAX];
	struct saved_row *row;

	if (is_idle(build))
		return;
	saved_name_clean(result->name, result->name_len, name, sizeof(name));
	if (!is_sound(build, line, name, &result->cell))
		return;
	if (build->has_piece && is_next(build, name, &result->cell)) {
		close_piece(build, true);
		build->has_table = result->cell.origin == SAVED_FROM_TABLE;
	}
	if (build->error == 0 && !find_row(&build->piece, name) && build->n_rows++ >= ROWS_MAX) {
		saved_build_damage(build, line, "more than %d rows", ROWS_MAX);
		return;
	}
	row = build->error == 0 ? need_row(&build->piece, name) : NULL;
	if (!row) {
		build->error = -ENOMEM;
		return;
	}
	build->has_piece = true;
	check_twice(build, line, row, &result->cell);
	if (!put_cell(row, &result->cell))
		saved_build_damage(build, line, "%s: more than %d block sizes", name, SAVED_CELLS_MAX);
}

int saved_build_end(struct saved_build *build)
{
	close_piece(build, true);
	run_finish(&build->piece);
	return build->error;
}
