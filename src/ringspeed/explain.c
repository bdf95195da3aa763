/* SPDX-License-Identifier: MIT */
/*
 * Owns the judgement and its words. A difference counts when it is larger than what the errors of both figures allow in
 * 95 of 100 cases, and large enough to matter. Which of the two figures makes the difference is then a matter of time
 * saved: at each size, what part of it the overhead saved, and the mean of that over all sizes.
 */
#include "explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Less than this of a figure matters to nobody. */
#define MATTERS_SHARE 0.03
/* A change that does not stand out of its errors, but might be this large, leaves the answer open. */
#define OPEN_SHARE 0.05
/* From here on one of the two figures is the cause and the other a trifle. */
#define MAIN_SHARE 0.7

void explain_fit(const struct saved_row *row, struct fit *ret_fit)
{
	struct fit_model model = fit_model_of(row->name);
	struct fit_point points[SAVED_CELLS_MAX];

	for (unsigned i = 0; i < row->n_cells; i++) {
		const struct saved_cell *cell = &row->cells[i];

		points[i] = (struct fit_point){ cell->size, (double)cell->size / cell->rate * 1e9, cell->error };
	}
	fit_run(&model, points, row->n_cells, ret_fit);
}

/* A figure on both sides. */
struct change {
	/* positive: B needs less */
	double saved;
	/* of the larger of the two */
	double share;
	bool is_certain;
};

static struct change change_of(double a, double a_error, double b, double b_error, unsigned n_free)
{
	double base = fmax(fabs(a), fabs(b));
	struct change change = { .saved = a - b, .share = base > 0 ? fabs(a - b) / base : 0 };

	change.is_certain = change.share > MATTERS_SHARE &&
			    fabs(change.saved) > fit_quantile(n_free) * hypot(a_error, b_error);
	return change;
}

/* The overhead's part in the time that is saved or lost, over all sizes that both have, or else A. */
static double overhead_share(const struct saved_row *a, const struct saved_row *b, const struct explain *explain,
			     double overhead, double cost)
{
	const struct fit_model *model = &explain->a.model;
	double sum = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < a->n_cells; i++) {
		uint64_t size = a->cells[i].size;
		double bytes = fabs(cost) * model->block_len * fit_calls(model, size);

		if (explain->has_common && !saved_cell_find(b, size))
			continue;
		sum += fabs(overhead) / (fabs(overhead) + bytes);
		n++;
	}
	return n > 0 ? sum / n : 0;
}

static void find_ratios(const struct saved_row *a, const struct saved_row *b, struct explain *explain)
{
	for (unsigned i = 0; i < a->n_cells; i++) {
		const struct saved_cell *cell = saved_cell_find(b, a->cells[i].size);
		double ratio = cell ? cell->rate / a->cells[i].rate : 0;

		if (!cell)
			continue;
		if (!explain->has_common)
			explain->ratio_small = ratio;
		explain->ratio_large = ratio;
		explain->has_common = true;
	}
}

static bool are_rates_same(const struct saved_row *a, const struct saved_row *b)
{
	for (unsigned i = 0; i < a->n_cells; i++) {
		const struct saved_cell *cell = saved_cell_find(b, a->cells[i].size);

		if (cell && fabs(log(cell->rate / a->cells[i].rate)) > MATTERS_SHARE)
			return false;
	}
	return true;
}

static enum explain_verdict judge_both(const struct change *overhead, const struct change *cost, double share)
{
	if (overhead->saved * cost->saved < 0)
		return EXPLAIN_OPPOSITE;
	if (share >= MAIN_SHARE)
		return EXPLAIN_OVERHEAD;
	return share <= 1 - MAIN_SHARE ? EXPLAIN_PER_BYTE : EXPLAIN_BOTH;
}

static enum explain_verdict judge(const struct saved_row *a, const struct saved_row *b, const struct change *overhead,
				  const struct change *cost, double share)
{
	if (overhead->is_certain && cost->is_certain)
		return judge_both(overhead, cost, share);
	if (overhead->is_certain)
		return cost->share <= OPEN_SHARE ? EXPLAIN_OVERHEAD : EXPLAIN_UNCLEAR;
	if (cost->is_certain)
		return share <= 1 - MAIN_SHARE ? EXPLAIN_PER_BYTE : EXPLAIN_UNCLEAR;
	return are_rates_same(a, b) ? EXPLAIN_SAME : EXPLAIN_UNCLEAR;
}

void explain_judge(const struct saved_row *a, const struct saved_row *b, struct explain *ret_explain)
{
	struct explain explain = { 0 };
	struct change overhead, cost;
	unsigned n_free;
	double share;

	explain_fit(a, &explain.a);
	explain_fit(b, &explain.b);
	find_ratios(a, b, &explain);
	*ret_explain = explain;
	if (explain.a.trouble != FIT_GOOD || explain.b.trouble != FIT_GOOD)
		return;
	n_free = explain.a.n_free < explain.b.n_free ? explain.a.n_free : explain.b.n_free;
	overhead = change_of(explain.a.overhead, explain.a.overhead_error, explain.b.overhead,
			     explain.b.overhead_error, n_free);
	cost = change_of(explain.a.cost, explain.a.cost_error, explain.b.cost, explain.b.cost_error, n_free);
	share = overhead_share(a, b, &explain, overhead.saved, cost.saved);
	explain.verdict = judge(a, b, &overhead, &cost, share);
	explain.is_gain = explain.verdict == EXPLAIN_PER_BYTE ? cost.saved > 0 : overhead.saved > 0;
	if (explain.verdict == EXPLAIN_OPPOSITE)
		explain.crossing = fabs(overhead.saved / cost.saved);
	*ret_explain = explain;
}

const char *explain_verdict_name(enum explain_verdict verdict)
{
	static const char *const names[] = {
		[EXPLAIN_UNCLEAR] = "unclear",	 [EXPLAIN_SAME] = "same", [EXPLAIN_OVERHEAD] = "overhead",
		[EXPLAIN_PER_BYTE] = "per-byte", [EXPLAIN_BOTH] = "both", [EXPLAIN_OPPOSITE] = "opposite",
	};

	return names[verdict];
}

/* ---- words ---- */

void explain_number(double value, double like, char ret_text[EXPLAIN_NUMBER_MAX])
{
	double size = fabs(like);
	int digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;

	snprintf(ret_text, EXPLAIN_NUMBER_MAX, "%.*f", digits, value);
	/* "-0.00" */
	if (ret_text[0] == '-' && !ret_text[1 + strspn(ret_text + 1, "0.")])
		memmove(ret_text, ret_text + 1, strlen(ret_text));
}

static void put_trouble(const struct explain *explain, char *to, size_t cap)
{
	const struct fit *worse = explain->a.trouble != FIT_GOOD ? &explain->a : &explain->b;
	const char *side = explain->a.trouble == FIT_GOOD	    ? "B" :
			   explain->a.trouble == explain->b.trouble ? "A and B" :
								      "A";

	if (worse->trouble == FIT_TOO_FEW)
		snprintf(to, cap, "unclear, %s: fewer than three block sizes that differ", side);
	else if (worse->cost <= 0)
		snprintf(to, cap, "unclear, %s: time does not grow with the blocks", side);
	else
		snprintf(to, cap, "unclear, %s: the times lie %.0f %% off any line", side, 100 * worse->deviation);
}

static void put_figures(const struct explain *explain, char *to, size_t cap)
{
	const struct fit *a = &explain->a, *b = &explain->b;
	char from_overhead[EXPLAIN_NUMBER_MAX], to_overhead[EXPLAIN_NUMBER_MAX];
	char from_cost[EXPLAIN_NUMBER_MAX], to_cost[EXPLAIN_NUMBER_MAX];

	explain_number(a->overhead, a->overhead, from_overhead);
	explain_number(b->overhead, b->overhead, to_overhead);
	explain_number(a->cost, fmin(a->cost, b->cost), from_cost);
	explain_number(b->cost, fmin(a->cost, b->cost), to_cost);
	snprintf(to, cap, "per-call overhead %s -> %s ns, per-byte cost %s -> %s ns: ", from_overhead, to_overhead,
		 from_cost, to_cost);
}

static void put_both(const struct explain *explain, const char *what, char *to, size_t cap)
{
	double small = explain->ratio_small, large = explain->ratio_large;
	bool is_fading;

	if (!explain->has_common) {
		snprintf(to, cap, "the %s is in both", what);
		return;
	}
	is_fading = fabs(log(large)) < fabs(log(small));
	snprintf(to, cap, "the %s is in both: it %s as blocks grow, from %.2f times the rate to %.2f, but never goes",
		 what, is_fading ? "shrinks" : "grows", small, large);
}

static void put_verdict(const struct explain *explain, char *to, size_t cap)
{
	const char *what = explain->is_gain ? "gain" : "loss";
	char crossing[EXPLAIN_NUMBER_MAX];

	switch (explain->verdict) {
	case EXPLAIN_OVERHEAD:
		snprintf(to, cap, "the %s is in the overhead, so it fades as blocks grow", what);
		break;
	case EXPLAIN_PER_BYTE:
		snprintf(to, cap, "the %s is per byte: it stays as blocks grow", what);
		break;
	case EXPLAIN_BOTH:
		put_both(explain, what, to, cap);
		break;
	case EXPLAIN_OPPOSITE:
		snprintf(crossing, sizeof(crossing), "%.0f", explain->crossing);
		snprintf(to, cap, "%s overhead, but %s per byte: B is %s up to about %s bytes and %s above",
			 explain->is_gain ? "less" : "more", explain->is_gain ? "more" : "less",
			 explain->is_gain ? "faster" : "slower", crossing, explain->is_gain ? "slower" : "faster");
		break;
	case EXPLAIN_SAME:
		snprintf(to, cap, "no difference beyond the errors");
		break;
	default:
		snprintf(to, cap, "unclear, the difference is within the errors of the fit");
	}
}

void explain_words(const struct explain *explain, char ret_words[EXPLAIN_WORDS_MAX])
{
	size_t len;

	if (explain->a.trouble != FIT_GOOD || explain->b.trouble != FIT_GOOD) {
		put_trouble(explain, ret_words, EXPLAIN_WORDS_MAX);
		return;
	}
	put_figures(explain, ret_words, EXPLAIN_WORDS_MAX);
	len = strlen(ret_words);
	put_verdict(explain, ret_words + len, EXPLAIN_WORDS_MAX - len);
}
