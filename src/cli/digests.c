/* SPDX-License-Identifier: MIT */
/*
 * Owns the opened digests. Refusals are kept too, so that a list of a million lines for a missing algorithm asks
 * libcrypto once. There are few algorithms, so the search is a walk.
 */
#include "digests.h"

#include <errno.h>
#include <stdlib.h>

struct digests_slot {
	/** @algo: NULL in a slot that was refused by name */
	const struct ringsum_algo *algo;
	size_t xof_len;
	struct ringsum_digest *digest;
	int error;
};

static struct digests_slot *add_slot(struct digests *digests)
{
	size_t size = (digests->n_slots + 1) * sizeof(*digests->slots);
	struct digests_slot *slots = realloc(digests->slots, size);

	if (!slots)
		return NULL;
	digests->slots = slots;
	slots[digests->n_slots] = (struct digests_slot){ 0 };
	return &slots[digests->n_slots++];
}

static int open_digest(const struct digests *digests, const char *name, size_t xof_len,
		       struct ringsum_digest **ret_digest)
{
	struct ringsum_mac mac;

	if (!digests->mac)
		return ringsum_digest_open(name, xof_len, ret_digest);
	if (xof_len)
		return -EACCES;
	mac = *digests->mac;
	mac.digest = name;
	return ringsum_digest_open_mac(&mac, ret_digest, NULL);
}

static int answer(const struct digests_slot *slot, const struct ringsum_digest **ret_digest)
{
	if (slot->error < 0)
		return slot->error;
	*ret_digest = slot->digest;
	return 0;
}

int digests_get_named(struct digests *digests, const char *name, size_t xof_len,
		      const struct ringsum_digest **ret_digest)
{
	struct digests_slot *slot = add_slot(digests);

	if (!slot)
		return -ENOMEM;
	slot->xof_len = xof_len;
	slot->error = open_digest(digests, name, xof_len, &slot->digest);
	if (slot->error == 0)
		slot->algo = ringsum_digest_algo(slot->digest);
	return answer(slot, ret_digest);
}

int digests_get(struct digests *digests, const struct ringsum_algo *algo, size_t xof_len,
		const struct ringsum_digest **ret_digest)
{
	int error;

	for (size_t i = 0; i < digests->n_slots; i++) {
		if (digests->slots[i].algo == algo && digests->slots[i].xof_len == xof_len)
			return answer(&digests->slots[i], ret_digest);
	}
	error = digests_get_named(digests, algo->name, xof_len, ret_digest);
	if (error != -ENOMEM)
		digests->slots[digests->n_slots - 1].algo = algo;
	return error;
}

void digests_finish(struct digests *digests)
{
	for (size_t i = 0; i < digests->n_slots; i++)
		ringsum_digest_close(digests->slots[i].digest);
	free(digests->slots);
	*digests = (struct digests){ 0 };
}
