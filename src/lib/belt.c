/* SPDX-License-Identifier: MIT */
/*
 * A thread that is free takes the line that is furthest behind and that nobody works on: a slow line never waits for a
 * fast one, and the fast ones share what time is left.
 */
#include "belt.h"
#include "now.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct span {
	const void *data;
	size_t len;
};

/* A line of work. */
struct line {
	uint64_t n_done;
	bool is_busy;
};

struct rs_belt {
	unsigned n_threads;
	pthread_t *threads;
	pthread_mutex_t lock;
	pthread_cond_t has_span;
	pthread_cond_t has_done;

	/* guarded by lock */
	bool is_stopping;
	rs_belt_fn *fn;
	void *arg;
	unsigned n_lines;
	struct line lines[RS_BELT_LINES];
	struct span spans[RS_BELT_SPANS];
	uint64_t n_put;
	uint64_t empty_ns; /* since when */
	uint64_t idle_ns;

	/* written with the lock held */
	_Atomic uint64_t n_done; /* spans that all lines are done with */
};

static struct line *find_work(struct rs_belt *belt)
{
	struct line *found = NULL;

	for (unsigned i = 0; i < belt->n_lines; i++) {
		struct line *line = &belt->lines[i];

		if (!line->is_busy && line->n_done < belt->n_put && (!found || line->n_done < found->n_done))
			found = line;
	}
	return found;
}

/* A line is done with one more span: tell when that was the last one to be. */
static void note_done(struct rs_belt *belt)
{
	uint64_t n_done = belt->n_put;

	for (unsigned i = 0; i < belt->n_lines; i++) {
		if (belt->lines[i].n_done < n_done)
			n_done = belt->lines[i].n_done;
	}
	if (n_done == belt->n_done)
		return;
	belt->n_done = n_done;
	if (n_done == belt->n_put)
		belt->empty_ns = rs_now_ns();
	pthread_cond_signal(&belt->has_done);
}

/* With the lock held, which is given up meanwhile. */
static void work_on(struct rs_belt *belt, struct line *line)
{
	struct span span = belt->spans[line->n_done % RS_BELT_SPANS];
	unsigned index = (unsigned)(line - belt->lines);

	line->is_busy = true;
	pthread_mutex_unlock(&belt->lock);
	belt->fn(belt->arg, index, span.data, span.len);
	pthread_mutex_lock(&belt->lock);
	line->is_busy = false;
	line->n_done++;
	note_done(belt);
}

static void *run(void *arg)
{
	struct rs_belt *belt = arg;

	pthread_mutex_lock(&belt->lock);
	while (!belt->is_stopping) {
		struct line *line = find_work(belt);

		if (line)
			work_on(belt, line);
		else
			pthread_cond_wait(&belt->has_span, &belt->lock);
	}
	pthread_mutex_unlock(&belt->lock);
	return NULL;
}

int rs_belt_create(unsigned n_threads, struct rs_belt **ret_belt)
{
	struct rs_belt *belt = calloc(1, sizeof(*belt));

	if (!belt)
		return -ENOMEM;
	belt->threads = calloc(n_threads, sizeof(*belt->threads));
	if (!belt->threads) {
		free(belt);
		return -ENOMEM;
	}
	pthread_mutex_init(&belt->lock, NULL);
	pthread_cond_init(&belt->has_span, NULL);
	pthread_cond_init(&belt->has_done, NULL);
	while (belt->n_threads < n_threads && pthread_create(&belt->threads[belt->n_threads], NULL, run, belt) == 0)
		belt->n_threads++;
	if (belt->n_threads == 0) {
		rs_belt_destroy(belt);
		return -EAGAIN;
	}
	*ret_belt = belt;
	return 0;
}

void rs_belt_destroy(struct rs_belt *belt)
{
	if (!belt)
		return;
	pthread_mutex_lock(&belt->lock);
	belt->is_stopping = true;
	pthread_cond_broadcast(&belt->has_span);
	pthread_mutex_unlock(&belt->lock);
	for (unsigned i = 0; i < belt->n_threads; i++)
		pthread_join(belt->threads[i], NULL);
	pthread_cond_destroy(&belt->has_span);
	pthread_cond_destroy(&belt->has_done);
	pthread_mutex_destroy(&belt->lock);
	free(belt->threads);
	free(belt);
}

void rs_belt_begin(struct rs_belt *belt, rs_belt_fn *fn, void *arg, unsigned n_lines)
{
	pthread_mutex_lock(&belt->lock);
	belt->fn = fn;
	belt->arg = arg;
	belt->n_lines = n_lines;
	for (unsigned i = 0; i < n_lines; i++)
		belt->lines[i] = (struct line){ .n_done = 0 };
	belt->n_put = 0;
	belt->n_done = 0;
	belt->idle_ns = 0;
	pthread_mutex_unlock(&belt->lock);
}

void rs_belt_put(struct rs_belt *belt, const void *data, size_t len)
{
	pthread_mutex_lock(&belt->lock);
	if (belt->n_put > 0 && belt->n_done == belt->n_put)
		belt->idle_ns += rs_now_ns() - belt->empty_ns;
	belt->spans[belt->n_put % RS_BELT_SPANS] = (struct span){ data, len };
	belt->n_put++;
	pthread_cond_broadcast(&belt->has_span);
	pthread_mutex_unlock(&belt->lock);
}

uint64_t rs_belt_n_done(const struct rs_belt *belt)
{
	return atomic_load_explicit(&belt->n_done, memory_order_acquire);
}

void rs_belt_wait(struct rs_belt *belt, uint64_t n_spans)
{
	pthread_mutex_lock(&belt->lock);
	while (belt->n_done < n_spans)
		pthread_cond_wait(&belt->has_done, &belt->lock);
	pthread_mutex_unlock(&belt->lock);
}

uint64_t rs_belt_idle_ns(const struct rs_belt *belt)
{
	return belt->idle_ns;
}
