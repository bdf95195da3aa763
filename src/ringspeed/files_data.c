/* SPDX-License-Identifier: MIT */
/*
 * Owns the members of the JSON and the columns of the CSV for files; ringspeed(1) describes both.
 */
#include "data.h"
#include "files_series.h"
#include "memtext.h"

#include "cli/json.h"

static const char *state_of(const struct files_series *series)
{
	return series->is_cold ? "cold" : "warm";
}

static const char *who_of(const struct files_report *report, const struct files_series *series)
{
	return series->is_other ? report->program : "ringsum";
}

/* A rate that is too short a time's is none. */
static double rate_of(const struct files_sample *sample)
{
	return sample->real_s < FILES_SECONDS_MIN ? 0 : sample->verdict.rate;
}

static double percent_of(const struct files_sample *sample)
{
	return sample->real_s < FILES_SECONDS_MIN ? 0 : sample->verdict.percent;
}

static void put_positive(FILE *to, double value)
{
	if (value > 0)
		fprintf(to, "%.2f", value);
}

void files_put_csv(struct out *out, const struct files_report *report, bool is_first)
{
	struct memtext text;

	if (!memtext_begin(&text, out))
		return;
	if (is_first)
		fputs("file,bytes,digest,program,state,run,real,user,sys,rate,percent,resident,verdict\n", text.to);
	for (unsigned i = 0; i < report->n_series; i++) {
		const struct files_series *series = &report->series[i];

		for (unsigned s = 0; s < series->n_samples; s++) {
			const struct files_sample *sample = &series->samples[s];

			data_put_field(text.to, report->target.path);
			fprintf(text.to, ",%llu,", (unsigned long long)report->target.size);
			data_put_field(text.to, report->target.name);
			fputc(',', text.to);
			data_put_field(text.to, who_of(report, series));
			fprintf(text.to, ",%s,%u,%.6f,%.6f,%.6f,", state_of(series), s + 1, sample->real_s,
				sample->user_s, sample->system_s);
			put_positive(text.to, rate_of(sample));
			fputc(',', text.to);
			put_positive(text.to, percent_of(sample));
			fputc(',', text.to);
			if (sample->resident >= 0)
				fprintf(text.to, "%.4f", sample->resident);
			fprintf(text.to, ",%s\n", bound_word(sample->verdict.bound));
		}
	}
	memtext_end(&text, out);
}

static void put_sample(FILE *to, const struct files_sample *sample)
{
	fprintf(to, "{\"real\":%.6f,\"user\":%.6f,\"sys\":%.6f,\"rate\":", sample->real_s, sample->user_s,
		sample->system_s);
	json_put_positive(to, rate_of(sample));
	fputs(",\"percent\":", to);
	json_put_positive(to, percent_of(sample));
	fputs(",\"resident\":", to);
	if (sample->resident >= 0)
		fprintf(to, "%.4f", sample->resident);
	else
		fputs("null", to);
	fprintf(to, ",\"verdict\":\"%s\"", bound_word(sample->verdict.bound));
	if (sample->reader)
		fprintf(to, ",\"reader\":\"%s\",\"kernel\":\"%s\",\"direct\":%llu", sample->reader, sample->kernel,
			(unsigned long long)sample->n_direct);
	fputc('}', to);
}

static void put_series(FILE *to, const struct files_report *report, const struct files_series *series)
{
	const struct files_sample *median = files_series_median(series);

	fputs("{\"program\":", to);
	json_put_string(to, who_of(report, series));
	fprintf(to, ",\"state\":\"%s\",\"real\":%.6f,\"spread\":%.6f,\"rate\":", state_of(series),
		median ? median->real_s : 0, files_series_spread(series));
	json_put_positive(to, median ? rate_of(median) : 0);
	fputs(",\"percent\":", to);
	json_put_positive(to, median ? percent_of(median) : 0);
	fprintf(to, ",\"verdict\":\"%s\",\"runs\":[", bound_word(median ? median->verdict.bound : BOUND_UNKNOWN));
	for (unsigned i = 0; i < series->n_samples; i++) {
		fputs(i > 0 ? "," : "", to);
		put_sample(to, &series->samples[i]);
	}
	fputs("]}", to);
}

void files_put_json(struct out *out, const struct files_report *report, bool is_first)
{
	const struct files_target *target = &report->target;
	struct memtext text;

	if (!memtext_begin(&text, out))
		return;
	fputs(is_first ? "\n{\"path\":" : ",\n{\"path\":", text.to);
	json_put_string(text.to, target->path);
	if (!json_is_utf8(target->path)) {
		fputs(",\"path_hex\":", text.to);
		json_put_hex(text.to, target->path);
	}
	fprintf(text.to, ",\"bytes\":%llu,\"digest\":", (unsigned long long)target->size);
	json_put_string(text.to, target->name);
	fputs(",\"limit\":", text.to);
	json_put_positive(text.to, target->limit);
	fputs(",\"start\":", text.to);
	json_put_positive(text.to, report->start_s);
	fputs(",\"series\":[", text.to);
	for (unsigned i = 0; i < report->n_series; i++) {
		fputs(i > 0 ? "," : "", text.to);
		put_series(text.to, report, &report->series[i]);
	}
	fputs("]}", text.to);
	memtext_end(&text, out);
}

void files_json_begin(struct out *out)
{
	struct memtext text;

	if (!memtext_begin(&text, out))
		return;
	fputc('{', text.to);
	data_put_json_about(text.to);
	fputs("\"runs\":[],\"files\":[", text.to);
	memtext_end(&text, out);
}

void files_json_end(struct out *out)
{
	out_puts(out, "\n]}\n");
}
