/* SPDX-License-Identifier: MIT */
/*
 * Which kernel serves how many waiting messages. A kernel is chosen only after it has reproduced known answers here, on
 * this processor; the choice is made once and never changes.
 */
#ifndef RS_KERNEL_H
#define RS_KERNEL_H

#include "kernels/kernels.h"

#include <stdbool.h>

/** States before the first block, FIPS 180-4, 5.3.1 to 5.3.3. */
extern const uint32_t rs_sha1_initial[RS_STATE_WORDS];
extern const uint32_t rs_sha224_initial[RS_STATE_WORDS];
extern const uint32_t rs_sha256_initial[RS_STATE_WORDS];

/** struct rs_kernel_set - the choice for one compression */
struct rs_kernel_set {
	/** @best: for n + 1 messages; the last also for more. All NULL: there is no set, see rs_kernel_choose() */
	const struct rs_kernel *best[RS_LANES_MAX];
};

/**
 * rs_kernel_works() - whether a kernel gives the known answers: the examples of FIPS 180-4's companion papers in every
 * lane, and what the portable code gives for several blocks, another message in each lane
 */
bool rs_kernel_works(const struct rs_kernel *kernel);

/**
 * rs_kernel_choose() - choose from a table
 * @table: ended by a NULL name; lives as long as the set
 * @features: kernels that need others are left out, and so are those that do not work
 * @maker: whose rates count
 *
 * The best kernel for n messages is the one with the highest rate, taking account of lanes that would stay empty. With
 * more messages than lanes all of them get their turn, so the rate is what counts. Of equals the last is taken.
 *
 * Without a kernel of one lane there is no set at all: then libcrypto, which has one for every processor, is the faster
 * for a message that is left alone, and a message cannot move there.
 */
void rs_kernel_choose(const struct rs_kernel *table, unsigned features, enum rs_cpu_maker maker,
		      enum rs_compression compression, struct rs_kernel_set *ret_set);

/** rs_kernel_sets - those of rs_kernel_set(), to be looked at after it was called only */
extern struct rs_kernel_set rs_kernel_sets[RS_N_COMPRESSIONS];

/**
 * rs_kernel_set() - the choice for this processor and RINGSUM_CPU; constant
 *
 * The first call tests the kernels, which takes about a tenth of a millisecond. Thread: any.
 */
const struct rs_kernel_set *rs_kernel_set(enum rs_compression compression);

/** rs_kernel_select() - from a set, the kernel for so many messages, 1 and up; NULL where there is none */
static inline const struct rs_kernel *rs_kernel_select(const struct rs_kernel_set *set, size_t n_messages)
{
	return set->best[n_messages < RS_LANES_MAX ? n_messages - 1 : RS_LANES_MAX - 1];
}

#endif
