/* SPDX-License-Identifier: MIT */
/*
 * Reading by system calls. Files are read one after another; streams are polled together, so that a pipe without data
 * holds nobody else up. poll(2) comes before each read of a stream, so a non-blocking descriptor needs nothing special.
 */
#include "plain.h"
#include "wake.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

void rs_plain_init(struct rs_plain *plain, int wake_fd)
{
	*plain = (struct rs_plain){ .wake_fd = wake_fd };
}

void rs_plain_post(struct rs_plain *plain, struct rs_chunk *chunk)
{
	struct rs_chunk **end = &plain->posted;

	while (*end)
		end = &(*end)->next_posted;
	chunk->next_posted = NULL;
	chunk->is_readable = false;
	*end = chunk;
}

bool rs_plain_is_idle(const struct rs_plain *plain)
{
	return !plain->posted;
}

static bool is_stream(const struct rs_chunk *chunk)
{
	return chunk->offset == RS_OFFSET_CURRENT;
}

/* Note which streams have something to read, or an end, or an error, which read(2) will tell. */
static void mark_readable(struct rs_plain *plain, int wake_fd, const struct pollfd *fds)
{
	for (struct rs_chunk *chunk = plain->posted; chunk; chunk = chunk->next_posted)
		chunk->is_readable = fds++->revents != 0;
	if (wake_fd >= 0 && fds->revents)
		rs_wake_drain(wake_fd);
}

/* @wake_fd: -1: whoever wakes is not asked about, so that a wait will still hear of it. */
static int poll_streams(struct rs_plain *plain, int wake_fd, int timeout_ms)
{
	size_t n = 0;
	struct pollfd *fds;
	int r;

	for (const struct rs_chunk *chunk = plain->posted; chunk; chunk = chunk->next_posted)
		n++;
	fds = calloc(n + 1, sizeof(*fds));
	if (!fds)
		return -ENOMEM;
	n = 0;
	for (const struct rs_chunk *chunk = plain->posted; chunk; chunk = chunk->next_posted)
		fds[n++] = (struct pollfd){ .fd = chunk->fd, .events = POLLIN };
	if (wake_fd >= 0)
		fds[n++] = (struct pollfd){ .fd = wake_fd, .events = POLLIN };
	r = poll(fds, n, timeout_ms < 0 ? -1 : timeout_ms);
	if (r > 0)
		mark_readable(plain, wake_fd, fds);
	/* EINTR and EAGAIN: nothing is marked, so the caller comes back here. */
	r = r == 0 ? -ETIMEDOUT : 0;
	free(fds);
	return r;
}

void rs_plain_look(struct rs_plain *plain)
{
	for (const struct rs_chunk *chunk = plain->posted; chunk; chunk = chunk->next_posted) {
		if (is_stream(chunk)) {
			/* Without memory for it nothing is seen, and a wait will say so. */
			poll_streams(plain, -1, 0);
			return;
		}
	}
}

int rs_plain_wait(struct rs_plain *plain, int timeout_ms)
{
	for (const struct rs_chunk *chunk = plain->posted; chunk; chunk = chunk->next_posted) {
		if (!is_stream(chunk) || chunk->is_readable)
			return 0;
	}
	return poll_streams(plain, plain->wake_fd, timeout_ms);
}

/* Read once; for a file, again until it is full or at its end. */
static enum rs_chunk_next read_chunk(struct rs_chunk *chunk)
{
	enum rs_chunk_next next;
	ssize_t n;

	do {
		void *to = chunk->buf + chunk->len;
		size_t len = chunk->want - chunk->len;

		n = is_stream(chunk) ? read(chunk->fd, to, len) :
				       pread(chunk->fd, to, len, (off_t)(chunk->offset + chunk->len));
		next = rs_chunk_advance(chunk, n < 0 ? -errno : n);
	} while (next == RS_CHUNK_AGAIN && !is_stream(chunk));
	return next;
}

struct rs_chunk *rs_plain_reap(struct rs_plain *plain)
{
	for (struct rs_chunk **at = &plain->posted; *at; at = &(*at)->next_posted) {
		struct rs_chunk *chunk = *at;

		if (is_stream(chunk) && !chunk->is_readable)
			continue;
		chunk->is_readable = false;
		if (read_chunk(chunk) != RS_CHUNK_DONE)
			continue;
		*at = chunk->next_posted;
		chunk->next_posted = NULL;
		return chunk;
	}
	return NULL;
}
