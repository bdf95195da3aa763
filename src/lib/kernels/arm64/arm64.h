/* SPDX-License-Identifier: MIT */
/*
 * The compression functions for 64-bit ARM; see rs_compress_fn for the contract. The last part of a name is the number
 * of lanes.
 */
#ifndef RS_KERNELS_ARM64_H
#define RS_KERNELS_ARM64_H

#include "../kernels.h"

/*
 * Before its version 16, clang declares these intrinsics only where the whole file is built for processors that have
 * them; that a function asks for them by itself it honours all the same.
 */
#if defined(__clang__) && !defined(__ARM_FEATURE_SHA2)
#define __ARM_FEATURE_SHA2 1
#define __ARM_FEATURE_CRYPTO 1
#endif
#include <arm_neon.h>

#if defined(__clang__)
#define TARGET __attribute__((target("sha2")))
#else
#define TARGET __attribute__((target("+crypto")))
#endif

/* Four words, big-endian in memory. */
TARGET RS_INLINE uint32x4_t load_words(const uint8_t *p)
{
	return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

rs_compress_fn rs_sha256_arm_x1;
rs_compress_fn rs_sha256_arm_x2;
rs_compress_fn rs_sha256_arm_x3;
rs_compress_fn rs_sha256_arm_x4;

rs_compress_fn rs_sha1_arm_x1;
rs_compress_fn rs_sha1_arm_x2;
rs_compress_fn rs_sha1_arm_x3;
rs_compress_fn rs_sha1_arm_x4;

#endif
