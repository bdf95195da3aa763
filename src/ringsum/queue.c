/* SPDX-License-Identifier: MIT */
/*
 * Owns a list of allocated items, oldest first. The bounds are on what the batch's own window cannot bound: remarks,
 * and very long names.
 */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

#define ITEMS_MAX 8192
#define LEN_MAX (4u << 20)

static size_t item_len(const struct pending *pending)
{
	return sizeof(*pending) + strlen(pending->name) + 1;
}

struct pending *queue_make(enum pending_kind kind, const char *name)
{
	size_t name_len = strlen(name) + 1;
	struct pending *pending = calloc(1, sizeof(*pending) + name_len);

	if (!pending)
		return NULL;
	pending->kind = kind;
	memcpy(pending->name, name, name_len);
	return pending;
}

void queue_push(struct queue *queue, struct pending *pending)
{
	pending->next = NULL;
	if (queue->tail)
		queue->tail->next = pending;
	else
		queue->head = pending;
	queue->tail = pending;
	queue->n_items++;
	queue->len += item_len(pending);
}

struct pending *queue_pop(struct queue *queue)
{
	struct pending *pending = queue->head;

	if (!pending)
		return NULL;
	queue->head = pending->next;
	if (!queue->head)
		queue->tail = NULL;
	queue->n_items--;
	queue->len -= item_len(pending);
	return pending;
}

bool queue_is_long(const struct queue *queue)
{
	return queue->n_items > ITEMS_MAX || queue->len > LEN_MAX;
}

void queue_finish(struct queue *queue)
{
	struct pending *pending;

	while ((pending = queue_pop(queue)))
		free(pending);
}
