/* SPDX-License-Identifier: MIT */
/*
 * Runs of one kind over one file: median and spread, and the forms in which they are printed.
 */
#ifndef RINGSPEED_FILES_SERIES_H
#define RINGSPEED_FILES_SERIES_H

#include "files_run.h"
#include "options.h"

#include "cli/out.h"

/** A run that took less is told to say nothing; seconds. */
#define FILES_SECONDS_MIN 0.01
/** Kinds of runs: two states of the cache, two programs. */
#define FILES_SERIES_MAX 4

/** struct files_series - one kind */
struct files_series {
	/** @is_cold: not in the page cache before each run */
	bool is_cold;
	/** @is_other: by the program of -vs */
	bool is_other;
	/** @is_direct: told to read past the cache, as nothing else keeps it cold */
	bool is_direct;
	struct files_sample *samples;
	unsigned n_samples;
};

/** struct files_report - all about one file and digest */
struct files_report {
	struct files_target target;
	/** @program: of -vs, or NULL; @start_s: seconds that it takes to start and hash nothing; 0: unknown */
	const char *program;
	double start_s;
	struct files_series series[FILES_SERIES_MAX];
	unsigned n_series;
};

/** files_series_name() - "ringsum", "openssl dgst" */
void files_series_name(const struct files_report *report, const struct files_series *series, struct quote *quote,
		       char ret_name[RATES_NAME_MAX]);

/** files_series_median() - the run in the middle by real time; NULL: there is none */
const struct files_sample *files_series_median(const struct files_series *series);

/** files_series_spread() - standard deviation of the real times, relative to their mean; 0: too few to tell */
double files_series_spread(const struct files_series *series);

/** files_put_text() - a table for one file */
void files_put_text(struct out *out, const struct files_report *report, struct quote *quote);

/** files_put_csv() - a line for each run; @is_first: below a header */
void files_put_csv(struct out *out, const struct files_report *report, bool is_first);

/** files_put_json() - one object; @is_first: without a comma in front */
void files_put_json(struct out *out, const struct files_report *report, bool is_first);

/** files_json_begin(), files_json_end() - what stands around these objects */
void files_json_begin(struct out *out);
void files_json_end(struct out *out);

#endif
