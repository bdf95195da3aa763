/* SPDX-License-Identifier: MIT */
/*
 * Owns the sentences. That libcrypto may use an instruction does not mean that it does: the low-level calls of some
 * versions do not. So it is judged by what was measured, at the largest size, where overhead counts least.
 */
#include "sha.h"

#include "data.h"
#include "explain.h"
#include "machine.h"

#include <string.h>

/* Less is no instruction set but noise. */
#define GAIN 1.15

/* The ratio of two runs at the largest size of a row; 0: unknown. */
static double gain_of(const struct rates_run *with, const struct rates_run *without, unsigned r)
{
	const struct rates_row *a = &with->rows[r], *b = &without->rows[r];
	double rate;

	if (a->n_cells == 0 || b->n_cells == 0)
		return 0;
	rate = rates_wall(&b->cells[b->n_cells - 1]);
	return rate > 0 ? rates_wall(&a->cells[a->n_cells - 1]) / rate : 0;
}

static void put_uses(FILE *to, const struct rates_run *with, const struct rates_run *without)
{
	for (unsigned r = 0; r < with->n_rows && r < without->n_rows; r++) {
		const struct rates_row *row = &with->rows[r];
		double gain = gain_of(with, without, r);

		if (gain <= 0)
			continue;
		fprintf(to, "%s %s: ", row->name, with->label);
		if (gain >= GAIN)
			fprintf(to, "SHA extensions are in use: %.2f times as fast as %s at %llu bytes\n", gain,
				without->label, (unsigned long long)row->cells[row->n_cells - 1].size);
		else
			fprintf(to, "SHA extensions are not in use, or of no use: %.2f times as fast as %s\n", gain,
				without->label);
	}
}

static void put_state(FILE *to, const struct rates_run *run, enum machine_sha machine)
{
	static const char *const there[] = {
		[MACHINE_SHA_UNKNOWN] = "it is unknown whether this processor has them",
		[MACHINE_SHA_ABSENT] = "this processor has none",
		[MACHINE_SHA_PRESENT] = "this processor has them",
	};

	fprintf(to, "SHA extensions: %s", there[machine]);
	if (machine != MACHINE_SHA_ABSENT)
		fprintf(to, ", and libcrypto %s with %s", run->has_sha ? "may use them" : "is kept from them",
			run->label);
	fprintf(to, "\n");
}

/* What the first run brings over another, by the fit: in the overhead of a call or in the bytes. */
static void put_explained(FILE *to, const struct rates_run *run, const struct rates_run *other)
{
	for (unsigned r = 0; r < run->n_rows && r < other->n_rows; r++) {
		struct saved_row from, to_row;
		char words[EXPLAIN_WORDS_MAX];
		struct explain explain;

		data_to_saved(&other->rows[r], "", &from);
		data_to_saved(&run->rows[r], "", &to_row);
		explain_judge(&from, &to_row, &explain);
		explain_words(&explain, words);
		fprintf(to, "%s from %s to %s: %s\n", run->rows[r].name, other->label, run->label, words);
	}
}

void sha_put_words(FILE *to, struct rates_run *const *runs, unsigned n_runs)
{
	enum machine_sha machine = machine_sha();

	put_state(to, runs[0], machine);
	for (unsigned i = 1; i < n_runs; i++) {
		if (machine == MACHINE_SHA_PRESENT && runs[0]->has_sha && !runs[i]->has_sha)
			put_uses(to, runs[0], runs[i]);
	}
	for (unsigned i = 1; i < n_runs; i++)
		put_explained(to, runs[0], runs[i]);
}
