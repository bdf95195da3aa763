/* SPDX-License-Identifier: MIT */
/*
 * Compression functions: what each takes, and the table of those that were built for this processor family.
 *
 * SHA-224 is SHA-256 with another initial state, so there are two compressions, and every kernel serves one of them.
 */
#ifndef RS_KERNELS_H
#define RS_KERNELS_H

#include "../cpu.h"

#include <stddef.h>
#include <stdint.h>

/** For what must come apart into registers in its caller, at any level of optimisation. */
#define RS_INLINE static inline __attribute__((always_inline))

/** Words of a state. SHA-1 uses the first five and leaves the others alone. */
#define RS_STATE_WORDS 8
/** Bytes of a block of SHA-1, SHA-224 and SHA-256. */
#define RS_BLOCK_LEN 64
/** The most messages that any kernel takes at once. */
#define RS_LANES_MAX 16

/**
 * rs_compress_fn - compress blocks of exactly as many messages as the kernel has lanes, in lockstep
 * @states: one for each message, RS_STATE_WORDS words in the order of FIPS 180-4 and of the machine's byte order;
 *	may not overlap
 * @data: @n_blocks whole blocks for each message, at any address; may be the same for several
 * @n_blocks: 0 and up
 *
 * All lanes are written: a caller with fewer messages gives the others a state of no account. Reads nothing but the
 * blocks. A message may go from any kernel to any other between two blocks.
 *
 * Thread: any. Blocks: no.
 */
typedef void rs_compress_fn(uint32_t *const *states, const uint8_t *const *data, size_t n_blocks);

/** enum rs_compression - what a kernel computes */
enum rs_compression {
	RS_SHA1,
	RS_SHA256,
	RS_N_COMPRESSIONS,
};

/** struct rs_kernel - one compression function and what is known of it */
struct rs_kernel {
	/** @name: for people, "sha256 avx512 x16"; NULL ends a table */
	const char *name;
	enum rs_compression compression;
	/** @features: of enum rs_cpu_feature, all needed */
	unsigned features;
	/** @n_lanes: messages that it takes, 1 to RS_LANES_MAX */
	unsigned n_lanes;
	/**
	 * @rates: MB/s of all lanes together, as bench/kernels printed it, by enum rs_cpu_maker; only their ratios
	 * matter
	 */
	unsigned rates[RS_CPU_N_MAKERS];
	rs_compress_fn *compress;
};

/** The kernels of this processor family, ended by a NULL name; not the portable ones. */
extern const struct rs_kernel rs_kernel_table[];

/** The reference: FIPS 180-4 in plain C, one lane. */
extern const struct rs_kernel rs_kernel_portable[RS_N_COMPRESSIONS];

/** The constants of FIPS 180-4, 4.2.2, on a cache line of their own. */
extern const uint32_t rs_sha256_k[64];

#endif
