/* SPDX-License-Identifier: MIT */
/*
 * Owns the bytes of a file while it is read. What a document is, JSON or text, its first character tells.
 */
#include "saved.h"

#include "saved_build.h"
#include "saved_name.h"
#include "saved_report.h"
#include "saved_text.h"
#include "saved_words.h"

#include "cli/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *fault_text(enum saved_fault fault)
{
	static const char *const texts[] = {
		[SAVED_FAULT_NONE] = "no fault",
		[SAVED_FAULT_BINARY] = "it has NUL bytes: no text",
		[SAVED_FAULT_LONG_LINE] = "a line of more than 64 KiB",
		[SAVED_FAULT_UTF16] = "it is not valid UTF-16",
	};

	return texts[fault];
}

static int parse_text(const char *data, size_t len, struct saved_build *build)
{
	enum saved_fault fault = SAVED_FAULT_NONE;
	struct saved_words words;
	uint32_t line = 0;
	int rc = saved_words_read(data, len, &words, &fault, &line);

	if (rc == 0)
		saved_text_read(&words, build);
	else if (rc == -EINVAL)
		saved_build_damage(build, line, "%s", fault_text(fault));
	saved_words_finish(&words);
	return rc == -EINVAL ? 0 : rc;
}

/* Does the first thing in it open an object? */
static bool is_object(const char *data, size_t len)
{
	size_t at = 0;

	while (at < len && (data[at] == ' ' || (data[at] >= '\t' && data[at] <= '\r')))
		at++;
	return at < len && data[at] == '{';
}

/* A text may begin with a brace too: it is only damaged JSON where there is nothing else in it. */
static int parse(const char *data, size_t len, struct saved_build *build)
{
	struct saved_json report = { 0 };
	unsigned line = 0;
	int rc = 0;

	if (!is_object(data, len))
		return parse_text(data, len, build);
	if (saved_json_check(data, len, &report, &line)) {
		if (!saved_report_read(report, build))
			saved_build_damage(build, 0, "JSON, but not what ringspeed -json writes");
		return 0;
	}
	rc = parse_text(data, len, build);
	if (rc == 0 && !build->has_piece && build->saved->n_runs == 0 && build->saved->n_damages == 0)
		saved_build_damage(build, line, "JSON that is wrong here, or breaks off");
	return rc;
}

int saved_parse(const char *data, size_t len, struct saved *ret_saved)
{
	struct saved_build build = { .saved = ret_saved };
	int rc, rc_end;

	*ret_saved = (struct saved){ 0 };
	rc = parse(data, len, &build);
	rc_end = saved_build_end(&build);
	return rc < 0 ? rc : rc_end;
}

/* One byte more than is allowed tells that there is more. */
static int read_all(int fd, char *data, size_t *ret_len)
{
	size_t len = 0;

	for (;;) {
		ssize_t n = fd_read(fd, data + len, SAVED_FILE_MAX + 1 - len);

		if (n < 0)
			return (int)n;
		if (n == 0)
			break;
		len += (size_t)n;
		if (len > SAVED_FILE_MAX)
			return -EFBIG;
	}
	*ret_len = len;
	return 0;
}

int saved_read(const char *path, struct saved *ret_saved)
{
	bool is_stdin = strcmp(path, "-") == 0;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	char *data = NULL;
	size_t len = 0;
	int rc;

	*ret_saved = (struct saved){ 0 };
	if (fd < 0)
		return -errno;
	data = malloc(SAVED_FILE_MAX + 1);
	rc = data ? read_all(fd, data, &len) : -ENOMEM;
	if (rc == 0)
		rc = saved_parse(data, len, ret_saved);
	free(data);
	if (!is_stdin)
		close(fd);
	return rc;
}

void saved_finish(struct saved *saved)
{
	for (size_t i = 0; i < saved->n_runs; i++)
		free(saved->runs[i].rows);
	free(saved->runs);
	*saved = (struct saved){ 0 };
}

const struct saved_row *saved_find(const struct saved_run *run, const char *name)
{
	for (size_t i = 0; i < run->n_rows; i++) {
		if (strcmp(run->rows[i].name, name) == 0)
			return &run->rows[i];
	}
	for (size_t i = 0; i < run->n_rows; i++) {
		if (saved_name_is_same(run->rows[i].name, name))
			return &run->rows[i];
	}
	return NULL;
}

const struct saved_cell *saved_cell_find(const struct saved_row *row, uint64_t size)
{
	for (unsigned i = 0; i < row->n_cells; i++) {
		if (row->cells[i].size == size)
			return &row->cells[i];
	}
	return NULL;
}
