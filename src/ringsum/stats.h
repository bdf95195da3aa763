/* SPDX-License-Identifier: MIT */
/*
 * --stats and --verbose: how each file was hashed and how long it took, on standard error. Without these options
 * nothing here costs anything.
 */
#ifndef RINGSUM_STATS_H
#define RINGSUM_STATS_H

#include "how.h"
#include "options.h"

#include "cli/bound.h"
#include "cli/diag.h"
#include "cli/quote.h"

#include <ringsum.h>
#include <stdio.h>

/** Digests whose speed is measured; it is unknown of any more. */
#define STATS_DIGESTS_MAX 32
/** Readers or kernels that are counted apart. */
#define STATS_WORDS_MAX 8

/** struct stats_digest - how fast a digest is in memory */
struct stats_digest {
	const struct ringsum_digest *digest;
	/** @rate: bytes in a second; 0: unknown */
	double rate;
};

/** struct stats_words - how often each word was met */
struct stats_words {
	const char *words[STATS_WORDS_MAX];
	uint64_t counts[STATS_WORDS_MAX];
	unsigned n_words;
};

/** struct stats_file - one file, as it is told */
struct stats_file {
	const char *name;
	const struct ringsum_result *result;
	struct bound_verdict verdict;
	/** @limit: bytes in a second from memory; 0: unknown */
	double limit;
};

/** struct stats_total - all files */
struct stats_total {
	uint64_t n_files;
	uint64_t n_failed;
	/** @times: of all files that did not fail; durations but for the wall's are added up */
	struct bound_times times;
	uint64_t backlog_ns;
	/** @ideal_s: seconds for all of this by one stream in memory, unless @has_unknown */
	double ideal_s;
	bool has_unknown;
	/** @n_streams: files that were no files but streams */
	uint64_t n_streams;
	struct stats_words readers;
	struct stats_words kernels;
	/* filled in at the end */
	double user_s;
	double system_s;
	uint64_t peak_len;
	struct bound_verdict verdict;
};

/** struct stats - what is gathered; zero is off */
struct stats {
	enum stats_mode mode;
	bool is_verbose;
	const struct diag *diag;
	const struct options *options;
	struct quote quote;
	struct how_run run;
	unsigned n_cpus;
	struct stats_digest digests[STATS_DIGESTS_MAX];
	unsigned n_digests;
	struct stats_total total;
	/* when it began; measuring is left out by moving it on */
	uint64_t start_ns;
	double start_user_s;
	double start_system_s;
	/** @spool: JSON so far */
	FILE *spool;
};

/**
 * stats_init() - begin, where the options ask for it
 *
 * Owner: the caller, who calls stats_finish(). Return: 0; a negative errno value: there is no place for JSON.
 */
int stats_init(struct stats *stats, const struct options *options, const struct diag *diag);

/** stats_meet() - measure a digest when it is met first; Blocks: for some milliseconds. */
void stats_meet(struct stats *stats, const struct ringsum_digest *digest);

/**
 * stats_take() - note and tell a result
 * @dir_fd: what @name is relative to
 */
void stats_take(struct stats *stats, const char *name, int dir_fd, const struct ringsum_digest *const *digests,
		unsigned n_digests, const struct ringsum_result *result);

/** stats_stop() - the work is over and all threads are gone: what comes now takes no time */
void stats_stop(struct stats *stats);

/** stats_finish() - tell the total; nothing may be told after it. Return: 0; a negative errno value: JSON was lost. */
int stats_finish(struct stats *stats);

/* ---- How it is told: stats_text.c and stats_json.c ---- */

void stats_tell_how(struct stats *stats, const struct stats_file *file);
void stats_tell_run(struct stats *stats);
void stats_tell_file(struct stats *stats, const struct stats_file *file);
void stats_tell_total(struct stats *stats);
int stats_json_begin(struct stats *stats);
void stats_json_file(struct stats *stats, const struct stats_file *file);
int stats_json_end(struct stats *stats);

#endif
