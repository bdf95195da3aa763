/* SPDX-License-Identifier: MIT */
/*
 * Files in the page cache and out of it. The kernel drops pages when it likes, so whoever times looks before each run.
 */
#ifndef RINGSPEED_FILES_CACHE_H
#define RINGSPEED_FILES_CACHE_H

#include <stdbool.h>
#include <stdint.h>

/** Of a warm file all pages are cached but for so many, and of a cold one none but so many; shares of 1. */
#define FILES_CACHE_SLACK 0.001

/**
 * files_cache_resident() - how much of a file is in the page cache
 * @size: its bytes, above 0
 *
 * Return: 0 to 1, or a negative number where the kernel does not tell.
 */
double files_cache_resident(int fd, uint64_t size);

/**
 * files_cache_warm() - read all of it, twice if need be. Blocks: on the disk. Return: the share that is cached then.
 */
double files_cache_warm(int fd, uint64_t size);

/** files_cache_is_memory() - does the file lie in memory and nowhere else (tmpfs)? */
bool files_cache_is_memory(int fd);

/**
 * files_cache_cool() - have its pages dropped, and those of everybody if nothing else helps and root asks
 *
 * Blocks: until what is dirty is on the disk. Return: the share that is cached then; negative: unknown.
 */
double files_cache_cool(int fd, uint64_t size);

#endif
