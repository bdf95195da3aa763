/* SPDX-License-Identifier: MIT */
/*
 * Owns the terminal's last line while something of ours stands in it (shown_len > 0). Only carriage returns and blanks
 * are used, so any terminal will do. Leaves asking the batch for its numbers to the caller.
 */
#include "progress.h"

#include "clock.h"
#include "fd.h"
#include "size.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FIRST_NS (2 * CLOCK_NS_PER_S)
#define INTERVAL_NS (CLOCK_NS_PER_S / 5)

void progress_init(struct progress *progress, enum progress_mode mode)
{
	progress->mode = mode;
	progress->is_on = mode == PROGRESS_ALWAYS || (mode == PROGRESS_AUTO && isatty(STDERR_FILENO) == 1);
	progress->shown_len = 0;
	progress->start_ns = clock_now_ns();
	progress->due_ns = progress->start_ns + (mode == PROGRESS_ALWAYS ? 0 : FIRST_NS);
}

bool progress_is_due(const struct progress *progress)
{
	return progress->is_on && clock_now_ns() >= progress->due_ns;
}

static void put_time(char *to, size_t cap, double seconds)
{
	unsigned long long s = seconds + 0.5;

	if (s >= 3600)
		snprintf(to, cap, "%llu:%02llu:%02llu", s / 3600, s / 60 % 60, s % 60);
	else
		snprintf(to, cap, "%llu:%02llu", s / 60, s % 60);
}

void progress_format(const struct progress_view *view, char ret_line[PROGRESS_LINE_MAX])
{
	double seconds = (double)view->elapsed_ns / CLOCK_NS_PER_S;
	double rate = seconds > 0 ? (double)view->n_bytes / seconds : 0;
	char done[SIZE_TEXT_MAX], total[SIZE_TEXT_MAX], speed[SIZE_TEXT_MAX], time[32];

	size_format(view->n_bytes, done);
	size_format(view->n_total, total);
	size_format((uint64_t)rate, speed);
	if (view->has_total && view->n_total > 0 && view->n_bytes <= view->n_total && rate > 0) {
		put_time(time, sizeof(time), (double)(view->n_total - view->n_bytes) / rate);
		snprintf(ret_line, PROGRESS_LINE_MAX, "%s of %s (%.0f%%), %s/s, %s left", done, total,
			 100.0 * (double)view->n_bytes / (double)view->n_total, speed, time);
	} else {
		put_time(time, sizeof(time), seconds);
		snprintf(ret_line, PROGRESS_LINE_MAX, "%s, %s/s, %" PRIu64 " %s done, %s", done, speed, view->n_files,
			 view->n_files == 1 ? "file" : "files", time);
	}
}

/* A shorter line than the one before is filled with blanks. */
static void put_line(struct progress *progress, const char *line)
{
	char text[2 * PROGRESS_LINE_MAX];
	int len = snprintf(text, sizeof(text), "\r%-*s", (int)progress->shown_len, line);

	fd_write_all(STDERR_FILENO, text, len);
	progress->shown_len = strlen(line);
}

void progress_show(struct progress *progress, const struct progress_view *view)
{
	struct progress_view now = *view;
	char line[PROGRESS_LINE_MAX];
	uint64_t ns = clock_now_ns();

	now.elapsed_ns = ns - progress->start_ns;
	progress_format(&now, line);
	put_line(progress, line);
	progress->due_ns = ns + INTERVAL_NS;
}

void progress_erase(struct progress *progress)
{
	if (progress->shown_len == 0)
		return;
	put_line(progress, "");
	fd_write_all(STDERR_FILENO, "\r", 1);
}

void progress_finish(struct progress *progress, const struct progress_view *view)
{
	struct progress_view last = *view;

	if (!progress->is_on)
		return;
	if (progress->mode == PROGRESS_ALWAYS) {
		/* Nothing is left, so it says how long it took. */
		last.has_total = false;
		progress_show(progress, &last);
		fd_write_all(STDERR_FILENO, "\n", 1);
		progress->shown_len = 0;
	}
	progress_erase(progress);
	progress->is_on = false;
}
