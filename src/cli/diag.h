/* SPDX-License-Identifier: MIT */
/*
 * Messages on standard error: "program: what happened: why", each by one write(2), with the progress line out of the
 * way and standard output written first, so that both in one file stand in order.
 */
#ifndef CLI_DIAG_H
#define CLI_DIAG_H

struct out;
struct progress;

/** struct diag - where messages go */
struct diag {
	/** @program: how messages begin; NULL: they begin with what they say */
	const char *program;
	/** @out: flushed before; may be NULL */
	struct out *out;
	/** @progress: erased before; may be NULL */
	struct progress *progress;
};

/**
 * diag_tell() - print one message
 * @error: 0, or a negative errno value whose text is appended
 * @format: as in printf(3), without program name and newline
 */
void diag_tell(const struct diag *diag, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/** diag_write() - print @text as it is, to standard error, in order with the rest */
void diag_write(const struct diag *diag, const char *text);

#endif
