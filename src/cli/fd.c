/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing: thin loops around read(2) and write(2), and the reservation of descriptors 0 to 2. Never changes the
 * flags of a descriptor, since those are shared with whoever else has it open.
 */
#include "fd.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <unistd.h>

static bool is_closed(int fd)
{
	return fcntl(fd, F_GETFD) < 0 && errno == EBADF;
}

/* The lowest free number is the one wanted, because 0, 1 and 2 are looked at in this order. */
static int occupy(int flags)
{
	if (open("/dev/null", flags) >= 0)
		return 0;
	/* Without /dev (a bare chroot) a path-only descriptor serves: it refuses both reading and writing. */
	return open("/", O_PATH) >= 0 ? 0 : -errno;
}

int fd_reserve_std(struct fd_std *ret_std)
{
	struct fd_std std = {
		.is_in_closed = is_closed(STDIN_FILENO),
		.is_out_closed = is_closed(STDOUT_FILENO),
		.is_err_closed = is_closed(STDERR_FILENO),
	};
	int error = 0;

	if (std.is_in_closed)
		error = occupy(O_WRONLY);
	if (error == 0 && std.is_out_closed)
		error = occupy(O_RDONLY);
	if (error == 0 && std.is_err_closed)
		error = occupy(O_RDONLY);
	if (error < 0)
		return error;
	*ret_std = std;
	return 0;
}

static void wait_for(int fd, short events)
{
	struct pollfd poll_fd = { .fd = fd, .events = events };

	poll(&poll_fd, 1, -1);
}

ssize_t fd_read(int fd, void *buf, size_t len)
{
	for (;;) {
		ssize_t n = read(fd, buf, len);

		if (n >= 0)
			return n;
		if (errno == EAGAIN)
			wait_for(fd, POLLIN);
		else if (errno != EINTR)
			return -errno;
	}
}

int fd_write_all(int fd, const void *data, size_t len)
{
	const uint8_t *next = data;

	while (len > 0) {
		ssize_t n = write(fd, next, len);

		if (n >= 0) {
			next += n;
			len -= n;
		} else if (errno == EAGAIN) {
			wait_for(fd, POLLOUT);
		} else if (errno != EINTR) {
			return -errno;
		}
	}
	return 0;
}

bool fd_is_ready(int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

	return poll(&poll_fd, 1, 0) != 0;
}
