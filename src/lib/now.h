/* SPDX-License-Identifier: MIT */
/*
 * The clock that all durations are taken from.
 */
#ifndef RS_NOW_H
#define RS_NOW_H

#include <stdint.h>
#include <time.h>

/** rs_now_ns() - CLOCK_MONOTONIC in nanoseconds; costs no system call */
static inline uint64_t rs_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000U + (uint64_t)ts.tv_nsec;
}

#endif
