/* SPDX-License-Identifier: MIT */
/*
 * Owns a sorted array without doubles, so that many names against a long list stay cheap.
 */
#include "only.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct only_name {
	const char *name;
	bool is_listed;
};

static int compare(const void *a, const void *b)
{
	const struct only_name *left = a, *right = b;

	return strcmp(left->name, right->name);
}

int only_init(struct only *only, const char *const *names, size_t n_names)
{
	size_t n = 0;

	only->n_names = 0;
	only->names = calloc(n_names + 1, sizeof(*only->names));
	if (!only->names)
		return -ENOMEM;
	for (size_t i = 0; i < n_names; i++)
		only->names[i].name = names[i];
	qsort(only->names, n_names, sizeof(*only->names), compare);
	for (size_t i = 0; i < n_names; i++) {
		if (n == 0 || compare(&only->names[n - 1], &only->names[i]) != 0)
			only->names[n++] = only->names[i];
	}
	only->n_names = n;
	return 0;
}

bool only_wants(struct only *only, const char *name)
{
	struct only_name key = { .name = name };
	struct only_name *found;

	if (only->n_names == 0)
		return true;
	found = bsearch(&key, only->names, only->n_names, sizeof(*only->names), compare);
	if (found)
		found->is_listed = true;
	return found;
}

const char *only_next_missing(const struct only *only, size_t *at)
{
	while (*at < only->n_names) {
		const struct only_name *name = &only->names[(*at)++];

		if (!name->is_listed)
			return name->name;
	}
	return NULL;
}

void only_finish(struct only *only)
{
	free(only->names);
	*only = (struct only){ 0 };
}
