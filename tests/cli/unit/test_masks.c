/* SPDX-License-Identifier: MIT */
/*
 * Words of -cpu. Bits are those of CPUID in Intel's manual, and of ARMV8_* in the manual OPENSSL_ia32cap(3) and its
 * like.
 */
#include "machine.h"
#include "masks.h"

#include <criterion/criterion.h>
#include <string.h>

#define X86 "OPENSSL_ia32cap=0xfffa3203078bffff:0x405fc6f1bf07ab"
#define ARM "OPENSSL_armcap=0x7d"

static void expect_env(const char *word, const char *cpuinfo, const char *crypto, const char *kernels)
{
	struct masks_env env;

	cr_assert(masks_find(word, strlen(word), cpuinfo, &env), "%s", word);
	cr_expect_str_eq(env.crypto, crypto, "%s: %s", word, env.crypto);
	cr_expect_str_eq(env.kernels, kernels, "%s: %s", word, env.kernels);
	cr_expect_str_eq(env.crypto_name, strcmp(cpuinfo, ARM) == 0 ? "OPENSSL_armcap" : "OPENSSL_ia32cap");
}

Test(masks, x86)
{
	expect_env("native", X86, "", "");
	expect_env("no-sha", X86, ":~0x20000000", "no-sha");
	expect_env("no-avx512", X86, ":~0xd0230000", "no-avx512");
	expect_env("no-avx2", X86, ":~0xd0230020", "no-avx2");
	expect_env("avx2", X86, ":~0xf0230000", "no-sha,no-avx512");
	expect_env("avx", X86, ":~0xf0230020", "none");
	expect_env("ssse3", X86, "~0x1000080000000000:~0xf0230020", "none");
	expect_env("none", X86, "~0x10000a0000000000:~0xf0230020", "none");
}

Test(masks, several)
{
	expect_env("no-sha+no-avx512", X86, ":~0xf0230000", "no-sha,no-avx512");
	expect_env("native+no-sha", X86, ":~0x20000000", "no-sha");
	expect_env("no-sha+native", X86, ":~0x20000000", "no-sha");
}

Test(masks, arm)
{
	/* 0x7d without SHA1 (0x08), SHA256 (0x10), SHA512 (0x40) */
	expect_env("no-sha", ARM, "0x25", "no-sha");
	expect_env("none", ARM, "0x0", "none");
	expect_env("native", ARM, "", "");
}

Test(masks, refused)
{
	static const char *const words[] = { "", "sha", "no-", "no-sha+", "+no-sha", "no-sha++none", "NATIVE", "no-sha " };
	struct masks_env env;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		cr_expect_not(masks_find(words[i], strlen(words[i]), X86, &env), "%s", words[i]);
	cr_expect_not(masks_find("ssse3", 5, ARM, &env), "of another processor");
	cr_expect_not(masks_find("no-sha", 6, "CPUINFO: N/A", &env), "of an unknown processor");
	cr_expect(masks_find("native", 6, "CPUINFO: N/A", &env));
	cr_expect(masks_find("native,x", 6, X86, &env), "the word ends where it is told to");
}

Test(masks, has_sha)
{
	cr_expect(machine_allows_sha(X86));
	cr_expect_not(machine_allows_sha("OPENSSL_ia32cap=0xfffa3203078bffff:0x405fc6d1bf07ab"));
	cr_expect(machine_allows_sha("OPENSSL_ia32cap=0xfffa3203078bffff:0x20000000 env::~0x1"));
	cr_expect_not(machine_allows_sha("OPENSSL_ia32cap=0x20000000"), "one word alone");
	cr_expect(machine_allows_sha(ARM));
	cr_expect_not(machine_allows_sha("OPENSSL_armcap=0x25"));
	cr_expect_not(machine_allows_sha("N/A"));
	cr_expect_not(machine_allows_sha(""));
}
