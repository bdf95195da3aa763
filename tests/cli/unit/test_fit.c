/* SPDX-License-Identifier: MIT */
/*
 * The fit and its words. Numbers of calls follow from the paddings of the digests' standards; figures and errors of the
 * published tables were worked out apart from this code, by the normal equations in Python.
 */
#include "explain.h"
#include "fit.h"
#include "saved.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void expect_near(double got, double want, double share, const char *what)
{
	cr_expect(fabs(got - want) <= share * fabs(want), "%s: %g, not %g", what, got, want);
}

Test(fit, calls)
{
	static const struct {
		const char *name;
		uint64_t size;
		double calls;
	} calls[] = {
		{ "sha1", 16, 1 },	{ "md5", 55, 1 },	  { "md5", 56, 2 },	   { "SHA2-256", 64, 2 },
		{ "sha256", 1024, 17 }, { "sha512", 111, 1 },	  { "sha512", 112, 2 },	   { "SHA-384", 8192, 65 },
		{ "sha3-256", 135, 1 }, { "SHA3-256", 136, 2 },	  { "sha3-512", 144, 3 },  { "whirlpool", 31, 1 },
		{ "whirlpool", 32, 2 }, { "blake2b512", 128, 1 }, { "blake2b512", 129, 2 }, { "blake2s256", 0, 1 },
		{ "hmac(md5)", 64, 2 }, { "sha256 x4", 64, 2 },	  { "aes-128 cbc", 64, 64 }, { "sha512-256", 112, 2 },
	};

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		struct fit_model model = fit_model_of(calls[i].name);

		cr_expect_eq(fit_calls(&model, calls[i].size), calls[i].calls, "%s %d", calls[i].name,
			     (int)calls[i].size);
	}
}

Test(fit, exact)
{
	struct fit_model model = fit_model_of("sha1");
	struct fit_point points[4];
	struct fit fit;

	for (unsigned i = 0; i < 4; i++) {
		uint64_t size = (uint64_t)16 << (2 * i);

		points[i] = (struct fit_point){ size, 100 + 1.5 * 64 * fit_calls(&model, size), 0 };
	}
	fit_run(&model, points, 4, &fit);
	cr_expect_eq(fit.trouble, FIT_GOOD);
	expect_near(fit.overhead, 100, 1e-9, "overhead");
	expect_near(fit.cost, 1.5, 1e-9, "cost");
	cr_expect_lt(fit.deviation, 1e-9);
	/* Half a per cent is what measurements are wrong by, however well they lie. */
	cr_expect_gt(fit.overhead_error, 0.5);
}

Test(fit, too_few)
{
	struct fit_model model = fit_model_of("sha1");
	struct fit_point points[] = { { 16, 100, 0 }, { 32, 101, 0 }, { 48, 102, 0 }, { 1024, 1000, 0 } };
	struct fit fit;

	fit_run(&model, points, 0, &fit);
	cr_expect_eq(fit.trouble, FIT_TOO_FEW);
	fit_run(&model, points + 2, 2, &fit);
	cr_expect_eq(fit.trouble, FIT_TOO_FEW);
	/* Three sizes, but one call for each. */
	fit_run(&model, points, 3, &fit);
	cr_expect_eq(fit.trouble, FIT_TOO_FEW);
	fit_run(&model, points, 4, &fit);
	cr_expect_eq(fit.trouble, FIT_GOOD);
}

Test(fit, poor)
{
	struct fit_model model = fit_model_of("sha1");
	struct fit_point wild[] = { { 16, 100, 0 }, { 64, 900, 0 }, { 256, 300, 0 }, { 1024, 5000, 0 }, { 8192, 6000, 0 } };
	struct fit_point falling[] = { { 16, 1000, 0 }, { 64, 900, 0 }, { 256, 700, 0 }, { 1024, 500, 0 } };
	struct fit fit;

	fit_run(&model, wild, 5, &fit);
	cr_expect_eq(fit.trouble, FIT_POOR);
	fit_run(&model, falling, 4, &fit);
	cr_expect_eq(fit.trouble, FIT_POOR);
}

/* ---- published tables ---- */

static void judge(const char *file, size_t run_a, size_t run_b, const char *name, struct explain *ret_explain)
{
	const struct saved_row *a, *b;
	struct saved saved;
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", FIXTURE_DIR, file);
	cr_assert_eq(saved_read(path, &saved), 0);
	cr_assert(run_a <= saved.n_runs && run_b <= saved.n_runs);
	a = saved_find(&saved.runs[run_a - 1], name);
	b = saved_find(&saved.runs[run_b - 1], name);
	cr_assert(a && b);
	explain_judge(a, b, ret_explain);
	saved_finish(&saved);
}

Test(explain, new_assembler_is_overhead)
{
	char words[EXPLAIN_WORDS_MAX];
	struct explain explain;

	judge("good-page.html", 1, 2, "sha1", &explain);
	cr_expect_eq(explain.verdict, EXPLAIN_OVERHEAD);
	expect_near(explain.a.overhead, 263.36, 1e-4, "overhead before");
	expect_near(explain.a.overhead_error, 5.94, 1e-3, "its error");
	expect_near(explain.b.overhead, 62.94, 1e-3, "overhead after");
	expect_near(explain.a.cost, 1.0932, 1e-4, "cost before");
	expect_near(explain.b.cost, 1.0876, 1e-4, "cost after");
	expect_near(explain.b.cost_error, 0.0185, 1e-2, "its error");
	explain_words(&explain, words);
	cr_expect_str_eq(words, "per-call overhead 263 -> 62.9 ns, per-byte cost 1.09 -> 1.09 ns: the gain is in the "
				"overhead, so it fades as blocks grow");
}

Test(explain, sha_extensions_are_per_byte)
{
	struct explain explain;
	char words[EXPLAIN_WORDS_MAX];

	judge("good-joined.txt", 3, 4, "sha1", &explain);
	cr_expect_eq(explain.verdict, EXPLAIN_PER_BYTE);
	cr_expect(explain.is_gain);
	expect_near(explain.a.cost, 1.0453, 1e-4, "cost before");
	expect_near(explain.b.cost, 0.5122, 1e-4, "cost after");
	judge("good-joined.txt", 7, 8, "sha1", &explain);
	cr_expect_eq(explain.verdict, EXPLAIN_PER_BYTE);
	expect_near(explain.a.overhead, 109.63, 1e-4, "overhead before");
	expect_near(explain.b.overhead, 87.34, 1e-4, "overhead after");
	explain_words(&explain, words);
	cr_expect(strstr(words, "the gain is per byte: it stays as blocks grow"), "%s", words);
}

Test(explain, no_extension_no_difference)
{
	struct explain explain;

	judge("good-joined.txt", 1, 2, "sha1", &explain);
	cr_expect_eq(explain.verdict, EXPLAIN_SAME);
	judge("good-joined.txt", 5, 6, "sha1", &explain);
	cr_expect_eq(explain.verdict, EXPLAIN_SAME);
	judge("good-quoted.txt", 3, 4, "sha1", &explain);
	cr_expect_eq(explain.verdict, EXPLAIN_SAME);
}

Test(explain, evp_is_overhead)
{
	struct explain explain;

	judge("good-quoted.txt", 4, 3, "md5", &explain);
	cr_expect_eq(explain.verdict, EXPLAIN_OVERHEAD);
	cr_expect(explain.is_gain);
	expect_near(explain.a.overhead, 186.10, 1e-4, "overhead with -evp");
	expect_near(explain.b.overhead, 47.91, 1e-3, "overhead without");
	expect_near(explain.b.cost, 1.5613, 1e-4, "cost");
	judge("good-quoted.txt", 3, 4, "md5", &explain);
	cr_expect_eq(explain.verdict, EXPLAIN_OVERHEAD);
	cr_expect_not(explain.is_gain);
}

/* ---- made up ---- */

static struct saved_row row_of(const char *name, double overhead, double cost, unsigned n_sizes)
{
	struct fit_model model = fit_model_of(name);
	struct saved_row row = { .n_cells = n_sizes };

	snprintf(row.name, sizeof(row.name), "%s", name);
	for (unsigned i = 0; i < n_sizes; i++) {
		uint64_t size = (uint64_t)16 << (2 * i);
		double ns = overhead + cost * model.block_len * fit_calls(&model, size);

		row.cells[i] = (struct saved_cell){ size, (double)size / ns * 1e9, 0, SAVED_FROM_TABLE };
	}
	return row;
}

static enum explain_verdict verdict_of(const struct saved_row *a, const struct saved_row *b, const char *phrase)
{
	char words[EXPLAIN_WORDS_MAX];
	struct explain explain;

	explain_judge(a, b, &explain);
	explain_words(&explain, words);
	cr_expect(strstr(words, phrase), "%s", words);
	return explain.verdict;
}

Test(explain, verdicts)
{
	struct saved_row a = row_of("sha1", 200, 1, 6), both = row_of("sha1", 50, 0.5, 6);
	struct saved_row opposite = row_of("sha1", 300, 0.5, 6), few = row_of("sha1", 50, 0.5, 2);
	struct saved_row wild = a;

	wild.cells[1].rate /= 4;
	wild.cells[3].rate *= 4;
	cr_expect_eq(verdict_of(&a, &both, "the gain is in both"), EXPLAIN_BOTH);
	cr_expect_eq(verdict_of(&both, &a, "the loss is in both"), EXPLAIN_BOTH);
	cr_expect_eq(verdict_of(&a, &opposite, "more overhead, but less per byte: B is slower up to about 200 bytes"),
		     EXPLAIN_OPPOSITE);
	cr_expect_eq(verdict_of(&a, &few, "unclear, B: fewer than three block sizes"), EXPLAIN_UNCLEAR);
	cr_expect_eq(verdict_of(&few, &few, "unclear, A and B: fewer"), EXPLAIN_UNCLEAR);
	cr_expect_eq(verdict_of(&wild, &a, "unclear, A: the times lie"), EXPLAIN_UNCLEAR);
	cr_expect_eq(verdict_of(&a, &a, "no difference"), EXPLAIN_SAME);
}

/* Sizes that have nothing in common are compared by their lines. */
Test(explain, other_sizes)
{
	struct saved_row a = row_of("sha1", 200, 1, 6), b = row_of("sha1", 50, 1, 6), both = row_of("sha1", 50, 0.5, 6);

	for (unsigned i = 0; i < 6; i++) {
		b.cells[i].size += 1;
		both.cells[i].size += 1;
	}
	cr_expect_eq(verdict_of(&a, &b, "the gain is in the overhead"), EXPLAIN_OVERHEAD);
	cr_expect_eq(verdict_of(&a, &both, "the gain is in both"), EXPLAIN_BOTH);
}

/* A difference that the errors could have made is none to speak of. */
Test(explain, unclear_within_errors)
{
	struct saved_row a = row_of("sha1", 200, 1, 5), b = row_of("sha1", 190, 0.95, 5);

	for (unsigned i = 0; i < 5; i++)
		a.cells[i].error = b.cells[i].error = 0.08;
	cr_expect_eq(verdict_of(&a, &b, "unclear"), EXPLAIN_UNCLEAR);
}

Test(explain, numbers)
{
	static const struct {
		double value, like;
		const char *text;
	} numbers[] = {
		{ 263.36, 263.36, "263" },    { 62.94, 62.94, "62.9" }, { 1.0932, 1.0932, "1.09" }, { 0.5137, 0.5137, "0.514" },
		{ 1.0267, 0.5137, "1.027" }, { -0.001, 1, "0.00" },    { -3.21, -3.21, "-3.21" },  { 99.96, 99.96, "100" },
	};
	char text[EXPLAIN_NUMBER_MAX];

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		explain_number(numbers[i].value, numbers[i].like, text);
		cr_expect_str_eq(text, numbers[i].text);
	}
}
