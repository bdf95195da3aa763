/* SPDX-License-Identifier: MIT */
/*
 * Each run is a round with a number. Threads and caller take indices from one counter until it is used up; the round is
 * over when all threads have said so, which also makes everything they wrote visible to the caller. Rounds follow each
 * other every few hundred microseconds, so waiting begins with a little spinning.
 */
#include "fan.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* About ten microseconds, less than it takes to be put to sleep and woken. */
#define N_SPINS 50

struct rs_fan {
	unsigned n_threads;
	pthread_t *threads;
	pthread_mutex_t lock;
	pthread_cond_t has_round;
	pthread_cond_t has_end;

	/* guarded by lock for writing; round may be peeked at */
	_Atomic unsigned round;
	_Atomic unsigned n_busy; /* threads that have not finished the round */
	bool is_stopping;

	/* of the round; written before it begins */
	rs_fan_fn *fn;
	void *arg;
	unsigned n_calls;
	_Atomic unsigned next;
};

static void take_calls(struct rs_fan *fan)
{
	unsigned index;

	while ((index = atomic_fetch_add_explicit(&fan->next, 1, memory_order_relaxed)) < fan->n_calls)
		fan->fn(fan->arg, index);
}

/* Return: whether there is a round after @seen; false: the end has come. */
static bool wait_for_round(struct rs_fan *fan, unsigned seen)
{
	bool is_stopping;

	for (unsigned i = 0; i < N_SPINS && atomic_load_explicit(&fan->round, memory_order_relaxed) == seen; i++)
		sched_yield();
	pthread_mutex_lock(&fan->lock);
	while (fan->round == seen && !fan->is_stopping)
		pthread_cond_wait(&fan->has_round, &fan->lock);
	is_stopping = fan->is_stopping;
	pthread_mutex_unlock(&fan->lock);
	return !is_stopping;
}

static void say_end(struct rs_fan *fan)
{
	pthread_mutex_lock(&fan->lock);
	if (--fan->n_busy == 0)
		pthread_cond_signal(&fan->has_end);
	pthread_mutex_unlock(&fan->lock);
}

static void *run(void *arg)
{
	struct rs_fan *fan = arg;

	for (unsigned round = 0; wait_for_round(fan, round); round++) {
		take_calls(fan);
		say_end(fan);
	}
	return NULL;
}

int rs_fan_create(unsigned n_threads, struct rs_fan **ret_fan)
{
	struct rs_fan *fan = calloc(1, sizeof(*fan));

	if (!fan)
		return -ENOMEM;
	fan->threads = calloc(n_threads, sizeof(*fan->threads));
	if (!fan->threads) {
		free(fan);
		return -ENOMEM;
	}
	pthread_mutex_init(&fan->lock, NULL);
	pthread_cond_init(&fan->has_round, NULL);
	pthread_cond_init(&fan->has_end, NULL);
	while (fan->n_threads < n_threads && pthread_create(&fan->threads[fan->n_threads], NULL, run, fan) == 0)
		fan->n_threads++;
	if (fan->n_threads == 0) {
		rs_fan_destroy(fan);
		return -EAGAIN;
	}
	*ret_fan = fan;
	return 0;
}

void rs_fan_destroy(struct rs_fan *fan)
{
	if (!fan)
		return;
	pthread_mutex_lock(&fan->lock);
	fan->is_stopping = true;
	pthread_cond_broadcast(&fan->has_round);
	pthread_mutex_unlock(&fan->lock);
	for (unsigned i = 0; i < fan->n_threads; i++)
		pthread_join(fan->threads[i], NULL);
	pthread_cond_destroy(&fan->has_round);
	pthread_cond_destroy(&fan->has_end);
	pthread_mutex_destroy(&fan->lock);
	free(fan->threads);
	free(fan);
}

void rs_fan_run(struct rs_fan *fan, rs_fan_fn *fn, void *arg, unsigned n_calls)
{
	fan->fn = fn;
	fan->arg = arg;
	fan->n_calls = n_calls;
	atomic_store_explicit(&fan->next, 0, memory_order_relaxed);
	pthread_mutex_lock(&fan->lock);
	fan->n_busy = fan->n_threads;
	fan->round++;
	pthread_cond_broadcast(&fan->has_round);
	pthread_mutex_unlock(&fan->lock);
	take_calls(fan);
	for (unsigned i = 0; i < N_SPINS && atomic_load_explicit(&fan->n_busy, memory_order_relaxed) > 0; i++)
		sched_yield();
	pthread_mutex_lock(&fan->lock);
	while (fan->n_busy > 0)
		pthread_cond_wait(&fan->has_end, &fan->lock);
	pthread_mutex_unlock(&fan->lock);
}
