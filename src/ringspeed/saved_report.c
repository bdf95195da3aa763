/* SPDX-License-Identifier: MIT */
/*
 * Owns the names of the members. What is unknown is passed over, so that later versions can say more.
 *
 *	{"program": "ringspeed", "crypto": "OpenSSL 3.0.19 …",
 *	 "runs": [{"label": "native", "clock": "wall",
 *		   "rows": [{"name": "sha256", "cells": [{"size": 16, "rate": 1.5e8, "spread": 0.01}]}]}]}
 *
 * A rate is bytes per second, a spread that of the batches, relative.
 */
#include "saved_report.h"

#include <string.h>

static double number_of(struct saved_json value, const char *name)
{
	double number;

	return saved_json_number(saved_json_member(value, name), &number) ? number : 0;
}

static void read_cells(struct saved_json row, const char *name, struct saved_build *build)
{
	struct saved_json cell = saved_json_first(saved_json_member(row, "cells"));

	for (; saved_json_is_some(cell); cell = saved_json_next(cell)) {
		double size = number_of(cell, "size"), spread = number_of(cell, "spread");
		struct saved_result result = { .name = name, .name_len = strlen(name) };

		result.cell.size = size >= 1 && size < 1e15 ? (uint64_t)size : 0;
		result.cell.rate = number_of(cell, "rate");
		result.cell.error = spread > 0 && spread < 1 ? spread : 0;
		saved_build_add(build, 0, &result);
	}
}

/* "OpenSSL 3.0.19" of what the library calls itself. */
static void version_of(struct saved_json report, char ret_version[SAVED_NAME_MAX])
{
	char *blank;

	*ret_version = '\0';
	saved_json_text(saved_json_member(report, "crypto"), ret_version, SAVED_NAME_MAX);
	blank = strchr(ret_version, ' ');
	blank = blank ? strchr(blank + 1, ' ') : NULL;
	if (blank)
		*blank = '\0';
}

static void read_run(struct saved_json run, const char *version, struct saved_build *build)
{
	struct saved_json row = saved_json_first(saved_json_member(run, "rows"));
	char label[SAVED_LABEL_MAX] = "", clock[8] = "", name[SAVED_NAME_MAX];

	saved_json_text(saved_json_member(run, "label"), label, sizeof(label));
	saved_json_text(saved_json_member(run, "clock"), clock, sizeof(clock));
	saved_build_label(build, label, strlen(label));
	saved_build_version(build, version);
	if (*clock)
		saved_build_clock(build, strcmp(clock, "cpu") == 0 ? SAVED_CLOCK_CPU : SAVED_CLOCK_WALL, false);
	for (; saved_json_is_some(row); row = saved_json_next(row)) {
		if (saved_json_text(saved_json_member(row, "name"), name, sizeof(name)))
			read_cells(row, name, build);
	}
	saved_build_end_run(build);
}

bool saved_report_read(struct saved_json report, struct saved_build *build)
{
	struct saved_json run = saved_json_first(saved_json_member(report, "runs"));
	char program[16] = "", version[SAVED_NAME_MAX];

	saved_json_text(saved_json_member(report, "program"), program, sizeof(program));
	if (strcmp(program, "ringspeed") != 0)
		return false;
	version_of(report, version);
	for (; saved_json_is_some(run); run = saved_json_next(run))
		read_run(run, version, build);
	return true;
}
