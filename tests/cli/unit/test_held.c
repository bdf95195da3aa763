/* SPDX-License-Identifier: MIT */
/*
 * Who joins whom. A digest is an address here; what is behind it is never looked at.
 */
#include "held.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

static const struct ringsum_digest *digest_at(unsigned i)
{
	static const char places[16];

	return (const struct ringsum_digest *)(const void *)&places[i];
}

static struct pending *make(const char *name, unsigned digest)
{
	struct pending *entry = queue_make(PENDING_JOB, name);

	cr_assert_not_null(entry);
	entry->wanted = digest_at(digest);
	return entry;
}

/* As a list does it. Return: did it join? */
static bool add(struct held *held, struct queue *queue, const char *name, unsigned digest)
{
	struct pending *entry = make(name, digest);
	bool has_joined = held_join(held, entry);

	if (!has_joined)
		held_push(held, entry);
	queue_push(queue, entry);
	cr_expect_eq(entry->is_member, has_joined);
	return has_joined;
}

Test(held, joins_other_digests_of_one_name)
{
	const struct ringsum_digest *digests[RINGSUM_JOB_DIGESTS_MAX];
	struct held held = { 0 };
	struct queue queue = { 0 };

	cr_expect_not(add(&held, &queue, "a", 0));
	cr_expect_not(add(&held, &queue, "b", 0));
	cr_expect(add(&held, &queue, "a", 1));
	cr_expect_not(add(&held, &queue, "A", 1));
	cr_expect(add(&held, &queue, "a", 2));
	cr_assert_eq(held_members(held_oldest(&held), digests), 3);
	cr_expect_eq(digests[0], digest_at(0));
	cr_expect_eq(digests[1], digest_at(1));
	cr_expect_eq(digests[2], digest_at(2));
	/* A digest that is there already is read for again, and others may join that. */
	cr_expect_not(add(&held, &queue, "a", 1));
	cr_expect(add(&held, &queue, "a", 0));
	held_drop(&held);
	cr_expect_str_eq(held_oldest(&held)->name, "b");
	queue_finish(&queue);
}

Test(held, other_directories_are_other_files)
{
	struct held held = { 0 };
	struct pending *one = make("a", 0), *other = make("a", 1);

	other->dir_fd = 7;
	held_push(&held, one);
	cr_expect_not(held_join(&held, other));
	free(one);
	free(other);
}

Test(held, no_more_than_a_job_can_have)
{
	const struct ringsum_digest *digests[RINGSUM_JOB_DIGESTS_MAX];
	struct held held = { 0 };
	struct queue queue = { 0 };

	for (unsigned d = 0; d <= RINGSUM_JOB_DIGESTS_MAX; d++)
		cr_expect_eq(add(&held, &queue, "a", d), d > 0 && d < RINGSUM_JOB_DIGESTS_MAX, "%u", d);
	cr_expect_eq(held_members(held_oldest(&held), digests), RINGSUM_JOB_DIGESTS_MAX);
	cr_expect_eq(held.n_leads, 2);
	queue_finish(&queue);
}

/* Around the end of the array several times, in order, and all of those that wait are found. */
Test(held, wraps_around)
{
	struct held held = { 0 };
	struct queue queue = { 0 };
	char name[16];

	for (unsigned i = 0; i < 5 * HELD_SLOTS + 7; i++) {
		if (held.n_leads == HELD_SLOTS) {
			snprintf(name, sizeof(name), "%u", i - HELD_SLOTS);
			cr_expect_str_eq(held_oldest(&held)->name, name);
			held_drop(&held);
		}
		snprintf(name, sizeof(name), "%u", i);
		cr_expect_not(add(&held, &queue, name, 0));
	}
	for (unsigned i = 4 * HELD_SLOTS + 7; i < 5 * HELD_SLOTS + 7; i++) {
		snprintf(name, sizeof(name), "%u", i);
		cr_expect(add(&held, &queue, name, 1), "%s", name);
	}
	queue_finish(&queue);
}
