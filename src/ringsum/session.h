/* SPDX-License-Identifier: MIT */
/*
 * What every room of the program works with: who it is, what was asked for, where output and messages go.
 */
#ifndef RINGSUM_SESSION_H
#define RINGSUM_SESSION_H

#include "gnu.h"
#include "options.h"
#include "outputs.h"
#include "stats.h"

#include "cli/diag.h"
#include "cli/digests.h"
#include "cli/fd.h"
#include "cli/out.h"
#include "cli/progress.h"
#include "cli/quote.h"
#include "cli/runner.h"

#include <ringsum.h>

/** struct session - one run of the program; large, there is one */
struct session {
	struct personality personality;
	struct fd_std std;
	struct options options;
	struct out out;
	struct progress progress;
	struct diag diag;
	/** @quote: for session_name() */
	struct quote quote;
	struct digests digests;
	struct runner runner;
	/** @dir_fd: what the names of files are relative to: -C, or AT_FDCWD */
	int dir_fd;
	/** @wanted: the digests of -a, in its order; none where lists choose */
	const struct ringsum_digest *wanted[RINGSUM_JOB_DIGESTS_MAX];
	unsigned n_wanted;
	/** @algo: the only algorithm, or NULL where lists choose or there are several */
	const struct ringsum_algo *algo;
	/** @digest: of @algo; NULL where its length is open */
	const struct ringsum_digest *digest;
	/** @outputs: where lines go that do not go to @out */
	struct outputs outputs;
	struct stats stats;
	/** @has_failed: the exit status will be 1 */
	bool has_failed;
};

/** session_name() - @name quoted for a message, until the next call */
const char *session_name(struct session *session, const char *name);

/** session_fail() - print a message, as diag_tell(), and remember that the run has failed */
#define session_fail(session, ...) (diag_tell(&(session)->diag, __VA_ARGS__), (void)((session)->has_failed = true))

/** session_has_to_stop() - output is lost, so going on makes no sense */
bool session_has_to_stop(const struct session *session);

/**
 * session_job() - a job for a file or for standard input ("-"), with the range of the options
 * @dir_fd: what @name is relative to
 * @digests, @n_digests: those wanted; the array must stay good until the job is added
 */
struct ringsum_job session_job(const struct session *session, int dir_fd, const char *name,
			       const struct ringsum_digest *const *digests, unsigned n_digests);

/** session_tell_error() - say why @name failed, as a result has it; nothing is remembered */
void session_tell_error(struct session *session, const char *name, int error, enum ringsum_stage stage);

/** session_tell_torn() - say that @name changed while it was read; nothing is remembered */
void session_tell_torn(struct session *session, const char *name);

#endif
