/* SPDX-License-Identifier: MIT */
/*
 * Opening and closing inputs. st_size is a hint and nothing more: files of /proc and /sys lie about it, and others
 * change. Only the reader finds the end, by reading 0 bytes.
 */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <linux/fs.h>
#include <unistd.h>

/*
 * A FIFO is opened without waiting for its writer, so that it holds nobody else up; whoever reads must poll(2) first, as
 * until a writer comes read(2) says 0. Anything else is opened as everybody does.
 */
static int open_path(const struct ringsum_job *job, bool *ret_is_fifo)
{
	struct stat stat;
	int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;
	int fd;

	*ret_is_fifo = fstatat(job->fd, job->path, &stat, 0) == 0 && S_ISFIFO(stat.st_mode);
	if (*ret_is_fifo)
		flags |= O_NONBLOCK;
	do {
		fd = openat(job->fd, job->path, flags);
	} while (fd < 0 && errno == EINTR);
	return fd < 0 ? -errno : fd;
}

static uint64_t size_of(const struct rs_source *source)
{
	uint64_t size = 0;

	if (S_ISBLK(source->before.st_mode))
		return ioctl(source->fd, BLKGETSIZE64, &size) == 0 ? size : 0;
	return source->before.st_size > 0 ? (uint64_t)source->before.st_size : 0;
}

/* Where reading starts, and what is probably there from then on. */
static int find_start(struct rs_source *source, uint64_t offset)
{
	off_t position = 0;
	uint64_t size;

	source->start = offset;
	if (!S_ISREG(source->before.st_mode) && !S_ISBLK(source->before.st_mode))
		return 0;
	/* Some files of /proc say that they are regular, and are streams: those have no size. */
	if (!source->is_owned || source->before.st_size == 0) {
		position = lseek(source->fd, 0, SEEK_CUR);
		if (position < 0)
			return 0;
	}
	source->is_addressed = true;
	if (offset > (uint64_t)INT64_MAX - (uint64_t)position)
		return -EOVERFLOW;
	source->start += (uint64_t)position;
	size = size_of(source);
	source->size_hint = size > source->start ? size - source->start : 0;
	source->starts_late = offset > 0 && size < source->start;
	if (source->size_hint > source->length)
		source->size_hint = source->length;
	return 0;
}

int rs_source_open(const struct ringsum_job *job, struct rs_source *ret_source, enum ringsum_stage *ret_stage)
{
	struct rs_source source = { .fd = job->fd, .is_owned = job->path != NULL, .length = job->length };
	int r;

	*ret_stage = RINGSUM_STAGE_OPEN;
	if (job->path) {
		r = open_path(job, &source.is_fifo);
		if (r < 0)
			return r;
		source.fd = r;
	}
	if (fstat(source.fd, &source.before) < 0) {
		r = -errno;
		goto out;
	}
	*ret_stage = RINGSUM_STAGE_READ;
	if (S_ISDIR(source.before.st_mode)) {
		r = -EISDIR;
		goto out;
	}
	/* poll(2) would wait for bytes that can never be read. */
	if (!source.is_owned && (fcntl(source.fd, F_GETFL) & O_ACCMODE) == O_WRONLY) {
		r = -EBADF;
		goto out;
	}
	source.is_regular = S_ISREG(source.before.st_mode);
	/* What the path leads to may have changed since. */
	source.is_fifo = source.is_fifo && S_ISFIFO(source.before.st_mode);
	r = find_start(&source, job->offset);
	if (r < 0)
		goto out;
	*ret_source = source;
	return 0;
out:
	rs_source_close(&source);
	return r;
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

int rs_source_rewind(struct rs_source *source, uint64_t offset)
{
	if (source->is_owned || !source->is_addressed)
		return 0;
	return lseek(source->fd, (off_t)(source->start - offset), SEEK_SET) < 0 ? -errno : 0;
}

int rs_source_end(struct rs_source *source, uint64_t n_bytes, bool *ret_is_torn)
{
	const struct stat *before = &source->before;
	struct stat after;

	if (!source->is_owned && source->is_addressed &&
	    lseek(source->fd, (off_t)(source->start + n_bytes), SEEK_SET) < 0)
		return -errno;
	if (!source->is_regular) {
		*ret_is_torn = false;
		return 0;
	}
	if (fstat(source->fd, &after) < 0)
		return -errno;
	/* A range that was cut off meanwhile may have been hashed as a hole. */
	if (source->length != RINGSUM_TO_END && after.st_size < before->st_size &&
	    (uint64_t)after.st_size < source->start + n_bytes)
		return -ENODATA;
	*ret_is_torn = after.st_size != before->st_size || !is_same_time(&after.st_mtim, &before->st_mtim) ||
		       !is_same_time(&after.st_ctim, &before->st_ctim);
	return 0;
}

void rs_source_close(struct rs_source *source)
{
	if (source->is_owned && source->fd >= 0)
		close(source->fd);
	source->fd = -1;
}
