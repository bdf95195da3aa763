/* SPDX-License-Identifier: MIT */
/*
 * A chain has no descriptor to ask about changes: its path is asked after it. The same inode as was opened before, with
 * the same size, mtime and ctime, is taken to mean that what was opened in between was it, and that it did not change.
 * As with every comparison of times, writes through a mapping that was dirty before, or, on older kernels, within one
 * tick of the clock, can escape it.
 */
#include "small.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/uio.h>

/* What a core's own cache holds, and a last file. */
#define TRAY_FILL (512 * 1024)
#define TRAY_LEN (TRAY_FILL + RS_CHAIN_MAX)
/* Files begin at a cache line. */
#define ALIGN 64

bool rs_tray_has_room(const struct rs_tray *tray)
{
	return tray->used < TRAY_FILL;
}

void rs_tray_clear(struct rs_tray *tray)
{
	tray->used = 0;
}

void rs_tray_finish(struct rs_tray *tray)
{
	free(tray->buf);
	tray->buf = NULL;
}

bool rs_small_is(const struct rs_source *source)
{
	return rs_source_is_whole(source) && source->before.st_size <= RS_SMALL_MAX;
}

bool rs_small_read(const struct rs_source *source, struct rs_tray *tray, struct rs_small *ret_small)
{
	struct stat after;
	struct iovec iov;
	ssize_t n;

	if (!tray->buf)
		tray->buf = malloc(TRAY_LEN);
	if (!tray->buf)
		return false;
	/* One byte more than there should be shows whether that is the end. */
	iov = (struct iovec){ tray->buf + tray->used, (size_t)source->before.st_size + 1 };
	n = preadv2(source->fd, &iov, 1, 0, RWF_NOWAIT);
	if (n != source->before.st_size || fstat(source->fd, &after) < 0 || !rs_source_is_same(&after, &source->before))
		return false;
	ret_small->data = iov.iov_base;
	ret_small->len = (size_t)n;
	tray->used += ((size_t)n + ALIGN - 1) / ALIGN * ALIGN;
	return true;
}

void rs_small_chain(const struct ringsum_job *job, const struct rs_source *source, struct rs_small *ret_small)
{
	ret_small->data = NULL;
	ret_small->chain.path = job->path;
	ret_small->chain.dir_fd = job->fd;
	ret_small->before = source->before;
}

bool rs_small_is_unchanged(const struct rs_small *small)
{
	struct stat after;

	return fstatat(small->chain.dir_fd, small->chain.path, &after, 0) == 0 &&
	       rs_source_is_same(&after, &small->before);
}
