/* SPDX-License-Identifier: MIT */
/*
 * Owns the words for a file that was checked. Which of them are printed is the programs' affair.
 */
#include "verdict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool verdict_has_colour(const struct out *out)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	return out->is_tty && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

void verdict_put(struct out *out, const char *name, enum verdict verdict, bool is_coloured)
{
	static const char *const words[] = { "OK", "FAILED", "FAILED open or read" };

	out_puts(out, name);
	out_puts(out, ": ");
	if (is_coloured)
		out_puts(out, verdict == VERDICT_OK ? "\033[32m" : "\033[31m");
	out_puts(out, words[verdict]);
	if (is_coloured)
		out_puts(out, "\033[0m");
	out_puts(out, "\n");
	out_end_line(out);
}

void verdict_warn(const struct diag *diag, uint64_t n, const char *one, const char *many)
{
	if (n > 0)
		diag_tell(diag, 0, "WARNING: %" PRIu64 " %s", n, n == 1 ? one : many);
}
