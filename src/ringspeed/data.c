/* SPDX-License-Identifier: MIT */
/*
 * Owns the members of the JSON and the columns of the CSV; ringspeed(1) describes both.
 */
#include "data.h"

#include "machine.h"

#include "cli/json.h"

#include <ringsum.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

void data_put_json_about(FILE *to)
{
	char name[RATES_NAME_MAX];
	struct ringsum_about about;

	ringsum_about(&about);
	machine_name(name);
	fputs("\"program\":\"ringspeed\",\"version\":", to);
	json_put_string(to, RINGSUM_VERSION);
	fputs(",\"crypto\":", to);
	json_put_string(to, about.crypto);
	fputs(",\"cpu\":", to);
	json_put_string(to, about.cpu);
	fputs(",\"cpu_name\":", to);
	json_put_string(to, name);
	fputc(',', to);
}

static void put_cell(FILE *to, const struct rates_cell *cell)
{
	fprintf(to, "{\"size\":%llu,\"rate\":", (unsigned long long)cell->size);
	json_put_positive(to, rates_wall(cell));
	fprintf(to, ",\"count\":%llu,\"seconds\":%.9f,\"rate_cpu\":", (unsigned long long)cell->count, cell->wall_s);
	json_put_positive(to, rates_cpu(cell));
	fprintf(to, ",\"cpu_seconds\":%.9f,\"spread\":%.6f,\"batches\":[", cell->cpu_s, rates_spread(cell));
	for (unsigned i = 0; i < cell->n_batches; i++)
		fprintf(to, "%s%.1f", i > 0 ? "," : "", cell->batches[i]);
	fputs("]}", to);
}

static void put_row(FILE *to, const struct rates_row *row)
{
	fputs("{\"name\":", to);
	json_put_string(to, row->name);
	fputs(",\"digest\":", to);
	json_put_string(to, row->digest);
	fprintf(to, ",\"api\":\"%s\",\"streams\":%u,\"kernel\":", rates_api_name(row->api), row->streams);
	json_put_string(to, row->kernel);
	fputs(",\"cells\":[", to);
	for (unsigned i = 0; i < row->n_cells; i++) {
		fputs(i > 0 ? "," : "", to);
		put_cell(to, &row->cells[i]);
	}
	fputs("]}", to);
}

static void put_run(FILE *to, const struct rates_run *run)
{
	fputs("{\"label\":", to);
	json_put_string(to, run->label);
	fputs(",\"clock\":\"wall\",\"mask\":", to);
	json_put_string(to, run->mask);
	fputs(",\"cpuinfo\":", to);
	json_put_string(to, run->cpuinfo);
	fprintf(to, ",\"has_sha\":%s,\"steal\":", run->has_sha ? "true" : "false");
	if (run->noise.steal >= 0)
		fprintf(to, "%.6f", run->noise.steal);
	else
		fputs("null", to);
	fputs(",\"mhz_min\":", to);
	json_put_positive(to, run->noise.mhz_min);
	fputs(",\"mhz_max\":", to);
	json_put_positive(to, run->noise.mhz_max);
	fputs(",\"rows\":[", to);
	for (unsigned r = 0; r < run->n_rows; r++) {
		fputs(r > 0 ? ",\n" : "\n", to);
		put_row(to, &run->rows[r]);
	}
	fputs("\n]}", to);
}

void data_put_json(FILE *to, struct rates_run *const *runs, unsigned n_runs)
{
	fputc('{', to);
	data_put_json_about(to);
	fputs("\"runs\":[", to);
	for (unsigned i = 0; i < n_runs; i++) {
		fputs(i > 0 ? "," : "", to);
		put_run(to, runs[i]);
	}
	fputs("]}\n", to);
}

/* Names of digests and words of -cpu may hold what CSV gives a meaning to. */
void data_put_field(FILE *to, const char *text)
{
	if (!strpbrk(text, ",\"\n\r")) {
		fputs(text, to);
		return;
	}
	fputc('"', to);
	for (; *text; text++)
		fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
	fputc('"', to);
}

void data_put_csv(FILE *to, struct rates_run *const *runs, unsigned n_runs)
{
	fputs("cpu,name,digest,api,streams,size,rate,rate_cpu,spread,clock\n", to);
	for (unsigned i = 0; i < n_runs; i++) {
		for (unsigned r = 0; r < runs[i]->n_rows; r++) {
			const struct rates_row *row = &runs[i]->rows[r];

			for (unsigned c = 0; c < row->n_cells; c++) {
				const struct rates_cell *cell = &row->cells[c];

				data_put_field(to, runs[i]->label);
				fputc(',', to);
				data_put_field(to, row->name);
				fputc(',', to);
				data_put_field(to, row->digest);
				fprintf(to, ",%s,%u,%llu,%.2f,%.2f,%.4f,wall\n", rates_api_name(row->api), row->streams,
					(unsigned long long)cell->size, rates_wall(cell), rates_cpu(cell),
					rates_spread(cell));
			}
		}
	}
}

void data_to_saved(const struct rates_row *row, const char *label, struct saved_row *ret_row)
{
	struct saved_row saved = { .n_cells = 0 };

	snprintf(saved.name, sizeof(saved.name), "%.40s%s%.20s", row->name, *label ? " " : "", label);
	for (unsigned i = 0; i < row->n_cells; i++) {
		const struct rates_cell *cell = &row->cells[i];
		double batches = cell->n_batches > 1 ? cell->n_batches : 1;

		if (rates_wall(cell) <= 0)
			continue;
		saved.cells[saved.n_cells++] = (struct saved_cell){
			.size = cell->size,
			.rate = rates_wall(cell),
			.error = rates_spread(cell) / sqrt(batches),
			.origin = SAVED_FROM_COUNTS,
		};
	}
	*ret_row = saved;
}
