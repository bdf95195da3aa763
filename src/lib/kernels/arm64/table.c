/* SPDX-License-Identifier: MIT */
/*
 * The kernels for 64-bit ARM. The rates are no measurement: on every core with these instructions that has been written
 * about, more streams are faster, up to four. They put the kernels in that order and say nothing else.
 */
#include "../../cpu.h"
#include "arm64.h"

const struct rs_kernel rs_kernel_table[] = {
	{ "sha256 armv8 x1", RS_SHA256, RS_CPU_SHA, 1, { 1000 }, rs_sha256_arm_x1 },
	{ "sha256 armv8 x2", RS_SHA256, RS_CPU_SHA, 2, { 1300 }, rs_sha256_arm_x2 },
	{ "sha256 armv8 x3", RS_SHA256, RS_CPU_SHA, 3, { 1400 }, rs_sha256_arm_x3 },
	{ "sha256 armv8 x4", RS_SHA256, RS_CPU_SHA, 4, { 1500 }, rs_sha256_arm_x4 },
	{ "sha1 armv8 x1", RS_SHA1, RS_CPU_SHA, 1, { 1000 }, rs_sha1_arm_x1 },
	{ "sha1 armv8 x2", RS_SHA1, RS_CPU_SHA, 2, { 1300 }, rs_sha1_arm_x2 },
	{ "sha1 armv8 x3", RS_SHA1, RS_CPU_SHA, 3, { 1400 }, rs_sha1_arm_x3 },
	{ "sha1 armv8 x4", RS_SHA1, RS_CPU_SHA, 4, { 1500 }, rs_sha1_arm_x4 },
	{ .name = NULL },
};
