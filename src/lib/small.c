/* SPDX-License-Identifier: MIT */
/*
 * Asking a path twice. The same inode before and after, with the same size, mtime and ctime, is taken to mean that what
 * was opened in between was it, and that it did not change. As with every comparison of times, writes through a mapping
 * that was dirty before, or, on older kernels, within one tick of the clock, can escape it.
 */
#include "small.h"

#include <fcntl.h>

#define WANTED (STATX_TYPE | STATX_INO | STATX_SIZE | STATX_MTIME | STATX_CTIME)

static bool look(const struct rs_chain *chain, struct statx *ret_stat)
{
	return statx(chain->dir_fd, chain->path, AT_STATX_SYNC_AS_STAT, WANTED, ret_stat) == 0 &&
	       (ret_stat->stx_mask & WANTED) == WANTED;
}

bool rs_small_look(const struct ringsum_job *job, uint64_t max_len, struct rs_small *ret_small)
{
	struct rs_chain *chain = &ret_small->chain;
	const struct statx *before = &ret_small->before;

	if (!job->path || job->offset || job->length != RINGSUM_TO_END)
		return false;
	chain->path = job->path;
	chain->dir_fd = job->fd;
	/* Files of /proc have no size: their content comes and goes as it pleases. */
	return look(chain, &ret_small->before) && S_ISREG(before->stx_mode) && before->stx_size > 0 &&
	       before->stx_size < max_len;
}

static bool is_same_time(const struct statx_timestamp *a, const struct statx_timestamp *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

bool rs_small_is_unchanged(const struct rs_small *small)
{
	const struct statx *before = &small->before;
	struct statx after;

	return look(&small->chain, &after) && after.stx_ino == before->stx_ino &&
	       after.stx_dev_major == before->stx_dev_major && after.stx_dev_minor == before->stx_dev_minor &&
	       after.stx_size == before->stx_size && is_same_time(&after.stx_mtime, &before->stx_mtime) &&
	       is_same_time(&after.stx_ctime, &before->stx_ctime);
}
