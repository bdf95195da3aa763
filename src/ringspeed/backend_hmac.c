/* SPDX-License-Identifier: MIT */
/*
 * Owns HMACs: with one context whose key is set before (as `openssl speed -hmac` does it), with everything fetched for
 * each message, or by the calls that are older than both. The key is no secret.
 */
#include "backend.h"

#include <dlfcn.h>
#include <errno.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t key[16] = "ringspeed's key";

typedef int old_init_fn(void *ctx, const void *key, int key_len, const EVP_MD *md, void *engine);
typedef int old_update_fn(void *ctx, const unsigned char *data, size_t len);
typedef int old_final_fn(void *ctx, unsigned char *mac, unsigned *mac_len);

struct hmac {
	enum rates_api api;
	const char *digest;
	EVP_MAC *mac;
	EVP_MAC_CTX *ctx;
	/* the old calls */
	EVP_MD *md;
	void *old_ctx;
	old_init_fn *old_init;
	old_update_fn *old_update;
	old_final_fn *old_final;
	uint8_t out[EVP_MAX_MD_SIZE];
};

static const char *open_old(struct hmac *hmac)
{
	void *(*create)(void);

	*(void **)&create = dlsym(RTLD_DEFAULT, "HMAC_CTX_new");
	*(void **)&hmac->old_init = dlsym(RTLD_DEFAULT, "HMAC_Init_ex");
	*(void **)&hmac->old_update = dlsym(RTLD_DEFAULT, "HMAC_Update");
	*(void **)&hmac->old_final = dlsym(RTLD_DEFAULT, "HMAC_Final");
	if (!create || !hmac->old_init || !hmac->old_update || !hmac->old_final)
		return "this libcrypto has no HMAC_Update()";
	hmac->old_ctx = create();
	if (!hmac->old_ctx)
		return "out of memory";
	return hmac->old_init(hmac->old_ctx, key, sizeof(key), hmac->md, NULL) ? NULL :
										 "libcrypto refuses it in an HMAC";
}

static const char *open_mac(struct hmac *hmac)
{
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)hmac->digest, 0),
		OSSL_PARAM_construct_end(),
	};

	hmac->mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	hmac->ctx = hmac->mac ? EVP_MAC_CTX_new(hmac->mac) : NULL;
	if (!hmac->ctx)
		return "libcrypto has no HMAC";
	return EVP_MAC_init(hmac->ctx, key, sizeof(key), params) ? NULL : "libcrypto refuses it in an HMAC";
}

static bool open_hmac(struct backend *backend, const struct backend_spec *spec, char why[BACKEND_WHY_MAX])
{
	struct hmac *hmac = calloc(1, sizeof(*hmac));
	const char *fault = NULL;

	backend->state = hmac;
	if (hmac) {
		*hmac = (struct hmac){ .api = spec->api, .digest = spec->digest };
		hmac->md = EVP_MD_fetch(NULL, spec->digest, NULL);
	}
	if (!hmac)
		fault = "out of memory";
	else if (!hmac->md)
		fault = "libcrypto has no such digest";
	else if (spec->api == RATES_LANES)
		fault = "lanes compute no HMAC";
	else
		fault = spec->api == RATES_LEGACY ? open_old(hmac) : open_mac(hmac);
	ERR_clear_error();
	if (fault)
		snprintf(why, BACKEND_WHY_MAX, "%s", fault);
	return !fault;
}

static bool compute_old(struct hmac *hmac, const uint8_t *message, size_t size)
{
	return hmac->old_init(hmac->old_ctx, NULL, 0, NULL, NULL) &&
	       hmac->old_update(hmac->old_ctx, message, size) && hmac->old_final(hmac->old_ctx, hmac->out, NULL);
}

static bool compute_fetch(struct hmac *hmac, const uint8_t *message, size_t size)
{
	return EVP_Q_mac(NULL, "HMAC", NULL, hmac->digest, NULL, key, sizeof(key), message, size, hmac->out,
			 sizeof(hmac->out), NULL);
}

static bool compute_context(struct hmac *hmac, const uint8_t *message, size_t size)
{
	size_t len;

	return EVP_MAC_init(hmac->ctx, NULL, 0, NULL) && EVP_MAC_update(hmac->ctx, message, size) &&
	       EVP_MAC_final(hmac->ctx, hmac->out, &len, sizeof(hmac->out));
}

static int64_t run_hmac(struct backend *backend, size_t size, const volatile sig_atomic_t *is_over)
{
	struct hmac *hmac = backend->state;
	bool (*compute)(struct hmac *, const uint8_t *, size_t) = hmac->api == RATES_LEGACY ? compute_old :
								  hmac->api == RATES_FETCH  ? compute_fetch :
											      compute_context;
	int64_t n = 0;

	do {
		if (!compute(hmac, backend->messages, size))
			return -EIO;
		n++;
	} while (!*is_over);
	return n;
}

static void close_hmac(struct backend *backend)
{
	struct hmac *hmac = backend->state;
	void (*destroy)(void *);

	if (!hmac)
		return;
	*(void **)&destroy = dlsym(RTLD_DEFAULT, "HMAC_CTX_free");
	if (hmac->old_ctx && destroy)
		destroy(hmac->old_ctx);
	EVP_MAC_CTX_free(hmac->ctx);
	EVP_MAC_free(hmac->mac);
	EVP_MD_free(hmac->md);
	free(hmac);
}

const struct backend_way backend_hmac = { open_hmac, run_hmac, close_hmac };
