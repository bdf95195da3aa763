/* SPDX-License-Identifier: MIT */
/*
 * The contract of ring.h over read(2) and pread(2): post chunks, wait, reap them. A chunk with a known offset is read
 * when it is reaped; chunks of streams wait in poll(2) until their descriptor is readable.
 */
#ifndef RS_PLAIN_H
#define RS_PLAIN_H

#include "chunk.h"

/** struct rs_plain - owner: worker */
struct rs_plain {
	struct rs_chunk *posted; /* the oldest first */
	int wake_fd;
};

/** rs_plain_init() - @wake_fd: an eventfd(2) that ends a wait from outside, or -1 */
void rs_plain_init(struct rs_plain *plain, int wake_fd);

/** rs_plain_post() - queue the read that fills @chunk */
void rs_plain_post(struct rs_plain *plain, struct rs_chunk *chunk);

/**
 * rs_plain_wait() - wait until a chunk may be ready
 * @timeout_ms: negative: as long as it takes
 *
 * Return: 0; -ETIMEDOUT; -ENOMEM.
 */
int rs_plain_wait(struct rs_plain *plain, int timeout_ms);

/**
 * rs_plain_look() - see which streams have something to read, for rs_plain_reap(); a system call where there are any
 */
void rs_plain_look(struct rs_plain *plain);

/** rs_plain_reap() - one chunk that is ready, or NULL. Blocks: while a file is read; on a stream only after a wait. */
struct rs_chunk *rs_plain_reap(struct rs_plain *plain);

/** rs_plain_is_idle() - no chunk is posted */
bool rs_plain_is_idle(const struct rs_plain *plain);

#endif
