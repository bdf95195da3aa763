/* SPDX-License-Identifier: MIT */
/*
 * What was measured: flat structs without pointers, so that processes can hand them to each other through shared
 * memory.
 */
#ifndef RINGSPEED_RATES_H
#define RINGSPEED_RATES_H

#include <stdbool.h>
#include <stdint.h>

/** Block sizes of a row, batches of a cell, rows of a run at most. */
#define RATES_CELLS_MAX 6
#define RATES_BATCHES_MAX 16
#define RATES_ROWS_MAX 256
/** Bytes of a row's name with its NUL. */
#define RATES_NAME_MAX 64
/** A larger spread is told. */
#define RATES_SPREAD_TOLD 0.05
/** CPU time is told where it differs from wall time by more. */
#define RATES_CPU_TOLD 0.02

/** enum rates_api - how a digest is computed */
enum rates_api {
	/** EVP_Digest() for each message with an algorithm fetched before, as `openssl speed` 3.0 does */
	RATES_ONESHOT,
	/** one EVP_MD_CTX for all messages */
	RATES_EVP,
	/** EVP_Digest() with an EVP_MD that libcrypto has to fetch for each message */
	RATES_FETCH,
	/** SHA256_Update() and its like */
	RATES_LEGACY,
	/** several messages at once through libringsum */
	RATES_LANES,
};

/** struct rates_cell - one block size; without messages it was not measured */
struct rates_cell {
	/** @size: bytes of a message */
	uint64_t size;
	/** @count: messages, and the seconds that they took; CPU time is the process's, user and system */
	uint64_t count;
	double wall_s;
	double cpu_s;
	/** @batches: bytes in a second of wall time, for each batch */
	double batches[RATES_BATCHES_MAX];
	unsigned n_batches;
};

/** struct rates_row - all block sizes of one way to compute a digest */
struct rates_row {
	/** @name: what stands in front of the table's row */
	char name[RATES_NAME_MAX];
	/** @digest: as it was asked for */
	char digest[RATES_NAME_MAX];
	enum rates_api api;
	/** @streams: messages at once */
	unsigned streams;
	/** @kernel: what computed most of it */
	char kernel[RATES_NAME_MAX];
	struct rates_cell cells[RATES_CELLS_MAX];
	unsigned n_cells;
};

/** struct rates_noise - what disturbed the measurement */
struct rates_noise {
	/** @steal: the share of processor time that the host gave to others; negative: unknown */
	double steal;
	/** @mhz_min, @mhz_max: frequencies seen; 0: unknown */
	double mhz_min;
	double mhz_max;
};

/** struct rates_run - one call of the program */
struct rates_run {
	/** @label: the word of -cpu, or "" */
	char label[RATES_NAME_MAX];
	/** @mask: the environment that it stands for, or "" */
	char mask[128];
	/** @cpuinfo: libcrypto's line about the processor */
	char cpuinfo[128];
	/** @has_sha: libcrypto may use SHA extensions */
	bool has_sha;
	struct rates_noise noise;
	struct rates_row rows[RATES_ROWS_MAX];
	unsigned n_rows;
};

/**
 * rates_create() - an empty run in shared memory
 * @fd: a file for it, which grows as needed, or -1 for memory that only children see
 *
 * Owner: the caller, who calls rates_destroy(). Return: NULL without memory.
 */
struct rates_run *rates_create(int fd);

/** rates_destroy() - NULL is allowed */
void rates_destroy(struct rates_run *run);

/** rates_wall() - bytes in a second of wall time; 0: not measured */
double rates_wall(const struct rates_cell *cell);

/** rates_cpu() - bytes in a second of CPU time; 0: not measured, or too little to tell */
double rates_cpu(const struct rates_cell *cell);

/** rates_has_cpu() - does CPU time tell something else than wall time somewhere in this row? */
bool rates_has_cpu(const struct rates_row *row);

/** rates_spread() - the standard deviation of the batches, relative to their mean; 0: too few to tell */
double rates_spread(const struct rates_cell *cell);

/**
 * rates_add() - make one of several runs that were under way at once: rates and batches are added up
 * @run: gets the sum; rows are the same
 */
void rates_add(struct rates_run *run, const struct rates_run *other);

/** rates_api_name() - "oneshot", "evp", "fetch", "legacy", "lanes" */
const char *rates_api_name(enum rates_api api);

#endif
