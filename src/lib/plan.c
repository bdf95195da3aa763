/* SPDX-License-Identifier: MIT */
/*
 * What is in the page cache is copied from there. What is not is read past the cache, in few large pieces, which is the
 * fastest way from a disk and leaves everybody's pages alone. The choice is made anew for each stretch, so a file that
 * is half resident gets half of each.
 */
#include "plan.h"
#include "cache.h"
#include "disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* For less than this, setting direct reads up costs more than they bring. */
#define MIN_DIRECT_SIZE (2 * RS_PLAN_DIRECT_LEN)
/* The alignment that goes everywhere where the kernel does not tell. */
#define USUAL_ALIGN 4096

/* Alignment of direct reads, in the file and in memory; 0: there are none. */
static uint64_t find_align(int fd)
{
	struct statx stat;

	if (statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &stat) < 0 || !(stat.stx_mask & STATX_DIOALIGN))
		return USUAL_ALIGN;
	if (stat.stx_dio_mem_align > USUAL_ALIGN || stat.stx_dio_offset_align > RS_PLAN_DIRECT_LEN ||
	    RS_PLAN_DIRECT_LEN % (stat.stx_dio_offset_align ? stat.stx_dio_offset_align : 1) != 0)
		return 0;
	return stat.stx_dio_offset_align;
}

/* A description of our own: flags and position of the caller's are not to be touched. */
static int reopen(int fd, int flags)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return open(path, O_RDONLY | O_CLOEXEC | flags);
}

/* What a server or somebody's program says of holes is not to be relied on, nor is its memory. */
static void find_means(struct rs_plan *plan, const struct rs_plan_rules *rules)
{
	const struct rs_source *source = plan->source;
	bool is_large = source->size_hint >= MIN_DIRECT_SIZE || rules->must_direct;
	bool is_sparse = (uint64_t)source->before.st_blocks < (uint64_t)source->before.st_size / 512;

	if (rules->may_direct && is_large)
		plan->align = find_align(source->fd);
	if (!source->is_regular || !is_sparse || rs_disk_is_remote(source->fd))
		return;
	plan->has_holes = is_large;
}

void rs_plan_init(const struct rs_source *source, const struct rs_plan_rules *rules, struct rs_plan *ret_plan)
{
	struct rs_plan plan = { .source = source, .fd = -1, .is_forced = rules->must_direct };

	if (source->is_addressed)
		find_means(&plan, rules);
	if (plan.align)
		plan.fd = reopen(source->fd, O_DIRECT);
	if (plan.fd < 0)
		plan.align = 0;
	/* The position of a descriptor of ours is nobody's concern. */
	if (plan.has_holes && plan.fd < 0 && !source->is_owned) {
		plan.fd = reopen(source->fd, 0);
		plan.has_holes = plan.fd >= 0;
	}
	*ret_plan = plan;
}

void rs_plan_finish(struct rs_plan *plan)
{
	if (plan->fd >= 0)
		close(plan->fd);
	plan->fd = -1;
}

static uint64_t min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Make data_start and data_end the first stretch of data that ends behind @offset. */
static void find_data(struct rs_plan *plan, uint64_t offset)
{
	int fd = plan->fd >= 0 ? plan->fd : plan->source->fd;
	off_t start = lseek(fd, (off_t)offset, SEEK_DATA);
	off_t end = -1;

	if (start < 0 && errno == ENXIO) {
		/* Nothing but a hole up to the end, wherever that is by now. */
		end = lseek(fd, 0, SEEK_END);
		plan->has_holes = end > (off_t)offset;
		if (plan->has_holes)
			plan->data_start = plan->data_end = (uint64_t)end;
		return;
	}
	if (start >= 0)
		end = lseek(fd, start, SEEK_HOLE);
	if (end <= start) {
		plan->has_holes = false;
		return;
	}
	plan->data_start = (uint64_t)start;
	plan->data_end = (uint64_t)end;
}

/* Bytes of a hole at @offset; where there is none, 0, and @len is cut where the next one begins. */
static uint64_t hole_len(struct rs_plan *plan, uint64_t offset, uint64_t *len)
{
	if (plan->has_holes && offset >= plan->data_end)
		find_data(plan, offset);
	if (!plan->has_holes)
		return 0;
	if (offset < plan->data_start)
		return min(*len, plan->data_start - offset);
	*len = min(*len, plan->data_end - offset);
	return 0;
}

enum rs_way rs_plan_next(struct rs_plan *plan, uint64_t offset, uint64_t len, uint64_t *ret_len)
{
	uint64_t stretch = min(len, RS_PLAN_DIRECT_LEN - offset % RS_PLAN_DIRECT_LEN);
	uint64_t n = hole_len(plan, offset, &stretch);
	enum rs_cache_state state = RS_CACHE_COLD;

	*ret_len = n > 0 ? n : stretch;
	if (n > 0)
		return RS_WAY_HOLE;
	if (!plan->is_forced)
		state = rs_cache_look(plan->source->fd, offset, stretch);
	if (state == RS_CACHE_WARM)
		return RS_WAY_CACHED;
	if (state != RS_CACHE_COLD || !plan->align)
		return RS_WAY_BUFFERED;
	/* What does not begin or end with a block of the disk comes from the cache. */
	if (offset % plan->align != 0) {
		*ret_len = min(stretch, plan->align - offset % plan->align);
		return RS_WAY_BUFFERED;
	}
	if (stretch < plan->align)
		return RS_WAY_BUFFERED;
	*ret_len = stretch - stretch % plan->align;
	return RS_WAY_DIRECT;
}
