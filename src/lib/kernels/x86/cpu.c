/* SPDX-License-Identifier: MIT */
/*
 * Features of x86-64 processors, by CPUID and XGETBV; see Intel's manual, volume 1, chapter 14 and volume 2, CPUID.
 */
#include "../../cpu.h"

#include <cpuid.h>
#include <stdbool.h>
#include <stdint.h>

/* Bits of XCR0: the upper halves of the vector registers that the system saves. */
#define XCR0_YMM 0x06u
#define XCR0_ZMM 0xe6u

#define LEAF1_ECX_OSXSAVE (1u << 27)
#define LEAF1_ECX_SSSE3 (1u << 9)
#define LEAF1_ECX_SSE41 (1u << 19)
#define LEAF7_EBX_AVX2_BMI (1u << 3 | 1u << 5 | 1u << 8)
#define LEAF7_EBX_AVX512 (1u << 16 | 1u << 30 | 1u << 31)
#define LEAF7_EBX_SHA (1u << 29)

static bool has_all(uint32_t word, uint32_t bits)
{
	return (word & bits) == bits;
}

static uint32_t read_xcr0(void)
{
	uint32_t low, high;

	__asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return low;
}

/* The first letters of the maker's name. */
static uint32_t vendor(void)
{
	uint32_t eax, ebx, ecx, edx;

	__cpuid(0, eax, ebx, ecx, edx);
	return ebx;
}

enum rs_cpu_maker rs_cpu_maker(void)
{
	uint32_t name = vendor();

	return name == signature_AMD_ebx ? RS_CPU_MAKER_AMD : RS_CPU_MAKER_ANY;
}

/*
 * Registers of 512 bits cost clock on Skylake-SP, Cascade Lake and Cooper Lake, one model number for all three: the
 * core, the copying in the kernel included, runs slower for as long as they are in use, which eats up most of what
 * they gain over AVX-512 in 256 bits. Later processors do not slow down for integer work. AMD's never did.
 */
static bool has_costly_zmm(void)
{
	uint32_t eax, ebx, ecx, edx, family, model;

	if (vendor() != signature_INTEL_ebx)
		return false;
	if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
		return false;
	family = eax >> 8 & 0xf;
	model = (eax >> 4 & 0xf) | (eax >> 12 & 0xf0);
	return family == 6 && model == 0x55;
}

unsigned rs_cpu_detect(void)
{
	uint32_t eax, ebx, ecx, edx, xcr0, leaf1;
	unsigned features = 0;

	if (!__get_cpuid(1, &eax, &ebx, &leaf1, &edx) || !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
		return 0;
	xcr0 = leaf1 & LEAF1_ECX_OSXSAVE ? read_xcr0() : 0;
	if (has_all(leaf1, LEAF1_ECX_SSSE3 | LEAF1_ECX_SSE41) && has_all(ebx, LEAF7_EBX_SHA))
		features |= RS_CPU_SHA;
	if (!has_all(xcr0, XCR0_YMM) || !has_all(ebx, LEAF7_EBX_AVX2_BMI))
		return features;
	features |= RS_CPU_AVX2;
	if (!has_all(xcr0, XCR0_ZMM) || !has_all(ebx, LEAF7_EBX_AVX512))
		return features;
	features |= RS_CPU_AVX512;
	return has_costly_zmm() ? features : features | RS_CPU_ZMM;
}
