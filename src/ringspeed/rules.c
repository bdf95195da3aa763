/* SPDX-License-Identifier: MIT */
/*
 * Owns the rules. An option that would have no effect is refused, as whoever gave it expects one.
 */
#include "rules.h"

#include "plot.h"

struct rule {
	bool is_broken;
	const char *text;
};

static bool check(const struct rule *rules, unsigned n_rules, const struct diag *diag)
{
	for (unsigned i = 0; i < n_rules; i++) {
		if (rules[i].is_broken) {
			diag_tell(diag, 0, "%s", rules[i].text);
			return false;
		}
	}
	return true;
}

static bool is_measuring(const struct options *o)
{
	return o->seconds > 0 || o->bytes || o->is_elapsed || o->is_locked || o->n_processes || o->misalign ||
	       o->n_apis || o->cpus;
}

static bool has_hmac(const struct options *options)
{
	for (unsigned i = 0; i < options->n_digests; i++) {
		if (options->digests[i].is_hmac)
			return true;
	}
	return false;
}

static bool check_files(const struct options *o, const struct diag *diag)
{
	const struct rule rules[] = {
		{ is_measuring(o),
		  "-file goes with -vs, -warm, -cold, -rounds, -csv and -json, not with options for blocks in memory" },
		{ o->format == OPTIONS_MR, "-mr has no form for files: use -csv or -json" },
		{ o->plot, "-plot draws rates against block sizes, and files have none" },
		{ has_hmac(o), "-hmac does not go with -file" },
	};

	return check(rules, sizeof(rules) / sizeof(rules[0]), diag);
}

static bool check_compare(const struct options *o, const struct diag *diag)
{
	const struct rule rules[] = {
		{ o->n_files > 0, "-compare and -file do not go together" },
		{ is_measuring(o) || o->n_digests > 0,
		  "-compare reads what was measured before: it goes with -plot, -csv and -json only" },
		{ o->n_compared > 2, "-compare takes one file or two" },
		{ o->format == OPTIONS_MR, "-mr has no form for a comparison: use -csv or -json" },
	};

	return check(rules, sizeof(rules) / sizeof(rules[0]), diag);
}

static bool check_measure(const struct options *o, const struct diag *diag)
{
	const struct rule rules[] = {
		{ o->cpus && o->format == OPTIONS_MR, "-mr has no form for several processors: use -csv or -json" },
		{ (o->report_fd >= 0) != (o->label != NULL), "-report and -label are for ringspeed itself" },
	};

	return check(rules, sizeof(rules) / sizeof(rules[0]), diag);
}

bool rules_check(struct options *options, const struct diag *diag)
{
	const struct rule rules[] = {
		{ options->plot && !plot_is_target(options->plot),
		  "-plot: not a file that ends with .svg or .png, nor - for bars in the terminal" },
		{ options->plot && options->plot[0] == '-' && options->format != OPTIONS_TEXT,
		  "-plot -: bars and -mr, -csv or -json would both go to standard output" },
		{ options->n_files == 0 &&
			  (options->versus || options->is_warm || options->is_cold || options->n_rounds > 0),
		  "-vs, -warm, -cold and -rounds are for -file" },
	};

	if (options->action == OPTIONS_HELP || options->action == OPTIONS_VERSION)
		return true;
	if (!check(rules, sizeof(rules) / sizeof(rules[0]), diag))
		return false;
	if (options->n_compared > 0) {
		options->action = OPTIONS_COMPARE;
		return check_compare(options, diag);
	}
	if (options->n_files > 0) {
		options->action = OPTIONS_FILES;
		return check_files(options, diag);
	}
	return check_measure(options, diag);
}
