/* SPDX-License-Identifier: MIT */
/*
 * Owns the bars: from nothing to the greatest rate of a digest, so that lengths compare. The character tells the side,
 * the colour only helps.
 */
#include "plot.h"

#include "explain.h"

#include <inttypes.h>
#include <math.h>

/* "  16384 A " in front, " 1864.06" behind. */
#define BEFORE 11
#define AFTER 9
#define BAR_MIN 10
#define WIDTH_MAX 200

static double greatest(const struct plot_panel *panel, unsigned group)
{
	double max = 0;

	for (size_t i = 0; i < panel->n_series; i++) {
		const struct saved_row *row = panel->series[i].row;

		for (unsigned k = 0; panel->series[i].group == group && k < row->n_cells; k++)
			max = fmax(max, row->cells[k].rate);
	}
	return max;
}

static void put_bar(FILE *to, const struct plot_series *series, double share, unsigned bar_max, bool is_coloured)
{
	/* Blue and orange: what also those see who see no red or green. */
	const char *colour = series->side == PLOT_SIDE_B ? "\033[33m" : "\033[34m";
	unsigned len = (unsigned)lround(share * bar_max);

	fputs(is_coloured ? colour : "", to);
	for (unsigned i = 0; i < (len > 0 ? len : 1); i++)
		fputc(series->side == PLOT_SIDE_B ? '#' : '=', to);
	fputs(is_coloured ? "\033[0m" : "", to);
}

/* All lines of a group for one block size. */
static void put_size(FILE *to, const struct plot_panel *panel, unsigned group, uint64_t size, double max,
		     unsigned bar_max, bool is_coloured)
{
	static const char sides[] = " AB";
	char rate[EXPLAIN_NUMBER_MAX], label[24];
	bool is_first = true;

	for (size_t i = 0; i < panel->n_series; i++) {
		const struct plot_series *series = &panel->series[i];
		const struct saved_cell *cell = series->group == group ? saved_cell_find(series->row, size) : NULL;

		if (!cell)
			continue;
		snprintf(label, sizeof(label), "%" PRIu64, size);
		explain_number(cell->rate / 1e6, cell->rate / 1e6, rate);
		fprintf(to, "%8s %c ", is_first ? label : "", sides[series->side]);
		put_bar(to, series, cell->rate / max, bar_max, is_coloured);
		fprintf(to, " %s\n", rate);
		is_first = false;
	}
}

/* The smallest size of a group above @above; 0: there is none. */
static uint64_t next_size(const struct plot_panel *panel, unsigned group, uint64_t above)
{
	uint64_t next = 0;

	for (size_t i = 0; i < panel->n_series; i++) {
		const struct saved_row *row = panel->series[i].row;

		for (unsigned k = 0; panel->series[i].group == group && k < row->n_cells; k++) {
			uint64_t size = row->cells[k].size;

			if (size > above && (next == 0 || size < next))
				next = size;
		}
	}
	return next;
}

static void put_group(FILE *to, const struct plot_panel *panel, const struct plot_series *first, unsigned bar_max,
		      bool is_coloured)
{
	double max = greatest(panel, first->group);
	uint64_t size = 0;

	fprintf(to, "\n%s, MB/s\n", first->row->name);
	while ((size = next_size(panel, first->group, size)) > 0)
		put_size(to, panel, first->group, size, max, bar_max, is_coloured);
}

static bool is_first_of_group(const struct plot_panel *panel, size_t at)
{
	for (size_t i = 0; i < at; i++) {
		if (panel->series[i].group == panel->series[at].group)
			return false;
	}
	return true;
}

void plot_put_bars(FILE *to, unsigned width, bool is_coloured, const struct plot_panel *panels, size_t n_panels)
{
	unsigned usable = width < WIDTH_MAX ? width : WIDTH_MAX;
	unsigned bar_max = usable > BEFORE + AFTER + BAR_MIN ? usable - BEFORE - AFTER : BAR_MIN;

	for (size_t p = 0; p < n_panels; p++) {
		for (size_t i = 0; i < panels[p].n_series; i++) {
			if (is_first_of_group(&panels[p], i))
				put_group(to, &panels[p], &panels[p].series[i], bar_max, is_coloured);
		}
	}
}
