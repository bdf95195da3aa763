/* SPDX-License-Identifier: MIT */
/*
 * Owns the bytes not yet written. After the first failure the buffer stays empty. Leaves telling the user to the caller
 * and SIGPIPE at its default.
 */
#include "out.h"

#include "fd.h"
#include "progress.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void out_init(struct out *out, int fd, enum out_mode mode, struct progress *progress)
{
	out->fd = fd;
	out->is_tty = isatty(fd) == 1;
	out->is_line = mode == OUT_LINE || out->is_tty;
	out->error = 0;
	out->progress = progress;
	out->len = 0;
}

static void write_now(struct out *out, const void *data, size_t len)
{
	if (out->error < 0 || len == 0)
		return;
	if (out->is_tty && out->progress)
		progress_erase(out->progress);
	out->error = fd_write_all(out->fd, data, len);
}

void out_flush(struct out *out)
{
	write_now(out, out->buf, out->len);
	out->len = 0;
}

void out_write(struct out *out, const void *data, size_t len)
{
	if (len > sizeof(out->buf) - out->len)
		out_flush(out);
	if (len > sizeof(out->buf)) {
		write_now(out, data, len);
		return;
	}
	memcpy(out->buf + out->len, data, len);
	out->len += len;
}

void out_puts(struct out *out, const char *text)
{
	out_write(out, text, strlen(text));
}

void out_end_line(struct out *out)
{
	if (out->is_line)
		out_flush(out);
}

int out_finish(struct out *out)
{
	out_flush(out);
	/*
	 * Some file systems report a full disk only here. After EINTR the descriptor is gone on Linux, and is no loss.
	 */
	if (close(out->fd) < 0 && errno != EINTR && out->error == 0)
		out->error = -errno;
	return out->error;
}
