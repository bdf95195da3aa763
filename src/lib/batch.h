/* SPDX-License-Identifier: MIT */
/*
 * The window of jobs, their results in order, and the threads that run the workers. The contract is that of the batch
 * in ringsum.h; ringsum.c checks arguments and delegates to it.
 */
#ifndef RS_BATCH_H
#define RS_BATCH_H

#include <ringsum.h>

/** rs_batch_create() - @options: checked already. Return: 0; -ENOMEM. */
int rs_batch_create(const struct ringsum_options *options, struct ringsum_batch **ret_batch);

/** rs_batch_destroy() - see ringsum_batch_destroy() */
void rs_batch_destroy(struct ringsum_batch *batch);

/** rs_batch_add() - @job: checked already. Return: 0; -EAGAIN; -ENOMEM. */
int rs_batch_add(struct ringsum_batch *batch, const struct ringsum_job *job);

/** rs_batch_next() - see ringsum_batch_next() */
int rs_batch_next(struct ringsum_batch *batch, int timeout_ms, struct ringsum_result *ret_result);

/** rs_batch_progress() - see ringsum_batch_progress() */
void rs_batch_progress(const struct ringsum_batch *batch, struct ringsum_progress *ret_progress);

#endif
