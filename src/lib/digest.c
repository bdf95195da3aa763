/* SPDX-License-Identifier: MIT */
/*
 * EVP behind two small types: ringsum_digest, an algorithm fetched once and shared by all threads, and rs_serial, one
 * context that is reused for message after message. Every return of libcrypto is looked at; its error queue is emptied
 * here, so that nothing of ours shows up in a host program's queue.
 */
#include "digest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>

struct ringsum_digest {
	const struct ringsum_algo *algo;
	struct ringsum_algo own; /* where only libcrypto knows the algorithm */
	EVP_MD *md;
	size_t len;
	bool is_xof;
	bool allows_kernels;
};

struct rs_serial {
	EVP_MD_CTX *ctx;
	const struct ringsum_digest *digest; /* of the message begun */
};

static EVP_MD *fetch(const char *name)
{
	EVP_MD *md;

	ERR_set_mark();
	md = EVP_MD_fetch(NULL, name, NULL);
	ERR_pop_to_mark();
	return md;
}

/*
 * Names that no provider lists ("RSA-SHA256", "rmd160" of old) are still in the table of OpenSSL 1.x, which leads to
 * the provider's name.
 */
static EVP_MD *fetch_by_any_name(const char *name, const struct ringsum_algo *algo, bool *ret_is_known)
{
	EVP_MD *md = fetch(algo ? algo->name : name);
	const EVP_MD *old;

	*ret_is_known = algo || md;
	if (md)
		return md;
	old = EVP_get_digestbyname(algo ? algo->legacy : name);
	if (!old)
		return NULL;
	*ret_is_known = true;
	return fetch(EVP_MD_get0_name(old));
}

/* Approved code only, where FIPS was asked for: the kernels of this library are outside any validated module. */
static bool is_fips(void)
{
	return EVP_default_properties_is_fips_enabled(NULL) == 1;
}

/* The digest's length, which a SHAKE leaves to the caller. */
static int choose_len(struct ringsum_digest *digest, size_t xof_len)
{
	int size = EVP_MD_get_size(digest->md);

	digest->is_xof = (EVP_MD_get_flags(digest->md) & EVP_MD_FLAG_XOF) != 0;
	if (digest->is_xof) {
		if (xof_len > RINGSUM_XOF_MAX)
			return -EOVERFLOW;
		digest->len = xof_len;
		return xof_len ? 0 : -EINVAL;
	}
	if (xof_len)
		return -EINVAL;
	/* The "NULL" digest has size 0: nothing that anybody wants to see in a checksum file. */
	if (size <= 0 || size > RINGSUM_DIGEST_MAX)
		return -ENOENT;
	digest->len = (size_t)size;
	return 0;
}

static void name_it(struct ringsum_digest *digest, const struct ringsum_algo *algo)
{
	const char *name = EVP_MD_get0_name(digest->md);

	if (!algo)
		algo = ringsum_algo_find(name, strlen(name));
	if (!algo) {
		digest->own = (struct ringsum_algo){ name, name, name, name, digest->is_xof ? 0 : digest->len };
		algo = &digest->own;
	}
	digest->algo = algo;
}

int ringsum_digest_open(const char *name, size_t xof_len, struct ringsum_digest **ret_digest)
{
	const struct ringsum_algo *algo = ringsum_algo_find(name, strlen(name));
	struct ringsum_digest *digest;
	bool is_known;
	int r;

	digest = calloc(1, sizeof(*digest));
	if (!digest)
		return -ENOMEM;
	digest->md = fetch_by_any_name(name, algo, &is_known);
	if (!digest->md) {
		r = is_known ? -EACCES : -ENOENT;
		goto out;
	}
	r = choose_len(digest, xof_len);
	if (r < 0)
		goto out;
	name_it(digest, algo);
	/* A table that disagrees with libcrypto about a length would make wrong entries: trust neither. */
	if (digest->algo->digest_len != (digest->is_xof ? 0 : digest->len)) {
		r = -EACCES;
		goto out;
	}
	digest->allows_kernels = !is_fips();
	*ret_digest = digest;
	return 0;
out:
	ringsum_digest_close(digest);
	return r;
}

void ringsum_digest_close(struct ringsum_digest *digest)
{
	if (!digest)
		return;
	EVP_MD_free(digest->md);
	free(digest);
}

const struct ringsum_algo *ringsum_digest_algo(const struct ringsum_digest *digest)
{
	return digest->algo;
}

size_t ringsum_digest_len(const struct ringsum_digest *digest)
{
	return digest->len;
}

bool rs_digest_allows_kernels(const struct ringsum_digest *digest)
{
	return digest->allows_kernels;
}

const char *rs_digest_crypto(void)
{
	return OpenSSL_version(OPENSSL_VERSION);
}

int rs_serial_create(struct rs_serial **ret_serial)
{
	struct rs_serial *serial = calloc(1, sizeof(*serial));

	if (!serial)
		return -ENOMEM;
	serial->ctx = EVP_MD_CTX_new();
	if (!serial->ctx) {
		free(serial);
		return -ENOMEM;
	}
	*ret_serial = serial;
	return 0;
}

void rs_serial_destroy(struct rs_serial *serial)
{
	if (!serial)
		return;
	EVP_MD_CTX_free(serial->ctx);
	free(serial);
}

/* 0 for libcrypto's 1, else -EIO; what it queued about it would only surprise the host program later. */
static int check(int is_ok)
{
	if (is_ok == 1)
		return 0;
	ERR_clear_error();
	return -EIO;
}

int rs_serial_begin(struct rs_serial *serial, const struct ringsum_digest *digest)
{
	serial->digest = digest;
	return check(EVP_DigestInit_ex2(serial->ctx, digest->md, NULL));
}

int rs_serial_feed(struct rs_serial *serial, const void *data, size_t len)
{
	return check(EVP_DigestUpdate(serial->ctx, data, len));
}

int rs_serial_final(struct rs_serial *serial, uint8_t *ret_digest)
{
	unsigned len = 0;

	if (serial->digest->is_xof)
		return check(EVP_DigestFinalXOF(serial->ctx, ret_digest, serial->digest->len));
	if (check(EVP_DigestFinal_ex(serial->ctx, ret_digest, &len)) < 0)
		return -EIO;
	return len == serial->digest->len ? 0 : -EIO;
}
