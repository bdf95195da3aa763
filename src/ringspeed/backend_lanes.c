/* SPDX-License-Identifier: MIT */
/*
 * Owns messages side by side, through libringsum's public function.
 */
#include "backend.h"

#include <ringsum.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>

struct lanes {
	struct ringsum_digest *digest;
	struct iovec messages[BACKEND_STREAMS_MAX];
	unsigned streams;
	uint8_t digests[BACKEND_STREAMS_MAX * RINGSUM_DIGEST_MAX];
};

static bool open_lanes(struct backend *backend, const struct backend_spec *spec, char why[BACKEND_WHY_MAX])
{
	struct lanes *lanes = calloc(1, sizeof(*lanes));
	int error;

	backend->state = lanes;
	if (!lanes) {
		snprintf(why, BACKEND_WHY_MAX, "out of memory");
		return false;
	}
	lanes->streams = spec->streams;
	for (unsigned i = 0; i < spec->streams; i++)
		lanes->messages[i].iov_base = (uint8_t *)backend->messages + i * backend->stride;
	error = ringsum_digest_open(spec->digest, 0, &lanes->digest);
	if (error == 0)
		return true;
	snprintf(why, BACKEND_WHY_MAX, "%s",
		 error == -EINVAL ? "lanes are for digests of fixed length" :
		 error == -ENOENT ? "libringsum has no such digest" :
		 error == -EACCES ? "libcrypto refuses it" :
				    "libringsum has no memory for it");
	return false;
}

static int64_t run_lanes(struct backend *backend, size_t size, const volatile sig_atomic_t *is_over)
{
	struct lanes *lanes = backend->state;
	int64_t n = 0;

	for (unsigned i = 0; i < lanes->streams; i++)
		lanes->messages[i].iov_len = size;
	do {
		if (ringsum_digest_messages(lanes->digest, lanes->messages, lanes->streams, lanes->digests,
					    &backend->kernel) < 0)
			return -EIO;
		n += lanes->streams;
	} while (!*is_over);
	return n;
}

static void close_lanes(struct backend *backend)
{
	struct lanes *lanes = backend->state;

	if (lanes)
		ringsum_digest_close(lanes->digest);
	free(lanes);
}

const struct backend_way backend_lanes = { open_lanes, run_lanes, close_lanes };
