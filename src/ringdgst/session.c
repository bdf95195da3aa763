/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing that main.c does not set up. Here stand the few things that all rooms say or do alike.
 */
#include "session.h"

#include <inttypes.h>

const char *session_name(struct session *session, const char *name)
{
	return quote_unprintable(&session->quote, name);
}

void session_tell_work(struct session *session, const char *name, const struct ringsum_result *result)
{
	const struct ringsum_work *work = &result->work;

	session_tell(session, 0, "%s: %" PRIu64 " bytes, reader %s, digest by %s, %.3f ms (%.3f reading, %.3f hashing)",
		  name ? session_name(session, name) : "stdin", result->n_bytes, work->reader, work->kernel,
		  (double)work->wall_ns / 1e6, (double)work->read_ns / 1e6, (double)work->hash_ns / 1e6);
}

bool session_has_to_stop(const struct session *session)
{
	return session->out.error < 0;
}
