/* SPDX-License-Identifier: MIT */
/*
 * Owns the table of changes that are thought of. Each makes another name of a missing one, or declines; it is looked
 * for until it has led to a hint once, so that long lists of missing files stay cheap and quiet.
 */
#include "hints.h"

#include "strip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Return: another name, allocated, or NULL where the change makes none. */
typedef char *change_fn(const struct hints *hints, const char *name);

static char *to_base(const struct hints *hints, const char *name)
{
	const char *base = strip_to_base(name);

	(void)hints;
	return base && base != name ? strdup(base) : NULL;
}

static char *without_trailing(const struct hints *hints, const char *name)
{
	size_t len = strlen(name), kept = len;

	(void)hints;
	while (kept > 0 && strchr(" \t\r", name[kept - 1]))
		kept--;
	return kept > 0 && kept < len ? strndup(name, kept) : NULL;
}

static char *without_leading(const struct hints *hints, const char *name)
{
	size_t skip = strspn(name, " \t*");

	(void)hints;
	return skip > 0 && name[skip] ? strdup(name + skip) : NULL;
}

static char *with_slashes(const struct hints *hints, const char *name)
{
	char *changed = strchr(name, '\\') ? strdup(name) : NULL;

	(void)hints;
	for (char *c = changed; c && *c; c++) {
		if (*c == '\\')
			*c = '/';
	}
	return changed;
}

static char *beside_list(const struct hints *hints, const char *name)
{
	const char *slash = hints->list_name ? strrchr(hints->list_name, '/') : NULL;
	char *path = NULL;

	if (!slash || name[0] == '/')
		return NULL;
	return asprintf(&path, "%.*s%s", (int)(slash + 1 - hints->list_name), hints->list_name, name) < 0 ? NULL : path;
}

static const struct change {
	change_fn *make;
	const char *advice;
} changes[] = {
	{ without_trailing, "the listed name has blanks behind it" },
	{ without_leading, "the listed name has blanks or a star before it" },
	{ with_slashes, "the listed name has backslashes, as on Windows" },
	{ beside_list, "names are looked up in the current directory, or where -C says" },
	{ to_base, "the listed name has a directory; --strip-path drops it" },
};

void hints_tell(struct hints *hints, struct session *session, int dir_fd, const char *name)
{
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		char *changed = hints->given & 1u << i ? NULL : changes[i].make(hints, name);
		struct stat st;

		if (changed && fstatat(dir_fd, changed, &st, 0) == 0) {
			hints->given |= 1u << i;
			diag_tell(&session->diag, 0, "hint: %s exists; %s", session_name(session, changed),
				  changes[i].advice);
		}
		free(changed);
	}
}
