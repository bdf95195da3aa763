/* SPDX-License-Identifier: MIT */
/*
 * CPU features: the mask and the names, and what is detected against what the system's kernel lists.
 */
#include "cpu.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL (RS_CPU_SHA | RS_CPU_AVX2 | RS_CPU_AVX512 | RS_CPU_ZMM)

Test(cpu, mask)
{
	static const struct {
		const char *list;
		unsigned left;
	} cases[] = {
		{ NULL, ALL },
		{ "", ALL },
		{ " , ,", ALL },
		{ "no-zmm", ALL & ~RS_CPU_ZMM },
		{ "no-avx512", RS_CPU_SHA | RS_CPU_AVX2 },
		{ "no-avx2", RS_CPU_SHA },
		{ "no-sha", ALL & ~RS_CPU_SHA },
		{ "no-avx512,no-sha", RS_CPU_AVX2 },
		{ " no-sha  no-zmm ", RS_CPU_AVX2 | RS_CPU_AVX512 },
		{ "none", 0 },
		{ "no-zmm,none", 0 },
		/* no features, nor anything that begins or ends like one */
		{ "no-avx", ALL },
		{ "no-avx5120", ALL },
		{ "no-", ALL },
		{ "no", ALL },
		{ "avx2", ALL },
		{ "NONE", ALL },
		{ "no-mmx,no-avx512", RS_CPU_SHA | RS_CPU_AVX2 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		cr_assert_eq(rs_cpu_mask(ALL, cases[i].list), cases[i].left, "\"%s\"", cases[i].list);
	cr_assert_eq(rs_cpu_mask(RS_CPU_SHA, "no-avx2"), RS_CPU_SHA, "what is not there cannot be added");
}

Test(cpu, names)
{
	char buf[64], cut[7];

	cr_assert_eq(rs_cpu_names(ALL, buf, sizeof(buf)), strlen("sha avx2 avx512 zmm"));
	cr_assert_str_eq(buf, "sha avx2 avx512 zmm");
	cr_assert_eq(rs_cpu_names(RS_CPU_AVX2, buf, sizeof(buf)), 4);
	cr_assert_str_eq(buf, "avx2");
	cr_assert_eq(rs_cpu_names(0, buf, sizeof(buf)), 4);
	cr_assert_str_eq(buf, "none");
	cr_assert_eq(rs_cpu_names(ALL, cut, sizeof(cut)), strlen("sha avx2 avx512 zmm"));
	cr_assert_str_eq(cut, "sha av");
	cr_assert_eq(rs_cpu_names(ALL, NULL, 0), strlen("sha avx2 avx512 zmm"));
}

/* Whether /proc/cpuinfo lists all of these flags, which have a blank on each side. */
static bool are_listed(const char *const *flags, size_t n_flags)
{
	char line[8192];
	bool is_found = false;
	FILE *file = fopen("/proc/cpuinfo", "re");

	cr_assert_not_null(file);
	while (!is_found && fgets(line, sizeof(line), file)) {
		if (strncmp(line, "flags", 5) != 0 && strncmp(line, "Features", 8) != 0)
			continue;
		line[strcspn(line, "\n")] = ' ';
		is_found = true;
		for (size_t i = 0; i < n_flags; i++)
			is_found &= strstr(line, flags[i]) != NULL;
	}
	fclose(file);
	return is_found;
}

#define ARE_LISTED(...) are_listed((const char *const[]){ __VA_ARGS__ }, \
				   sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *))

Test(cpu, detected_is_listed)
{
	unsigned features = rs_cpu_detect();
	bool has_sha = ARE_LISTED(" sha_ni ", " ssse3 ", " sse4_1 ") || ARE_LISTED(" asimd ", " sha1 ", " sha2 ");
	bool has_avx2 = ARE_LISTED(" avx2 ", " bmi1 ", " bmi2 ");

	cr_assert_eq((features & RS_CPU_SHA) != 0, has_sha);
	cr_assert_eq((features & RS_CPU_AVX2) != 0, has_avx2);
	cr_assert_eq((features & RS_CPU_AVX512) != 0, has_avx2 && ARE_LISTED(" avx512f ", " avx512bw ", " avx512vl "));
	if (features & RS_CPU_ZMM)
		cr_assert(features & RS_CPU_AVX512);
	cr_assert_eq(features & ~ALL, 0);
}

/* Each test is a process of its own, so that the variable is read afresh. */
Test(cpu, variable_masks)
{
	setenv("RINGSUM_CPU", "no-sha,no-avx512", 1);
	cr_assert_eq(rs_cpu_features(), rs_cpu_detect() & RS_CPU_AVX2);
	setenv("RINGSUM_CPU", "none", 1);
	cr_assert_eq(rs_cpu_features(), rs_cpu_detect() & RS_CPU_AVX2, "read once");
}

Test(cpu, without_variable)
{
	unsetenv("RINGSUM_CPU");
	cr_assert_eq(rs_cpu_features(), rs_cpu_detect());
}
