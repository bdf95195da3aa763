/* SPDX-License-Identifier: MIT */
/*
 * Owns the sentences of --stats and --verbose, one line each. Names are quoted; numbers that are unknown say so.
 */
#include "stats.h"

#include "cli/size.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What a sentence about speed takes at most. */
#define SPEED_MAX 192
#define WORDS_MAX 256

static double seconds_of(uint64_t ns)
{
	return (double)ns / 1e9;
}

void stats_tell_how(struct stats *stats, const struct stats_file *file)
{
	const struct ringsum_result *result = file->result;
	const struct ringsum_work *work = &result->work;

	diag_tell(stats->diag, 0,
		  "%s: reader %s (%s), kernel %s (%s), disk %s (%s); bytes: %" PRIu64 " direct, %" PRIu64
		  " in holes, %" PRIu64 " copied",
		  quote_name(&stats->quote, file->name), work->reader, how_reader(&stats->run, result), work->kernel,
		  how_kernel(result), work->disk, how_disk(result), work->n_bytes_direct, work->n_bytes_holes,
		  how_n_copied(result));
}

void stats_tell_run(struct stats *stats)
{
	unsigned n_workers = stats->options->n_workers;
	const char *ring = stats->run.io == RINGSUM_IO_PLAIN ? "not in use, --io says so" : "in use where it helps";

	if (stats->run.ring_error)
		ring = strerror(-stats->run.ring_error);
	if (stats->total.n_files < 2)
		diag_tell(stats->diag, 0, "workers: 1, as there is no second file; io_uring: %s", ring);
	else if (n_workers > 0)
		diag_tell(stats->diag, 0, "workers: up to %u, as --jobs says; io_uring: %s", n_workers, ring);
	else
		diag_tell(stats->diag, 0, "workers: up to %u, one for each processor; io_uring: %s", stats->n_cpus,
			  ring);
}

static const char *bound_phrase(enum bound bound)
{
	static const char *const phrases[] = {
		[BOUND_UNKNOWN] = "too little to tell by what it was bound",
		[BOUND_DIGEST] = "bound by the digest",
		[BOUND_STORAGE] = "bound by storage",
		[BOUND_STREAM] = "bound by a slow stream",
	};

	return phrases[bound];
}

/* "1.65 GB/s, 98.1% of one stream in memory, bound by the digest" */
static void put_speed(const struct bound_verdict *verdict, char ret_text[SPEED_MAX])
{
	char rate[SIZE_TEXT_MAX] = "unknown", percent[32] = "an unknown part";

	if (verdict->rate > 0)
		size_format((uint64_t)verdict->rate, rate);
	if (verdict->percent > 0)
		snprintf(percent, sizeof(percent), "%.1f%%", verdict->percent);
	snprintf(ret_text, SPEED_MAX, "%s%s, %s of one stream in memory, %s", rate,
		 verdict->rate > 0 ? "/s" : " speed", percent, bound_phrase(verdict->bound));
}

void stats_tell_file(struct stats *stats, const struct stats_file *file)
{
	const struct ringsum_result *result = file->result;
	const struct ringsum_work *work = &result->work;
	char speed[SPEED_MAX];

	put_speed(&file->verdict, speed);
	diag_tell(stats->diag, 0,
		  "%s: %s%" PRIu64 " bytes in %.6f s, %s; digest waited %.6f s, data waited %.6f s; reader %s (%s), "
		  "kernel %s (%s)",
		  quote_name(&stats->quote, file->name), result->error < 0 ? "failed after " : "", result->n_bytes,
		  seconds_of(work->wall_ns), speed, seconds_of(work->wait_ns), seconds_of(work->backlog_ns),
		  work->reader, how_reader(&stats->run, result), work->kernel, how_kernel(result));
}

/* "ring 2, chain 100" */
static void put_words(const struct stats_words *words, char ret_text[WORDS_MAX])
{
	size_t len = 0;

	ret_text[0] = '\0';
	for (unsigned i = 0; i < words->n_words && len < WORDS_MAX; i++)
		len += (size_t)snprintf(ret_text + len, WORDS_MAX - len, "%s%s %" PRIu64, i > 0 ? ", " : "",
					words->words[i], words->counts[i]);
}

static void tell_digests(const struct stats *stats)
{
	for (unsigned i = 0; i < stats->n_digests; i++) {
		const struct stats_digest *known = &stats->digests[i];
		char rate[SIZE_TEXT_MAX] = "unknown";

		if (known->rate > 0)
			size_format((uint64_t)known->rate, rate);
		diag_tell(stats->diag, 0, "one stream of %s in memory: %s%s", ringsum_digest_algo(known->digest)->name,
			  rate, known->rate > 0 ? "/s" : "");
	}
}

void stats_tell_total(struct stats *stats)
{
	const struct stats_total *total = &stats->total;
	char speed[SPEED_MAX], peak[SIZE_TEXT_MAX], readers[WORDS_MAX], kernels[WORDS_MAX];

	tell_digests(stats);
	put_speed(&total->verdict, speed);
	put_words(&total->readers, readers);
	put_words(&total->kernels, kernels);
	size_format(total->peak_len, peak);
	diag_tell(stats->diag, 0,
		  "total: %" PRIu64 " %s, %" PRIu64 " failed; %" PRIu64
		  " bytes in %.6f s, user %.6f s, system %.6f s, %s; digests waited %.6f s, data waited %.6f s; "
		  "readers: %s; kernels: %s; peak memory %s",
		  total->n_files, total->n_files == 1 ? "file" : "files", total->n_failed, total->times.n_bytes,
		  seconds_of(total->times.wall_ns), total->user_s, total->system_s, speed,
		  seconds_of(total->times.wait_ns), seconds_of(total->backlog_ns),
		  readers[0] ? readers : "none", kernels[0] ? kernels : "none", peak);
}
