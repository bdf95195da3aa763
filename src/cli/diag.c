/* SPDX-License-Identifier: MIT */
/*
 * Owns no state. A message that cannot be written is lost: there is no better place to say so. Leaves quoting of names
 * to the caller (quote.h).
 */
#include "diag.h"

#include "fd.h"
#include "out.h"
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void diag_write(const struct diag *diag, const char *text)
{
	if (diag->out)
		out_flush(diag->out);
	if (diag->progress)
		progress_erase(diag->progress);
	fd_write_all(STDERR_FILENO, text, strlen(text));
}

void diag_tell(const struct diag *diag, int error, const char *format, ...)
{
	char *text = NULL, *line = NULL;
	va_list args;
	int len;

	va_start(args, format);
	len = vasprintf(&text, format, args);
	va_end(args);
	if (len < 0)
		text = NULL;
	len = asprintf(&line, "%s%s%s%s%s\n", diag->program ? diag->program : "", diag->program ? ": " : "",
		       text ? text : "out of memory for a message", error ? ": " : "", error ? strerror(-error) : "");
	if (len < 0)
		line = NULL;
	diag_write(diag, line ? line : "out of memory for a message\n");
	free(line);
	free(text);
}
