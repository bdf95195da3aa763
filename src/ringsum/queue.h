/* SPDX-License-Identifier: MIT */
/*
 * What waits to be reported, in the order of the list: files that are being hashed, and remarks that must not overtake
 * them.
 */
#ifndef RINGSUM_QUEUE_H
#define RINGSUM_QUEUE_H

#include <ringsum.h>

/** enum pending_kind - what is to be done when its turn comes */
enum pending_kind {
	/** take a result from the batch, or what an earlier entry's result said, and compare */
	PENDING_JOB,
	/** name a malformed line */
	PENDING_BAD_LINE,
	/** say that the algorithm is not to be had */
	PENDING_NO_DIGEST,
	/** say that there is less to strip than --strip-path asks for */
	PENDING_NOT_STRIPPED,
};

/** struct pending - one thing that waits */
struct pending {
	struct pending *next;
	enum pending_kind kind;
	/** @line, @reason: of a malformed line; @reason is static or NULL */
	uint64_t line;
	const char *reason;
	/** @algo: whose digest is not to be had */
	const struct ringsum_algo *algo;
	/** @wanted: the digest that is compared */
	const struct ringsum_digest *wanted;
	/** @is_member: an earlier entry's job reads the file for this one too */
	bool is_member;
	/** @member: the next entry that the same job serves, or NULL */
	struct pending *member;
	/* what became of it, where it is a job after its result was taken */
	int error;
	enum ringsum_stage stage;
	bool is_torn;
	bool is_match;
	/** @dir_fd: what @name is relative to */
	int dir_fd;
	bool has_size;
	uint64_t size;
	size_t digest_len;
	uint8_t digest[RINGSUM_DIGEST_MAX];
	/** @name: as it is shown; "" for a malformed line */
	char name[];
};

/** struct queue - zero it before the first use */
struct queue {
	struct pending *head;
	struct pending *tail;
	/** @n_items, @len: how many, and how many bytes they take */
	size_t n_items;
	size_t len;
};

/**
 * queue_make() - allocate an item that is in no queue yet, all zero but for kind and name
 *
 * Owner: the caller, until queue_push(); else free() it. Return: the item, or NULL.
 */
struct pending *queue_make(enum pending_kind kind, const char *name);

/** queue_push() - put it last; the queue owns it */
void queue_push(struct queue *queue, struct pending *pending);

/** queue_pop() - take the first, which the caller owns from then on and frees; NULL: empty */
struct pending *queue_pop(struct queue *queue);

/** queue_is_long() - should something be reported before more is added? Keeps memory flat. */
bool queue_is_long(const struct queue *queue);

/** queue_finish() - free what still waits */
void queue_finish(struct queue *queue);

#endif
