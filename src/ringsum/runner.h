/* SPDX-License-Identifier: MIT */
/*
 * The batch as the program uses it: one job at a time on standard input, output written out while long work goes on,
 * and the progress line.
 */
#ifndef RINGSUM_RUNNER_H
#define RINGSUM_RUNNER_H

#include "options.h"

#include "cli/out.h"
#include "cli/progress.h"

/** struct runner - a batch with what has to happen while it works */
struct runner {
	struct ringsum_batch *batch;
	struct out *out;
	struct progress *progress;
	const struct options *options;
	int dir_fd;
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
 * @dir_fd: what operands are relative to
 *
 * Owner: the caller, who calls runner_finish().
 * Return: 0, or what ringsum_batch_create() said.
 */
int runner_init(struct runner *runner, const struct options *options, int dir_fd, struct out *out,
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
