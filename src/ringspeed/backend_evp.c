/* SPDX-License-Identifier: MIT */
/*
 * Owns what EVP needs. Each loop calls what its name says and nothing else, as these calls are what is measured.
 * Functions of variable length (SHAKE) give as many bytes as their strength is worth, through EVP_DigestFinalXOF().
 */
#include "backend.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

#define XOF_LEN 64

struct evp {
	enum rates_api api;
	/** @fetched: owned; NULL with RATES_FETCH */
	EVP_MD *fetched;
	const EVP_MD *md;
	EVP_MD_CTX *ctx;
	/** @xof_len: 0: not of variable length */
	size_t xof_len;
	uint8_t digest[EVP_MAX_MD_SIZE];
};

static bool find_md(struct evp *evp, const char *name)
{
	evp->fetched = EVP_MD_fetch(NULL, name, NULL);
	evp->md = evp->fetched;
	ERR_clear_error();
	if (!evp->md)
		return false;
	if (EVP_MD_get_flags(evp->md) & EVP_MD_FLAG_XOF)
		evp->xof_len = EVP_MD_get_block_size(evp->md) >= 168 ? XOF_LEN / 2 : XOF_LEN;
	if (evp->api == RATES_FETCH) {
		EVP_MD_free(evp->fetched);
		evp->fetched = NULL;
		evp->md = EVP_get_digestbyname(name);
	}
	return true;
}

static bool open_evp(struct backend *backend, const struct backend_spec *spec, char why[BACKEND_WHY_MAX])
{
	struct evp *evp = calloc(1, sizeof(*evp));

	backend->state = evp;
	if (evp) {
		evp->api = spec->api;
		evp->ctx = EVP_MD_CTX_new();
	}
	if (!evp || !evp->ctx)
		snprintf(why, BACKEND_WHY_MAX, "out of memory");
	else if (!find_md(evp, spec->digest))
		snprintf(why, BACKEND_WHY_MAX, "libcrypto has no such digest");
	else if (!evp->md)
		snprintf(why, BACKEND_WHY_MAX, "libcrypto has no EVP_get_digestbyname() for it");
	else
		return true;
	return false;
}

static bool compute_xof(EVP_MD_CTX *ctx, const struct evp *evp, const uint8_t *message, size_t size, uint8_t *digest)
{
	return EVP_DigestInit_ex2(ctx, evp->md, NULL) && EVP_DigestUpdate(ctx, message, size) &&
	       EVP_DigestFinalXOF(ctx, digest, evp->xof_len);
}

static int64_t run_oneshot(struct evp *evp, const uint8_t *message, size_t size, const volatile sig_atomic_t *is_over)
{
	const EVP_MD *md = evp->md;
	uint8_t *digest = evp->digest;
	int64_t n = 0;

	do {
		if (!EVP_Digest(message, size, digest, NULL, md, NULL))
			return -EIO;
		n++;
	} while (!*is_over);
	return n;
}

/* A context for each message, as EVP_Digest() has it. */
static int64_t run_oneshot_xof(struct evp *evp, const uint8_t *message, size_t size,
			       const volatile sig_atomic_t *is_over)
{
	int64_t n = 0;

	do {
		EVP_MD_CTX *ctx = EVP_MD_CTX_new();
		bool is_done = ctx && compute_xof(ctx, evp, message, size, evp->digest);

		EVP_MD_CTX_free(ctx);
		if (!is_done)
			return -EIO;
		n++;
	} while (!*is_over);
	return n;
}

static int64_t run_context(struct evp *evp, const uint8_t *message, size_t size, const volatile sig_atomic_t *is_over)
{
	const EVP_MD *md = evp->md;
	EVP_MD_CTX *ctx = evp->ctx;
	uint8_t *digest = evp->digest;
	int64_t n = 0;

	do {
		if (!EVP_DigestInit_ex2(ctx, md, NULL) || !EVP_DigestUpdate(ctx, message, size) ||
		    !EVP_DigestFinal_ex(ctx, digest, NULL))
			return -EIO;
		n++;
	} while (!*is_over);
	return n;
}

static int64_t run_context_xof(struct evp *evp, const uint8_t *message, size_t size,
			       const volatile sig_atomic_t *is_over)
{
	int64_t n = 0;

	do {
		if (!compute_xof(evp->ctx, evp, message, size, evp->digest))
			return -EIO;
		n++;
	} while (!*is_over);
	return n;
}

static int64_t run_evp(struct backend *backend, size_t size, const volatile sig_atomic_t *is_over)
{
	struct evp *evp = backend->state;

	if (evp->api == RATES_EVP)
		return evp->xof_len ? run_context_xof(evp, backend->messages, size, is_over) :
				      run_context(evp, backend->messages, size, is_over);
	return evp->xof_len ? run_oneshot_xof(evp, backend->messages, size, is_over) :
			      run_oneshot(evp, backend->messages, size, is_over);
}

static void close_evp(struct backend *backend)
{
	struct evp *evp = backend->state;

	if (!evp)
		return;
	EVP_MD_CTX_free(evp->ctx);
	EVP_MD_free(evp->fetched);
	free(evp);
}

const struct backend_way backend_evp = { open_evp, run_evp, close_evp };
