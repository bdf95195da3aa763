/* SPDX-License-Identifier: MIT */
/*
 * Owns the order of those that wait. Most lists have one algorithm and nothing to join; for these nothing is searched.
 * Leaves reading and reporting to verify.c, and the entries to the queue.
 */
#include "held.h"

#include <assert.h>
#include <string.h>

/* The last member of a lead that can take @entry, or NULL. */
static struct pending *find_place(struct pending *lead, const struct pending *entry)
{
	struct pending *last = lead;
	unsigned n = 0;

	if (lead->dir_fd != entry->dir_fd || strcmp(lead->name, entry->name) != 0)
		return NULL;
	for (struct pending *member = lead; member; member = member->member) {
		if (member->wanted == entry->wanted)
			return NULL;
		last = member;
		n++;
	}
	return n < RINGSUM_JOB_DIGESTS_MAX ? last : NULL;
}

bool held_join(struct held *held, struct pending *entry)
{
	if (held->n_leads == 0 || held->common == entry->wanted)
		return false;
	for (unsigned i = 0; i < held->n_leads; i++) {
		struct pending *place = find_place(held->leads[(held->first + i) % HELD_SLOTS], entry);

		if (place) {
			place->member = entry;
			entry->is_member = true;
			return true;
		}
	}
	return false;
}

void held_push(struct held *held, struct pending *lead)
{
	assert(held->n_leads < HELD_SLOTS);
	if (held->n_leads == 0)
		held->common = lead->wanted;
	else if (held->common != lead->wanted)
		held->common = NULL;
	held->leads[(held->first + held->n_leads++) % HELD_SLOTS] = lead;
}

struct pending *held_oldest(const struct held *held)
{
	return held->n_leads > 0 ? held->leads[held->first] : NULL;
}

void held_drop(struct held *held)
{
	assert(held->n_leads > 0);
	held->first = (held->first + 1) % HELD_SLOTS;
	held->n_leads--;
}

unsigned held_members(const struct pending *lead, const struct ringsum_digest *ret_digests[RINGSUM_JOB_DIGESTS_MAX])
{
	unsigned n = 0;

	for (const struct pending *member = lead; member; member = member->member)
		ret_digests[n++] = member->wanted;
	return n;
}
