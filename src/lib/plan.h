/* SPDX-License-Identifier: MIT */
/*
 * How a source is best read, stretch by stretch: from the page cache, past it, or, where there is a hole, not at all.
 */
#ifndef RS_PLAN_H
#define RS_PLAN_H

#include "source.h"

enum rs_way {
	RS_WAY_BUFFERED,
	RS_WAY_DIRECT,
	RS_WAY_CACHED, /* copied from the page cache, at once as far as is known */
	RS_WAY_HOLE, /* zeros that need no reading */
};

/** Most bytes of one direct read; stretches are cut at its multiples. */
#define RS_PLAN_DIRECT_LEN (4 * 1024 * 1024)

/** struct rs_plan - owner: worker */
struct rs_plan {
	const struct rs_source *source;
	int fd;		     /* for direct reads and for lseek(2); -1: neither */
	uint64_t align;	     /* of direct reads, bytes; 0: no direct reads */
	bool is_forced;	     /* direct wherever possible */
	bool has_holes;	     /* probably */
	uint64_t data_start; /* what lseek(2) said last: from here … */
	uint64_t data_end;   /* … to here is data */
};

/** struct rs_plan_rules - what may be done; zero: buffered reads alone */
struct rs_plan_rules {
	/** @may_direct: large chunks are at hand, and a ring */
	bool may_direct;
	/** @must_direct: wherever the file system can */
	bool must_direct;
};

/**
 * rs_plan_init() - look at a source
 * @source: must outlive the plan
 * @ret_plan: to be ended by rs_plan_finish()
 *
 * Blocks: no.
 */
void rs_plan_init(const struct rs_source *source, const struct rs_plan_rules *rules, struct rs_plan *ret_plan);

/** rs_plan_finish() - no read may be under way */
void rs_plan_finish(struct rs_plan *plan);

/**
 * rs_plan_next() - how to read on
 * @offset: from here
 * @len: up to this many bytes
 * @ret_len: the stretch that the answer is good for, 1 to @len
 *
 * A direct stretch begins at a multiple of the plan's align and is as long as one.
 */
enum rs_way rs_plan_next(struct rs_plan *plan, uint64_t offset, uint64_t len, uint64_t *ret_len);

#endif
