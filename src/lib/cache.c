/* SPDX-License-Identifier: MIT */
/*
 * Residency. An answer is out of date as soon as it is given, so nothing but speed may rest on it.
 */
#include "cache.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* cachestat(2), since Linux 6.5; the same number on every architecture. The C library of old systems lacks it. */
#define NR_CACHESTAT 451

struct range {
	uint64_t off;
	uint64_t len;
};

struct counts {
	uint64_t n_cache;
	uint64_t n_dirty;
	uint64_t n_writeback;
	uint64_t n_evicted;
	uint64_t n_recently_evicted;
};

/* Pages in which the range is looked at by reads that would not wait. */
#define N_SAMPLES 4

static int count(int fd, uint64_t offset, uint64_t len, struct counts *ret_counts)
{
	struct range range = { offset, len };

	return syscall(NR_CACHESTAT, fd, &range, ret_counts, 0) < 0 ? -errno : 0;
}

static bool is_page_there(int fd, uint64_t offset)
{
	char byte;
	struct iovec iov = { &byte, 1 };

	return preadv2(fd, &iov, 1, (off_t)offset, RWF_NOWAIT) == 1;
}

static enum rs_cache_state sample(int fd, uint64_t offset, uint64_t len)
{
	unsigned n = 0;

	for (unsigned i = 0; i < N_SAMPLES; i++)
		n += is_page_there(fd, offset + (len - 1) / (N_SAMPLES - 1) * i);
	return n == 0 ? RS_CACHE_COLD : n == N_SAMPLES ? RS_CACHE_WARM : RS_CACHE_PART;
}

enum rs_cache_state rs_cache_look(int fd, uint64_t offset, uint64_t len)
{
	uint64_t page_len = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t n_pages = (offset + len + page_len - 1) / page_len - offset / page_len;
	struct counts counts;

	if (len == 0)
		return RS_CACHE_WARM;
	if (count(fd, offset, len, &counts) < 0)
		return sample(fd, offset, len);
	/* A direct read would first have to wait until dirty pages are on the disk. */
	if (counts.n_dirty + counts.n_writeback > 0)
		return RS_CACHE_WARM;
	/* One page in 64, in or out, costs less than it takes to treat it well. */
	if (counts.n_cache <= n_pages / 64)
		return RS_CACHE_COLD;
	return counts.n_cache >= n_pages - n_pages / 64 ? RS_CACHE_WARM : RS_CACHE_PART;
}
