/* SPDX-License-Identifier: MIT */
/*
 * Owns the batch. Output that is collected goes out after a tenth of a second at the latest, so that someone who reads
 * it through a pipe sees results while a large file is being hashed. Leaves what a result means to its callers.
 */
#include "runner.h"

#include "clock.h"

#include <errno.h>
#include <string.h>

#define WAIT_MS 100
#define WAIT_NS (WAIT_MS * (CLOCK_NS_PER_S / 1000))

int runner_init(struct runner *runner, const struct runner_options *options, struct out *out,
		struct progress *progress)
{
	*runner = (struct runner){ .out = out, .progress = progress, .options = *options };
	return ringsum_batch_create(&options->batch, &runner->batch);
}

/* By any of its names: of two at once, who gets the bytes would be a matter of luck. */
static bool is_stdin(const char *path)
{
	static const char *const names[] = { "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0" };

	for (size_t i = 0; path && i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(path, names[i]) == 0)
			return true;
	}
	return !path;
}

int runner_add(struct runner *runner, const struct ringsum_job *job)
{
	bool is_on_stdin = is_stdin(job->path);
	int rc;

	if (is_on_stdin && runner->is_stdin_busy)
		return -EAGAIN;
	rc = ringsum_batch_add(runner->batch, job);
	if (rc < 0)
		return rc;
	runner->is_stdin_busy |= is_on_stdin;
	runner->has_read_stdin |= !job->path;
	return 0;
}

static void look_at(struct runner *runner, struct progress_view *ret_view)
{
	struct ringsum_progress progress;

	ringsum_batch_progress(runner->batch, &progress);
	*ret_view = (struct progress_view){
		.n_bytes = progress.n_bytes,
		.n_files = progress.n_jobs,
		.has_total = runner->has_total,
		.n_total = runner->n_total,
	};
}

static void show_progress(struct runner *runner)
{
	struct progress_view view;

	/* Only now, because most runs end before, and a look at every operand costs. */
	if (!runner->has_measured && runner->options.measure)
		runner->has_total = runner->options.measure(runner->options.context, &runner->n_total);
	runner->has_measured = true;
	look_at(runner, &view);
	progress_show(runner->progress, &view);
}

static void keep_visible(struct runner *runner)
{
	uint64_t now = clock_now_ns();

	if (now >= runner->flush_due_ns) {
		out_flush(runner->out);
		runner->flush_due_ns = now + WAIT_NS;
	}
	if (progress_is_due(runner->progress))
		show_progress(runner);
}

int runner_next(struct runner *runner, struct ringsum_result *ret_result)
{
	int rc;

	keep_visible(runner);
	while ((rc = ringsum_batch_next(runner->batch, WAIT_MS, ret_result)) == -ETIMEDOUT)
		keep_visible(runner);
	if (rc == 1 && is_stdin(ret_result->path))
		runner->is_stdin_busy = false;
	return rc;
}

void runner_finish(struct runner *runner)
{
	struct progress_view view;

	if (!runner->batch)
		return;
	look_at(runner, &view);
	progress_finish(runner->progress, &view);
	ringsum_batch_destroy(runner->batch);
	runner->batch = NULL;
}
