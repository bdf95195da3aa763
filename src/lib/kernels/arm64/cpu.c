/* SPDX-License-Identifier: MIT */
/*
 * Features of 64-bit ARM processors, as Linux tells them: see elf_hwcaps.rst in its documentation.
 */
#include "../../cpu.h"

#include <asm/hwcap.h>
#include <sys/auxv.h>

enum rs_cpu_maker rs_cpu_maker(void)
{
	return RS_CPU_MAKER_ANY;
}

unsigned rs_cpu_detect(void)
{
	const unsigned long needed = HWCAP_ASIMD | HWCAP_SHA1 | HWCAP_SHA2;

	return (getauxval(AT_HWCAP) & needed) == needed ? RS_CPU_SHA : 0;
}
