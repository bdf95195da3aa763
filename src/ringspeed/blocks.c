/* SPDX-License-Identifier: MIT */
/*
 * Owns the way from options to results. Leaves measuring to measure.c, forms to table.c and data.c.
 */
#include "blocks.h"

#include "again.h"
#include "data.h"
#include "machine.h"
#include "measure.h"
#include "memtext.h"
#include "multi.h"
#include "plot.h"
#include "sha.h"
#include "table.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>

static bool measure(struct session *session, struct rates_run *run)
{
	const struct options *options = &session->options;
	struct plan *plan = malloc(sizeof(*plan));
	bool is_good;

	if (!plan) {
		diag_tell(&session->diag, -ENOMEM, "plan");
		return false;
	}
	is_good = plan_make(options, &session->diag, &session->quote, plan);
	if (is_good && options->n_processes > 0)
		is_good = multi_run(options, plan, &session->out, &session->diag, run);
	else if (is_good)
		is_good = measure_run(options, plan, options->format == OPTIONS_MR, &session->diag, run);
	machine_note(run);
	is_good = is_good && !plan->is_partial;
	free(plan);
	return is_good;
}

static void put_data(struct session *session, struct rates_run *const *runs, unsigned n_runs,
		     void (*put)(FILE *, struct rates_run *const *, unsigned))
{
	struct memtext text;

	if (!memtext_begin(&text, &session->out))
		return;
	put(text.to, runs, n_runs);
	memtext_end(&text, &session->out);
}

static void put_runs(struct session *session, struct rates_run *const *runs, unsigned n_runs)
{
	const struct options *options = &session->options;

	switch (options->format) {
	case OPTIONS_MR:
		table_put_mr(&session->out, runs[0]);
		break;
	case OPTIONS_CSV:
		put_data(session, runs, n_runs, data_put_csv);
		break;
	case OPTIONS_JSON:
		put_data(session, runs, n_runs, data_put_json);
		break;
	case OPTIONS_TEXT:
		if (!options->cpus) {
			table_put(&session->out, options, runs[0]);
			break;
		}
		table_put_runs(&session->out, options, runs, n_runs);
		put_data(session, runs, n_runs, sha_put_words);
	}
}

static bool plot(struct session *session, struct rates_run *const *runs, unsigned n_runs)
{
	size_t n_rows = (size_t)n_runs * runs[0]->n_rows, n = 0;
	struct saved_row *rows = calloc(n_rows, sizeof(*rows));
	char title[2 * RATES_NAME_MAX + 64], cpu[RATES_NAME_MAX];
	bool is_good;

	if (!rows) {
		diag_tell(&session->diag, -ENOMEM, "-plot");
		return false;
	}
	for (unsigned r = 0; r < runs[0]->n_rows; r++) {
		for (unsigned i = 0; i < n_runs && r < runs[i]->n_rows; i++)
			data_to_saved(&runs[i]->rows[r], runs[i]->label, &rows[n++]);
	}
	machine_name(cpu);
	snprintf(title, sizeof(title), "OpenSSL %.64s%s%s", OpenSSL_version(OPENSSL_VERSION_STRING),
		 *cpu ? ", " : "", cpu);
	is_good = plot_rows(session->options.plot, title, rows, n, &session->out, &session->diag, &session->quote);
	free(rows);
	return is_good;
}

static bool report(struct session *session, struct rates_run *const *runs, unsigned n_runs)
{
	if (runs[0]->n_rows == 0)
		return false;
	put_runs(session, runs, n_runs);
	return !session->options.plot || plot(session, runs, n_runs);
}

static bool run_once(struct session *session)
{
	int fd = session->options.report_fd;
	struct rates_run *run = rates_create(fd);
	bool is_good;

	if (!run) {
		diag_tell(&session->diag, -errno, "no memory for results");
		return false;
	}
	is_good = measure(session, run);
	/* What was measured is printed, whatever is missing. */
	if (fd < 0 && run->n_rows > 0)
		is_good &= report(session, &run, 1);
	rates_destroy(run);
	return is_good;
}

bool blocks_run(struct session *session)
{
	struct again again = { 0 };
	bool is_good;

	if (!session->options.cpus)
		return run_once(session);
	is_good = again_run(&session->options, &session->diag, &session->quote, &again);
	if (is_good)
		is_good = report(session, again.runs, again.n_runs);
	again_finish(&again);
	return is_good;
}
