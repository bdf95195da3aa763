/* SPDX-License-Identifier: MIT */
/*
 * Owns the processes. All of them wait for the end of one pipe, so that they start together; results come through
 * shared memory. When one fails, so does the whole.
 */
#include "multi.h"

#include "table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct child {
	pid_t pid;
	struct rates_run *run;
};

struct multi {
	const struct options *options;
	const struct plan *plan;
	const struct diag *diag;
	struct out *out;
	struct child *children;
	unsigned n_children;
	int gate[2];
};

static void work(const struct multi *multi, struct rates_run *run)
{
	struct diag diag = { multi->diag->program, NULL, NULL };
	char byte;

	/* Nobody would read what children of a dead parent measure. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	close(multi->gate[1]);
	while (read(multi->gate[0], &byte, 1) < 0 && errno == EINTR)
		;
	_exit(measure_run(multi->options, multi->plan, true, &diag, run) ? EXIT_SUCCESS : EXIT_FAILURE);
}

static bool start_child(struct multi *multi, struct child *child)
{
	child->run = rates_create(-1);
	if (!child->run) {
		diag_tell(multi->diag, -ENOMEM, "-multi: no memory for another process");
		return false;
	}
	child->pid = fork();
	if (child->pid == 0)
		work(multi, child->run);
	if (child->pid < 0) {
		diag_tell(multi->diag, -errno, "-multi: no more than %u processes can be started", multi->n_children);
		rates_destroy(child->run);
		return false;
	}
	multi->n_children++;
	return true;
}

static bool start(struct multi *multi)
{
	bool is_text = multi->options->format == OPTIONS_TEXT;
	char text[64];

	/* What is buffered would be written by each child again. */
	out_flush(multi->out);
	while (multi->n_children < multi->options->n_processes) {
		if (!start_child(multi, &multi->children[multi->n_children]))
			return false;
		snprintf(text, sizeof(text), "Forked child %u\n", multi->n_children - 1);
		if (is_text) {
			out_puts(multi->out, text);
			out_flush(multi->out);
		}
	}
	return true;
}

static bool is_done(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return false;
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

static bool collect(struct multi *multi, bool is_good, struct rates_run *run)
{
	for (unsigned i = 0; i < multi->n_children; i++) {
		struct child *child = &multi->children[i];

		if (!is_done(child->pid)) {
			diag_tell(multi->diag, 0, "-multi: process %u has failed", i);
			is_good = false;
		}
		if (is_good && multi->options->format == OPTIONS_TEXT)
			table_put_child(multi->out, child->run, i);
		if (is_good && i == 0)
			*run = *child->run;
		else if (is_good)
			rates_add(run, child->run);
		rates_destroy(child->run);
	}
	return is_good;
}

bool multi_run(const struct options *options, const struct plan *plan, struct out *out, const struct diag *diag,
	       struct rates_run *run)
{
	struct multi multi = { .options = options, .plan = plan, .diag = diag, .out = out };
	bool is_good;

	multi.children = calloc(options->n_processes, sizeof(*multi.children));
	if (!multi.children || pipe(multi.gate) < 0) {
		diag_tell(diag, multi.children ? -errno : -ENOMEM, "-multi");
		free(multi.children);
		return false;
	}
	is_good = start(&multi);
	for (unsigned i = 0; i < multi.n_children && !is_good; i++)
		kill(multi.children[i].pid, SIGTERM);
	close(multi.gate[0]);
	close(multi.gate[1]);
	is_good = collect(&multi, is_good, run);
	free(multi.children);
	return is_good;
}
