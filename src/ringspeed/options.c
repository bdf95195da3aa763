/* SPDX-License-Identifier: MIT */
/*
 * Owns the table of options, one row each, and the walk over the words. openssl's programs do not read their options
 * with getopt_long(3), so that is not used here either. What goes together is rules.c's affair.
 */
#include "options.h"

#include "number.h"
#include "rules.h"

#include "cli/size.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many words belong to an option. */
enum takes { TAKES_NOTHING, TAKES_ONE, TAKES_REST };

struct parse {
	struct options *options;
	const struct diag *diag;
	struct quote *quote;
};

struct row;

/* Return: false when the user has been told what is wrong with @arg. */
typedef bool apply_fn(struct parse *parse, const struct row *row, const char *arg);

struct row {
	const char *name;
	enum takes takes;
	apply_fn *apply;
	/** @field: offset in struct options of what is set */
	size_t field;
	/** @value: what it is set to, or the most that it may be */
	uint64_t value;
};

static void *field_of(struct parse *parse, const struct row *row)
{
	return (char *)parse->options + row->field;
}

static bool set_flag(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	*(bool *)field_of(parse, row) = true;
	return true;
}

static bool set_action(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	parse->options->action = row->value;
	return true;
}

static bool set_format(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	if (parse->options->format != OPTIONS_TEXT && parse->options->format != row->value) {
		diag_tell(parse->diag, 0, "-%s: only one of -mr, -csv and -json", row->name);
		return false;
	}
	parse->options->format = row->value;
	return true;
}

static bool set_text(struct parse *parse, const struct row *row, const char *arg)
{
	if (!*arg) {
		diag_tell(parse->diag, 0, "-%s: its argument is empty", row->name);
		return false;
	}
	*(const char **)field_of(parse, row) = arg;
	return true;
}

/* rules.c looks at it. */
static bool set_plot(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	parse->options->plot = arg;
	return true;
}

/* 1 up to the row's value. */
static bool set_count(struct parse *parse, const struct row *row, const char *arg)
{
	uint64_t count = 0;

	if (size_parse_count(arg, &count) < 0 || count == 0 || count > row->value) {
		diag_tell(parse->diag, 0, "-%s: %s is no number from 1 to %llu", row->name,
			  quote_name(parse->quote, arg), (unsigned long long)row->value);
		return false;
	}
	*(unsigned *)field_of(parse, row) = count;
	return true;
}

static bool set_misalign(struct parse *parse, const struct row *row, const char *arg)
{
	uint64_t count = 0;

	if (size_parse_count(arg, &count) < 0 || count > OPTIONS_MISALIGN_MAX) {
		diag_tell(parse->diag, 0, "-%s: %s is no number from 0 to %d", row->name,
			  quote_name(parse->quote, arg), OPTIONS_MISALIGN_MAX);
		return false;
	}
	parse->options->misalign = count;
	return true;
}

static bool set_bytes(struct parse *parse, const struct row *row, const char *arg)
{
	uint64_t bytes = 0;

	if (size_parse(arg, &bytes) < 0 || bytes == 0 || bytes > row->value) {
		diag_tell(parse->diag, 0, "-bytes: %s is no number of bytes from 1 to 2147483647",
			  quote_name(parse->quote, arg));
		return false;
	}
	parse->options->bytes = bytes;
	return true;
}

static bool set_seconds(struct parse *parse, const struct row *row, const char *arg)
{
	double seconds = 0;

	(void)row;
	if (!number_parse(arg, &seconds) || seconds <= 0 || seconds > OPTIONS_SECONDS_MAX) {
		diag_tell(parse->diag, 0, "-seconds: %s is no number of seconds above 0",
			  quote_name(parse->quote, arg));
		return false;
	}
	if (seconds < OPTIONS_SECONDS_MIN) {
		diag_tell(parse->diag, 0, "-seconds: %s is below 0.01, and shorter runs say nothing about a rate",
			  quote_name(parse->quote, arg));
		return false;
	}
	parse->options->seconds = seconds;
	return true;
}

static bool add_digest(struct parse *parse, const struct row *row, const char *arg)
{
	struct options *options = parse->options;

	if (!*arg || strlen(arg) >= RATES_NAME_MAX - sizeof("hmac()  legacy cpu")) {
		diag_tell(parse->diag, 0, "%s: unknown digest", quote_name(parse->quote, arg));
		return false;
	}
	options->digests[options->n_digests++] = (struct options_digest){ arg, row->value };
	return true;
}

static bool add_file(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	parse->options->files[parse->options->n_files++] = arg;
	return true;
}

static bool add_compared(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	parse->options->compared[parse->options->n_compared++] = arg;
	return true;
}

static bool add_api(struct options *options, const char *word, size_t len)
{
	for (enum rates_api api = RATES_ONESHOT; api <= RATES_LANES; api++) {
		const char *name = rates_api_name(api);

		if (strlen(name) != len || memcmp(name, word, len) != 0)
			continue;
		for (unsigned i = 0; i < options->n_apis; i++) {
			if (options->apis[i] == api)
				return true;
		}
		options->apis[options->n_apis++] = api;
		return true;
	}
	return false;
}

static bool set_apis(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	parse->options->n_apis = 0;
	for (const char *word = arg;;) {
		size_t len = strcspn(word, ",");

		if (!add_api(parse->options, word, len)) {
			diag_tell(parse->diag, 0,
				  "-api: %s holds a word that is not oneshot, evp, fetch, legacy or lanes",
				  quote_name(parse->quote, arg));
			return false;
		}
		if (!word[len])
			return true;
		word += len + 1;
	}
}

static bool set_report(struct parse *parse, const struct row *row, const char *arg)
{
	uint64_t fd = 0;

	(void)row;
	if (size_parse_count(arg, &fd) < 0 || fd > 1 << 20) {
		diag_tell(parse->diag, 0, "-report: not a descriptor");
		return false;
	}
	parse->options->report_fd = fd;
	return true;
}

#define FIELD(name) offsetof(struct options, name)

static const struct row rows[] = {
	{ "help", TAKES_NOTHING, set_action, 0, OPTIONS_HELP },
	{ "version", TAKES_NOTHING, set_action, 0, OPTIONS_VERSION },
	{ "evp", TAKES_ONE, add_digest, 0, false },
	{ "hmac", TAKES_ONE, add_digest, 0, true },
	{ "seconds", TAKES_ONE, set_seconds, 0, 0 },
	{ "bytes", TAKES_ONE, set_bytes, 0, INT32_MAX },
	{ "elapsed", TAKES_NOTHING, set_flag, FIELD(is_elapsed), 0 },
	{ "multi", TAKES_ONE, set_count, FIELD(n_processes), OPTIONS_MULTI_MAX },
	{ "mlock", TAKES_NOTHING, set_flag, FIELD(is_locked), 0 },
	{ "misalign", TAKES_ONE, set_misalign, 0, 0 },
	{ "mr", TAKES_NOTHING, set_format, 0, OPTIONS_MR },
	{ "csv", TAKES_NOTHING, set_format, 0, OPTIONS_CSV },
	{ "json", TAKES_NOTHING, set_format, 0, OPTIONS_JSON },
	{ "api", TAKES_ONE, set_apis, 0, 0 },
	{ "cpu", TAKES_ONE, set_text, FIELD(cpus), 0 },
	{ "plot", TAKES_ONE, set_plot, 0, 0 },
	{ "file", TAKES_REST, add_file, 0, 0 },
	{ "vs", TAKES_ONE, set_text, FIELD(versus), 0 },
	{ "warm", TAKES_NOTHING, set_flag, FIELD(is_warm), 0 },
	{ "cold", TAKES_NOTHING, set_flag, FIELD(is_cold), 0 },
	{ "rounds", TAKES_ONE, set_count, FIELD(n_rounds), OPTIONS_ROUNDS_MAX },
	{ "compare", TAKES_REST, add_compared, 0, 0 },
	{ "report", TAKES_ONE, set_report, 0, 0 },
	{ "label", TAKES_ONE, set_text, FIELD(label), 0 },
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

static const struct row operand = { "", TAKES_ONE, add_digest, 0, false };

/* The row of "-name" or "--name=…"; @ret_value is what stands behind '=', or NULL. */
static const struct row *find_row(const char *word, const char **ret_value)
{
	const char *name = word + (word[1] == '-' ? 2 : 1);
	size_t len = strcspn(name, "=");

	*ret_value = name[len] == '=' ? name + len + 1 : NULL;
	for (size_t i = 0; i < N_ROWS; i++) {
		if (strlen(rows[i].name) == len && memcmp(rows[i].name, name, len) == 0)
			return &rows[i];
	}
	return NULL;
}

/* "-" is standard input, and "-:2" one run in it. */
static bool is_option(const char *word)
{
	return word && word[0] == '-' && word[1] != '\0' && word[1] != ':';
}

/* Applies an option to the words that belong to it. Return: how many these were, or -1. */
static int apply_option(struct parse *parse, const struct row *row, const char *value, char **words)
{
	int n = 0;

	if (row->takes == TAKES_NOTHING && value) {
		diag_tell(parse->diag, 0, "-%s takes no argument", row->name);
		return -1;
	}
	if (row->takes == TAKES_NOTHING)
		return row->apply(parse, row, NULL) ? 0 : -1;
	if (value && !row->apply(parse, row, value))
		return -1;
	if (value && row->takes == TAKES_ONE)
		return 0;
	while (words[n] && (row->takes == TAKES_ONE ? n == 0 : !is_option(words[n]))) {
		if (!row->apply(parse, row, words[n]))
			return -1;
		n++;
	}
	if (n > 0 || value)
		return n;
	diag_tell(parse->diag, 0, "-%s needs %s", row->name, row->takes == TAKES_REST ? "a file" : "an argument");
	return -1;
}

static void remember(struct options *options, const struct row *row, char **words, int n)
{
	if (row->apply == set_text && row->field == FIELD(cpus))
		return;
	for (int i = 0; i < n; i++)
		options->rerun[options->n_rerun++] = words[i];
}

static bool read_words(struct parse *parse, char **words)
{
	while (*words) {
		const struct row *row = &operand;
		const char *value = NULL;
		int n = 0;

		if (is_option(*words)) {
			row = find_row(*words, &value);
			if (!row) {
				diag_tell(parse->diag, 0, "%s: unknown option", quote_name(parse->quote, *words));
				return false;
			}
			n = apply_option(parse, row, value, words + 1);
		} else if (!add_digest(parse, row, *words)) {
			n = -1;
		}
		if (n < 0)
			return false;
		if (row->apply == set_action)
			return true;
		remember(parse->options, row, words, n + 1);
		words += n + 1;
	}
	return true;
}

static bool make_room(struct options *options, int argc)
{
	options->digests = calloc(argc + 1, sizeof(*options->digests));
	options->files = calloc(argc + 1, sizeof(*options->files));
	options->compared = calloc(argc + 1, sizeof(*options->compared));
	options->rerun = calloc(argc + 6, sizeof(*options->rerun));
	return options->digests && options->files && options->compared && options->rerun;
}

bool options_parse(int argc, char **argv, const struct diag *diag, struct quote *quote, struct options *ret_options)
{
	struct options options = { .report_fd = -1 };
	struct parse parse = { &options, diag, quote };
	bool is_good = make_room(&options, argc);

	if (!is_good) {
		diag_tell(diag, -ENOMEM, "options");
	} else {
		options.rerun[options.n_rerun++] = argv[0];
		is_good = read_words(&parse, argv + 1);
		is_good = is_good && rules_check(&options, diag);
		if (!is_good)
			diag_write(diag, "Try 'ringspeed -help' for more information.\n");
	}
	if (!is_good) {
		options_finish(&options);
		return false;
	}
	*ret_options = options;
	return true;
}

void options_finish(struct options *options)
{
	free(options->digests);
	free(options->files);
	free(options->compared);
	free(options->rerun);
	*options = (struct options){ .report_fd = -1 };
}
