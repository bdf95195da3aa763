/* SPDX-License-Identifier: MIT */
/*
 * What the processor offers to the kernels: read once, constant ever after.
 *
 * RINGSUM_CPU in the environment takes features away: names with "no-" before them, commas or blanks between
 * ("no-avx512,no-sha"), or "none". It exists for tests, and for users whose processor is worse with a feature than
 * without. It cannot add anything. What libcrypto uses is not touched: that is OPENSSL_ia32cap's affair.
 */
#ifndef RS_CPU_H
#define RS_CPU_H

#include <stddef.h>

/** enum rs_cpu_feature - each means that the system keeps the registers it needs as well */
enum rs_cpu_feature {
	/** "sha": x86: SHA-NI with SSSE3 and SSE4.1; 64-bit ARM: SHA-1 and SHA-2 */
	RS_CPU_SHA = 1 << 0,
	/** "avx2": AVX2 with BMI1 and BMI2, which came with it */
	RS_CPU_AVX2 = 1 << 1,
	/** "avx512": AVX-512 F, BW and VL, in registers of 256 bits; goes with "avx2" */
	RS_CPU_AVX512 = 1 << 2,
	/** "zmm": registers of 512 bits, where they pay; goes with "avx512" */
	RS_CPU_ZMM = 1 << 3,
};

/** enum rs_cpu_maker - whose design a processor is: instructions that are fast on one need not be on another */
enum rs_cpu_maker {
	/** x86: Intel, and all that are not named below */
	RS_CPU_MAKER_ANY,
	/** x86: AMD */
	RS_CPU_MAKER_AMD,
	RS_CPU_N_MAKERS,
};

/** rs_cpu_maker() - ask the processor; takes microseconds in a virtual machine */
enum rs_cpu_maker rs_cpu_maker(void);

/**
 * rs_cpu_detect() - ask the processor and the system; takes microseconds in a virtual machine
 *
 * Return: bits of enum rs_cpu_feature.
 */
unsigned rs_cpu_detect(void);

/**
 * rs_cpu_mask() - take features away
 * @features: bits of enum rs_cpu_feature
 * @list: as in RINGSUM_CPU; NULL: nothing. A word that is no feature here is passed over: there is nothing to give up.
 *
 * Return: what is left.
 */
unsigned rs_cpu_mask(unsigned features, const char *list);

/**
 * rs_cpu_features() - what may be used: detected, without what RINGSUM_CPU takes away
 *
 * Read at the first call. Thread: any. Blocks: no.
 */
unsigned rs_cpu_features(void);

/**
 * rs_cpu_names() - features as words, blanks between them; "none" for none
 * @buf: NUL-terminated where @cap is not 0, cut if need be
 * @cap: its size in bytes
 *
 * Return: the bytes that the whole text takes, without the NUL.
 */
size_t rs_cpu_names(unsigned features, char *buf, size_t cap);

#endif
