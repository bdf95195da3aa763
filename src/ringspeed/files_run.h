/* SPDX-License-Identifier: MIT */
/*
 * One run over one file: by the library, or by another program.
 */
#ifndef RINGSPEED_FILES_RUN_H
#define RINGSPEED_FILES_RUN_H

#include "cli/bound.h"
#include "cli/diag.h"
#include "cli/quote.h"

#include <ringsum.h>

/** Bytes of a digest as text, with the NUL. */
#define FILES_HEX_MAX (2 * RINGSUM_DIGEST_MAX + 1)

/** struct files_sample - what a run took */
struct files_sample {
	double real_s;
	double user_s;
	double system_s;
	/** @resident: the share of the file that was cached before; negative: unknown */
	double resident;
	/** @verdict: by what it was bound; unknown for other programs, as they do not tell */
	struct bound_verdict verdict;
	/** @reader, @kernel: of the library; static, or NULL */
	const char *reader;
	const char *kernel;
	/** @n_direct: bytes that were read past the page cache */
	uint64_t n_direct;
	char hex[FILES_HEX_MAX];
};

/** struct files_target - what is hashed */
struct files_target {
	const char *path;
	/** @size: bytes, above 0 */
	uint64_t size;
	/** @name: of the digest, as it was asked for */
	const char *name;
	const struct ringsum_digest *digest;
	/** @limit: bytes in a second that one stream could reach from memory; 0: unknown */
	double limit;
};

/**
 * files_run_here() - by the library, as ringsum reads files unless told otherwise
 * @io: how to read
 *
 * Return: false: the file cannot be hashed, and the user has been told.
 */
bool files_run_here(const struct files_target *target, enum ringsum_io io, const struct diag *diag, struct quote *quote,
		    struct files_sample *ret_sample);

/**
 * files_run_other() - by "PROGRAM dgst -DIGEST PATH", starting the program included
 *
 * Return: false: it failed, or printed no digest, and the user has been told.
 */
bool files_run_other(const char *program, const struct files_target *target, const struct diag *diag,
		     struct quote *quote, struct files_sample *ret_sample);

#endif
