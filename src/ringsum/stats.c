/* SPDX-License-Identifier: MIT */
/*
 * Owns the gathering. The clock of the run begins with it, and is set forward by what measuring takes. Leaves words to
 * stats_text.c and stats_json.c, judgement to bound.c.
 */
#include "stats.h"

#include "cli/clock.h"

#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Long enough for a per cent or two, short enough to go unnoticed. */
#define MEASURE_MS 5

static bool is_off(const struct stats *stats)
{
	return stats->mode == STATS_NONE && !stats->is_verbose;
}

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static unsigned count_cpus(const struct options *options)
{
	cpu_set_t set;
	long n;

	if (options->n_workers == 1)
		return 1;
	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		return (unsigned)CPU_COUNT(&set);
	n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (unsigned)n : 1;
}

int stats_init(struct stats *stats, const struct options *options, const struct diag *diag)
{
	struct ringsum_about about;
	struct rusage usage;
	int error = 0;

	*stats = (struct stats){ .mode = options->stats, .is_verbose = options->is_verbose };
	if (is_off(stats))
		return 0;
	ringsum_about(&about);
	stats->diag = diag;
	stats->options = options;
	stats->run = (struct how_run){ .io = options->io, .ring_error = about.ring_error };
	stats->n_cpus = count_cpus(options);
	getrusage(RUSAGE_SELF, &usage);
	stats->start_user_s = seconds_of(&usage.ru_utime);
	stats->start_system_s = seconds_of(&usage.ru_stime);
	stats->start_ns = clock_now_ns();
	if (stats->mode == STATS_JSON)
		error = stats_json_begin(stats);
	if (error < 0)
		*stats = (struct stats){ 0 };
	return error;
}

static double measure(struct stats *stats, const struct ringsum_digest *digest)
{
	struct rusage before, after;
	uint64_t start = clock_now_ns();
	double rate = 0;

	/* The time of this thread alone: others may be at work already. */
	getrusage(RUSAGE_THREAD, &before);
	if (ringsum_digest_measure(digest, MEASURE_MS, &rate) < 0)
		rate = 0;
	getrusage(RUSAGE_THREAD, &after);
	stats->start_user_s += seconds_of(&after.ru_utime) - seconds_of(&before.ru_utime);
	stats->start_system_s += seconds_of(&after.ru_stime) - seconds_of(&before.ru_stime);
	/* Once files are being hashed, others have gone on meanwhile. */
	if (stats->total.n_files == 0)
		stats->start_ns += clock_now_ns() - start;
	return rate;
}

static const struct stats_digest *find(const struct stats *stats, const struct ringsum_digest *digest)
{
	for (unsigned i = 0; i < stats->n_digests; i++) {
		if (stats->digests[i].digest == digest)
			return &stats->digests[i];
	}
	return NULL;
}

void stats_meet(struct stats *stats, const struct ringsum_digest *digest)
{
	if (stats->mode == STATS_NONE || stats->n_digests == STATS_DIGESTS_MAX || find(stats, digest))
		return;
	stats->digests[stats->n_digests++] = (struct stats_digest){ digest, measure(stats, digest) };
}

static double limit_of(const struct stats *stats, const struct ringsum_digest *const *digests, unsigned n_digests)
{
	double rates[RINGSUM_JOB_DIGESTS_MAX];

	for (unsigned d = 0; d < n_digests; d++) {
		const struct stats_digest *known = find(stats, digests[d]);

		rates[d] = known ? known->rate : 0;
	}
	return bound_limit(rates, n_digests, stats->n_cpus);
}

/* Do the bytes come from a program, or a person? */
static bool is_stream(const struct ringsum_result *result, int dir_fd)
{
	struct stat st;
	int error = result->path ? fstatat(dir_fd, result->path, &st, 0) : fstat(STDIN_FILENO, &st);

	return error == 0 && !S_ISREG(st.st_mode) && !S_ISBLK(st.st_mode);
}

static void count_word(struct stats_words *words, const char *word)
{
	unsigned i = 0;

	while (i < words->n_words && strcmp(words->words[i], word) != 0)
		i++;
	if (i == STATS_WORDS_MAX)
		return;
	words->words[i] = word;
	words->counts[i]++;
	if (i == words->n_words)
		words->n_words++;
}

static void add_up(struct stats_total *total, const struct bound_times *times, const struct ringsum_result *result)
{
	total->n_files++;
	count_word(&total->readers, result->work.reader);
	count_word(&total->kernels, result->work.kernel);
	if (result->error < 0) {
		total->n_failed++;
		return;
	}
	total->times.n_bytes += times->n_bytes;
	total->times.hash_ns += times->hash_ns;
	total->times.read_ns += times->read_ns;
	total->times.wait_ns += times->wait_ns;
	total->backlog_ns += result->work.backlog_ns;
	total->n_streams += times->is_stream;
	if (times->limit > 0)
		total->ideal_s += (double)times->n_bytes / times->limit;
	else
		total->has_unknown = true;
}

void stats_take(struct stats *stats, const char *name, int dir_fd, const struct ringsum_digest *const *digests,
		unsigned n_digests, const struct ringsum_result *result)
{
	struct stats_file file = { .name = name, .result = result };
	struct bound_times times;

	if (is_off(stats))
		return;
	times = (struct bound_times){
		.n_bytes = result->n_bytes,
		.wall_ns = result->work.wall_ns,
		.hash_ns = result->work.hash_ns,
		.read_ns = result->work.read_ns,
		.wait_ns = result->work.wait_ns,
		.is_stream = is_stream(result, dir_fd),
		.limit = limit_of(stats, digests, n_digests),
	};
	bound_judge(&times, &file.verdict);
	file.limit = times.limit;
	add_up(&stats->total, &times, result);
	if (stats->is_verbose)
		stats_tell_how(stats, &file);
	if (stats->mode == STATS_TEXT)
		stats_tell_file(stats, &file);
	else if (stats->mode == STATS_JSON)
		stats_json_file(stats, &file);
}

void stats_stop(struct stats *stats)
{
	struct stats_total *total = &stats->total;
	struct rusage usage;

	if (!stats->diag)
		return;
	getrusage(RUSAGE_SELF, &usage);
	total->times.wall_ns = clock_now_ns() - stats->start_ns;
	total->user_s = seconds_of(&usage.ru_utime) - stats->start_user_s;
	total->system_s = seconds_of(&usage.ru_stime) - stats->start_system_s;
	/* The clocks of processor time tick more coarsely than ours. */
	total->user_s = total->user_s > 0 ? total->user_s : 0;
	total->system_s = total->system_s > 0 ? total->system_s : 0;
	total->peak_len = (uint64_t)usage.ru_maxrss * 1024;
	total->times.is_stream = 2 * total->n_streams > total->n_files;
	if (!total->has_unknown && total->ideal_s > 0)
		total->times.limit = (double)total->times.n_bytes / total->ideal_s;
	bound_judge(&total->times, &total->verdict);
}

int stats_finish(struct stats *stats)
{
	int error = 0;

	if (!stats->diag)
		return 0;
	if (stats->is_verbose)
		stats_tell_run(stats);
	if (stats->mode == STATS_TEXT)
		stats_tell_total(stats);
	else if (stats->mode == STATS_JSON)
		error = stats_json_end(stats);
	quote_finish(&stats->quote);
	*stats = (struct stats){ 0 };
	return error;
}
