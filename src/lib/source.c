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

static int open_with(const struct ringsum_job *job, int more_flags)
{
	int fd;

	do {
		fd = openat(job->fd, job->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | more_flags);
	} while (fd < 0 && errno == EINTR);
	return fd < 0 ? -errno : fd;
}

/*
 * A FIFO is opened without waiting for its writer, so that it holds nobody else up; whoever reads must poll(2) first,
 * as until a writer comes read(2) says 0. What the path leads to is only known afterwards, and asking before would cost
 * as much as opening: so all are opened like that, and once more where it may make a difference.
 */
static int open_path(const struct ringsum_job *job, struct rs_source *source)
{
	int fd = open_with(job, O_NONBLOCK);

	/* Somebody has a lease on it, and may take a while to give it up. */
	if (fd == -EWOULDBLOCK)
		fd = open_with(job, 0);
	if (fd < 0)
		return fd;
	source->fd = fd;
	if (fstat(fd, &source->before) < 0)
		return -errno;
	source->is_fifo = S_ISFIFO(source->before.st_mode);
	source->is_impatient = S_ISREG(source->before.st_mode);
	if (source->is_fifo || source->is_impatient || S_ISDIR(source->before.st_mode))
		return 0;
	rs_source_close(source);
	source->fd = open_with(job, 0);
	if (source->fd < 0)
		return source->fd;
	return fstat(source->fd, &source->before) < 0 ? -errno : 0;
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
	struct rs_source source = { .fd = -1, .is_owned = job->path != NULL, .length = job->length };
	int r;

	*ret_stage = RINGSUM_STAGE_OPEN;
	if (job->path) {
		r = open_path(job, &source);
	} else {
		source.fd = job->fd;
		r = fstat(source.fd, &source.before) < 0 ? -errno : 0;
	}
	if (r < 0)
		goto out;
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
	r = find_start(&source, job->offset);
	if (r < 0)
		goto out;
	*ret_source = source;
	return 0;
out:
	rs_source_close(&source);
	return r;
}

bool rs_source_is_whole(const struct rs_source *source)
{
	return source->is_owned && source->is_regular && source->start == 0 && source->length == RINGSUM_TO_END &&
	       source->before.st_size > 0;
}

void rs_source_make_patient(struct rs_source *source)
{
	/* Where a file system cannot read without waiting, the ring would refuse to wait. */
	if (source->is_impatient)
		fcntl(source->fd, F_SETFL, O_RDONLY);
	source->is_impatient = false;
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

bool rs_source_is_same(const struct stat *a, const struct stat *b)
{
	return a->st_ino == b->st_ino && a->st_dev == b->st_dev && a->st_size == b->st_size &&
	       is_same_time(&a->st_mtim, &b->st_mtim) && is_same_time(&a->st_ctim, &b->st_ctim);
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
	*ret_is_torn = !rs_source_is_same(&after, before);
	return 0;
}

void rs_source_close(struct rs_source *source)
{
	if (source->is_owned && source->fd >= 0)
		close(source->fd);
	source->fd = -1;
}
