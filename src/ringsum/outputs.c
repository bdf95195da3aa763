/* SPDX-License-Identifier: MIT */
/*
 * Owns the files of --out. Invariant: none of them has its name before all of them are complete. Leaves the lines to
 * sum.c and the bytes to out.c.
 */
#include "outputs.h"

#include "algorithm.h"

#include "cli/newfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct output {
	/** @path: as given */
	const char *path;
	struct newfile file;
	struct out out;
};

static bool is_standard_output(const char *path)
{
	struct stat st, standard;

	if (strcmp(path, "-") == 0)
		return true;
	return stat(path, &st) == 0 && fstat(STDOUT_FILENO, &standard) == 0 && st.st_dev == standard.st_dev &&
	       st.st_ino == standard.st_ino;
}

/* Two digests that would replace each other's file. */
static bool is_taken(const struct outputs *outputs, const struct newfile *file)
{
	for (unsigned i = 0; file->target && i < outputs->n_files; i++) {
		const char *target = outputs->files[i].file.target;

		if (target && strcmp(target, file->target) == 0)
			return true;
	}
	return false;
}

static int open_file(struct session *session, const char *path, struct out **ret_out)
{
	struct outputs *outputs = &session->outputs;
	struct output *output = &outputs->files[outputs->n_files];
	int error;

	if (is_standard_output(path)) {
		*ret_out = &session->out;
		return 0;
	}
	error = newfile_open(path, &output->file);
	if (error < 0) {
		diag_tell(&session->diag, error, "--out: %s", session_name(session, path));
		return -EINVAL;
	}
	if (is_taken(outputs, &output->file)) {
		newfile_finish(&output->file);
		diag_tell(&session->diag, 0, "--out: %s twice", session_name(session, path));
		return -EINVAL;
	}
	output->path = path;
	out_init(&output->out, output->file.fd, OUT_BLOCK, &session->progress);
	outputs->n_files++;
	*ret_out = &output->out;
	return 0;
}

/* "ALG=FILE" */
static int open_one(struct session *session, const char *text)
{
	struct outputs *outputs = &session->outputs;
	const char *equals = strchr(text, '=');
	unsigned d = 0;

	if (!equals || equals[1] == '\0') {
		diag_tell(&session->diag, 0, "--out: not ALGORITHM=FILE");
		return -EINVAL;
	}
	while (d < session->n_wanted &&
	       !algorithm_is_called(ringsum_digest_algo(session->wanted[d]), text, equals - text))
		d++;
	if (d == session->n_wanted) {
		diag_tell(&session->diag, 0, "--out: the algorithm is none of --algorithm: %s",
			  session_name(session, text));
		return -EINVAL;
	}
	if (outputs->of[d]) {
		diag_tell(&session->diag, 0, "--out: one algorithm twice: %s", session_name(session, text));
		return -EINVAL;
	}
	return open_file(session, equals + 1, &outputs->of[d]);
}

int outputs_open(struct session *session)
{
	const struct options *options = &session->options;
	struct outputs *outputs = &session->outputs;
	int error = 0;

	if (options->n_outs > 0) {
		outputs->files = calloc(options->n_outs, sizeof(*outputs->files));
		if (!outputs->files) {
			diag_tell(&session->diag, -ENOMEM, "--out");
			return -EINVAL;
		}
	}
	for (unsigned i = 0; error == 0 && i < options->n_outs; i++)
		error = open_one(session, options->outs[i]);
	for (unsigned d = 0; d < session->n_wanted; d++) {
		if (!outputs->of[d])
			outputs->of[d] = &session->out;
	}
	return error;
}

bool outputs_are_lost(const struct outputs *outputs)
{
	for (unsigned i = 0; i < outputs->n_files; i++) {
		if (outputs->files[i].out.error < 0)
			return true;
	}
	return false;
}

bool outputs_is_shared(const struct outputs *outputs, unsigned n_digests, unsigned index)
{
	for (unsigned d = 0; d < n_digests; d++) {
		if (d != index && outputs->of[d] == outputs->of[index])
			return true;
	}
	return false;
}

static void complete(struct session *session, struct output *output)
{
	int error, close_error;

	out_flush(&output->out);
	close_error = newfile_complete(&output->file);
	error = output->out.error < 0 ? output->out.error : close_error;
	if (error < 0)
		session_fail(session, error, "%s", session_name(session, output->path));
}

static void place(struct session *session, struct output *output)
{
	int error;

	if (!output->file.target)
		return;
	if (session->has_failed) {
		diag_tell(&session->diag, 0, "%s: not written, because the run has failed",
			  session_name(session, output->path));
		return;
	}
	error = newfile_place(&output->file);
	if (error < 0)
		session_fail(session, error, "%s", session_name(session, output->path));
}

void outputs_finish(struct session *session)
{
	struct outputs *outputs = &session->outputs;

	for (unsigned i = 0; i < outputs->n_files; i++)
		complete(session, &outputs->files[i]);
	for (unsigned i = 0; i < outputs->n_files; i++)
		place(session, &outputs->files[i]);
	for (unsigned i = 0; i < outputs->n_files; i++)
		newfile_finish(&outputs->files[i].file);
	free(outputs->files);
	*outputs = (struct outputs){ 0 };
}
