/* SPDX-License-Identifier: MIT */
/*
 * Owns the table of options, one row each. getopt_long(3) finds the row, as in every GNU program; the row says what it
 * does to struct options. Which options go together is rules.c's affair.
 */
#include "options.h"

#include "rules.h"

#include "cli/size.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row;

/* What a row is applied to. */
struct parse {
	struct options *options;
	const struct diag *diag;
};

/* Return: 0, or -EINVAL when the user has been told what is wrong with @arg. */
typedef int apply_fn(struct parse *parse, const struct row *row, const char *arg);

struct row {
	const char *name;
	/** @letter: its short form; 0: none */
	char letter;
	int has_arg;
	/** @is_gnu: the GNU names have it too */
	bool is_gnu;
	apply_fn *apply;
	/** @field: offset of the flag in struct options that set_flag() sets */
	size_t field;
	/** @value: what it is set to */
	int value;
};

/* Values of getopt_long() for rows without a letter start above all letters. */
#define FIRST_VALUE 256

static int set_flag(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	*(bool *)((char *)parse->options + row->field) = true;
	return 0;
}

static int set_algorithm(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	parse->options->algo_name = arg;
	return 0;
}

static int set_directory(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	parse->options->directory = arg;
	return 0;
}

static int set_action(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	parse->options->action = row->value;
	return 0;
}

static int set_verbosity(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	parse->options->verbosity = row->value;
	return 0;
}

static int set_text_mode(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	parse->options->text_mode = row->value;
	return 0;
}

static int set_strictness(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	parse->options->is_strict = row->value;
	parse->options->is_lenient = !row->value;
	return 0;
}

static int set_progress(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	parse->options->progress = row->value;
	return 0;
}

/* --tag, --untagged and --layout name the same thing; the last one holds. */
static void choose_layout(struct options *options, enum manifest_layout layout)
{
	options->layout = layout;
	options->is_tag = false;
	options->has_layout = false;
}

static int set_tag(struct parse *parse, const struct row *row, const char *arg)
{
	(void)arg;
	choose_layout(parse->options, row->value ? MANIFEST_BSD : MANIFEST_GNU);
	parse->options->is_tag = row->value;
	return 0;
}

static int set_layout(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	for (enum manifest_layout layout = 0; layout < MANIFEST_N_LAYOUTS; layout++) {
		const char *name = manifest_layout_name(layout);

		if (name && strcmp(name, arg) == 0) {
			choose_layout(parse->options, layout);
			parse->options->has_layout = true;
			return 0;
		}
	}
	diag_tell(parse->diag, 0, "--layout: not gnu, bsd, openssl, openssl1, hashdeep, sri or hex");
	return -EINVAL;
}

static int set_io(struct parse *parse, const struct row *row, const char *arg)
{
	static const char *const words[] = { "auto", "ring", "plain", "direct", "buffered", "sqpoll" };
	static const enum ringsum_io values[] = { RINGSUM_IO_AUTO,   RINGSUM_IO_RING,	  RINGSUM_IO_PLAIN,
						  RINGSUM_IO_DIRECT, RINGSUM_IO_BUFFERED, RINGSUM_IO_SQPOLL };

	(void)row;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(arg, words[i]) == 0) {
			parse->options->io = values[i];
			return 0;
		}
	}
	diag_tell(parse->diag, 0, "--io: not auto, ring, plain, direct, buffered or sqpoll");
	return -EINVAL;
}

/* A number of bytes, or a plain count, into a uint64_t. */
static int set_number(struct parse *parse, const struct row *row, const char *arg, bool is_size, uint64_t *ret_value)
{
	int error = is_size ? size_parse(arg, ret_value) : size_parse_count(arg, ret_value);

	if (error == 0)
		return 0;
	diag_tell(parse->diag, 0, "--%s: %s", row->name, error == -ERANGE ? "too large" : "not a number");
	return -EINVAL;
}

static int set_length_bits(struct parse *parse, const struct row *row, const char *arg)
{
	int error = set_number(parse, row, arg, false, &parse->options->length_bits);

	if (error == 0 && parse->options->length_bits % 8 != 0) {
		diag_tell(parse->diag, 0, "--length: not a multiple of 8");
		return -EINVAL;
	}
	return error;
}

static int set_jobs(struct parse *parse, const struct row *row, const char *arg)
{
	uint64_t jobs = 0;
	int error = set_number(parse, row, arg, false, &jobs);

	if (error == 0 && (jobs == 0 || jobs > UINT16_MAX)) {
		diag_tell(parse->diag, 0, "--jobs: out of range");
		return -EINVAL;
	}
	parse->options->n_workers = jobs;
	return error;
}

static int set_bytes(struct parse *parse, const struct row *row, const char *arg)
{
	return set_number(parse, row, arg, true, &parse->options->length);
}

static int set_offset(struct parse *parse, const struct row *row, const char *arg)
{
	parse->options->has_offset = true;
	return set_number(parse, row, arg, true, &parse->options->offset);
}

static int set_strip(struct parse *parse, const struct row *row, const char *arg)
{
	parse->options->has_strip = true;
	parse->options->strip = STRIP_ALL;
	return arg ? set_number(parse, row, arg, false, &parse->options->strip) : 0;
}

static int set_expect(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	parse->options->has_second_expect = parse->options->expect;
	parse->options->expect = arg;
	return 0;
}

static int add_only(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	parse->options->only[parse->options->n_only++] = arg;
	return 0;
}

static int add_out(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	parse->options->outs[parse->options->n_outs++] = arg;
	return 0;
}

static int set_stats(struct parse *parse, const struct row *row, const char *arg)
{
	(void)row;
	if (arg && strcmp(arg, "json") != 0) {
		diag_tell(parse->diag, 0, "--stats: not json");
		return -EINVAL;
	}
	parse->options->stats = arg ? STATS_JSON : STATS_TEXT;
	return 0;
}

#define FIELD(name) offsetof(struct options, name)

/* GNU's options stand in the order in which GNU programs list what an ambiguous abbreviation could mean. */
static const struct row rows[] = {
	{ "check", 'c', no_argument, true, set_flag, FIELD(is_check), 0 },
	{ "ignore-missing", 0, no_argument, true, set_flag, FIELD(ignores_missing), 0 },
	{ "quiet", 0, no_argument, true, set_verbosity, 0, VERBOSITY_QUIET },
	{ "status", 0, no_argument, true, set_verbosity, 0, VERBOSITY_STATUS },
	{ "warn", 'w', no_argument, true, set_verbosity, 0, VERBOSITY_WARN },
	{ "strict", 0, no_argument, true, set_strictness, 0, true },
	{ "tag", 0, no_argument, true, set_tag, 0, true },
	{ "zero", 'z', no_argument, true, set_flag, FIELD(is_zero), 0 },
	{ "binary", 'b', no_argument, true, set_text_mode, 0, TEXT_MODE_BINARY },
	{ "text", 't', no_argument, true, set_text_mode, 0, TEXT_MODE_TEXT },
	{ "help", 0, no_argument, true, set_action, 0, ACTION_HELP },
	{ "version", 0, no_argument, true, set_action, 0, ACTION_VERSION },
	{ "algorithm", 'a', required_argument, false, set_algorithm, 0, 0 },
	{ "length", 'l', required_argument, false, set_length_bits, 0, 0 },
	{ "untagged", 0, no_argument, false, set_tag, 0, false },
	{ "base64", 0, no_argument, false, set_flag, FIELD(is_base64), 0 },
	{ "raw", 0, no_argument, false, set_flag, FIELD(is_raw), 0 },
	{ "out", 0, required_argument, false, add_out, 0, 0 },
	{ "layout", 0, required_argument, false, set_layout, 0, 0 },
	{ "lenient", 0, no_argument, false, set_strictness, 0, false },
	{ "expect", 0, required_argument, false, set_expect, 0, 0 },
	{ "only", 0, required_argument, false, add_only, 0, 0 },
	{ "directory", 'C', required_argument, false, set_directory, 0, 0 },
	{ "strip-path", 0, optional_argument, false, set_strip, 0, 0 },
	{ "bytes", 0, required_argument, false, set_bytes, 0, 0 },
	{ "offset", 0, required_argument, false, set_offset, 0, 0 },
	{ "io", 0, required_argument, false, set_io, 0, 0 },
	{ "jobs", 'j', required_argument, false, set_jobs, 0, 0 },
	{ "progress", 0, no_argument, false, set_progress, 0, PROGRESS_ALWAYS },
	{ "no-progress", 0, no_argument, false, set_progress, 0, PROGRESS_NEVER },
	{ "stats", 0, optional_argument, false, set_stats, 0, 0 },
	{ "verbose", 0, no_argument, false, set_flag, FIELD(is_verbose), 0 },
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

/* The table in the form that getopt_long() reads. */
struct getopt_form {
	struct option longs[N_ROWS + 1];
	char shorts[2 * N_ROWS + 1];
};

static void make_getopt_form(bool is_gnu, struct getopt_form *ret_form)
{
	struct option *next = ret_form->longs;
	char *letter = ret_form->shorts;

	for (size_t i = 0; i < N_ROWS; i++) {
		const struct row *row = &rows[i];
		int value = row->letter ? row->letter : FIRST_VALUE + (int)i;

		if (is_gnu && !row->is_gnu)
			continue;
		*next++ = (struct option){ row->name, row->has_arg, NULL, value };
		if (row->letter)
			*letter++ = row->letter;
		if (row->letter && row->has_arg == required_argument)
			*letter++ = ':';
	}
	*next = (struct option){ 0 };
	*letter = '\0';
}

static const struct row *find_row(int value)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		if (value == (rows[i].letter ? rows[i].letter : FIRST_VALUE + (int)i))
			return &rows[i];
	}
	return NULL;
}

/* Return: 0: all read; 1: --help or --version ends the reading; -EINVAL: the user has been told. */
static int read_options(struct parse *parse, bool is_gnu, int argc, char **argv)
{
	struct getopt_form form;
	int value;

	make_getopt_form(is_gnu, &form);
	while ((value = getopt_long(argc, argv, form.shorts, form.longs, NULL)) != -1) {
		const struct row *row = find_row(value);
		int error = row ? row->apply(parse, row, optarg) : -EINVAL;

		if (error < 0)
			return error;
		if (row->apply == set_action)
			return 1;
	}
	return 0;
}

static void tell_where_help_is(const struct personality *personality, const struct diag *diag)
{
	char *text = NULL;

	if (asprintf(&text, "Try '%s --help' for more information.\n", personality->program) < 0)
		return;
	diag_write(diag, text);
	free(text);
}

static void settle_action(const struct personality *personality, struct options *options)
{
	if (options->is_check)
		options->action = ACTION_CHECK;
	else if (options->expect)
		options->action = ACTION_EXPECT;
	/* ringsum fails closed; GNU programs only with --strict. */
	if (!personality->is_gnu)
		options->is_strict = !options->is_lenient;
}

int options_parse(const struct personality *personality, int argc, char **argv, const struct diag *diag,
		  struct options *ret_options)
{
	struct options options = { .action = ACTION_SUM, .length = RINGSUM_TO_END };
	struct parse parse = { &options, diag };
	char *argv0 = argv[0];
	int rc;

	options.only = calloc(argc + 1, sizeof(*options.only));
	options.outs = calloc(argc + 1, sizeof(*options.outs));
	if (!options.only || !options.outs) {
		options_finish(&options);
		diag_tell(diag, -ENOMEM, "options");
		return -ENOMEM;
	}
	/* getopt_long() begins its messages with argv[0]. */
	argv[0] = (char *)personality->program;
	rc = read_options(&parse, personality->is_gnu, argc, argv);
	argv[0] = argv0;
	options.operands = argv + optind;
	options.n_operands = argc - optind;
	if (rc == 0) {
		rc = rules_check(&options, diag);
		settle_action(personality, &options);
	}
	if (rc < 0) {
		if (rc == -EINVAL)
			tell_where_help_is(personality, diag);
		options_finish(&options);
		return -EINVAL;
	}
	*ret_options = options;
	return 0;
}

void options_finish(struct options *options)
{
	free(options->only);
	free(options->outs);
	options->only = options->outs = NULL;
}
