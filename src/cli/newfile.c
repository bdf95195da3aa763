/* SPDX-License-Identifier: MIT */
/*
 * Owns the descriptor and the name in between. Where the file system can, that name exists only for the moment before
 * the file is placed, so that a program that is killed leaves nothing behind. Leaves writing to the caller.
 */
#include "newfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the descriptor of a file without a name is found again; a bare chroot has none. */
#define FD_DIR "/proc/self/fd"

/* Bytes of a path up to its last slash, with it. */
static size_t dir_len(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The folder of a path, allocated. */
static char *dir_of(const char *path)
{
	size_t len = dir_len(path);

	return len > 0 ? strndup(path, len) : strdup(".");
}

/* The path of a file that does not exist yet, its folder without symbolic links. */
static int resolve_new(const char *path, char **ret_target)
{
	const char *base = path + dir_len(path);
	char *dir = dir_of(path), *real = dir ? realpath(dir, NULL) : NULL;
	int error = real ? 0 : -errno;

	if (error == 0 && *base == '\0')
		error = -ENOENT;
	if (error == 0 && asprintf(ret_target, "%s/%s", strcmp(real, "/") == 0 ? "" : real, base) < 0)
		error = -ENOMEM;
	free(real);
	free(dir);
	return error;
}

/* An existing file is written only where opening it would be allowed, though renaming would not ask. */
static int resolve_old(const char *path, char **ret_target)
{
	char *target;

	if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0)
		return -errno;
	target = realpath(path, NULL);
	if (!target)
		return -errno;
	*ret_target = target;
	return 0;
}

/* Short, so that it fits wherever the file's own name does. */
static int make_temp_name(const char *target, char **ret_temp)
{
	uint64_t number;

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return -EIO;
	if (asprintf(ret_temp, "%.*s.ringsum-%016llx", (int)dir_len(target), target, (unsigned long long)number) < 0)
		return -ENOMEM;
	return 0;
}

static int open_nameless(const char *target)
{
	char *dir = dir_of(target);
	int fd = -1;

	if (dir && access(FD_DIR, X_OK) == 0)
		fd = open(dir, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
	free(dir);
	return fd;
}

static int open_temp(struct newfile *file)
{
	file->fd = open_nameless(file->target);
	if (file->fd >= 0)
		return 0;
	file->fd = open(file->temp, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
	file->is_named = file->fd >= 0;
	return file->fd < 0 ? -errno : 0;
}

int newfile_open(const char *path, struct newfile *ret_file)
{
	struct newfile file = { .fd = -1 };
	struct stat st;
	bool is_old = stat(path, &st) == 0;
	int error;

	if (is_old && !S_ISREG(st.st_mode)) {
		file.fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
		if (file.fd < 0)
			return -errno;
		*ret_file = file;
		return 0;
	}
	error = is_old ? resolve_old(path, &file.target) : resolve_new(path, &file.target);
	if (error == 0)
		error = make_temp_name(file.target, &file.temp);
	if (error == 0)
		error = open_temp(&file);
	if (error == 0 && is_old && fchmod(file.fd, st.st_mode & 0777) < 0)
		error = -errno;
	if (error < 0) {
		newfile_finish(&file);
		return error;
	}
	*ret_file = file;
	return 0;
}

static int give_name(struct newfile *file)
{
	char path[sizeof(FD_DIR) + 16];

	if (!file->target || file->is_named)
		return 0;
	snprintf(path, sizeof(path), FD_DIR "/%d", file->fd);
	if (linkat(AT_FDCWD, path, AT_FDCWD, file->temp, AT_SYMLINK_FOLLOW) < 0)
		return -errno;
	file->is_named = true;
	return 0;
}

int newfile_complete(struct newfile *file)
{
	int error = 0;

	/* A name must never stand for bytes that a loss of power could still take. */
	if (file->target && fsync(file->fd) < 0)
		error = -errno;
	if (error == 0)
		error = give_name(file);
	/* Some file systems report a full disk only here. */
	if (close(file->fd) < 0 && errno != EINTR && error == 0)
		error = -errno;
	file->fd = -1;
	return error;
}

int newfile_place(struct newfile *file)
{
	if (!file->target)
		return 0;
	if (rename(file->temp, file->target) < 0)
		return -errno;
	file->is_named = false;
	return 0;
}

void newfile_finish(struct newfile *file)
{
	if (file->fd >= 0)
		close(file->fd);
	if (file->is_named)
		unlink(file->temp);
	free(file->temp);
	free(file->target);
	*file = (struct newfile){ .fd = -1 };
}
