/* SPDX-License-Identifier: MIT */
/*
 * Stretches of files mapped into memory, to be hashed where they lie in the page cache, without a copy.
 *
 * A file that shrinks while it is mapped raises SIGBUS at whoever reads behind its new end. The first mapping installs a
 * handler for that signal, for the life of the process: within a stretch of ours it puts zeros in the place of what is
 * gone, and notes that the stretch is damaged; whatever else raises SIGBUS goes to the handler that was there before.
 */
#ifndef RS_MAP_H
#define RS_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** struct rs_map - a mapped stretch */
struct rs_map {
	uint8_t *start; /* at a page; NULL: nothing is mapped */
	size_t len;	/* bytes, whole pages */
	unsigned guard; /* its place in the list that the handler looks at */
};

/**
 * rs_map_open() - map a stretch of a regular file
 * @offset: bytes, a multiple of the page size
 * @len: bytes, above 0, within the file
 *
 * Owner: the caller, who ends it with rs_map_close(). Thread: any. Blocks: on what is not in the page cache.
 * Return: 0; -EAGAIN: too many stretches are mapped; else what sigaction(2) or mmap(2) said.
 */
int rs_map_open(int fd, uint64_t offset, size_t len, struct rs_map *ret_map);

/** rs_map_is_damaged() - whether some of what was read there were zeros in the place of bytes; Thread: any */
bool rs_map_is_damaged(const struct rs_map *map);

/** rs_map_close() - nobody may read there any more */
void rs_map_close(struct rs_map *map);

#endif
