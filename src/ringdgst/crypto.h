/* SPDX-License-Identifier: MIT */
/*
 * What the program has to ask libcrypto itself, beside the library: its names, its providers, its version. The only
 * room that knows OpenSSL.
 */
#ifndef RINGDGST_CRYPTO_H
#define RINGDGST_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>

/** What the name of a digest takes at most, with the NUL. */
#define CRYPTO_NAME_MAX 64

/** struct crypto_digest - a digest as libcrypto describes it */
struct crypto_digest {
	/** @name: as the linked libcrypto calls it; openssl prints this */
	char name[CRYPTO_NAME_MAX];
	/** @is_old: a name of OpenSSL 1 such as RSA-SHA256, which openssl takes for digests, but not with keys */
	bool is_old;
	/** @is_empty: it has no output at all: libcrypto's digest NULL */
	bool is_empty;
	/** @is_xof: its output has the length that one asks for */
	bool is_xof;
	/** @default_len: bytes of output of an extendable-output function that nobody chose; 0: one must be chosen */
	size_t default_len;
};

/**
 * crypto_find_digest() - look up a digest as openssl's command line does
 * @name: any name of libcrypto
 * @properties: property query, or NULL
 * @may_be_old: names that no provider has any more count too
 *
 * Return: 0; -ENOENT: there is none.
 */
int crypto_find_digest(const char *name, const char *properties, bool may_be_old, struct crypto_digest *ret_digest);

/** crypto_each_digest() - call @visit with each name that `openssl dgst -list` has, in its order */
void crypto_each_digest(void (*visit)(void *context, const char *name), void *context);

/** crypto_set_provider_path() - where providers named later are looked for; Return: 0; -EINVAL */
int crypto_set_provider_path(const char *path);

/** struct ossl_provider_st - libcrypto's own, for whoever holds one */
struct ossl_provider_st;

/**
 * crypto_load_provider() - load a provider beside the default one
 *
 * Owner: the caller, who calls crypto_unload_provider() when no digest is left. Return: 0; -ENOENT: it cannot be
 * loaded.
 */
int crypto_load_provider(const char *name, struct ossl_provider_st **ret_provider);

/** crypto_unload_provider() - give it back */
void crypto_unload_provider(struct ossl_provider_st *provider);

/**
 * crypto_set_provider_parameter() - configure a provider that is loaded
 * @provider: its name; NULL: all that are loaded
 *
 * Return: 0; -ENOSYS: libcrypto is older than 3.5; -ENOENT: it is not loaded; -EINVAL: libcrypto refuses.
 */
int crypto_set_provider_parameter(const char *provider, const char *key, const char *value);

/** crypto_set_properties() - the property query for all that is fetched from now on; Return: 0; -EINVAL: it is none */
int crypto_set_properties(const char *properties);

/** crypto_is_before() - is the linked libcrypto older than this? */
bool crypto_is_before(unsigned major, unsigned minor);

#endif
