/* SPDX-License-Identifier: MIT */
/*
 * Entries that wait a little before their file is read, so that later entries for other digests of the same file can
 * join them: one reading then serves all. At most HELD_MAX files wait, whatever the list is like.
 */
#ifndef RINGSUM_HELD_H
#define RINGSUM_HELD_H

#include "queue.h"

/** Files that wait at once; for a moment, one more. */
#define HELD_MAX 64
#define HELD_SLOTS (HELD_MAX + 1)

/** struct held - the first entry of each file that waits, oldest first; zero it before the first use */
struct held {
	/** @leads: borrowed from the queue */
	struct pending *leads[HELD_SLOTS];
	unsigned first;
	unsigned n_leads;
	/** @common: the digest that all of them are about; NULL: they differ, so joining is possible */
	const struct ringsum_digest *common;
};

/**
 * held_join() - find a reading for @entry
 *
 * Return: true: it has become a member behind a lead of the same name and directory, which has neither this digest yet
 * nor as many as one job can have; false: there is none.
 */
bool held_join(struct held *held, struct pending *entry);

/** held_push() - let @lead wait; there must be room */
void held_push(struct held *held, struct pending *lead);

/** held_oldest() - the next to be read, or NULL */
struct pending *held_oldest(const struct held *held);

/** held_drop() - the oldest waits no more */
void held_drop(struct held *held);

/** held_members() - the digests that @lead and its members are about, in their order; Return: how many */
unsigned held_members(const struct pending *lead, const struct ringsum_digest *ret_digests[RINGSUM_JOB_DIGESTS_MAX]);

#endif
