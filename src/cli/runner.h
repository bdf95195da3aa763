/* SPDX-License-Identifier: MIT */
/*
 * The batch as a program uses it: one job at a time on standard input, output written out while long work goes on,
 * and the progress line.
 */
#ifndef CLI_RUNNER_H
#define CLI_RUNNER_H

#include "out.h"
#include "progress.h"

#include <ringsum.h>

/** struct runner_options - how the batch works and what its progress line knows */
struct runner_options {
	struct ringsum_options batch;
	/** @measure: add up the bytes that there are to hash, when the progress line first needs them; NULL: unknown */
	bool (*measure)(void *context, uint64_t *ret_total);
	void *context;
};

/** struct runner - a batch with what has to happen while it works */
struct runner {
	struct ringsum_batch *batch;
	struct out *out;
	struct progress *progress;
	struct runner_options options;
	uint64_t flush_due_ns;
	/** @is_stdin_busy: a job on standard input is in the batch */
	bool is_stdin_busy;
	/** @has_read_stdin: one has been */
	bool has_read_stdin;
	bool has_measured;
	bool has_total;
	uint64_t n_total;
};

/**
 * runner_init() - make the batch
 * @options: copied
 *
 * Owner: the caller, who calls runner_finish().
 * Return: 0, or what ringsum_batch_create() said.
 */
int runner_init(struct runner *runner, const struct runner_options *options, struct out *out,
		struct progress *progress);

/** runner_add() - ringsum_batch_add(); also -EAGAIN while another job is on standard input */
int runner_add(struct runner *runner, const struct ringsum_job *job);

/**
 * runner_next() - wait for the oldest result
 *
 * Return: 1: @ret_result is filled; 0: no job is left; -ENOMEM.
 */
int runner_next(struct runner *runner, struct ringsum_result *ret_result);

/** runner_finish() - end the batch and the progress line */
void runner_finish(struct runner *runner);

#endif
