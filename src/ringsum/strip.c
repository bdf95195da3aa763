/* SPDX-License-Identifier: MIT */
/*
 * Owns nothing. A name that is too short is not taken as it stands: it would be another file than the one meant.
 */
#include "strip.h"

#include <stddef.h>
#include <string.h>

const char *strip_path(const char *name, uint64_t n)
{
	for (; n > 0; n--) {
		name = strchr(name, '/');
		if (!name)
			return NULL;
		name += strspn(name, "/");
	}
	return *name ? name : NULL;
}

const char *strip_to_base(const char *name)
{
	const char *slash = strrchr(name, '/');
	const char *base = slash ? slash + 1 : name;

	return *base ? base : NULL;
}
