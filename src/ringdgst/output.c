/* SPDX-License-Identifier: MIT */
/*
 * Owns the file of -out. As openssl does, it is emptied when it is opened and written in place: it may be a pipe or a
 * device, and keeps its owner and its links.
 */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int output_open(struct session *session)
{
	const char *path = session->options.out;
	int fd, error;

	if (!path || strcmp(path, "-") == 0)
		return 0;
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		error = errno;
		path = session_name(session, path);
		session_say(session, 0, "Can't open \"%s\" for writing, %s", path, strerror(error));
		return -EINVAL;
	}
	out_init(&session->out, fd, OUT_BLOCK, &session->progress);
	return 0;
}

void output_finish(struct session *session)
{
	bool is_file = session->out.fd != STDOUT_FILENO;
	int error = out_finish(&session->out);

	session->diag.out = session->bare.out = NULL;
	if (error < 0 && is_file)
		session_fail(session, error, "%s: write error", session_name(session, session->options.out));
	else if (error < 0)
		session_fail(session, error, "write error");
}
