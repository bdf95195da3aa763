/* SPDX-License-Identifier: MIT */
/*
 * Owns the statistics and the table.
 */
#include "files_series.h"

#include "memtext.h"

#include "cli/size.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void files_series_name(const struct files_report *report, const struct files_series *series, struct quote *quote,
		       char ret_name[RATES_NAME_MAX])
{
	if (series->is_other)
		snprintf(ret_name, RATES_NAME_MAX, "%s dgst", quote_name(quote, report->program));
	else
		snprintf(ret_name, RATES_NAME_MAX, "ringsum%s", series->is_direct ? " --io=direct" : "");
}

static int by_real(const void *a, const void *b)
{
	const struct files_sample *const *left = a, *const *right = b;

	return ((*left)->real_s > (*right)->real_s) - ((*left)->real_s < (*right)->real_s);
}

const struct files_sample *files_series_median(const struct files_series *series)
{
	const struct files_sample *sorted[OPTIONS_ROUNDS_MAX];

	if (series->n_samples == 0)
		return NULL;
	for (unsigned i = 0; i < series->n_samples; i++)
		sorted[i] = &series->samples[i];
	qsort(sorted, series->n_samples, sizeof(sorted[0]), by_real);
	return sorted[(series->n_samples - 1) / 2];
}

double files_series_spread(const struct files_series *series)
{
	double mean = 0, squares = 0;

	if (series->n_samples < 2)
		return 0;
	for (unsigned i = 0; i < series->n_samples; i++)
		mean += series->samples[i].real_s / series->n_samples;
	for (unsigned i = 0; i < series->n_samples; i++)
		squares += pow(series->samples[i].real_s - mean, 2);
	return mean > 0 ? sqrt(squares / (series->n_samples - 1)) / mean : 0;
}

static const char *verdict_of(const struct files_series *series, const struct files_sample *median)
{
	static const char *const phrases[] = {
		[BOUND_UNKNOWN] = "too little to tell by what it was bound",
		[BOUND_DIGEST] = "bound by the digest",
		[BOUND_STORAGE] = "bound by storage",
		[BOUND_STREAM] = "bound by a slow stream",
	};

	return series->is_other ? "" : phrases[median->verdict.bound];
}

static void put_series(FILE *to, const struct files_report *report, const struct files_series *series, int width,
		       struct quote *quote)
{
	const struct files_sample *median = files_series_median(series);
	const char *state = series->is_cold ? "cold" : "warm";
	char name[RATES_NAME_MAX];

	if (!median)
		return;
	files_series_name(report, series, quote, name);
	fprintf(to, "%s %-*s %8.3f %8.3f %8.3f", state, width, name, median->real_s, median->user_s, median->system_s);
	if (median->real_s < FILES_SECONDS_MIN)
		fprintf(to, "        -      -       -  too short to tell\n");
	else
		fprintf(to, " %8.3f %5.1f%% %6.1f%%%s%s\n", median->verdict.rate / 1e9,
			100 * files_series_spread(series), median->verdict.percent, series->is_other ? "" : "  ",
			verdict_of(series, median));
}

/* "warm: ringsum is 1.52 times as fast as openssl dgst" */
static void put_ratio(FILE *to, const struct files_report *report, bool is_cold, struct quote *quote)
{
	const struct files_series *ours = NULL, *theirs = NULL;
	const struct files_sample *a, *b;
	char name[RATES_NAME_MAX];

	for (unsigned i = 0; i < report->n_series; i++) {
		const struct files_series *series = &report->series[i];

		if (series->is_cold == is_cold)
			*(series->is_other ? &theirs : &ours) = series;
	}
	a = ours ? files_series_median(ours) : NULL;
	b = theirs ? files_series_median(theirs) : NULL;
	if (!a || !b || a->real_s < FILES_SECONDS_MIN || b->real_s < FILES_SECONDS_MIN)
		return;
	files_series_name(report, theirs, quote, name);
	fprintf(to, "%s: ringsum is %.2f times as fast as %s\n", is_cold ? "cold" : "warm", b->real_s / a->real_s,
		name);
}

static int width_of(const struct files_report *report, struct quote *quote)
{
	char name[RATES_NAME_MAX];
	int width = 0;

	for (unsigned i = 0; i < report->n_series; i++) {
		files_series_name(report, &report->series[i], quote, name);
		width = (int)strlen(name) > width ? (int)strlen(name) : width;
	}
	return width;
}

static unsigned runs_of(const struct files_report *report)
{
	unsigned n = 0;

	for (unsigned i = 0; i < report->n_series; i++)
		n = report->series[i].n_samples > n ? report->series[i].n_samples : n;
	return n;
}

void files_put_text(struct out *out, const struct files_report *report, struct quote *quote)
{
	int width = width_of(report, quote);
	char size[SIZE_TEXT_MAX], limit[SIZE_TEXT_MAX];
	unsigned n_runs = runs_of(report);
	struct memtext text;

	if (n_runs == 0 || !memtext_begin(&text, out))
		return;
	size_format(report->target.size, size);
	size_format((uint64_t)report->target.limit, limit);
	fprintf(text.to, "%s of %s, %s; one stream in memory: %s/s; median of %u %s\n", report->target.name,
		quote_name(quote, report->target.path), size, limit, n_runs, n_runs == 1 ? "run" : "runs");
	fprintf(text.to, "%-*s %8s %8s %8s %8s %6s %7s\n", width + 5, "", "real s", "user s", "sys s", "GB/s", "spread",
		"of mem.");
	for (unsigned i = 0; i < report->n_series; i++)
		put_series(text.to, report, &report->series[i], width, quote);
	put_ratio(text.to, report, false, quote);
	put_ratio(text.to, report, true, quote);
	if (report->start_s > 0)
		fprintf(text.to, "Of %s's time %.3f s are for starting it.\n", quote_name(quote, report->program),
			report->start_s);
	memtext_end(&text, out);
}
