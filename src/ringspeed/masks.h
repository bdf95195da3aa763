/* SPDX-License-Identifier: MIT */
/*
 * The words of -cpu and the environment that each stands for. Pure.
 */
#ifndef RINGSPEED_MASKS_H
#define RINGSPEED_MASKS_H

#include <stdbool.h>
#include <stddef.h>

/** Values of variables, and words of -cpu at most. */
#define MASKS_VALUE_MAX 64
#define MASKS_MAX 8

/** struct masks_env - what to set; an empty value stays as the user has it */
struct masks_env {
	/** @crypto_name: "OPENSSL_ia32cap" or "OPENSSL_armcap" */
	const char *crypto_name;
	char crypto[MASKS_VALUE_MAX];
	/** @kernels: for RINGSUM_CPU */
	char kernels[MASKS_VALUE_MAX];
};

/**
 * masks_find() - what a word stands for
 * @word, @len: "native", "no-sha", or several with plus signs between
 * @cpuinfo: libcrypto's line, which tells the kind of processor
 *
 * Return: false: it stands for nothing on this kind of processor.
 */
bool masks_find(const char *word, size_t len, const char *cpuinfo, struct masks_env *ret_env);

/** masks_words() - the words that there are on this kind of processor, with commas between; static */
const char *masks_words(const char *cpuinfo);

#endif
