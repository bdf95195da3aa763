/* SPDX-License-Identifier: MIT */
/*
 * residency check|warm|drop <LIST: how much of some files is in the page cache, after reading them (warm) or dropping
 * them (drop) where that was asked for. Prints "RESIDENT TOTAL", in pages.
 *
 * Asks cachestat(2), Linux 6.5 and later, else mincore(2).
 */
#include "list.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PIECE_LEN ((size_t)1 << 20)
#ifndef SYS_cachestat
#define SYS_cachestat 451
#endif

/* As in the kernel's uapi/linux/mman.h, which older headers lack. */
struct range {
	uint64_t offset;
	uint64_t len; /* 0: to the end */
};
struct counts {
	uint64_t n_cached;
	uint64_t n_dirty;
	uint64_t n_writeback;
	uint64_t n_evicted;
	uint64_t n_recently_evicted;
};

static uint64_t n_resident_by_mincore(int fd, size_t len, size_t page_len)
{
	size_t n_pages = (len + page_len - 1) / page_len;
	unsigned char *map = calloc(n_pages, 1);
	void *mapping = mmap(NULL, len, PROT_READ, MAP_SHARED, fd, 0);
	uint64_t n = 0;

	if (!map || mapping == MAP_FAILED || mincore(mapping, len, map) != 0)
		err(1, "mincore");
	for (size_t i = 0; i < n_pages; i++)
		n += map[i] & 1;
	munmap(mapping, len);
	free(map);
	return n;
}

static uint64_t n_resident(int fd, size_t len, size_t page_len)
{
	struct range range = { 0, 0 };
	struct counts counts;

	if (len == 0)
		return 0;
	if (syscall(SYS_cachestat, fd, &range, &counts, 0) == 0)
		return counts.n_cached;
	return n_resident_by_mincore(fd, len, page_len);
}

static void warm(int fd, void *buf)
{
	ssize_t n;

	do {
		n = read(fd, buf, PIECE_LEN);
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (n < 0)
		err(1, "read");
}

/* Only clean pages can be dropped. */
static void drop(int fd, bool is_first)
{
	if (is_first && syncfs(fd) != 0)
		err(1, "syncfs");
	errno = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	if (errno)
		err(1, "posix_fadvise");
}

int main(int argc, char **argv)
{
	const char *mode = argc == 2 ? argv[1] : "";
	size_t page_len = (size_t)sysconf(_SC_PAGESIZE);
	uint64_t resident = 0, total = 0;
	bool is_first = true;
	void *buf = malloc(PIECE_LEN);
	char *name = NULL;
	size_t name_cap = 0;
	int fd;

	if (!buf || (strcmp(mode, "check") != 0 && strcmp(mode, "warm") != 0 && strcmp(mode, "drop") != 0))
		errx(1, "usage: residency check|warm|drop <LIST");
	while ((fd = list_open_next(&name, &name_cap)) >= 0) {
		struct stat st;

		if (mode[0] == 'w')
			warm(fd, buf);
		if (mode[0] == 'd')
			drop(fd, is_first);
		if (fstat(fd, &st) != 0)
			err(1, "%s", name);
		resident += n_resident(fd, (size_t)st.st_size, page_len);
		total += ((uint64_t)st.st_size + page_len - 1) / page_len;
		close(fd);
		is_first = false;
	}
	printf("%llu %llu\n", (unsigned long long)resident, (unsigned long long)total);
	free(name);
	free(buf);
	return 0;
}
