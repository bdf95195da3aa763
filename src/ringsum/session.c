/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing that main.c does not set up. Here stand the few things that summing and checking say or do alike.
 */
#include "session.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

const char *session_name(struct session *session, const char *name)
{
	return quote_name(&session->quote, name);
}

bool session_has_to_stop(const struct session *session)
{
	return session->out.error < 0 || outputs_are_lost(&session->outputs);
}

struct ringsum_job session_job(const struct session *session, int dir_fd, const char *name,
			       const struct ringsum_digest *const *digests, unsigned n_digests)
{
	bool is_stdin = strcmp(name, "-") == 0;

	return (struct ringsum_job){
		.path = is_stdin ? NULL : name,
		.fd = is_stdin ? STDIN_FILENO : dir_fd,
		.offset = session->options.offset,
		.length = session->options.length,
		.digests = digests,
		.n_digests = n_digests,
	};
}

void session_tell_error(struct session *session, const char *name, int error, enum ringsum_stage stage)
{
	name = session_name(session, name);
	if (error == -ENODATA)
		diag_tell(&session->diag, 0, "%s: shorter than the range asked for", name);
	else if (stage == RINGSUM_STAGE_DIGEST)
		diag_tell(&session->diag, 0, "%s: libcrypto failed", name);
	else
		diag_tell(&session->diag, error, "%s", name);
}

void session_tell_torn(struct session *session, const char *name)
{
	diag_tell(&session->diag, 0, "%s: changed while it was read", session_name(session, name));
}
