/* SPDX-License-Identifier: MIT */
/*
 * Owns how a comparison looks to people: a column for each side, a line for each block size, so that it fits a terminal
 * however many sizes there are. Rates are written as openssl writes them.
 */
#include "compare_view.h"

#include <inttypes.h>
#include <string.h>

#define CELL_MAX 80

static void put_side(FILE *to, char name, const struct compare_side *side, struct quote *quote)
{
	bool is_stdin = strcmp(side->path, "-") == 0;

	fprintf(to, "%c: %s", name, is_stdin ? "standard input" : quote_name(quote, side->path));
	if (side->n_runs > 1)
		fprintf(to, ":%zu", side->number);
	if (*side->run->label)
		fprintf(to, ", %s", side->run->label);
	if (*side->run->version)
		fprintf(to, ", %s", side->run->version);
	if (side->run->clock != SAVED_CLOCK_UNKNOWN)
		fprintf(to, ", %s time", side->run->clock == SAVED_CLOCK_WALL ? "elapsed" : "CPU");
	if (side->run->has_guessed_sizes)
		fprintf(to, ", without block sizes: taken to be openssl's");
	fputc('\n', to);
}

static void rate_text(double rate, char ret_text[CELL_MAX])
{
	if (!(rate > 0))
		snprintf(ret_text, CELL_MAX, "-");
	else if (rate > 10000)
		snprintf(ret_text, CELL_MAX, "%.2fk", rate / 1000);
	else
		snprintf(ret_text, CELL_MAX, "%.2f", rate);
}

static void put_size(FILE *to, const struct compare_digest *digest, uint64_t size)
{
	double a = compare_rate(digest->a, size), b = compare_rate(digest->b, size);
	char a_text[CELL_MAX], b_text[CELL_MAX], ratio[CELL_MAX] = "-";

	rate_text(a, a_text);
	rate_text(b, b_text);
	if (a > 0 && b > 0)
		snprintf(ratio, sizeof(ratio), "%.2f", b / a);
	fprintf(to, "%9" PRIu64 " bytes %18s %18s %8s\n", size, a_text, b_text, ratio);
}

/* "263.4 +- 5.9 ns" */
static void figure_text(const struct fit *fit, double value, double error, char ret_text[CELL_MAX])
{
	char number[EXPLAIN_NUMBER_MAX], error_number[EXPLAIN_NUMBER_MAX];

	if (fit->trouble == FIT_TOO_FEW) {
		snprintf(ret_text, CELL_MAX, "-");
		return;
	}
	/* One digit more than in the sentence, because of the error. */
	explain_number(value, value / 10, number);
	explain_number(error, value / 10, error_number);
	snprintf(ret_text, CELL_MAX, "%s +- %s ns", number, error_number);
}

static void put_fit(FILE *to, const struct explain *explain)
{
	const struct fit *a = &explain->a, *b = &explain->b;
	char a_text[CELL_MAX], b_text[CELL_MAX];

	figure_text(a, a->overhead, a->overhead_error, a_text);
	figure_text(b, b->overhead, b->overhead_error, b_text);
	fprintf(to, "%15s %18s %18s\n", "overhead", a_text, b_text);
	figure_text(a, a->cost, a->cost_error, a_text);
	figure_text(b, b->cost, b->cost_error, b_text);
	fprintf(to, "%15s %18s %18s\n", "per byte", a_text, b_text);
}

static void put_digest(FILE *to, const struct compare_digest *digest)
{
	uint64_t sizes[COMPARE_SIZES_MAX];
	unsigned n_sizes = compare_sizes(digest, sizes);
	char words[EXPLAIN_WORDS_MAX];

	fprintf(to, "\n%-15s %18s %18s %8s\n", compare_name(digest), "A", "B", "B/A");
	for (unsigned i = 0; i < n_sizes; i++)
		put_size(to, digest, sizes[i]);
	if (!digest->a || !digest->b) {
		fprintf(to, "%s: only %c has it\n", compare_name(digest), digest->a ? 'A' : 'B');
		return;
	}
	put_fit(to, &digest->explain);
	explain_words(&digest->explain, words);
	fprintf(to, "%s: %s\n", compare_name(digest), words);
}

static void put_pair(FILE *to, const struct compare_pair *pair, struct quote *quote)
{
	put_side(to, 'A', pair->a, quote);
	put_side(to, 'B', pair->b, quote);
	if ((pair->a->run->clock == SAVED_CLOCK_WALL) != (pair->b->run->clock == SAVED_CLOCK_WALL))
		fprintf(to, "Only one side measured elapsed time; CPU time is less where the machine was busy.\n");
	for (size_t i = 0; i < pair->n_digests; i++)
		put_digest(to, &pair->digests[i]);
}

void compare_put_text(FILE *to, const struct compare_pair *pairs, size_t n_pairs, struct quote *quote)
{
	for (size_t i = 0; i < n_pairs; i++) {
		if (i > 0)
			fputc('\n', to);
		put_pair(to, &pairs[i], quote);
	}
}
