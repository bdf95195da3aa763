/* SPDX-License-Identifier: MIT */
/*
 * A worker driven by hand: the part of the batch that makes jobs and looks at them when they are finished.
 */
#ifndef HAND_H
#define HAND_H

#include "fixture.h"
#include "worker.h"

/** worker_new_job() - a job as the batch would hand it in; for worker_free_job() */
struct rs_job *worker_new_job(const struct ringsum_job *from);
void worker_free_job(struct rs_job *job);

/** worker_create() - a worker, or the test is skipped; for rs_worker_destroy() */
struct rs_worker *worker_create(enum ringsum_io io);

/** worker_add() - hand one job in */
void worker_add(struct rs_worker *worker, struct rs_job *job);

/** worker_next_finished() - step until a job is finished */
struct rs_job *worker_next_finished(struct rs_worker *worker);

/** worker_expect() - @job brought the SHA-256 of these bytes */
void worker_expect(const struct rs_job *job, const void *data, size_t len);

#endif
