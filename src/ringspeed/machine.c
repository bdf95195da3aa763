/* SPDX-License-Identifier: MIT */
/*
 * Owns the reading of /proc/cpuinfo and of libcrypto's line about the processor. The layout of that line is described
 * in OPENSSL_ia32cap(3).
 */
#include "machine.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CPUID leaf 7: EBX bit 29. */
#define X86_SHA (UINT64_C(1) << 29)
/* ARMV8_SHA256 of libcrypto. */
#define ARM_SHA256 (UINT64_C(1) << 4)

bool machine_allows_sha(const char *cpuinfo)
{
	const char *x86 = strstr(cpuinfo, "ia32cap="), *arm = strstr(cpuinfo, "armcap=");

	if (x86) {
		x86 = strchr(x86, ':');
		return x86 && (strtoull(x86 + 1, NULL, 16) & X86_SHA);
	}
	return arm && (strtoull(arm + strlen("armcap="), NULL, 16) & ARM_SHA256);
}

void machine_note(struct rates_run *run)
{
	const char *info = OPENSSL_info(OPENSSL_INFO_CPU_SETTINGS);

	snprintf(run->cpuinfo, sizeof(run->cpuinfo), "%s", info ? info : "not told");
	/* What was set in the environment is told behind it, in whatever way it was spelt. */
	run->cpuinfo[strcspn(run->cpuinfo, " ")] = '\0';
	run->has_sha = machine_allows_sha(run->cpuinfo);
}

/* The value of the first line that begins with @key; false: there is none. */
static bool find_line(const char *key, char *ret_value, size_t cap)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	char *line = NULL;
	size_t line_cap = 0;
	bool is_found = false;

	if (!file)
		return false;
	while (!is_found && getline(&line, &line_cap, file) > 0) {
		const char *value = strchr(line, ':');

		is_found = value && strncmp(line, key, strlen(key)) == 0;
		if (is_found)
			snprintf(ret_value, cap, "%s", value + 1);
	}
	free(line);
	fclose(file);
	return is_found;
}

static bool has_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
		size_t n = strcspn(text, " \n");

		if (n == len && memcmp(text, word, len) == 0)
			return true;
		text += n;
	}
	return false;
}

enum machine_sha machine_sha(void)
{
	char flags[8192];

	if (find_line("flags", flags, sizeof(flags)))
		return has_word(flags, "sha_ni") ? MACHINE_SHA_PRESENT : MACHINE_SHA_ABSENT;
	if (find_line("Features", flags, sizeof(flags)))
		return has_word(flags, "sha2") ? MACHINE_SHA_PRESENT : MACHINE_SHA_ABSENT;
	return MACHINE_SHA_UNKNOWN;
}

void machine_name(char ret_name[RATES_NAME_MAX])
{
	char value[256] = "";
	size_t len = 0;

	find_line("model name", value, sizeof(value));
	for (const char *next = value + strspn(value, " \t"); *next && *next != '\n' && len < RATES_NAME_MAX - 1;
	     next++)
		ret_name[len++] = *next >= 0x20 && *next < 0x7f ? *next : '?';
	ret_name[len] = '\0';
}
