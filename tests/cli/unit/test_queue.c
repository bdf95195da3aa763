/* SPDX-License-Identifier: MIT */
/*
 * First in, first out, and bounds that hold memory.
 */
#include "queue.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void push(struct queue *queue, const char *name)
{
	struct pending *pending = queue_make(PENDING_JOB, name);

	cr_assert_not_null(pending);
	queue_push(queue, pending);
}

static void expect_pop(struct queue *queue, const char *name)
{
	struct pending *pending = queue_pop(queue);

	cr_assert_not_null(pending);
	cr_expect_str_eq(pending->name, name);
	free(pending);
}

Test(queue, order)
{
	struct queue queue = { 0 };

	cr_expect_null(queue_pop(&queue));
	push(&queue, "a");
	push(&queue, "b");
	expect_pop(&queue, "a");
	push(&queue, "c");
	expect_pop(&queue, "b");
	expect_pop(&queue, "c");
	cr_expect_null(queue_pop(&queue));
	push(&queue, "d");
	expect_pop(&queue, "d");
	cr_expect_eq(queue.n_items, 0);
	cr_expect_eq(queue.len, 0);
}

/* Ten thousand remarks, or a hundred names of 64 KiB, are too much to keep. */
Test(queue, bounds)
{
	struct queue queue = { 0 };
	char *name = malloc(65536);

	for (int i = 0; i < 10000; i++)
		push(&queue, "");
	cr_expect(queue_is_long(&queue));
	queue_finish(&queue);
	cr_expect_not(queue_is_long(&queue));
	memset(name, 'n', 65535);
	name[65535] = '\0';
	for (int i = 0; i < 100; i++)
		push(&queue, name);
	cr_expect(queue_is_long(&queue));
	queue_finish(&queue);
	free(name);
}
