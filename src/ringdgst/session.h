/* SPDX-License-Identifier: MIT */
/*
 * What every room of the program works with: what was asked for, what is computed, where output and messages go.
 */
#ifndef RINGDGST_SESSION_H
#define RINGDGST_SESSION_H

#include "crypto.h"
#include "options.h"
#include "secret.h"

#include "cli/diag.h"
#include "cli/fd.h"
#include "cli/out.h"
#include "cli/progress.h"
#include "cli/quote.h"
#include "cli/runner.h"

#include <ringsum.h>

/** What a label takes at most, with the NUL. */
#define LABEL_MAX (2 * CRYPTO_NAME_MAX)

/** struct chosen - what is computed of each file; nothing for a check */
struct chosen {
	struct ringsum_digest *digest;
	/** @label: what stands before the name of a file in a line */
	char label[LABEL_MAX];
	/** @stdin_label: what stands there for standard input */
	char stdin_label[LABEL_MAX];
	bool is_binary;
	/** @is_empty: of what is computed, nothing is printed */
	bool is_empty;
};

/** struct session - one run of the program; large, there is one */
struct session {
	struct fd_std std;
	struct options options;
	/** @out: standard output, or the file of -out */
	struct out out;
	struct progress progress;
	/** @diag: for messages that begin with the program's name; @bare: for those that openssl begins without one */
	struct diag diag;
	struct diag bare;
	/** @quote: for session_name() */
	struct quote quote;
	/** @passphrase: of -passin */
	struct secret passphrase;
	struct chosen chosen;
	/** @providers: those loaded, in the order of the command line */
	struct ossl_provider_st **providers;
	size_t n_providers;
	struct runner runner;
	/** @stream: the operand in the batch that is no regular file, or NULL: two could be the same pipe */
	const char *stream;
	/** @has_failed: the exit status will be 1 */
	bool has_failed;
};

/** session_name() - @name for a message, as openssl prints it where it can be printed, until the next call */
const char *session_name(struct session *session, const char *name);

/** session_tell() - print a message, as diag_tell() */
#define session_tell(session, ...) diag_tell(&(session)->diag, __VA_ARGS__)

/** session_say() - the same without the program's name before it, for what openssl words */
#define session_say(session, ...) diag_tell(&(session)->bare, __VA_ARGS__)

/** session_fail() - print a message, as diag_tell(), and remember that the run has failed */
#define session_fail(session, ...) (session_tell(session, __VA_ARGS__), (void)((session)->has_failed = true))

/** session_tell_work() - say how a file was read and hashed; @name NULL: standard input */
void session_tell_work(struct session *session, const char *name, const struct ringsum_result *result);

/** session_has_to_stop() - output is lost, so going on makes no sense */
bool session_has_to_stop(const struct session *session);

#endif
