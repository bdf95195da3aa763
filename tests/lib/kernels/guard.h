/* SPDX-License-Identifier: MIT */
/*
 * Memory between two pages that nobody may touch: whoever reads a byte too many, on either side, does not live on.
 */
#ifndef TESTS_GUARD_H
#define TESTS_GUARD_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct guard {
	uint8_t *start; /* right behind the first page */
	uint8_t *end;	/* right before the last */
	void *all;
	size_t all_len;
};

/* At least @len bytes, zeroed. */
static inline struct guard guard_make(size_t len)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), inner = (len + page - 1) / page * page;
	struct guard guard = { .all_len = inner + 2 * page };

	guard.all = mmap(NULL, guard.all_len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (guard.all == MAP_FAILED)
		abort();
	guard.start = (uint8_t *)guard.all + page;
	guard.end = guard.start + inner;
	if (inner > 0 && mprotect(guard.start, inner, PROT_READ | PROT_WRITE) < 0)
		abort();
	return guard;
}

static inline void guard_free(const struct guard *guard)
{
	munmap(guard->all, guard->all_len);
}

#endif
