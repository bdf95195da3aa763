/* SPDX-License-Identifier: MIT */
/*
 * Owns the table of words. OPENSSL_ia32cap takes bits away where a value begins with '~'; OPENSSL_armcap has no such
 * form and is the new value itself. See OPENSSL_ia32cap(3), and ringsum(1) about RINGSUM_CPU.
 */
#include "masks.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(n) (UINT64_C(1) << (n))

/* The first word is EDX and ECX of CPUID leaf 1, the second EBX and ECX of leaf 7. */
#define SSSE3 BIT(32 + 9)
#define XOP BIT(32 + 11)
#define AVX BIT(32 + 28)
#define AVX2 BIT(5)
#define SHA BIT(29)
/* F, DQ, IFMA, CD, BW and VL */
#define AVX512 (BIT(16) | BIT(17) | BIT(21) | BIT(28) | BIT(30) | BIT(31))

static const struct x86_word {
	const char *name;
	uint64_t first;
	uint64_t second;
	/** @kernels: the same for RINGSUM_CPU */
	const char *kernels;
} x86_words[] = {
	{ "native", 0, 0, "" },
	{ "no-sha", 0, SHA, "no-sha" },
	{ "no-avx512", 0, AVX512, "no-avx512" },
	{ "no-avx2", 0, AVX2 | AVX512, "no-avx2" },
	{ "avx2", 0, SHA | AVX512, "no-sha,no-avx512" },
	{ "avx", 0, SHA | AVX2 | AVX512, "none" },
	{ "ssse3", AVX | XOP, SHA | AVX2 | AVX512, "none" },
	{ "none", AVX | XOP | SSSE3, SHA | AVX2 | AVX512, "none" },
};

/* Bits of OPENSSL_armcap: SHA1 3, SHA256 4, SHA512 6, SHA3 11. */
static const struct arm_word {
	const char *name;
	uint64_t bits;
	const char *kernels;
} arm_words[] = {
	{ "native", 0, "" },
	{ "no-sha", BIT(3) | BIT(4) | BIT(6) | BIT(11), "no-sha" },
	{ "none", UINT64_MAX, "none" },
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

static bool is_word(const char *name, const char *word, size_t len)
{
	return strlen(name) == len && memcmp(name, word, len) == 0;
}

static void add_kernels(struct masks_env *env, const char *kernels)
{
	size_t len = strlen(env->kernels);

	snprintf(env->kernels + len, sizeof(env->kernels) - len, "%s%s", len > 0 && *kernels ? "," : "", kernels);
}

/* What is taken away is collected in two words. */
static bool add_x86(struct masks_env *env, const char *word, size_t len, uint64_t bits[2])
{
	for (size_t i = 0; i < N(x86_words); i++) {
		if (!is_word(x86_words[i].name, word, len))
			continue;
		bits[0] |= x86_words[i].first;
		bits[1] |= x86_words[i].second;
		add_kernels(env, x86_words[i].kernels);
		return true;
	}
	return false;
}

static bool add_arm(struct masks_env *env, const char *word, size_t len, uint64_t bits[2])
{
	for (size_t i = 0; i < N(arm_words); i++) {
		if (!is_word(arm_words[i].name, word, len))
			continue;
		bits[0] |= arm_words[i].bits;
		add_kernels(env, arm_words[i].kernels);
		return true;
	}
	return false;
}

static void put_x86(struct masks_env *env, const uint64_t bits[2])
{
	char first[24] = "", second[24] = "";

	if (bits[0])
		snprintf(first, sizeof(first), "~0x%" PRIx64, bits[0]);
	if (bits[1])
		snprintf(second, sizeof(second), ":~0x%" PRIx64, bits[1]);
	snprintf(env->crypto, sizeof(env->crypto), "%s%s", first, second);
}

static void put_arm(struct masks_env *env, const char *cpuinfo, uint64_t bits)
{
	const char *value = strstr(cpuinfo, "armcap=");

	if (bits)
		snprintf(env->crypto, sizeof(env->crypto), "0x%" PRIx64,
			 (uint64_t)strtoull(value + strlen("armcap="), NULL, 16) & ~bits);
}

bool masks_find(const char *word, size_t len, const char *cpuinfo, struct masks_env *ret_env)
{
	bool is_x86 = strstr(cpuinfo, "ia32cap="), is_arm = strstr(cpuinfo, "armcap=");
	struct masks_env env = { .crypto_name = is_arm ? "OPENSSL_armcap" : "OPENSSL_ia32cap" };
	uint64_t bits[2] = { 0, 0 };
	const char *end = word + len;

	for (; word <= end; word += len + 1) {
		const char *plus = memchr(word, '+', (size_t)(end - word));

		len = (size_t)((plus ? plus : end) - word);
		if (is_x86 ? !add_x86(&env, word, len, bits) :
			     is_arm ? !add_arm(&env, word, len, bits) : !is_word("native", word, len))
			return false;
	}
	if (is_x86)
		put_x86(&env, bits);
	else if (is_arm)
		put_arm(&env, cpuinfo, bits[0]);
	*ret_env = env;
	return true;
}

const char *masks_words(const char *cpuinfo)
{
	if (strstr(cpuinfo, "ia32cap="))
		return "native, no-sha, no-avx512, no-avx2, avx2, avx, ssse3, none";
	return strstr(cpuinfo, "armcap=") ? "native, no-sha, none" : "native";
}
