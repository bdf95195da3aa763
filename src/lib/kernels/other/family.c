/* SPDX-License-Identifier: MIT */
/*
 * Processor families that no kernel was written for: no features, an empty table, and libcrypto does all the work.
 */
#include "../../cpu.h"
#include "../kernels.h"

enum rs_cpu_maker rs_cpu_maker(void)
{
	return RS_CPU_MAKER_ANY;
}

unsigned rs_cpu_detect(void)
{
	return 0;
}

const struct rs_kernel rs_kernel_table[] = {
	{ .name = NULL },
};
