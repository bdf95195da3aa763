/* SPDX-License-Identifier: MIT */
/*
 * Owns the asking and the persuading. cachestat(2) tells exactly; before Linux 6.5 mincore(2) does, where the file may
 * be mapped.
 */
#include "files_cache.h"

#include "cli/fd.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* cachestat(2); the same number on every architecture. The C library of old systems lacks it. */
#define NR_CACHESTAT 451
#define READ_LEN (1u << 20)
/* Pages that one call of mincore(2) is asked for. */
#define MINCORE_PAGES 65536
#define WARM_TRIES 2

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

static uint64_t count_pages(uint64_t size)
{
	uint64_t page_len = (uint64_t)sysconf(_SC_PAGESIZE);

	return (size + page_len - 1) / page_len;
}

/* To others than who may write to a file, mincore(2) calls all of its pages cached. */
static bool is_told(int fd)
{
	char path[32];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return geteuid() == 0 || (fstat(fd, &st) == 0 && st.st_uid == geteuid()) || access(path, W_OK) == 0;
}

static double share_by_mincore(int fd, uint64_t size)
{
	uint64_t n_pages = count_pages(size), n_cached = 0, page_len = (uint64_t)sysconf(_SC_PAGESIZE);
	uint8_t *pages = malloc(MINCORE_PAGES);
	bool is_good = pages && is_told(fd);

	for (uint64_t first = 0; first < n_pages && is_good; first += MINCORE_PAGES) {
		uint64_t n = n_pages - first < MINCORE_PAGES ? n_pages - first : MINCORE_PAGES;
		void *at = mmap(NULL, n * page_len, PROT_READ, MAP_SHARED, fd, (off_t)(first * page_len));

		is_good = at != MAP_FAILED;
		if (!is_good)
			break;
		is_good = mincore(at, n * page_len, pages) == 0;
		for (uint64_t i = 0; i < n && is_good; i++)
			n_cached += pages[i] & 1;
		munmap(at, n * page_len);
	}
	free(pages);
	return is_good ? (double)n_cached / (double)n_pages : -1;
}

double files_cache_resident(int fd, uint64_t size)
{
	uint64_t n_pages = count_pages(size);
	struct range range = { 0, size };
	struct counts counts;

	if (syscall(NR_CACHESTAT, fd, &range, &counts, 0) < 0)
		return share_by_mincore(fd, size);
	return counts.n_cache >= n_pages ? 1 : (double)counts.n_cache / (double)n_pages;
}

static void read_all(int fd, uint64_t size)
{
	uint8_t *buf = malloc(READ_LEN);
	uint64_t at = 0;

	while (buf && at < size) {
		ssize_t n = pread(fd, buf, READ_LEN, (off_t)at);

		/* Whatever is wrong with the file, hashing it will tell. */
		if (n <= 0)
			break;
		at += (uint64_t)n;
	}
	free(buf);
}

double files_cache_warm(int fd, uint64_t size)
{
	double share = files_cache_resident(fd, size);

	for (unsigned i = 0; i < WARM_TRIES && share < 1 - FILES_CACHE_SLACK; i++) {
		read_all(fd, size);
		share = files_cache_resident(fd, size);
	}
	return share;
}

bool files_cache_is_memory(int fd)
{
	struct statfs fs;

	return fstatfs(fd, &fs) == 0 && (fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC);
}

/* Of the whole machine: only clean pages, so nothing is lost but time. */
static void drop_all(void)
{
	int fd = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	fd_write_all(fd, "1", 1);
	close(fd);
}

double files_cache_cool(int fd, uint64_t size)
{
	double share;

	/* Dirty pages stay, so they are written first. A file system that cannot sync has no disk to be cold on. */
	if (fdatasync(fd) == 0)
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	share = files_cache_resident(fd, size);
	if (share > FILES_CACHE_SLACK && geteuid() == 0 && !files_cache_is_memory(fd)) {
		drop_all();
		share = files_cache_resident(fd, size);
	}
	return share;
}
