/* SPDX-License-Identifier: MIT */
/*
 * Reading and writing descriptors to the end of the matter: signals, short writes and non-blocking descriptors are
 * dealt with here, so that an error is an error.
 */
#ifndef CLI_FD_H
#define CLI_FD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** struct fd_std - which of the standard descriptors were closed when the program started */
struct fd_std {
	bool is_in_closed;
	bool is_out_closed;
	bool is_err_closed;
};

/**
 * fd_reserve_std() - occupy the standard descriptors that are closed
 * @ret_std: which these were
 *
 * A file opened later could else become descriptor 0, 1 or 2 and be read as input or overwritten by messages. What
 * occupies them gives EBADF on use, as the closed descriptor would.
 *
 * Return: 0, or a negative errno value where not even that can be opened.
 */
int fd_reserve_std(struct fd_std *ret_std);

/**
 * fd_read() - read(2), repeated after signals, waiting where the descriptor is non-blocking
 *
 * Return: bytes read, 0 at the end, or a negative errno value.
 */
ssize_t fd_read(int fd, void *buf, size_t len);

/**
 * fd_write_all() - write all of it
 *
 * Return: 0, or a negative errno value.
 */
int fd_write_all(int fd, const void *data, size_t len);

/** fd_is_ready() - would a read return at once, with data, the end or an error? */
bool fd_is_ready(int fd);

#endif
