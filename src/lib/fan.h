/* SPDX-License-Identifier: MIT */
/*
 * A few threads that share a handful of calls with the thread that has them to do: the digests of one chunk, say.
 */
#ifndef RS_FAN_H
#define RS_FAN_H

struct rs_fan;

/** rs_fan_fn - one of the calls; they may run at once, in any order */
typedef void rs_fan_fn(void *arg, unsigned index);

/**
 * rs_fan_create() - start threads that wait for rs_fan_run()
 * @n_threads: besides the caller's, 1 and up; fewer where the system gives no more
 *
 * Owner: the caller. Thread: one at a time. Blocks: no.
 * Return: 0; -ENOMEM; -EAGAIN: no thread could be started.
 */
int rs_fan_create(unsigned n_threads, struct rs_fan **ret_fan);

/** rs_fan_destroy() - end the threads; NULL is allowed */
void rs_fan_destroy(struct rs_fan *fan);

/** rs_fan_run() - call @fn for each index below @n_calls, and return when all have returned. Blocks: for that long. */
void rs_fan_run(struct rs_fan *fan, rs_fan_fn *fn, void *arg, unsigned n_calls);

#endif
