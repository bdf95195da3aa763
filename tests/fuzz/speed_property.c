/* SPDX-License-Identifier: MIT */
/*
 * The properties of what reads saved outputs of `openssl speed`:
 *
 * 1. Every document comes to an end, twice with the same result, and every number in it is a number: no size and no
 *    rate is 0, none is infinite, sizes grow along a row, names are printable and no longer than they may be.
 * 2. A comparison of any two runs speaks in numbers too, in every sentence and every picture.
 */
#include "property.h"

#include "explain.h"
#include "plot.h"
#include "saved.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Looking at more of each would only make runs slow. */
#define N_RUNS_MAX 4
#define N_ROWS_MAX 4

static void require(bool holds, const char *property, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "property %s does not hold: %s\n", property, what);
	abort();
}

static void check_text(const char *text, size_t cap)
{
	size_t len = strnlen(text, cap);

	require(len < cap, "1", "a text has an end");
	for (size_t i = 0; i < len; i++)
		require(text[i] >= 0x20 && text[i] < 0x7f, "1", "a text is printable");
}

static void check_row(const struct saved_row *row)
{
	check_text(row->name, sizeof(row->name));
	require(*row->name, "1", "a row has a name");
	require(row->n_cells > 0 && row->n_cells <= SAVED_CELLS_MAX, "1", "a row has cells");
	for (unsigned i = 0; i < row->n_cells; i++) {
		const struct saved_cell *cell = &row->cells[i];

		require(cell->size > (i > 0 ? row->cells[i - 1].size : 0), "1", "sizes grow");
		require(isfinite(cell->rate) && cell->rate > 0, "1", "a rate is a number above 0");
		require(isfinite(cell->error) && cell->error >= 0, "1", "an error is a number");
	}
}

static void check_saved(const struct saved *saved)
{
	for (size_t i = 0; i < saved->n_runs; i++) {
		const struct saved_run *run = &saved->runs[i];

		check_text(run->label, sizeof(run->label));
		check_text(run->version, sizeof(run->version));
		require(run->n_rows > 0, "1", "a run has rows");
		for (size_t k = 0; k < run->n_rows; k++)
			check_row(&run->rows[k]);
	}
	for (size_t i = 0; i < saved->n_damages && i < SAVED_DAMAGES_MAX; i++)
		check_text(saved->damages[i].reason, sizeof(saved->damages[i].reason));
}

/* Field by field: what is between the fields may differ. */
static bool is_same_row(const struct saved_row *a, const struct saved_row *b)
{
	if (strcmp(a->name, b->name) != 0 || a->n_cells != b->n_cells)
		return false;
	for (unsigned i = 0; i < a->n_cells; i++) {
		const struct saved_cell *x = &a->cells[i], *y = &b->cells[i];

		if (x->size != y->size || x->rate != y->rate || x->error != y->error || x->origin != y->origin)
			return false;
	}
	return true;
}

static void require_same(const struct saved *a, const struct saved *b)
{
	require(a->n_runs == b->n_runs && a->n_damages == b->n_damages, "1", "twice the same runs and damage");
	for (size_t i = 0; i < a->n_runs; i++) {
		require(a->runs[i].n_rows == b->runs[i].n_rows, "1", "twice the same rows");
		for (size_t k = 0; k < a->runs[i].n_rows; k++)
			require(is_same_row(&a->runs[i].rows[k], &b->runs[i].rows[k]), "1", "twice the same row");
	}
}

/* ---- 2 ---- */

static void check_fit(const struct fit *fit)
{
	require(isfinite(fit->overhead) && isfinite(fit->cost), "2", "figures are numbers");
	require(isfinite(fit->overhead_error) && isfinite(fit->cost_error), "2", "errors are numbers");
	require(isfinite(fit->deviation), "2", "a deviation is a number");
}

static void check_picture(const struct saved_row *a, const struct saved_row *b, const struct explain *explain)
{
	char title[] = "A\nB";
	struct plot_series series[] = { { a, explain->a, 0, PLOT_SIDE_A }, { b, explain->b, 0, PLOT_SIDE_B } };
	struct plot_panel panel = { title, series, 2 };
	char *text = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&text, &len);

	require(to, "0", "memory");
	plot_put_script(to, false, &panel, 1);
	plot_put_bars(to, 80, false, &panel, 1);
	require(fclose(to) == 0, "0", "memory");
	require(!strstr(text, "inf ") && !strstr(text, " nan") && !strstr(text, "-nan"), "2", "a picture is of numbers");
	free(text);
}

static void compare_rows(const struct saved_row *a, const struct saved_row *b)
{
	char words[EXPLAIN_WORDS_MAX];
	struct explain explain;

	explain_judge(a, b, &explain);
	check_fit(&explain.a);
	check_fit(&explain.b);
	explain_words(&explain, words);
	require(!strstr(words, "nan") && !strstr(words, "inf"), "2", words);
	/* A name may be "nan". */
	if (!strcasestr(a->name, "nan") && !strcasestr(b->name, "nan") && !strcasestr(a->name, "inf") &&
	    !strcasestr(b->name, "inf"))
		check_picture(a, b, &explain);
}

static void compare_runs(const struct saved_run *a, const struct saved_run *b)
{
	for (size_t i = 0; i < a->n_rows && i < N_ROWS_MAX; i++) {
		const struct saved_row *row = saved_find(b, a->rows[i].name);

		compare_rows(&a->rows[i], row ? row : &b->rows[0]);
	}
}

void property_check(const uint8_t *data, size_t len, bool is_thorough)
{
	struct saved saved, again;
	size_t n_max = is_thorough ? SAVED_RUNS_MAX : N_RUNS_MAX;

	require(saved_parse((const char *)data, len, &saved) == 0, "0", "memory");
	require(saved_parse((const char *)data, len, &again) == 0, "0", "memory");
	check_saved(&saved);
	require_same(&saved, &again);
	for (size_t i = 0; i + 1 < saved.n_runs && i < n_max; i++)
		compare_runs(&saved.runs[i], &saved.runs[i + 1]);
	saved_finish(&saved);
	saved_finish(&again);
}
