/* SPDX-License-Identifier: MIT */
/*
 * The kernels for x86-64 and how fast they are: MB/s on one core of an Intel Xeon of the fifth generation, Emerald
 * Rapids, at 3 GHz, and of an AMD EPYC, Zen 5, compiled by gcc 12 with -O3, as bench/kernels prints them. What is
 * chosen follows from the ratios within a column, so take all of it from one run. Intel's processors begin one of the
 * SHA instructions every third cycle, whatever the number of messages; on AMD's four messages are twice as fast as one,
 * and it takes more than ten to be better off with AVX-512. Of equals the most lanes are chosen.
 */
#include "../../cpu.h"
#include "x86.h"

const struct rs_kernel rs_kernel_table[] = {
	{ "sha256 sha-ni x1", RS_SHA256, RS_CPU_SHA, 1, { 1450, 2060 }, rs_sha256_ni_x1 },
	{ "sha256 sha-ni x2", RS_SHA256, RS_CPU_SHA, 2, { 1740, 3050 }, rs_sha256_ni_x2 },
	{ "sha256 sha-ni x3", RS_SHA256, RS_CPU_SHA, 3, { 1740, 3570 }, rs_sha256_ni_x3 },
	{ "sha256 sha-ni x4", RS_SHA256, RS_CPU_SHA, 4, { 1740, 3820 }, rs_sha256_ni_x4 },
	{ "sha256 avx2 x1", RS_SHA256, RS_CPU_AVX2, 1, { 400, 710 }, rs_sha256_avx2_x1 },
	{ "sha256 avx2 x8", RS_SHA256, RS_CPU_AVX2, 8, { 1290, 1710 }, rs_sha256_avx2_x8 },
	{ "sha256 avx512vl x8", RS_SHA256, RS_CPU_AVX512, 8, { 2490, 2450 }, rs_sha256_avx512vl_x8 },
	{ "sha256 avx512 x16", RS_SHA256, RS_CPU_ZMM, 16, { 3380, 4900 }, rs_sha256_avx512_x16 },
	{ "sha1 sha-ni x1", RS_SHA1, RS_CPU_SHA, 1, { 1650, 2180 }, rs_sha1_ni_x1 },
	{ "sha1 sha-ni x2", RS_SHA1, RS_CPU_SHA, 2, { 2080, 3420 }, rs_sha1_ni_x2 },
	{ "sha1 sha-ni x3", RS_SHA1, RS_CPU_SHA, 3, { 2160, 3530 }, rs_sha1_ni_x3 },
	{ "sha1 sha-ni x4", RS_SHA1, RS_CPU_SHA, 4, { 2330, 4040 }, rs_sha1_ni_x4 },
	{ "sha1 avx2 x1", RS_SHA1, RS_CPU_AVX2, 1, { 800, 1470 }, rs_sha1_avx2_x1 },
	{ "sha1 avx2 x8", RS_SHA1, RS_CPU_AVX2, 8, { 2800, 2580 }, rs_sha1_avx2_x8 },
	{ "sha1 avx512vl x8", RS_SHA1, RS_CPU_AVX512, 8, { 4480, 3410 }, rs_sha1_avx512vl_x8 },
	{ "sha1 avx512 x16", RS_SHA1, RS_CPU_ZMM, 16, { 7000, 6700 }, rs_sha1_avx512_x16 },
	{ .name = NULL },
};
