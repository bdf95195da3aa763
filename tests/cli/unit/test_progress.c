/* SPDX-License-Identifier: MIT */
/*
 * The text of the progress line.
 */
#include "cli/progress.h"

#include <criterion/criterion.h>

#define S 1000000000ull

static void expect_line(struct progress_view view, const char *text)
{
	char line[PROGRESS_LINE_MAX];

	progress_format(&view, line);
	cr_expect_str_eq(line, text);
}

Test(progress, with_total)
{
	expect_line((struct progress_view){ .n_bytes = 1000000000, .n_total = 4000000000, .has_total = true,
					    .elapsed_ns = 2 * S },
		    "1.00 GB of 4.00 GB (25%), 500 MB/s, 0:06 left");
	expect_line((struct progress_view){ .n_bytes = 1000000, .n_total = 36001000000, .has_total = true,
					    .elapsed_ns = S },
		    "1.00 MB of 36.0 GB (0%), 1.00 MB/s, 10:00:00 left");
}

Test(progress, without_total)
{
	expect_line((struct progress_view){ .n_bytes = 3000, .n_files = 1, .elapsed_ns = 3 * S },
		    "3.00 kB, 1.00 kB/s, 1 file done, 0:03");
	expect_line((struct progress_view){ .n_files = 12, .elapsed_ns = 75 * S }, "0 B, 0 B/s, 12 files done, 1:15");
}

/* A file that grows has more than its total; nothing is divided by zero at the start. */
Test(progress, odd_figures)
{
	expect_line((struct progress_view){ .n_bytes = 5000, .n_total = 4000, .has_total = true, .elapsed_ns = S },
		    "5.00 kB, 5.00 kB/s, 0 files done, 0:01");
	expect_line((struct progress_view){ .n_bytes = 5, .n_total = 10, .has_total = true },
		    "5 B, 0 B/s, 0 files done, 0:00");
}

Test(progress, never_is_never_due)
{
	struct progress progress;

	progress_init(&progress, PROGRESS_NEVER);
	cr_expect_not(progress_is_due(&progress));
	progress_init(&progress, PROGRESS_ALWAYS);
	cr_expect(progress_is_due(&progress));
}
