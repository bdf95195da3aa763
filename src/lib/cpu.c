/* SPDX-License-Identifier: MIT */
/*
 * Names of CPU features, the mask, and the one reading of both. The state here is written once, under pthread_once(),
 * and only read after. How a processor is asked stands in kernels/, one file for each family.
 */
#include "cpu.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	unsigned feature;
	/* what cannot be used without it, itself included */
	unsigned falls;
} names[] = {
	{ "sha", RS_CPU_SHA, RS_CPU_SHA },
	{ "avx2", RS_CPU_AVX2, RS_CPU_AVX2 | RS_CPU_AVX512 | RS_CPU_ZMM },
	{ "avx512", RS_CPU_AVX512, RS_CPU_AVX512 | RS_CPU_ZMM },
	{ "zmm", RS_CPU_ZMM, RS_CPU_ZMM },
};

static const size_t n_names = sizeof(names) / sizeof(names[0]);

static bool is_word(const char *word, size_t len, const char *text)
{
	return strlen(text) == len && memcmp(word, text, len) == 0;
}

static unsigned mask_word(unsigned features, const char *word, size_t len)
{
	if (is_word(word, len, "none"))
		return 0;
	if (len < 3 || memcmp(word, "no-", 3) != 0)
		return features;
	for (size_t i = 0; i < n_names; i++) {
		if (is_word(word + 3, len - 3, names[i].name))
			features &= ~names[i].falls;
	}
	return features;
}

unsigned rs_cpu_mask(unsigned features, const char *list)
{
	if (!list)
		return features;
	for (list += strspn(list, ", "); *list; list += strspn(list, ", ")) {
		size_t len = strcspn(list, ", ");

		features = mask_word(features, list, len);
		list += len;
	}
	return features;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned features_in_use;

static void read_once(void)
{
	features_in_use = rs_cpu_mask(rs_cpu_detect(), secure_getenv("RINGSUM_CPU"));
}

unsigned rs_cpu_features(void)
{
	pthread_once(&once, read_once);
	return features_in_use;
}

/* Adds a word to the text of so many bytes, as far as it fits; returns the new length. */
static size_t add_word(char *buf, size_t cap, size_t len, const char *word)
{
	size_t word_len = strlen(word);

	if (len < cap) {
		size_t n = word_len < cap - len - 1 ? word_len : cap - len - 1;

		memcpy(buf + len, word, n);
		buf[len + n] = '\0';
	}
	return len + word_len;
}

size_t rs_cpu_names(unsigned features, char *buf, size_t cap)
{
	size_t len = 0;

	for (size_t i = 0; i < n_names; i++) {
		if (!(features & names[i].feature))
			continue;
		if (len > 0)
			len = add_word(buf, cap, len, " ");
		len = add_word(buf, cap, len, names[i].name);
	}
	return len > 0 ? len : add_word(buf, cap, 0, "none");
}
