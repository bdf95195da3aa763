/* SPDX-License-Identifier: MIT */
/*
 * One line on standard error that says how far the work has come. It is erased before anything else is printed.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What progress_format() needs at most, with the NUL; what is usual fits 80 columns. */
#define PROGRESS_LINE_MAX 128

/** enum progress_mode - when progress is shown */
enum progress_mode {
	/** when standard error is a terminal and the work has lasted two seconds */
	PROGRESS_AUTO,
	/** from the start, also into a file; the last line stays */
	PROGRESS_ALWAYS,
	PROGRESS_NEVER,
};

/** struct progress - when it was shown and is due again; the fields are progress.c's */
struct progress {
	enum progress_mode mode;
	bool is_on;
	size_t shown_len;
	uint64_t start_ns;
	uint64_t due_ns;
};

/** struct progress_view - what a line says */
struct progress_view {
	/** @n_bytes: done */
	uint64_t n_bytes;
	/** @n_total: bytes in all, where @has_total */
	uint64_t n_total;
	bool has_total;
	/** @n_files: finished */
	uint64_t n_files;
	/** @elapsed_ns: since the start */
	uint64_t elapsed_ns;
};

/** progress_init() - start the clock */
void progress_init(struct progress *progress, enum progress_mode mode);

/** progress_is_due() - is it time for progress_show()? */
bool progress_is_due(const struct progress *progress);

/** progress_show() - print @view, whose elapsed_ns is filled in here, over what stands there */
void progress_show(struct progress *progress, const struct progress_view *view);

/** progress_erase() - make the terminal's line empty again, if something stands there */
void progress_erase(struct progress *progress);

/** progress_finish() - the work is over: show @view for the last time where it is to stay, else erase */
void progress_finish(struct progress *progress, const struct progress_view *view);

/** progress_format() - the text of a line, without line ends */
void progress_format(const struct progress_view *view, char ret_line[PROGRESS_LINE_MAX]);

#endif
