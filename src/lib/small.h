/* SPDX-License-Identifier: MIT */
/*
 * Small regular files, which come whole as chains of the ring. They have no descriptor to ask about changes, so their
 * path is asked before and after; whenever the answers differ, or anything else is not as simple as it should be, the
 * file is read again as an ordinary source, and what that says counts.
 */
#ifndef RS_SMALL_H
#define RS_SMALL_H

#include "hash.h"
#include "ring.h"

#include <sys/stat.h>

/** struct rs_small - owner: worker */
struct rs_small {
	struct rs_job *job; /* NULL: free */
	struct rs_chain chain;
	struct statx before;
	struct rs_hash hash;
};

/**
 * rs_small_look() - whether a job may be done as a chain
 * @job: any
 * @max_len: the largest file to accept, bytes
 * @ret_small: chain and before are filled
 *
 * Blocks: on the file system's metadata.
 */
bool rs_small_look(const struct ringsum_job *job, uint64_t max_len, struct rs_small *ret_small);

/** rs_small_is_unchanged() - whether the path still leads to the same file in the same state as at rs_small_look() */
bool rs_small_is_unchanged(const struct rs_small *small);

#endif
