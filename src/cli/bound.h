/* SPDX-License-Identifier: MIT */
/*
 * What the work was held up by, from numbers alone.
 */
#ifndef CLI_BOUND_H
#define CLI_BOUND_H

#include <stdbool.h>
#include <stdint.h>

/** enum bound - what it was that could not go faster */
enum bound {
	/** too little was done to tell */
	BOUND_UNKNOWN,
	/** computing digests */
	BOUND_DIGEST,
	/** a disk, a file system or the copying out of the page cache */
	BOUND_STORAGE,
	/** who fills the pipe, socket or terminal */
	BOUND_STREAM,
};

/** struct bound_times - how a file, or many, were hashed */
struct bound_times {
	uint64_t n_bytes;
	uint64_t wall_ns;
	/** @hash_ns, @read_ns, @wait_ns: as in struct ringsum_work; of many files: added up, though they overlap */
	uint64_t hash_ns;
	uint64_t read_ns;
	uint64_t wait_ns;
	/** @is_stream: the bytes come from somebody, not from storage */
	bool is_stream;
	/** @limit: bytes in a second that one file could reach from memory; 0: unknown */
	double limit;
};

/** struct bound_verdict - what follows from that; all numbers are finite */
struct bound_verdict {
	enum bound bound;
	/** @rate: bytes in a second; 0: unknown */
	double rate;
	/** @percent: of the limit, above 100 where several files were hashed at once; 0: unknown */
	double percent;
};

/** bound_judge() - the verdict */
void bound_judge(const struct bound_times *times, struct bound_verdict *ret_verdict);

/**
 * bound_limit() - how fast one file's bytes can go through several digests at best
 * @rates: of each digest alone, bytes in a second; 0: unknown
 * @n_cpus: processors to compute them on, 1 and up
 *
 * The slowest digest keeps one processor busy, and all of them together keep all processors busy.
 *
 * Return: bytes in a second; 0: unknown.
 */
double bound_limit(const double *rates, unsigned n_rates, unsigned n_cpus);

/** bound_word() - "digest", "storage", "stream" or "unknown" */
const char *bound_word(enum bound bound);

#endif
