/* SPDX-License-Identifier: MIT */
/*
 * Owns the wording. What the library says is put into words here; nothing is decided.
 */
#include "how.h"

#include <string.h>

/* A file of more bytes is never left to plain reads because of its size. */
#define SMALL_MAX (1024 * 1024)

uint64_t how_n_copied(const struct ringsum_result *result)
{
	const struct ringsum_work *work = &result->work;
	uint64_t n_other = work->n_bytes_direct + work->n_bytes_holes;

	return result->n_bytes > n_other ? result->n_bytes - n_other : 0;
}

static const char *plain_reason(const struct how_run *run, const struct ringsum_result *result)
{
	if (run->io == RINGSUM_IO_PLAIN)
		return "--io says so";
	if (run->ring_error)
		return "io_uring is refused here";
	return result->n_bytes <= SMALL_MAX ? "it is small" :
						 "a stream that is read alone, or io_uring could not be set up";
}

const char *how_reader(const struct how_run *run, const struct ringsum_result *result)
{
	const struct ringsum_work *work = &result->work;

	if (strcmp(work->reader, "none") == 0)
		return result->n_bytes > 0 ? "nothing had to be read" : "it was not opened";
	if (strcmp(work->reader, "chain") == 0)
		return "it is one of many small files, and was not in the page cache";
	if (strcmp(work->reader, "plain") == 0)
		return plain_reason(run, result);
	return run->io == RINGSUM_IO_AUTO ? "reads can go on while it is hashed" : "--io says so";
}

const char *how_kernel(const struct ringsum_result *result)
{
	if (strcmp(result->work.kernel, "none") == 0)
		return "nothing was hashed";
	if (strcmp(result->work.kernel, "libcrypto") == 0)
		return "a stream for itself";
	return "files may be side by side";
}

const char *how_disk(const struct ringsum_result *result)
{
	if (strcmp(result->work.disk, "rotational") == 0)
		return "one file at a time";
	if (strcmp(result->work.disk, "network") == 0)
		return "four files at a time";
	return "any number of files at a time";
}
