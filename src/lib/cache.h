/* SPDX-License-Identifier: MIT */
/*
 * How much of a file is in the page cache.
 */
#ifndef RS_CACHE_H
#define RS_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum rs_cache_state {
	RS_CACHE_COLD, /* nothing of the range, or too little to matter */
	RS_CACHE_PART, /* some of it */
	RS_CACHE_WARM, /* all of it, or nearly; or some that is not on the disk yet */
};

/**
 * rs_cache_look() - ask about a range of a file
 * @offset, @len: bytes, within the file
 *
 * By cachestat(2); where the kernel has none, or keeps it from those who may not write the file, by reads that would
 * not wait (preadv2(2), RWF_NOWAIT) of a few bytes. Where neither answers the range counts as cold.
 *
 * Thread: any. Blocks: no.
 */
enum rs_cache_state rs_cache_look(int fd, uint64_t offset, uint64_t len);

#endif
