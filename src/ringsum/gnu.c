/* SPDX-License-Identifier: MIT */
/*
 * Owns the table of GNU names. The name alone decides, never an option or the environment, so that a script that says
 * sha256sum gets sha256sum.
 */
#include "gnu.h"

#include <stddef.h>
#include <string.h>

static const struct gnu_name {
	const char *name;
	const char *algo_name;
	unsigned bits;
} gnu_names[] = {
	{ "md5sum", "MD5", 128 },	{ "sha1sum", "SHA1", 160 },	{ "sha224sum", "SHA224", 224 },
	{ "sha256sum", "SHA256", 256 }, { "sha384sum", "SHA384", 384 }, { "sha512sum", "SHA512", 512 },
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

void personality_find(const char *argv0, struct personality *ret_personality)
{
	const char *base = argv0 && *argv0 ? base_name(argv0) : "ringsum";
	struct personality found = { .program = base, .base = base, .algo_name = "SHA256", .bits = 256 };

	for (size_t i = 0; i < sizeof(gnu_names) / sizeof(gnu_names[0]); i++) {
		if (strcmp(base, gnu_names[i].name) != 0)
			continue;
		found.is_gnu = true;
		found.program = argv0;
		found.algo_name = gnu_names[i].algo_name;
		found.bits = gnu_names[i].bits;
	}
	*ret_personality = found;
}
