/* SPDX-License-Identifier: MIT */
/*
 * Owns how a comparison looks to programs: CSV with a line for each block size, JSON with everything. Rates are bytes
 * per second, times nanoseconds; what there is not is empty or null.
 */
#include "compare_view.h"

#include "cli/json.h"

#include <inttypes.h>

/* ---- CSV ---- */

static void put_field(FILE *to, const char *text)
{
	fputc('"', to);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', to);
		fputc(*text, to);
	}
	fputc('"', to);
}

static void put_csv_side(FILE *to, const struct compare_side *side)
{
	put_field(to, side->path);
	fprintf(to, ",%zu,", side->number);
}

static void put_csv_rate(FILE *to, double rate)
{
	if (rate > 0)
		fprintf(to, "%.2f", rate);
	fputc(',', to);
}

static void put_csv_fit(FILE *to, const struct fit *fit)
{
	if (fit->trouble == FIT_TOO_FEW)
		fputs(",,,,", to);
	else
		fprintf(to, ",%.3f,%.3f,%.5f,%.5f", fit->overhead, fit->overhead_error, fit->cost, fit->cost_error);
}

static void put_csv_line(FILE *to, const struct compare_pair *pair, const struct compare_digest *digest, uint64_t size)
{
	double a = compare_rate(digest->a, size), b = compare_rate(digest->b, size);

	put_csv_side(to, pair->a);
	put_csv_side(to, pair->b);
	put_field(to, compare_name(digest));
	fprintf(to, ",%" PRIu64 ",", size);
	put_csv_rate(to, a);
	put_csv_rate(to, b);
	if (a > 0 && b > 0)
		fprintf(to, "%.4f", b / a);
	put_csv_fit(to, &digest->explain.a);
	put_csv_fit(to, &digest->explain.b);
	fprintf(to, ",%s\n", digest->a && digest->b ? explain_verdict_name(digest->explain.verdict) : "");
}

void compare_put_csv(FILE *to, const struct compare_pair *pairs, size_t n_pairs)
{
	fputs("a,run_a,b,run_b,digest,bytes,rate_a,rate_b,ratio,overhead_a,overhead_error_a,cost_a,cost_error_a,"
	      "overhead_b,overhead_error_b,cost_b,cost_error_b,verdict\n",
	      to);
	for (size_t i = 0; i < n_pairs; i++) {
		for (size_t k = 0; k < pairs[i].n_digests; k++) {
			uint64_t sizes[COMPARE_SIZES_MAX];
			unsigned n_sizes = compare_sizes(&pairs[i].digests[k], sizes);

			for (unsigned s = 0; s < n_sizes; s++)
				put_csv_line(to, &pairs[i], &pairs[i].digests[k], sizes[s]);
		}
	}
}

/* ---- JSON ---- */

static void put_json_text(FILE *to, const char *name, const char *text)
{
	fprintf(to, "\"%s\":", name);
	json_put_string(to, text);
}

static void put_json_side(FILE *to, const char *name, const struct compare_side *side)
{
	static const char *const clocks[] = { "null", "\"cpu\"", "\"wall\"" };

	fprintf(to, "\"%s\":{", name);
	put_json_text(to, "file", side->path);
	fprintf(to, ",\"run\":%zu,", side->number);
	put_json_text(to, "label", side->run->label);
	fputc(',', to);
	put_json_text(to, "version", side->run->version);
	fprintf(to, ",\"clock\":%s,\"has_guessed_sizes\":%s}", clocks[side->run->clock],
		side->run->has_guessed_sizes ? "true" : "false");
}

static void put_json_size(FILE *to, const struct compare_digest *digest, uint64_t size)
{
	double a = compare_rate(digest->a, size), b = compare_rate(digest->b, size);

	fprintf(to, "{\"bytes\":%" PRIu64 ",\"rate_a\":", size);
	json_put_positive(to, a);
	fputs(",\"rate_b\":", to);
	json_put_positive(to, b);
	fputs(",\"ratio\":", to);
	json_put_positive(to, a > 0 ? b / a : 0);
	fputc('}', to);
}

static void put_json_fit(FILE *to, const char *name, const struct fit *fit)
{
	static const char *const troubles[] = { "too-few", "poor", "good" };

	fprintf(to, "\"%s\":{\"quality\":\"%s\"", name, troubles[fit->trouble]);
	if (fit->trouble != FIT_TOO_FEW)
		fprintf(to, ",\"overhead_ns\":%.4f,\"overhead_error_ns\":%.4f,\"cost_ns\":%.6f,\"cost_error_ns\":%.6f,"
			    "\"deviation\":%.5f,\"block_len\":%u",
			fit->overhead, fit->overhead_error, fit->cost, fit->cost_error, fit->deviation,
			fit->model.block_len);
	fputc('}', to);
}

static void put_json_explain(FILE *to, const struct explain *explain)
{
	char words[EXPLAIN_WORDS_MAX];

	explain_words(explain, words);
	fputs(",\"fit\":{", to);
	put_json_fit(to, "a", &explain->a);
	fputc(',', to);
	put_json_fit(to, "b", &explain->b);
	fprintf(to, "},\"verdict\":\"%s\",", explain_verdict_name(explain->verdict));
	put_json_text(to, "text", words);
}

static void put_json_digest(FILE *to, const struct compare_digest *digest)
{
	uint64_t sizes[COMPARE_SIZES_MAX];
	unsigned n_sizes = compare_sizes(digest, sizes);

	fputc('{', to);
	put_json_text(to, "digest", compare_name(digest));
	fputs(",\"sizes\":[", to);
	for (unsigned i = 0; i < n_sizes; i++) {
		if (i > 0)
			fputc(',', to);
		put_json_size(to, digest, sizes[i]);
	}
	fputc(']', to);
	if (digest->a && digest->b)
		put_json_explain(to, &digest->explain);
	fputc('}', to);
}

void compare_put_json(FILE *to, const struct compare_pair *pairs, size_t n_pairs)
{
	fputs("{\"comparisons\":[", to);
	for (size_t i = 0; i < n_pairs; i++) {
		fputs(i > 0 ? ",{" : "{", to);
		put_json_side(to, "a", pairs[i].a);
		fputc(',', to);
		put_json_side(to, "b", pairs[i].b);
		fputs(",\"digests\":[", to);
		for (size_t k = 0; k < pairs[i].n_digests; k++) {
			if (k > 0)
				fputc(',', to);
			put_json_digest(to, &pairs[i].digests[k]);
		}
		fputs("]}", to);
	}
	fputs("]}\n", to);
}
