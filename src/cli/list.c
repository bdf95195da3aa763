/* SPDX-License-Identifier: MIT */
/*
 * Owns the descriptor, but for standard input. Lists are small beside what they list, so read(2) will do.
 */
#include "list.h"

#include "fd.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int list_open(struct list *list, const char *operand)
{
	list->is_stdin = strcmp(operand, "-") == 0;
	list->name = list->is_stdin ? "standard input" : operand;
	list->fd = list->is_stdin ? STDIN_FILENO : open(operand, O_RDONLY | O_CLOEXEC);
	return list->fd < 0 ? -errno : 0;
}

bool list_is_ready(const struct list *list)
{
	return fd_is_ready(list->fd);
}

ssize_t list_read(struct list *list)
{
	return fd_read(list->fd, list->piece, sizeof(list->piece));
}

void list_close(struct list *list)
{
	if (!list->is_stdin)
		close(list->fd);
	list->fd = -1;
}
