/* SPDX-License-Identifier: MIT */
/*
 * An eventfd(2), non-blocking, that ends somebody's wait.
 */
#ifndef RS_WAKE_H
#define RS_WAKE_H

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

/** rs_wake_raise() - wake whoever waits for @fd. A counter that is full wakes as well, so nothing can go wrong here. */
static inline void rs_wake_raise(int fd)
{
	uint64_t one = 1;

	while (write(fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

/** rs_wake_drain() - the call was heard */
static inline void rs_wake_drain(int fd)
{
	uint64_t n;

	while (read(fd, &n, sizeof(n)) < 0 && errno == EINTR)
		;
}

#endif
