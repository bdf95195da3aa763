/* SPDX-License-Identifier: MIT */
/*
 * Owns the widths, which are openssl's: 13 columns for the name, 13 for each block size. Longer names move everything
 * to the right. Programs that read openssl's tables expect a "k" and nothing behind it, and rows up to the end: so
 * stars stand in the table on a terminal only, and what disturbed it is told below it there, above it elsewhere.
 */
#include "table.h"

#include "memtext.h"
#include "noise.h"

#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NAME_WIDTH 13
/* openssl prints rates up to this one as they are. */
#define PLAIN_RATE_MAX 10000.0
/* Cells that are told to spread; of more only the number is. */
#define SPREADS_TOLD 6

static void put_about(FILE *to, const struct options *options, bool has_cpu)
{
	fprintf(to, "version: %s\n", OpenSSL_version(OPENSSL_FULL_VERSION_STRING));
	fprintf(to, "%s\n", OpenSSL_version(OPENSSL_BUILT_ON));
	fprintf(to, "options: %s\n", BN_options());
	fprintf(to, "%s\n", OpenSSL_version(OPENSSL_CFLAGS));
	if (!options->cpus)
		fprintf(to, "%s\n", OpenSSL_version(OPENSSL_CPU_INFO));
	fprintf(to, "clock: wall time%s, by ringspeed %s\n", has_cpu ? " (rows that end with cpu: CPU time)" : "",
		RINGSUM_VERSION);
}

static void put_header(FILE *to, const struct rates_row *row, int width)
{
	fprintf(to, "The 'numbers' are in 1000s of bytes per second processed.\n");
	fprintf(to, "%-*s", width - 1, "type");
	for (unsigned i = 0; i < row->n_cells; i++)
		fprintf(to, "%7llu bytes", (unsigned long long)row->cells[i].size);
	fprintf(to, "\n");
}

static void put_rate(FILE *to, double rate)
{
	if (rate > PLAIN_RATE_MAX)
		fprintf(to, "%11.2fk", rate / 1e3);
	else
		fprintf(to, "%11.2f ", rate);
}

static bool is_spread(const struct rates_cell *cell)
{
	return rates_spread(cell) > RATES_SPREAD_TOLD;
}

static void put_row(FILE *to, const char *name, int width, const struct rates_row *row, bool is_cpu, bool has_stars)
{
	bool is_starred = false;

	fprintf(to, "%-*s", width, name);
	for (unsigned i = 0; i < row->n_cells; i++) {
		const struct rates_cell *cell = &row->cells[i];

		/* A star takes the place of the blank, so that columns stay where they are. */
		fputc(is_starred ? '*' : ' ', to);
		put_rate(to, is_cpu ? rates_cpu(cell) : rates_wall(cell));
		is_starred = has_stars && !is_cpu && is_spread(cell);
	}
	fprintf(to, is_starred ? "*\n" : "\n");
}

/* The rows of a run, by wall time and, where it says something else, by CPU time. */
static void put_rows(FILE *to, const struct rates_row *row, const char *label, int width, bool is_elapsed,
		     bool has_stars)
{
	char name[2 * RATES_NAME_MAX + 16];

	snprintf(name, sizeof(name), "%s%s%s", row->name, *label ? " " : "", label);
	put_row(to, name, width, row, false, has_stars);
	if (is_elapsed || !rates_has_cpu(row))
		return;
	snprintf(name, sizeof(name), "%s%s%s cpu", row->name, *label ? " " : "", label);
	put_row(to, name, width, row, true, has_stars);
}

static bool has_cpu(const struct rates_run *run)
{
	for (unsigned r = 0; r < run->n_rows; r++) {
		if (rates_has_cpu(&run->rows[r]))
			return true;
	}
	return false;
}

static int width_of(const struct rates_run *run, bool is_elapsed)
{
	int width = NAME_WIDTH;

	for (unsigned r = 0; r < run->n_rows; r++) {
		const struct rates_row *row = &run->rows[r];
		int len = (int)strlen(row->name);

		len += *run->label ? (int)strlen(run->label) + 1 : 0;
		len += !is_elapsed && rates_has_cpu(row) ? (int)strlen(" cpu") : 0;
		width = len > width ? len : width;
	}
	return width;
}

static void put_spreads(FILE *to, const struct rates_run *run)
{
	unsigned n = 0;

	for (unsigned r = 0; r < run->n_rows; r++) {
		const struct rates_row *row = &run->rows[r];

		for (unsigned i = 0; i < row->n_cells; i++) {
			if (!is_spread(&row->cells[i]) || ++n > SPREADS_TOLD)
				continue;
			fprintf(to, "%s%s%s%s at %llu bytes (%.0f%%)",
				n == 1 ? "* uneven, batches spread by more than 5%: " : ", ", row->name,
				*run->label ? " " : "", run->label, (unsigned long long)row->cells[i].size,
				100 * rates_spread(&row->cells[i]));
		}
	}
	if (n > SPREADS_TOLD)
		fprintf(to, " and %u more", n - SPREADS_TOLD);
	if (n > 0)
		fprintf(to, "\n");
}

static void put_noise(FILE *to, const struct rates_run *run)
{
	char words[NOISE_WORDS_MAX];

	put_spreads(to, run);
	if (noise_words(&run->noise, words))
		fprintf(to, "* disturbed%s%s: %s\n", *run->label ? ", " : "", run->label, words);
}

void table_put(struct out *out, const struct options *options, const struct rates_run *run)
{
	int width = width_of(run, options->is_elapsed);
	struct memtext text;

	if (run->n_rows == 0 || !memtext_begin(&text, out))
		return;
	put_about(text.to, options, !options->is_elapsed && has_cpu(run));
	if (!out->is_tty)
		put_noise(text.to, run);
	put_header(text.to, &run->rows[0], width);
	for (unsigned r = 0; r < run->n_rows; r++)
		put_rows(text.to, &run->rows[r], "", width, options->is_elapsed, out->is_tty);
	if (out->is_tty)
		put_noise(text.to, run);
	memtext_end(&text, out);
}

/* ---- several runs ---- */

static void put_ratio(FILE *to, const struct rates_run *a, const struct rates_run *b, unsigned r, int width)
{
	char name[2 * RATES_NAME_MAX + 2];

	snprintf(name, sizeof(name), "%s/%s", a->label, b->label);
	fprintf(to, "%-*s", width, name);
	for (unsigned i = 0; i < a->rows[r].n_cells; i++) {
		double rate = rates_wall(&b->rows[r].cells[i]);

		fprintf(to, " %11.2fx", rate > 0 ? rates_wall(&a->rows[r].cells[i]) / rate : 0);
	}
	fprintf(to, "\n");
}

static int width_of_runs(struct rates_run *const *runs, unsigned n_runs, bool is_elapsed)
{
	int width = NAME_WIDTH;

	for (unsigned i = 0; i < n_runs; i++) {
		int rows = width_of(runs[i], is_elapsed);
		int ratio = (int)(strlen(runs[0]->label) + strlen(runs[i]->label) + 1);

		width = rows > width ? rows : width;
		width = i > 0 && ratio > width ? ratio : width;
	}
	return width;
}

void table_put_runs(struct out *out, const struct options *options, struct rates_run *const *runs, unsigned n_runs)
{
	int width = width_of_runs(runs, n_runs, options->is_elapsed);
	bool is_by_cpu = false;
	struct memtext text;

	if (runs[0]->n_rows == 0 || !memtext_begin(&text, out))
		return;
	for (unsigned i = 0; i < n_runs; i++)
		is_by_cpu |= !options->is_elapsed && has_cpu(runs[i]);
	put_about(text.to, options, is_by_cpu);
	for (unsigned i = 0; i < n_runs; i++)
		fprintf(text.to, "cpu %s: %s%s%s\n", runs[i]->label, runs[i]->mask, *runs[i]->mask ? " -> " : "",
			runs[i]->cpuinfo);
	put_header(text.to, &runs[0]->rows[0], width);
	for (unsigned r = 0; r < runs[0]->n_rows; r++) {
		for (unsigned i = 0; i < n_runs; i++)
			put_rows(text.to, &runs[i]->rows[r], runs[i]->label, width, options->is_elapsed, out->is_tty);
		for (unsigned i = 1; i < n_runs; i++)
			put_ratio(text.to, runs[0], runs[i], r, width);
	}
	for (unsigned i = 0; i < n_runs; i++)
		put_noise(text.to, runs[i]);
	memtext_end(&text, out);
}

/* ---- for programs ---- */

/* openssl numbers the digests; these are the numbers of 3.0. All others come through -evp there. */
static unsigned number_of(const struct rates_row *row)
{
	static const struct {
		const char *name;
		unsigned number;
	} numbers[] = { { "md5", 3 }, { "sha1", 4 }, { "rmd160", 5 }, { "sha256", 6 }, { "sha512", 7 },
			{ "whirlpool", 8 } };

	if (strncmp(row->name, "hmac(", 5) == 0)
		return 9;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if (strcasecmp(row->name, numbers[i].name) == 0)
			return numbers[i].number;
	}
	return 25;
}

static void put_mr_header(FILE *to, const struct rates_run *run)
{
	fprintf(to, "+H");
	for (unsigned i = 0; i < run->rows[0].n_cells; i++)
		fprintf(to, ":%llu", (unsigned long long)run->rows[0].cells[i].size);
}

static void put_mr_row(FILE *to, const struct rates_row *row)
{
	fprintf(to, "+F:%u:%s", number_of(row), row->name);
	for (unsigned i = 0; i < row->n_cells; i++)
		fprintf(to, ":%.2f", rates_wall(&row->cells[i]));
}

void table_put_mr(struct out *out, const struct rates_run *run)
{
	struct memtext text;

	if (run->n_rows == 0 || !memtext_begin(&text, out))
		return;
	put_mr_header(text.to, run);
	fprintf(text.to, "\n");
	for (unsigned r = 0; r < run->n_rows; r++) {
		put_mr_row(text.to, &run->rows[r]);
		fprintf(text.to, "\n");
	}
	memtext_end(&text, out);
}

void table_put_child(struct out *out, const struct rates_run *run, unsigned index)
{
	struct memtext text;

	if (run->n_rows == 0 || !memtext_begin(&text, out))
		return;
	fprintf(text.to, "Got: ");
	put_mr_header(text.to, run);
	fprintf(text.to, " from %u\n", index);
	for (unsigned r = 0; r < run->n_rows; r++) {
		fprintf(text.to, "Got: ");
		put_mr_row(text.to, &run->rows[r]);
		fprintf(text.to, " from %u\n", index);
	}
	memtext_end(&text, out);
}
