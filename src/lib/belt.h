/* SPDX-License-Identifier: MIT */
/*
 * Threads that work on spans of bytes as these go by: several lines of work (the digests of one message) each see every
 * span, in order, at their own pace, while whoever puts spans on the belt goes on reading.
 */
#ifndef RS_BELT_H
#define RS_BELT_H

#include <stddef.h>
#include <stdint.h>

/** Most spans on a belt at once. */
#define RS_BELT_SPANS 2
/** Most lines of work along a belt. */
#define RS_BELT_LINES 8

struct rs_belt;

/** rs_belt_fn - work on one span; calls for one @line follow each other, those for several may run at once */
typedef void rs_belt_fn(void *arg, unsigned line, const void *data, size_t len);

/**
 * rs_belt_create() - start threads that wait for spans
 * @n_threads: 1 and up; fewer where the system gives no more
 *
 * Owner: the caller. Thread: one at a time. Blocks: no.
 * Return: 0; -ENOMEM; -EAGAIN: no thread could be started.
 */
int rs_belt_create(unsigned n_threads, struct rs_belt **ret_belt);

/** rs_belt_destroy() - end the threads, once what they are doing is done; NULL is allowed. Blocks: for that long. */
void rs_belt_destroy(struct rs_belt *belt);

/** rs_belt_begin() - start afresh with @n_lines lines, 1 to RS_BELT_LINES; the belt must be empty */
void rs_belt_begin(struct rs_belt *belt, rs_belt_fn *fn, void *arg, unsigned n_lines);

/** rs_belt_put() - put a span on the belt, of which there may be RS_BELT_SPANS; @data: borrowed until it is done */
void rs_belt_put(struct rs_belt *belt, const void *data, size_t len);

/** rs_belt_n_done() - spans that all lines are done with, since rs_belt_begin() */
uint64_t rs_belt_n_done(const struct rs_belt *belt);

/** rs_belt_wait() - wait until @n_spans spans are done. Blocks: for that long. */
void rs_belt_wait(struct rs_belt *belt, uint64_t n_spans);

/** rs_belt_idle_ns() - how long the belt was empty since its first span, in nanoseconds */
uint64_t rs_belt_idle_ns(const struct rs_belt *belt);

#endif
