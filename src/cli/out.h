/* SPDX-License-Identifier: MIT */
/*
 * Standard output: collected, written in large pieces or line by line, and never lost in silence. The first failure is
 * kept; whatever is written after it goes nowhere, and out_finish() tells.
 */
#ifndef CLI_OUT_H
#define CLI_OUT_H

#include <stdbool.h>
#include <stddef.h>

struct progress;

/** Bytes that are collected before they are written. */
#define OUT_BUF_LEN 65536

/** enum out_mode - when collected bytes are written */
enum out_mode {
	/** when the buffer is full or out_flush() says so; on a terminal, line by line */
	OUT_BLOCK,
	/** after each line, by one write(2) */
	OUT_LINE,
};

/** struct out - an output; large, so not one for every frame */
struct out {
	int fd;
	bool is_line;
	bool is_tty;
	/** @error: 0, or the negative errno value of the first write that failed */
	int error;
	/** @progress: erased from the terminal before anything is written to it; may be NULL */
	struct progress *progress;
	size_t len;
	char buf[OUT_BUF_LEN];
};

/** out_init() - collect output for @fd, which stays the caller's; @progress may be NULL */
void out_init(struct out *out, int fd, enum out_mode mode, struct progress *progress);

/** out_write() - add bytes */
void out_write(struct out *out, const void *data, size_t len);

/** out_puts() - add a string */
void out_puts(struct out *out, const char *text);

/** out_end_line() - the bytes added last end a line; add its newline or NUL before */
void out_end_line(struct out *out);

/** out_flush() - write what is collected */
void out_flush(struct out *out);

/**
 * out_finish() - write what is collected and ask the kernel whether all of it arrived; closes the descriptor
 *
 * Return: 0, or the negative errno value of the first failure.
 */
int out_finish(struct out *out);

#endif
