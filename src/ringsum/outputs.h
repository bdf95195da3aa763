/* SPDX-License-Identifier: MIT */
/*
 * Where the lines of each digest go: to standard output, or with --out to a file of their own, which is put into its
 * place only when the whole run has succeeded.
 */
#ifndef RINGSUM_OUTPUTS_H
#define RINGSUM_OUTPUTS_H

#include "cli/out.h"

#include <ringsum.h>

struct session;
struct output;

/** struct outputs - zero it before the first use */
struct outputs {
	/** @of: where the lines of each digest of session->wanted go */
	struct out *of[RINGSUM_JOB_DIGESTS_MAX];
	/** @files: those of --out that are no standard output */
	struct output *files;
	unsigned n_files;
};

/**
 * outputs_open() - read each --out and begin its file
 *
 * Owner: the caller, who calls outputs_finish().
 * Return: 0; -EINVAL: the user has been told why not.
 */
int outputs_open(struct session *session);

/** outputs_are_lost() - could something not be written? */
bool outputs_are_lost(const struct outputs *outputs);

/** outputs_is_shared() - do other digests write where digest @index does? */
bool outputs_is_shared(const struct outputs *outputs, unsigned n_digests, unsigned index);

/**
 * outputs_finish() - the run is over and standard output closed: put the files into their places if nothing has failed,
 * else drop them; whatever goes wrong is told and remembered in @session
 */
void outputs_finish(struct session *session);

#endif
