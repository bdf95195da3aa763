/* SPDX-License-Identifier: MIT */
/*
 * Pictures of rates: by gnuplot into a file, or as bars in the terminal.
 */
#ifndef RINGSPEED_PLOT_H
#define RINGSPEED_PLOT_H

#include "fit.h"
#include "saved.h"

#include "cli/diag.h"
#include "cli/out.h"
#include "cli/quote.h"

#include <stdio.h>

/** enum plot_side - which side of a comparison a line belongs to */
enum plot_side {
	PLOT_SIDE_NONE,
	PLOT_SIDE_A,
	PLOT_SIDE_B,
};

/** struct plot_series - one line: the rates of one digest */
struct plot_series {
	const struct saved_row *row;
	/** @fit: drawn dashed where it is good */
	struct fit fit;
	/** @group: lines of one group have one colour */
	unsigned group;
	enum plot_side side;
};

/** struct plot_panel - one pair of axes */
struct plot_panel {
	/** @title: lines are separated by newlines */
	char *title;
	struct plot_series *series;
	size_t n_series;
};

/**
 * plot_draw() - draw
 * @target: a file that ends with .svg or .png, which appears when it is complete; "-": bars to @out
 * @panels: one below the other
 *
 * Blocks: until gnuplot has finished.
 *
 * Return: false: it was told why there is no picture.
 */
bool plot_draw(const char *target, const struct plot_panel *panels, size_t n_panels, struct out *out,
	       const struct diag *diag, struct quote *quote);

/** plot_rows() - plot_draw() for rows that stand for themselves; their fits are made here */
bool plot_rows(const char *target, const char *title, const struct saved_row *rows, size_t n_rows, struct out *out,
	       const struct diag *diag, struct quote *quote);

/** plot_is_target() - is this something that plot_draw() can draw to, as far as its name tells? */
bool plot_is_target(const char *target);

/** plot_put_script() - what gnuplot is told; it writes the picture to its standard output */
void plot_put_script(FILE *to, bool is_png, const struct plot_panel *panels, size_t n_panels);

/** plot_put_bars() - bars of at most @width columns, coloured by escape sequences where @is_coloured */
void plot_put_bars(FILE *to, unsigned width, bool is_coloured, const struct plot_panel *panels, size_t n_panels);

/** plot_legend() - what a line is called: "sha1 A" */
void plot_legend(const struct plot_series *series, char ret_name[SAVED_NAME_MAX + 4]);

#endif
