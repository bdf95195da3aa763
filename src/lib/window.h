/* SPDX-License-Identifier: MIT */
/*
 * The jobs between add and next: a ring of slots, which keep their memory from job to job. One thread, the caller, puts
 * jobs in and takes results out, in order; workers start jobs in order and finish them when they please.
 *
 * The caller's side costs no lock for most jobs: what it fills is published in groups, and what is finished is seen in
 * groups. What workers do is called with the lock held.
 */
#ifndef RS_WINDOW_H
#define RS_WINDOW_H

#include "worker.h"

#include <pthread.h>

struct rs_window_slot {
	struct rs_job job; /* owner: the caller, from start to end a worker, then the caller again */
	bool is_done;	   /* guarded by lock, once published */
};

/** struct rs_window - all numbers count jobs from the first one on: given ≤ returned ≤ started ≤ added ≤ filled */
struct rs_window {
	/* constant */
	size_t n_slots; /* one more than jobs: the result last given stays valid */
	struct rs_window_slot *slots;

	/* owner: the caller */
	uint64_t n_filled;
	uint64_t n_given;

	pthread_mutex_t lock;

	/* guarded by lock; n_added and n_returned are changed by the caller alone, who may read them without it */
	uint64_t n_added;
	uint64_t n_started;
	uint64_t n_returned;
};

/** rs_window_init() - room for @n_jobs. Owner: the caller; ends with rs_window_finish(). Return: 0; -ENOMEM. */
int rs_window_init(struct rs_window *window, unsigned n_jobs);

/** rs_window_finish() - no worker may have a job any more */
void rs_window_finish(struct rs_window *window);

/** rs_window_fill() - put a job in, for the caller's eyes only. Return: 0; -EAGAIN: full; -ENOMEM. */
int rs_window_fill(struct rs_window *window, const struct ringsum_job *job);

/** rs_window_n_open() - jobs whose result was not given yet. Thread: the caller's. */
uint64_t rs_window_n_open(const struct rs_window *window);

/** rs_window_n_hidden() - jobs that are not published. Thread: the caller's. */
uint64_t rs_window_n_hidden(const struct rs_window *window);

/** rs_window_give() - the oldest job, if it is known to be done, else NULL. Thread: the caller's. */
struct rs_job *rs_window_give(struct rs_window *window);

/* ---- With the lock held ---- */

/** rs_window_publish() - let workers see what was filled */
void rs_window_publish(struct rs_window *window);

/** rs_window_n_queued() - jobs that no worker has started */
uint64_t rs_window_n_queued(const struct rs_window *window);

/** rs_window_start() - @n jobs, at most n_queued, for a worker */
void rs_window_start(struct rs_window *window, struct rs_job **ret_jobs, unsigned n);

/** rs_window_end() - a job is done. Return: whether the caller may be waiting for it: it is the oldest. */
bool rs_window_end(struct rs_window *window, struct rs_job *job);

/** rs_window_look() - see what is done, for rs_window_give(). Return: whether there is something to give. */
bool rs_window_look(struct rs_window *window);

#endif
