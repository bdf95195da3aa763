/* SPDX-License-Identifier: MIT */
/*
 * Owns the order of runs: in each round every kind once, and each round begins with another one, so that what the
 * machine does meanwhile hits all of them alike. The state of the page cache is made and checked right before each run,
 * and a warm run during which pages were dropped is taken again.
 */
#include "files.h"

#include "files_cache.h"
#include "files_series.h"

#include "cli/size.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROUNDS 5
#define LIMIT_MS 300
/* How often a run is taken again whose pages were dropped. */
#define TRIES 3
#define START_RUNS 3

struct files {
	struct session *session;
	const struct options *options;
	struct files_report report;
	int fd;
	unsigned n_rounds;
	/** @n_reports: printed so far */
	unsigned n_reports;
	bool has_failed;
};

#define fail(files, ...) (diag_tell(&(files)->session->diag, __VA_ARGS__), (void)((files)->has_failed = true))

static const char *name_of(struct files *files)
{
	return quote_name(&files->session->quote, files->report.target.path);
}

/* ---- one run ---- */

static double make_state(struct files *files, const struct files_series *series)
{
	uint64_t size = files->report.target.size;

	return series->is_cold ? files_cache_cool(files->fd, size) : files_cache_warm(files->fd, size);
}

static bool run_once(struct files *files, const struct files_series *series, struct files_sample *ret_sample)
{
	const struct files_target *target = &files->report.target;
	struct session *session = files->session;
	double resident = make_state(files, series);
	bool is_good;

	if (series->is_other)
		is_good = files_run_other(files->report.program, target, &session->diag, &session->quote, ret_sample);
	else
		is_good = files_run_here(target, series->is_direct ? RINGSUM_IO_DIRECT : RINGSUM_IO_AUTO,
					 &session->diag, &session->quote, ret_sample);
	ret_sample->resident = is_good ? resident : -1;
	return is_good;
}

static bool is_still_warm(struct files *files)
{
	return files_cache_resident(files->fd, files->report.target.size) >= 1 - FILES_CACHE_SLACK;
}

/* A run that counts, into the series. */
static bool run_counted(struct files *files, struct files_series *series)
{
	struct files_sample *sample = &series->samples[series->n_samples];
	bool is_good;
	unsigned n = 0;

	do
		is_good = run_once(files, series, sample);
	while (is_good && !series->is_cold && sample->resident >= 0 && !is_still_warm(files) && ++n < TRIES);
	series->n_samples += is_good;
	return is_good;
}

/* Rate, "only 98% cached" and verdict, or that there are none. */
static void describe_run(const struct files_series *series, const struct files_sample *sample, char *ret_text,
			 size_t cap)
{
	bool is_short = sample->real_s < FILES_SECONDS_MIN, is_ours = !series->is_other;
	char rate[SIZE_TEXT_MAX], resident[32] = "";

	size_format((uint64_t)sample->verdict.rate, rate);
	if (!series->is_cold && sample->resident >= 0 && sample->resident < 1 - FILES_CACHE_SLACK)
		snprintf(resident, sizeof(resident), ", only %.0f%% cached", 100 * sample->resident);
	if (is_short)
		snprintf(ret_text, cap, "too short to tell");
	else
		snprintf(ret_text, cap, "%s/s, %.1f%% of memory%s%s%s", rate, sample->verdict.percent, resident,
			 is_ours ? ", bound by " : "", is_ours ? bound_word(sample->verdict.bound) : "");
}

static void tell_run(struct files *files, const struct files_series *series, unsigned round)
{
	const struct files_sample *sample = &series->samples[series->n_samples - 1];
	struct session *session = files->session;
	char name[RATES_NAME_MAX], text[160];

	files_series_name(&files->report, series, &session->quote, name);
	describe_run(series, sample, text, sizeof(text));
	diag_tell(&session->diag, 0, "%s: run %u of %u, %s %s: real %.3f s, user %.3f s, sys %.3f s, %s",
		  name_of(files), round + 1, files->n_rounds, series->is_cold ? "cold" : "warm", name, sample->real_s,
		  sample->user_s, sample->system_s, text);
}

/* Do both programs agree on what is in the file? */
static bool is_agreed(struct files *files, const struct files_series *series)
{
	const char *hex = series->samples[series->n_samples - 1].hex;

	for (unsigned i = 0; i < files->report.n_series; i++) {
		const struct files_series *other = &files->report.series[i];

		if (other->n_samples > 0 && strcmp(other->samples[0].hex, hex) != 0) {
			fail(files, 0, "%s: the programs disagree: %s and %s", name_of(files), other->samples[0].hex,
			     hex);
			return false;
		}
	}
	return true;
}

static bool run_rounds(struct files *files)
{
	unsigned n = files->report.n_series;

	for (unsigned round = 0; round < files->n_rounds; round++) {
		for (unsigned i = 0; i < n; i++) {
			struct files_series *series = &files->report.series[(round + i) % n];

			if (!run_counted(files, series)) {
				files->has_failed = true;
				return false;
			}
			tell_run(files, series, round);
			if (!is_agreed(files, series))
				return false;
		}
	}
	return true;
}

/* ---- one file ---- */

static bool add_series(struct files *files, bool is_cold, bool is_other, bool is_direct)
{
	struct files_series *series = &files->report.series[files->report.n_series];

	*series = (struct files_series){ .is_cold = is_cold, .is_other = is_other, .is_direct = is_direct };
	series->samples = calloc(files->n_rounds, sizeof(*series->samples));
	if (!series->samples) {
		fail(files, -ENOMEM, "%s", name_of(files));
		return false;
	}
	files->report.n_series++;
	return true;
}

static bool add_warm(struct files *files)
{
	double resident = files_cache_warm(files->fd, files->report.target.size);

	if (resident >= 0 && resident < 1 - FILES_CACHE_SLACK)
		diag_tell(&files->session->diag, 0,
			  "%s: only %.0f%% of it stays in the page cache, so it is not quite warm", name_of(files),
			  100 * resident);
	return add_series(files, false, false, false) &&
	       (!files->report.program || add_series(files, false, true, false));
}

/* Can the file be read past the page cache? Where memory is all there is, direct reads are allowed but mean nothing. */
static bool has_direct(const struct files *files)
{
	int fd = files_cache_is_memory(files->fd) ? -1 :
						    open(files->report.target.path, O_RDONLY | O_DIRECT | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Cold by dropping its pages, or else by direct reads, which another program does not do. */
static bool add_cold(struct files *files)
{
	double resident = files_cache_cool(files->fd, files->report.target.size);
	bool is_asked = files->options->is_cold;

	if (resident >= 0 && resident <= FILES_CACHE_SLACK)
		return add_series(files, true, false, false) &&
		       (!files->report.program || add_series(files, true, true, false));
	if (has_direct(files)) {
		diag_tell(&files->session->diag, 0,
			  "%s: %s, so cold runs read past it, without -vs", name_of(files),
			  resident < 0 ? "the kernel does not tell whether it is in the page cache" :
					 "stays in the page cache");
		return add_series(files, true, false, true);
	}
	diag_tell(&files->session->diag, 0,
		  "%s: stays in memory and cannot be read past the page cache, so there are no cold runs",
		  name_of(files));
	files->has_failed |= is_asked;
	return true;
}

static bool choose_series(struct files *files)
{
	bool has_both = files->options->is_warm == files->options->is_cold;

	if ((has_both || files->options->is_warm) && !add_warm(files))
		return false;
	if ((has_both || files->options->is_cold) && !add_cold(files))
		return false;
	return files->report.n_series > 0;
}

static void measure_start(struct files *files)
{
	struct files_target nothing = files->report.target;
	struct session *session = files->session;

	nothing.path = "/dev/null";
	for (unsigned i = 0; i < START_RUNS; i++) {
		struct files_sample sample;

		if (!files_run_other(files->report.program, &nothing, &session->diag, &session->quote, &sample)) {
			files->has_failed = true;
			return;
		}
		if (i == 0 || sample.real_s < files->report.start_s)
			files->report.start_s = sample.real_s;
	}
}

static void tell_short(struct files *files)
{
	for (unsigned i = 0; i < files->report.n_series; i++) {
		const struct files_sample *median = files_series_median(&files->report.series[i]);

		if (!median || median->real_s >= FILES_SECONDS_MIN)
			continue;
		fail(files, 0,
		     "%s: a run takes %.1f ms, and below %.0f ms it says nothing about a rate: take a larger file",
		     name_of(files), 1e3 * median->real_s, 1e3 * FILES_SECONDS_MIN);
		return;
	}
}

static void put_report(struct files *files)
{
	struct out *out = &files->session->out;
	bool is_first = files->n_reports++ == 0;

	if (files->options->format == OPTIONS_JSON)
		files_put_json(out, &files->report, is_first);
	else if (files->options->format == OPTIONS_CSV)
		files_put_csv(out, &files->report, is_first);
	else
		files_put_text(out, &files->report, &files->session->quote);
}

static void time_target(struct files *files, const struct files_target *target)
{
	files->report = (struct files_report){ .target = *target, .program = files->options->versus };
	if (ringsum_digest_measure(target->digest, LIMIT_MS, &files->report.target.limit) < 0)
		files->report.target.limit = 0;
	if (files->report.program)
		measure_start(files);
	if (!(files->report.program && files->report.start_s <= 0) && choose_series(files) && run_rounds(files)) {
		put_report(files);
		tell_short(files);
	}
	for (unsigned i = 0; i < files->report.n_series; i++)
		free(files->report.series[i].samples);
}

static bool open_file(struct files *files, const char *path, uint64_t *ret_size)
{
	const char *name = quote_name(&files->session->quote, path);
	struct stat st;

	/* A FIFO without a writer would wait. */
	files->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (files->fd < 0 || fstat(files->fd, &st) < 0)
		fail(files, -errno, "%s", name);
	else if (S_ISDIR(st.st_mode))
		fail(files, -EISDIR, "%s", name);
	else if (!S_ISREG(st.st_mode))
		fail(files, 0, "%s: not a regular file, so it cannot be timed again and again", name);
	else if (st.st_size == 0)
		fail(files, 0, "%s: empty, so there is nothing to time", name);
	else {
		*ret_size = (uint64_t)st.st_size;
		return true;
	}
	if (files->fd >= 0)
		close(files->fd);
	return false;
}

static void time_digest(struct files *files, const char *name, struct ringsum_digest *digest)
{
	for (unsigned i = 0; i < files->options->n_files; i++) {
		struct files_target target = { .path = files->options->files[i], .name = name, .digest = digest };

		if (!open_file(files, target.path, &target.size))
			continue;
		time_target(files, &target);
		close(files->fd);
	}
}

static bool open_digest(struct files *files, const char *name, struct ringsum_digest **ret_digest)
{
	int error = ringsum_digest_open(name, 0, ret_digest);
	const char *quoted = quote_name(&files->session->quote, name);

	if (error == -ENOENT)
		fail(files, 0,
		     "%s: libcrypto has no such digest ('openssl list -digest-algorithms' tells what there is)",
		     quoted);
	else if (error == -EINVAL)
		fail(files, 0, "%s: its digests have no length of their own, and -file has no option to choose one",
		     quoted);
	else if (error < 0)
		fail(files, error, "%s", quoted);
	return error == 0;
}

bool files_run(struct session *session)
{
	const struct options_digest usual = { "sha256", false };
	const struct options *options = &session->options;
	const struct options_digest *digests = options->n_digests > 0 ? options->digests : &usual;
	unsigned n_digests = options->n_digests > 0 ? options->n_digests : 1;
	struct files files = { .session = session, .options = options, .fd = -1 };

	files.n_rounds = options->n_rounds > 0 ? options->n_rounds : ROUNDS;
	if (options->format == OPTIONS_JSON)
		files_json_begin(&session->out);
	for (unsigned i = 0; i < n_digests; i++) {
		struct ringsum_digest *digest = NULL;

		if (open_digest(&files, digests[i].name, &digest))
			time_digest(&files, digests[i].name, digest);
		ringsum_digest_close(digest);
	}
	if (options->format == OPTIONS_JSON)
		files_json_end(&session->out);
	return !files.has_failed;
}
