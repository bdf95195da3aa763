/* SPDX-License-Identifier: MIT */
/*
 * Owns how a picture looks. Colours are those of Okabe and Ito that stand out on white, which people of every colour
 * vision tell apart; sides differ by their marks too, hollow for A and full for B. The legend stands beside the axes,
 * never on them. Everything that is text goes through put_string().
 */
#include "plot.h"

#include "cli/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define PANEL_WIDTH 960
#define PANEL_HEIGHT 600
/* A line of the legend, and what is above and below it. */
#define LEGEND_LINE 22
#define LEGEND_REST 130
/* With more lines than these, marks are smaller. */
#define FEW_SERIES 8
/* Labels along the sizes. */
#define TICS_MAX 11.0

void plot_legend(const struct plot_series *series, char ret_name[SAVED_NAME_MAX + 4])
{
	static const char *const sides[] = { "", " A", " B" };

	snprintf(ret_name, SAVED_NAME_MAX + 4, "%s%s", series->row->name, sides[series->side]);
}

/* With one group, sides have colours of their own; with more, the group decides. */
static const char *colour_of(const struct plot_series *series, bool is_single)
{
	static const char *const colours[] = { "#0072B2", "#D55E00", "#009E73", "#CC79A7",
					       "#000000", "#56B4E9", "#E69F00" };
	unsigned at = is_single && series->side == PLOT_SIDE_B ? 1 : is_single ? 0 : series->group;

	return colours[at % (sizeof(colours) / sizeof(colours[0]))];
}

/* More lines than colours: the marks go on. gnuplot: 6 7 circles, 4 5 squares, 8 9 triangles, 12 13 diamonds. */
static unsigned mark_of(const struct plot_series *series)
{
	static const unsigned hollow[] = { 6, 4, 8, 12 };
	unsigned mark = hollow[series->group / 7 % 4];

	return series->side == PLOT_SIDE_A ? mark : mark + 1;
}

/*
 * In 'quotes' gnuplot knows neither escapes nor `commands`, only '' for ', and that not at the beginning. So newlines
 * and ' end the string, stand in "quotes" of their own, and the string goes on.
 */
static void put_string(FILE *to, const char *text)
{
	bool is_utf8 = json_is_utf8(text);

	fputc('\'', to);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '\n')
			fputs("'.\"\\n\".'", to);
		else if (c < 0x20 || c == 0x7f || (c >= 0x80 && !is_utf8))
			fputc('?', to);
		else if (c == '\'')
			fputs("'.\"'\".'", to);
		else
			fputc(c, to);
	}
	fputc('\'', to);
}

/* ---- axes ---- */

struct range {
	double min_size, max_size, min_rate, max_rate;
};

/* Rates in MB/s. */
static struct range range_of(const struct plot_panel *panel)
{
	struct range range = { INFINITY, 0, INFINITY, 0 };

	for (size_t i = 0; i < panel->n_series; i++) {
		const struct saved_row *row = panel->series[i].row;

		for (unsigned k = 0; k < row->n_cells; k++) {
			range.min_size = fmin(range.min_size, (double)row->cells[k].size);
			range.max_size = fmax(range.max_size, (double)row->cells[k].size);
			range.min_rate = fmin(range.min_rate, row->cells[k].rate / 1e6);
			range.max_rate = fmax(range.max_rate, row->cells[k].rate / 1e6);
		}
	}
	return range;
}


/* The smallest size of a panel above @above; 0: there is none. */
static uint64_t next_size(const struct plot_panel *panel, uint64_t above)
{
	uint64_t next = 0;

	for (size_t i = 0; i < panel->n_series; i++) {
		const struct saved_row *row = panel->series[i].row;

		for (unsigned k = 0; k < row->n_cells; k++) {
			if (row->cells[k].size > above && (next == 0 || row->cells[k].size < next))
				next = row->cells[k].size;
		}
	}
	return next;
}

/* Labels where something was measured, as far as there is room. */
static void put_size_tics(FILE *to, const struct plot_panel *panel, const struct range *range)
{
	double distance = pow(range->max_size / range->min_size, 1 / TICS_MAX);
	uint64_t last = 0;

	fputs("set xtics (", to);
	for (uint64_t size = next_size(panel, 0); size > 0; size = next_size(panel, size)) {
		if (last > 0 && (double)size < (double)last * distance)
			continue;
		fprintf(to, "%s\"%" PRIu64 "\" %" PRIu64, last > 0 ? ", " : "", size, size);
		last = size;
	}
	fputs(")\n", to);
}

/* @steps of each power of ten that is in sight. Return: how many; with @to, they are printed too. */
static unsigned rate_tics(FILE *to, const struct range *range, const char *steps)
{
	unsigned n = 0;

	for (int power = (int)floor(log10(range->min_rate)); power <= (int)ceil(log10(range->max_rate)); power++) {
		for (const char *step = steps; *step; step++) {
			double rate = (*step - '0') * pow(10, power);

			if (rate < range->min_rate || rate > range->max_rate)
				continue;
			if (to)
				fprintf(to, "%s\"%.*f\" %.9g", n > 0 ? ", " : "", power < 0 ? -power : 0, rate, rate);
			n++;
		}
	}
	return n;
}

static void put_rate_tics(FILE *to, const struct range *range)
{
	fputs("set ytics (", to);
	rate_tics(to, range, rate_tics(NULL, range, "125") >= 2 ? "125" : "123456789");
	fputs(")\n", to);
}

static void put_axes(FILE *to, const struct plot_panel *panel)
{
	struct range range = range_of(panel);
	/* Rates that hardly differ are not blown up. */
	double room = range.max_rate < 2 * range.min_rate ? 1.6 : 1.25;

	range.min_rate /= room;
	range.max_rate *= room;
	fputs("set title ", to);
	put_string(to, panel->title);
	fprintf(to, "\nset xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", range.min_size / 1.3, range.max_size * 1.3,
		range.min_rate, range.max_rate);
	put_size_tics(to, panel, &range);
	put_rate_tics(to, &range);
}

/* ---- lines ---- */

static void put_points(FILE *to, size_t number, const struct saved_row *row)
{
	fprintf(to, "$rates%zu << EOD\n", number);
	for (unsigned i = 0; i < row->n_cells; i++)
		fprintf(to, "%" PRIu64 " %.9g\n", row->cells[i].size, row->cells[i].rate / 1e6);
	fputs("EOD\n", to);
}

static bool has_fit(const struct plot_series *series)
{
	return series->fit.trouble == FIT_GOOD && series->row->n_cells > 1;
}

static void put_fit_point(FILE *to, const struct fit *fit, uint64_t size)
{
	double ns = fit_ns(fit, size);

	if (ns > 0 && isfinite(ns))
		fprintf(to, "%" PRIu64 " %.9g\n", size, (double)size / ns * 1e3);
}

/* At the sizes that were measured, and at the powers of two between: more would show a step for each block. */
static void put_fit(FILE *to, size_t number, const struct plot_series *series)
{
	const struct saved_row *row = series->row;

	fprintf(to, "$fit%zu << EOD\n", number);
	for (unsigned i = 0; i < row->n_cells; i++) {
		uint64_t size = row->cells[i].size, next = i + 1 < row->n_cells ? row->cells[i + 1].size : size;

		put_fit_point(to, &series->fit, size);
		for (uint64_t power = 1; power < next && power < (uint64_t)1 << 62; power *= 2) {
			if (power > size)
				put_fit_point(to, &series->fit, power);
		}
	}
	fputs("EOD\n", to);
}

static bool is_single_group(const struct plot_panel *panel)
{
	for (size_t i = 1; i < panel->n_series; i++) {
		if (panel->series[i].group != panel->series[0].group)
			return false;
	}
	return true;
}

static void put_plot(FILE *to, const struct plot_panel *panel, size_t first)
{
	bool is_single = is_single_group(panel), is_fitted = false;
	char name[SAVED_NAME_MAX + 4];

	fputs("plot ", to);
	for (size_t i = 0; i < panel->n_series; i++) {
		const struct plot_series *series = &panel->series[i];
		const char *colour = colour_of(series, is_single);

		plot_legend(series, name);
		if (has_fit(series))
			fprintf(to,
				"$fit%zu using 1:2 with lines dashtype 2 linewidth 1.5 linecolor rgb '%s' notitle, ",
				first + i, colour);
		is_fitted |= has_fit(series);
		fprintf(to, "$rates%zu using 1:2 with linespoints linewidth 1.5 pointsize %s pointtype %u "
			    "linecolor rgb '%s' title ",
			first + i, panel->n_series > FEW_SERIES ? "0.7" : "1", mark_of(series), colour);
		put_string(to, name);
		fputs(i + 1 < panel->n_series ? ", \\\n" : "", to);
	}
	if (is_fitted)
		fputs(", \\\nNaN with lines dashtype 2 linewidth 1.5 linecolor rgb '#555555' title 'fit'", to);
	fputc('\n', to);
}

/* The legend has one column, so that it never takes the room of the axes: where it is long, the picture is high. */
static size_t panel_height(const struct plot_panel *panels, size_t n_panels)
{
	size_t height = PANEL_HEIGHT;

	for (size_t i = 0; i < n_panels; i++) {
		size_t needed = LEGEND_LINE * (panels[i].n_series + 1) + LEGEND_REST;

		if (needed > height)
			height = needed;
	}
	return height;
}

static void put_canvas(FILE *to, bool is_png, const struct plot_panel *panels, size_t n_panels)
{
	size_t height = panel_height(panels, n_panels) * n_panels;

	
	if (is_png)
		fprintf(to,
			"if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) { set terminal pngcairo noenhanced "
			"size %d,%zu font 'sans,12' background rgb 'white' } else { set terminal png noenhanced "
			"size %d,%zu background rgb 'white' }\n",
			PANEL_WIDTH, height, PANEL_WIDTH, height);
	else
		fprintf(to, "set terminal svg noenhanced size %d,%zu font 'sans,14' background rgb 'white'\n",
			PANEL_WIDTH, height);
	fputs("set logscale x 2\nset logscale y 10\n"
	      "set xlabel 'bytes in a block'\nset ylabel 'MB/s'\n"
	      "set border 3\nset xtics nomirror\nset ytics nomirror\n"
	      "set grid xtics ytics linetype 1 linewidth 0.5 linecolor rgb '#dddddd'\n"
	      "set key outside right top vertical maxcols 1 Left reverse\n",
	      to);
}

void plot_put_script(FILE *to, bool is_png, const struct plot_panel *panels, size_t n_panels)
{
	size_t first = 0;

	put_canvas(to, is_png, panels, n_panels);
	if (n_panels > 1)
		fprintf(to, "set multiplot layout %zu,1\n", n_panels);
	for (size_t p = 0; p < n_panels; p++) {
		for (size_t i = 0; i < panels[p].n_series; i++) {
			put_points(to, first + i, panels[p].series[i].row);
			if (has_fit(&panels[p].series[i]))
				put_fit(to, first + i, &panels[p].series[i]);
		}
		put_axes(to, &panels[p]);
		put_plot(to, &panels[p], first);
		first += panels[p].n_series;
	}
	if (n_panels > 1)
		fputs("unset multiplot\n", to);
}
