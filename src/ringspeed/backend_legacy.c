/* SPDX-License-Identifier: MIT */
/*
 * Owns the low-level calls. They are deprecated, and a libcrypto may be built without them, so they are looked up when
 * the program runs and not when it is linked.
 */
#include "backend.h"

#include <dlfcn.h>
#include <errno.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

/* More than any context has; SHA512_CTX, the largest, has 216 bytes. */
#define CONTEXT_LEN 1024

typedef int init_fn(void *ctx);
typedef int update_fn(void *ctx, const void *data, size_t len);
typedef int final_fn(unsigned char *digest, void *ctx);

struct legacy {
	init_fn *init;
	update_fn *update;
	final_fn *final;
	_Alignas(64) uint8_t ctx[CONTEXT_LEN];
	uint8_t digest[EVP_MAX_MD_SIZE];
};

/* What libcrypto calls a digest, and how its functions begin. */
static const struct {
	const char *name;
	const char *prefix;
} families[] = {
	{ "MD4", "MD4" },	{ "MD5", "MD5" },	{ "SHA1", "SHA1" },	      { "SHA2-224", "SHA224" },
	{ "SHA2-256", "SHA256" }, { "SHA2-384", "SHA384" }, { "SHA2-512", "SHA512" }, { "RIPEMD-160", "RIPEMD160" },
	{ "WHIRLPOOL", "WHIRLPOOL" }, { "MDC2", "MDC2" },
};

static const char *prefix_of(const char *digest)
{
	EVP_MD *md = EVP_MD_fetch(NULL, digest, NULL);
	const char *prefix = NULL;

	for (size_t i = 0; md && i < sizeof(families) / sizeof(families[0]); i++) {
		if (EVP_MD_is_a(md, families[i].name))
			prefix = families[i].prefix;
	}
	EVP_MD_free(md);
	return prefix;
}

static void *find(const char *prefix, const char *what)
{
	char name[64];

	snprintf(name, sizeof(name), "%s_%s", prefix, what);
	return dlsym(RTLD_DEFAULT, name);
}

static bool open_legacy(struct backend *backend, const struct backend_spec *spec, char why[BACKEND_WHY_MAX])
{
	const char *prefix = prefix_of(spec->digest);
	struct legacy *legacy = aligned_alloc(64, (sizeof(*legacy) + 63) / 64 * 64);

	backend->state = legacy;
	if (!legacy) {
		snprintf(why, BACKEND_WHY_MAX, "out of memory");
		return false;
	}
	if (!prefix) {
		snprintf(why, BACKEND_WHY_MAX, "there are no low-level calls for it");
		return false;
	}
	*(void **)&legacy->init = find(prefix, "Init");
	*(void **)&legacy->update = find(prefix, "Update");
	*(void **)&legacy->final = find(prefix, "Final");
	if (legacy->init && legacy->update && legacy->final)
		return true;
	snprintf(why, BACKEND_WHY_MAX, "this libcrypto has no %s_Update()", prefix);
	return false;
}

static int64_t run_legacy(struct backend *backend, size_t size, const volatile sig_atomic_t *is_over)
{
	struct legacy *legacy = backend->state;
	const uint8_t *message = backend->messages;
	int64_t n = 0;

	do {
		if (!legacy->init(legacy->ctx) || !legacy->update(legacy->ctx, message, size) ||
		    !legacy->final(legacy->digest, legacy->ctx))
			return -EIO;
		n++;
	} while (!*is_over);
	return n;
}

static void close_legacy(struct backend *backend)
{
	free(backend->state);
}

const struct backend_way backend_legacy = { open_legacy, run_legacy, close_legacy };
