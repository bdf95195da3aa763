/* SPDX-License-Identifier: MIT */
/*
 * Owns the pairs. Digests are matched by what they are, not by how they are spelt. What is printed is put together in
 * memory first, so that a picture that fails does not leave half a comparison behind.
 */
#include "compare.h"

#include "compare_view.h"
#include "plot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *compare_name(const struct compare_digest *digest)
{
	return digest->a ? digest->a->name : digest->b->name;
}

double compare_rate(const struct saved_row *row, uint64_t size)
{
	const struct saved_cell *cell = row ? saved_cell_find(row, size) : NULL;

	return cell ? cell->rate : 0;
}

unsigned compare_sizes(const struct compare_digest *digest, uint64_t ret_sizes[COMPARE_SIZES_MAX])
{
	const struct saved_row *a = digest->a, *b = digest->b;
	unsigned at_a = 0, at_b = 0, n = 0;

	while ((a && at_a < a->n_cells) || (b && at_b < b->n_cells)) {
		uint64_t size_a = a && at_a < a->n_cells ? a->cells[at_a].size : UINT64_MAX;
		uint64_t size_b = b && at_b < b->n_cells ? b->cells[at_b].size : UINT64_MAX;

		ret_sizes[n++] = size_a < size_b ? size_a : size_b;
		at_a += size_a <= size_b;
		at_b += size_b <= size_a;
	}
	return n;
}

/* ---- pairs ---- */

static void add_digest(struct compare_pair *pair, const struct saved_row *a, const struct saved_row *b)
{
	struct compare_digest *digest = &pair->digests[pair->n_digests++];

	digest->a = a;
	digest->b = b;
	if (a && b) {
		explain_judge(a, b, &digest->explain);
		pair->n_common++;
	} else {
		explain_fit(a ? a : b, a ? &digest->explain.a : &digest->explain.b);
	}
}

static bool is_taken(const struct compare_pair *pair, const struct saved_row *b)
{
	for (size_t i = 0; i < pair->n_digests; i++) {
		if (pair->digests[i].b == b)
			return true;
	}
	return false;
}

static int make_pair(struct compare_pair *pair, const struct compare_side *sides)
{
	const struct saved_run *a = sides[0].run, *b = sides[1].run;

	pair->a = &sides[0];
	pair->b = &sides[1];
	pair->digests = calloc(a->n_rows + b->n_rows, sizeof(*pair->digests));
	if (!pair->digests)
		return -ENOMEM;
	for (size_t i = 0; i < a->n_rows; i++) {
		const struct saved_row *row = saved_find(b, a->rows[i].name);

		add_digest(pair, &a->rows[i], row && !is_taken(pair, row) ? row : NULL);
	}
	for (size_t i = 0; i < b->n_rows; i++) {
		if (!is_taken(pair, &b->rows[i]))
			add_digest(pair, NULL, &b->rows[i]);
	}
	return 0;
}

/* ---- pictures ---- */

static void add_series(struct plot_panel *panel, const struct compare_digest *digest, unsigned group, bool is_b)
{
	struct plot_series *series = &panel->series[panel->n_series++];

	series->row = is_b ? digest->b : digest->a;
	series->fit = is_b ? digest->explain.b : digest->explain.a;
	series->group = group;
	series->side = is_b ? PLOT_SIDE_B : PLOT_SIDE_A;
}

static void put_title(FILE *to, const struct compare_side *side)
{
	const char *slash = strrchr(side->path, '/');

	if (*side->run->label)
		fputs(side->run->label, to);
	else if (side->n_runs > 1)
		fprintf(to, "%s:%zu", slash ? slash + 1 : side->path, side->number);
	else
		fputs(slash ? slash + 1 : side->path, to);
	if (*side->run->version)
		fprintf(to, ", %s", side->run->version);
}

static char *title_of(const struct compare_pair *pair)
{
	char *title = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&title, &len);

	if (!to)
		return NULL;
	fputs("A: ", to);
	put_title(to, pair->a);
	fputs("\nB: ", to);
	put_title(to, pair->b);
	if (fclose(to) == 0)
		return title;
	free(title);
	return NULL;
}

static int make_panel(const struct compare_pair *pair, struct plot_panel *panel)
{
	panel->title = title_of(pair);
	panel->series = calloc(2 * pair->n_digests, sizeof(*panel->series));
	if (!panel->title || !panel->series)
		return -ENOMEM;
	for (size_t i = 0; i < pair->n_digests; i++) {
		const struct compare_digest *digest = &pair->digests[i];

		if (digest->a)
			add_series(panel, digest, (unsigned)i, false);
		if (digest->b)
			add_series(panel, digest, (unsigned)i, true);
	}
	return 0;
}

static bool draw(const struct compare_options *options, const struct compare_pair *pairs, size_t n_pairs,
		 struct out *out, const struct diag *diag, struct quote *quote)
{
	struct plot_panel *panels = calloc(n_pairs, sizeof(*panels));
	int rc = panels ? 0 : -ENOMEM;
	bool is_done = false;

	for (size_t i = 0; rc == 0 && i < n_pairs; i++)
		rc = make_panel(&pairs[i], &panels[i]);
	if (rc == 0)
		is_done = plot_draw(options->plot, panels, n_pairs, out, diag, quote);
	else
		diag_tell(diag, rc, "-plot");
	for (size_t i = 0; panels && i < n_pairs; i++) {
		free(panels[i].title);
		free(panels[i].series);
	}
	free(panels);
	return is_done;
}

/* ---- all of it ---- */

static int print(const struct compare_options *options, const struct compare_pair *pairs, size_t n_pairs,
		 struct out *out, struct quote *quote)
{
	char *text = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&text, &len);
	int rc;

	if (!to)
		return -ENOMEM;
	if (options->format == COMPARE_CSV)
		compare_put_csv(to, pairs, n_pairs);
	else if (options->format == COMPARE_JSON)
		compare_put_json(to, pairs, n_pairs);
	else
		compare_put_text(to, pairs, n_pairs, quote);
	rc = fclose(to) == 0 ? 0 : -ENOMEM;
	if (rc == 0)
		out_write(out, text, len);
	free(text);
	return rc;
}

/* Runs without a common digest are printed all the same, and are no success. */
static bool tell_apart(const struct compare_pair *pairs, size_t n_pairs, const struct diag *diag)
{
	bool is_apart = false;

	for (size_t i = 0; i < n_pairs; i++) {
		if (pairs[i].n_common > 0)
			continue;
		diag_tell(diag, 0, "-compare: no digest is on both sides, %s and %s",
			  pairs[i].a->run->rows[0].name, pairs[i].b->run->rows[0].name);
		is_apart = true;
	}
	return is_apart;
}

static bool compare_picked(const struct compare_options *options, const struct compare_pick *pick, struct out *out,
			   const struct diag *diag, struct quote *quote)
{
	size_t n_pairs = pick->n_sides / 2;
	struct compare_pair *pairs = calloc(n_pairs, sizeof(*pairs));
	int rc = pairs ? 0 : -ENOMEM;
	bool is_fine;

	for (size_t i = 0; rc == 0 && i < n_pairs; i++)
		rc = make_pair(&pairs[i], &pick->sides[2 * i]);
	if (rc == 0)
		rc = print(options, pairs, n_pairs, out, quote);
	if (rc < 0)
		diag_tell(diag, rc, "-compare");
	is_fine = rc == 0 && !tell_apart(pairs, n_pairs, diag);
	if (rc == 0 && options->plot)
		is_fine = draw(options, pairs, n_pairs, out, diag, quote) && is_fine;
	for (size_t i = 0; pairs && i < n_pairs; i++)
		free(pairs[i].digests);
	free(pairs);
	return is_fine;
}

bool compare_run(const struct compare_options *options, struct out *out, const struct diag *diag, struct quote *quote)
{
	struct compare_pick pick = { 0 };
	bool is_fine;

	if (options->plot && strcmp(options->plot, "-") == 0 && options->format != COMPARE_TEXT) {
		diag_tell(diag, 0,
			  "-plot -: bars do not go with -csv and -json; name a file that ends with .svg or .png");
		return false;
	}
	is_fine = compare_pick_runs(options->operands, options->n_operands, diag, quote, &pick) &&
		  compare_picked(options, &pick, out, diag, quote);
	is_fine = is_fine && !pick.is_damaged;
	compare_pick_finish(&pick);
	return is_fine;
}
