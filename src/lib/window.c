/* SPDX-License-Identifier: MIT */
/*
 * A job's number modulo the number of slots is its place.
 */
#include "window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int rs_window_init(struct rs_window *window, unsigned n_jobs)
{
	*window = (struct rs_window){ .n_slots = (size_t)n_jobs + 1 };
	window->slots = calloc(window->n_slots, sizeof(*window->slots));
	if (!window->slots)
		return -ENOMEM;
	if (pthread_mutex_init(&window->lock, NULL) != 0) {
		free(window->slots);
		return -ENOMEM;
	}
	return 0;
}

void rs_window_finish(struct rs_window *window)
{
	/* The others were never touched, and are no memory yet. */
	for (size_t i = 0; i < window->n_slots && i <= window->n_filled; i++) {
		free(window->slots[i].job.path);
		free(window->slots[i].job.digest_buf);
	}
	free(window->slots);
	pthread_mutex_destroy(&window->lock);
}

static struct rs_window_slot *slot_at(const struct rs_window *window, uint64_t number)
{
	return &window->slots[number % window->n_slots];
}

/* Make room for @len bytes at *@buf, whose content does not matter. */
static int reserve(void *buf, size_t *cap, size_t len)
{
	void **at = buf;
	void *new;

	if (len <= *cap)
		return 0;
	new = realloc(*at, len);
	if (!new)
		return -ENOMEM;
	*at = new;
	*cap = len;
	return 0;
}

static int copy_job(struct rs_job *to, const struct ringsum_job *from)
{
	size_t path_len = from->path ? strlen(from->path) + 1 : 0;
	size_t digest_len = 0;

	for (unsigned d = 0; d < from->n_digests; d++) {
		to->digests[d] = from->digests[d];
		digest_len += ringsum_digest_len(from->digests[d]);
	}
	if (reserve(&to->path, &to->path_cap, path_len) < 0 ||
	    reserve(&to->digest_buf, &to->digest_cap, digest_len) < 0)
		return -ENOMEM;
	to->job = *from;
	to->job.digests = to->digests;
	if (from->path)
		to->job.path = memcpy(to->path, from->path, path_len);
	return 0;
}

int rs_window_fill(struct rs_window *window, const struct ringsum_job *job)
{
	struct rs_window_slot *slot = slot_at(window, window->n_filled);
	int r;

	if (rs_window_n_open(window) >= window->n_slots - 1)
		return -EAGAIN;
	r = copy_job(&slot->job, job);
	if (r < 0)
		return r;
	slot->is_done = false;
	window->n_filled++;
	return 0;
}

uint64_t rs_window_n_open(const struct rs_window *window)
{
	return window->n_filled - window->n_given;
}

uint64_t rs_window_n_hidden(const struct rs_window *window)
{
	return window->n_filled - window->n_added;
}

struct rs_job *rs_window_give(struct rs_window *window)
{
	return window->n_given < window->n_returned ? &slot_at(window, window->n_given++)->job : NULL;
}

void rs_window_publish(struct rs_window *window)
{
	window->n_added = window->n_filled;
}

uint64_t rs_window_n_queued(const struct rs_window *window)
{
	return window->n_added - window->n_started;
}

void rs_window_start(struct rs_window *window, struct rs_job **ret_jobs, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		ret_jobs[i] = &slot_at(window, window->n_started++)->job;
}

bool rs_window_end(struct rs_window *window, struct rs_job *job)
{
	/* The job is the first member of its slot. */
	struct rs_window_slot *slot = (struct rs_window_slot *)(void *)job;

	slot->is_done = true;
	return slot == slot_at(window, window->n_returned);
}

bool rs_window_look(struct rs_window *window)
{
	while (window->n_returned < window->n_started && slot_at(window, window->n_returned)->is_done)
		window->n_returned++;
	return window->n_given < window->n_returned;
}
