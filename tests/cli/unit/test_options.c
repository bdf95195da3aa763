/* SPDX-License-Identifier: MIT */
/*
 * The command line as a struct. Which options a GNU name has, and which go together, is GNU's manual's word.
 */
#include "options.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <getopt.h>
#include <string.h>

#define ARGS_MAX 16

static const struct diag diag = { .program = "test" };

/* Splits at blanks, so no argument holds any. */
static int parse(const char *argv0, const char *line, struct options *ret_options)
{
	static char text[256];
	char *argv[ARGS_MAX + 1] = { (char *)argv0 }, *word, *rest;
	struct personality personality;
	int argc = 1;

	strcpy(text, line);
	for (word = strtok_r(text, " ", &rest); word && argc < ARGS_MAX; word = strtok_r(NULL, " ", &rest))
		argv[argc++] = word;
	/* 0 makes getopt_long() start afresh. */
	optind = 0;
	personality_find(argv0, &personality);
	return options_parse(&personality, argc, argv, &diag, ret_options);
}

static void expect_parsed(const char *argv0, const char *line, struct options *ret_options)
{
	cr_assert_eq(parse(argv0, line, ret_options), 0, "%s", line);
}

static void expect_refused(const char *argv0, const char *line)
{
	struct options options;

	cr_expect_lt(parse(argv0, line, &options), 0, "%s %s", argv0, line);
}

Test(options, defaults)
{
	struct options options;

	expect_parsed("ringsum", "", &options);
	cr_expect_eq(options.action, ACTION_SUM);
	cr_expect_eq(options.layout, MANIFEST_GNU);
	cr_expect_eq(options.length, RINGSUM_TO_END);
	cr_expect_eq(options.n_operands, 0);
	cr_expect(options.is_strict);
	options_finish(&options);
	expect_parsed("sha256sum", "-c x", &options);
	cr_expect_eq(options.action, ACTION_CHECK);
	cr_expect_eq(options.n_operands, 1);
	cr_expect_not(options.is_strict);
	options_finish(&options);
}

Test(options, last_one_holds)
{
	struct options options;

	expect_parsed("ringsum", "-c --warn --quiet --status", &options);
	cr_expect_eq(options.verbosity, VERBOSITY_STATUS);
	options_finish(&options);
	expect_parsed("ringsum", "-c --status --warn", &options);
	cr_expect_eq(options.verbosity, VERBOSITY_WARN);
	options_finish(&options);
	expect_parsed("ringsum", "-c --lenient --strict", &options);
	cr_expect(options.is_strict);
	options_finish(&options);
	expect_parsed("ringsum", "-c --strict --lenient", &options);
	cr_expect_not(options.is_strict);
	options_finish(&options);
	expect_parsed("ringsum", "--tag --layout=openssl", &options);
	cr_expect_eq(options.layout, MANIFEST_OPENSSL);
	options_finish(&options);
	expect_parsed("ringsum", "--layout=openssl --untagged", &options);
	cr_expect_eq(options.layout, MANIFEST_GNU);
	options_finish(&options);
}

Test(options, values)
{
	struct options options;

	expect_parsed("ringsum", "--bytes=3K --offset 2 -j4 -a sha1 --io=plain -C d f", &options);
	cr_expect_eq(options.length, 3072);
	cr_expect_eq(options.offset, 2);
	cr_expect_eq(options.n_workers, 4);
	cr_expect_str_eq(options.algo_name, "sha1");
	cr_expect_eq(options.io, RINGSUM_IO_PLAIN);
	cr_expect_str_eq(options.directory, "d");
	cr_expect_str_eq(options.operands[0], "f");
	options_finish(&options);
	expect_parsed("ringsum", "-c --only=a --only b --strip-path l --strip-path=2", &options);
	cr_expect_eq(options.n_only, 2);
	cr_expect_str_eq(options.only[1], "b");
	cr_expect_eq(options.strip, 2);
	cr_expect_eq(options.n_operands, 1);
	options_finish(&options);
	expect_parsed("ringsum", "-c --strip-path", &options);
	cr_expect_eq(options.strip, STRIP_ALL);
	options_finish(&options);
}

Test(options, several)
{
	struct options options;

	expect_parsed("ringsum", "-a sha1,md5 --out sha1=x --out=md5=y --stats f", &options);
	cr_expect_str_eq(options.algo_name, "sha1,md5");
	cr_expect_eq(options.n_outs, 2);
	cr_expect_str_eq(options.outs[0], "sha1=x");
	cr_expect_str_eq(options.outs[1], "md5=y");
	cr_expect_eq(options.stats, STATS_TEXT);
	cr_expect_not(options.is_verbose);
	options_finish(&options);
	expect_parsed("ringsum", "--stats=json --verbose f", &options);
	cr_expect_eq(options.stats, STATS_JSON);
	cr_expect(options.is_verbose);
	options_finish(&options);
}

Test(options, help_ends_reading)
{
	struct options options;

	expect_parsed("ringsum", "--help --bogus", &options);
	cr_expect_eq(options.action, ACTION_HELP);
	options_finish(&options);
	expect_parsed("md5sum", "--vers", &options);
	cr_expect_eq(options.action, ACTION_VERSION);
	options_finish(&options);
}

Test(options, abbreviated_and_after_operands)
{
	struct options options;

	expect_parsed("sha256sum", "x --chec --ign", &options);
	cr_expect_eq(options.action, ACTION_CHECK);
	cr_expect(options.ignores_missing);
	cr_expect_str_eq(options.operands[0], "x");
	options_finish(&options);
	expect_parsed("sha256sum", "-- --check", &options);
	cr_expect_eq(options.action, ACTION_SUM);
	cr_expect_str_eq(options.operands[0], "--check");
	options_finish(&options);
}

/* What GNU's md5sum and its kin do not have, the links do not have. */
Test(options, gnu_names_have_gnu_options, .init = cr_redirect_stderr)
{
	static const char *const lines[] = {
		"-a sha1 f", "-l 256 f", "--base64 f", "--raw f", "--untagged f", "--layout=gnu f", "-c --lenient f",
		"--expect=00 f", "-c --only=a f", "-C d f", "-c --strip-path f", "--bytes=1 f", "--offset=1 f",
		"--io=plain f", "-j1 f", "--progress f", "--no-progress f", "--out sha256=x f", "--stats f", "--verbose f",
		"-a sha1,md5 f",
	};
	struct options options;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		expect_refused("sha256sum", lines[i]);
		expect_parsed("ringsum", lines[i], &options);
		options_finish(&options);
	}
}

Test(options, no_sense, .init = cr_redirect_stderr)
{
	static const char *const lines[] = {
		"--status f", "--quiet f", "-w f", "--strict f", "--lenient f", "--ignore-missing f", "--only=a f",
		"--strip-path f", "-c --tag f", "-c -z f", "-c -b f", "-c -t f", "-c --layout=bsd f", "-c --raw f",
		"-c --bytes=1 f", "-c --offset=0 f", "--tag -t f", "--base64 --raw f", "--raw f g", "-c --expect=00 f",
		"--expect=00 --expect=01 f", "--expect=00 --tag f", "--layout=gpg f", "--layout= f", "--io=fast f",
		"-j0 f", "-jx f", "-j f", "--bytes=x f", "--bytes=-1 f", "-l 7 f", "--offset=16E f",
		"--offset=15E --bytes=15E f", "-a sha1,md5 -c f", "-a sha1,md5 --expect=00 f", "-a sha1,md5 --raw f",
		"--out sha256=x -c f", "--out sha256=x --expect=00 f", "--out", "--stats=xml f", "--stats= f",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		expect_refused("ringsum", lines[i]);
}
