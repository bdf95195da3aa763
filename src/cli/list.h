/* SPDX-License-Identifier: MIT */
/*
 * A checksum file being read, piece by piece.
 */
#ifndef CLI_LIST_H
#define CLI_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** Bytes of one piece. */
#define LIST_PIECE_LEN 65536

/** struct list - an open checksum file */
struct list {
	int fd;
	/** @name: as messages show it: the operand, or "standard input" */
	const char *name;
	bool is_stdin;
	char piece[LIST_PIECE_LEN];
};

/**
 * list_open() - open @operand, "-" for standard input
 *
 * Owner: the caller, who calls list_close(). Return: 0, or a negative errno value.
 */
int list_open(struct list *list, const char *operand);

/** list_is_ready() - would list_read() return at once? */
bool list_is_ready(const struct list *list);

/** list_read() - the next piece; Return: bytes in list->piece, 0 at the end, or a negative errno value */
ssize_t list_read(struct list *list);

void list_close(struct list *list);

#endif
