/* SPDX-License-Identifier: MIT */
/*
 * The compression functions for x86-64; see rs_compress_fn for the contract. The last part of a name is the number of
 * lanes.
 */
#ifndef RS_KERNELS_X86_H
#define RS_KERNELS_X86_H

#include "../kernels.h"

rs_compress_fn rs_sha256_ni_x1;
rs_compress_fn rs_sha256_ni_x2;
rs_compress_fn rs_sha256_ni_x3;
rs_compress_fn rs_sha256_ni_x4;
rs_compress_fn rs_sha256_avx2_x1;
rs_compress_fn rs_sha256_avx2_x8;
rs_compress_fn rs_sha256_avx512vl_x8;
rs_compress_fn rs_sha256_avx512_x16;

rs_compress_fn rs_sha1_ni_x1;
rs_compress_fn rs_sha1_ni_x2;
rs_compress_fn rs_sha1_ni_x3;
rs_compress_fn rs_sha1_ni_x4;
rs_compress_fn rs_sha1_avx2_x1;
rs_compress_fn rs_sha1_avx2_x8;
rs_compress_fn rs_sha1_avx512vl_x8;
rs_compress_fn rs_sha1_avx512_x16;

#endif
