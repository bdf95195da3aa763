/* SPDX-License-Identifier: MIT */
/*
 * A key is an EVP_PKEY, for MACs too, and each message starts from it afresh: copying a context that has one costs a
 * copy of the key more, and crashes in OpenSSL 3.6. What libcrypto queues about errors is taken back, as everywhere.
 */
#include "keyed.h"
#include "key.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>

/* What the name of a digest takes at most, with the NUL. */
#define MAX_NAME 80
/* The first piece of a message that is collected. */
#define MIN_ROOM 65536

struct rs_keyed {
	enum ringsum_digest_kind kind;
	EVP_PKEY *key;
	char digest[MAX_NAME]; /* "": the key's default, or none */
	char digest_used[MAX_NAME]; /* "": none */
	bool is_whole; /* it signs the message itself */
	size_t len;
	struct ringsum_setting *settings; /* for each message, with their texts behind them */
	size_t n_settings;
	size_t settings_len;
	void *signature;
	size_t signature_len;
};

/* ---- Messages ---- */

/* Return: 0; -EACCES: key and digest do not go together; -EINVAL: a setting, *@ret_bad counted from 1. */
static int start(EVP_MD_CTX *ctx, const struct rs_keyed *keyed, size_t *ret_bad)
{
	const char *digest = *keyed->digest ? keyed->digest : NULL;
	EVP_PKEY_CTX *settings_ctx = NULL;
	int is_ok;

	if (keyed->kind == RINGSUM_DIGEST_VERIFY)
		is_ok = EVP_DigestVerifyInit_ex(ctx, &settings_ctx, digest, NULL, NULL, keyed->key, NULL);
	else
		is_ok = EVP_DigestSignInit_ex(ctx, &settings_ctx, digest, NULL, NULL, keyed->key, NULL);
	return is_ok == 1 ? rs_key_apply(settings_ctx, keyed->settings, keyed->n_settings, ret_bad) : -EACCES;
}

/* Nothing of it stays behind in what libc gives to others. */
static void drop_whole(struct rs_keyed_message *message)
{
	OPENSSL_clear_free(message->whole, message->whole_len);
	message->whole = NULL;
	message->whole_len = message->whole_room = 0;
}

void rs_keyed_drop(struct rs_keyed_message *message)
{
	EVP_MD_CTX_reset(message->ctx);
	drop_whole(message);
}

int rs_keyed_begin(struct rs_keyed_message *message, const struct rs_keyed *keyed)
{
	size_t bad;
	int r;

	rs_keyed_drop(message);
	message->keyed = keyed;
	if (!message->ctx)
		message->ctx = EVP_MD_CTX_new();
	if (!message->ctx)
		return -ENOMEM;
	/* Otherwise the end would be computed in a copy of the context, and so of the key. */
	EVP_MD_CTX_set_flags(message->ctx, EVP_MD_CTX_FLAG_FINALISE);
	ERR_set_mark();
	r = start(message->ctx, keyed, &bad);
	ERR_pop_to_mark();
	if (r < 0)
		EVP_MD_CTX_reset(message->ctx);
	return r < 0 ? -EACCES : 0;
}

static int collect(struct rs_keyed_message *message, const void *data, size_t len)
{
	if (len > RS_KEYED_MAX_WHOLE - message->whole_len)
		return -EFBIG;
	if (message->whole_len + len > message->whole_room) {
		size_t room = message->whole_room ? 2 * message->whole_room : MIN_ROOM;
		char *whole;

		while (room < message->whole_len + len)
			room *= 2;
		whole = OPENSSL_clear_realloc(message->whole, message->whole_len, room);
		if (!whole)
			return -ENOMEM;
		message->whole = whole;
		message->whole_room = room;
	}
	memcpy(message->whole + message->whole_len, data, len);
	message->whole_len += len;
	return 0;
}

int rs_keyed_feed(struct rs_keyed_message *message, const void *data, size_t len)
{
	int is_ok;

	if (message->keyed->is_whole)
		return collect(message, data, len);
	ERR_set_mark();
	if (message->keyed->kind == RINGSUM_DIGEST_VERIFY)
		is_ok = EVP_DigestVerifyUpdate(message->ctx, data, len);
	else
		is_ok = EVP_DigestSignUpdate(message->ctx, data, len);
	ERR_pop_to_mark();
	return is_ok == 1 ? 0 : -EIO;
}

static const void *whole_of(const struct rs_keyed_message *message)
{
	return message->whole ? message->whole : "";
}

static int verify(struct rs_keyed_message *message, uint8_t *ret_digest, size_t *ret_len)
{
	const struct rs_keyed *keyed = message->keyed;
	int is_right;

	if (keyed->is_whole)
		is_right = EVP_DigestVerify(message->ctx, keyed->signature, keyed->signature_len, whole_of(message),
					    message->whole_len);
	else
		is_right = EVP_DigestVerifyFinal(message->ctx, keyed->signature, keyed->signature_len);
	if (is_right < 0)
		return -EBADMSG;
	*ret_digest = is_right == 1;
	*ret_len = 1;
	return 0;
}

static int sign(struct rs_keyed_message *message, uint8_t *ret_digest, size_t *ret_len)
{
	size_t len = message->keyed->len;
	int is_ok;

	if (message->keyed->is_whole)
		is_ok = EVP_DigestSign(message->ctx, ret_digest, &len, whole_of(message), message->whole_len);
	else
		is_ok = EVP_DigestSignFinal(message->ctx, ret_digest, &len);
	if (is_ok != 1 || len > message->keyed->len)
		return -EIO;
	*ret_len = len;
	return 0;
}

int rs_keyed_final(struct rs_keyed_message *message, uint8_t *ret_digest, size_t *ret_len)
{
	int r;

	ERR_set_mark();
	if (message->keyed->kind == RINGSUM_DIGEST_VERIFY)
		r = verify(message, ret_digest, ret_len);
	else
		r = sign(message, ret_digest, ret_len);
	ERR_pop_to_mark();
	rs_keyed_drop(message);
	return r;
}

void rs_keyed_finish(struct rs_keyed_message *message)
{
	EVP_MD_CTX_free(message->ctx);
	drop_whole(message);
	*message = (struct rs_keyed_message){ 0 };
}

/* ---- What MACs and signatures have in common ---- */

static bool is_digest(const char *name)
{
	EVP_MD *md = EVP_MD_fetch(NULL, name, NULL);

	EVP_MD_free(md);
	return md != NULL;
}

/* By any name: the table's, a provider's, or one of OpenSSL 1.x. */
static int set_digest(struct rs_keyed *keyed, const char *name)
{
	const struct ringsum_algo *algo = name ? ringsum_algo_find(name, strlen(name)) : NULL;
	const EVP_MD *old = name ? EVP_get_digestbyname(name) : NULL;

	if (!name)
		return 0;
	if (algo)
		name = algo->name;
	else if (old && !is_digest(name))
		name = EVP_MD_get0_name(old);
	if (strlen(name) >= sizeof(keyed->digest) || !is_digest(name))
		return -ENOENT;
	strcpy(keyed->digest, name);
	return 0;
}

/* The length of a MAC, of the longest signature, or of a verdict. */
static size_t find_len(EVP_MD_CTX *ctx, const struct rs_keyed *keyed)
{
	size_t len = 0;
	int size = EVP_PKEY_get_size(keyed->key);

	if (keyed->kind == RINGSUM_DIGEST_VERIFY)
		return 1;
	if (keyed->kind == RINGSUM_DIGEST_SIGN)
		return size > 0 ? (size_t)size : 0;
	return EVP_DigestSignFinal(ctx, NULL, &len) == 1 ? len : 0;
}

/* Whatever is wrong with the first message is wrong with all, and better told before there is one. */
static int try_it(struct rs_keyed *keyed, size_t *ret_bad)
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	const EVP_MD *md;
	int r = -ENOMEM;

	if (!ctx)
		return r;
	r = start(ctx, keyed, ret_bad);
	if (r == 0) {
		md = EVP_MD_CTX_get0_md(ctx);
		if (md && strlen(EVP_MD_get0_name(md)) < sizeof(keyed->digest_used))
			strcpy(keyed->digest_used, EVP_MD_get0_name(md));
		keyed->len = find_len(ctx, keyed);
		r = keyed->len ? 0 : -EACCES;
	}
	EVP_MD_CTX_free(ctx);
	return r;
}

void rs_keyed_close(struct rs_keyed *keyed)
{
	if (!keyed)
		return;
	EVP_PKEY_free(keyed->key);
	if (keyed->settings)
		OPENSSL_cleanse(keyed->settings, keyed->settings_len);
	free(keyed->settings);
	free(keyed->signature);
	free(keyed);
}

enum ringsum_digest_kind rs_keyed_kind(const struct rs_keyed *keyed)
{
	return keyed->kind;
}

const char *rs_keyed_type(const struct rs_keyed *keyed)
{
	return EVP_PKEY_get0_type_name(keyed->key);
}

size_t rs_keyed_len(const struct rs_keyed *keyed)
{
	return keyed->len;
}

const char *rs_keyed_digest_name(const struct rs_keyed *keyed)
{
	return *keyed->digest_used ? keyed->digest_used : NULL;
}

/* ---- MACs ---- */

int rs_keyed_open_mac(const struct ringsum_mac *mac, struct rs_keyed **ret_keyed, size_t *ret_bad)
{
	struct rs_keyed *keyed = calloc(1, sizeof(*keyed));
	bool is_hmac = !mac->name || strcasecmp(mac->name, "HMAC") == 0;
	size_t other;
	int r;

	if (!keyed)
		return -ENOMEM;
	keyed->kind = RINGSUM_DIGEST_MAC;
	ERR_set_mark();
	r = set_digest(keyed, mac->digest || !is_hmac ? mac->digest : "SHA2-256");
	if (r == 0)
		r = rs_key_of_mac(mac, &keyed->key, ret_bad);
	if (r == 0)
		r = try_it(keyed, &other);
	ERR_pop_to_mark();
	if (r < 0)
		rs_keyed_close(keyed);
	else
		*ret_keyed = keyed;
	return r;
}

/* ---- Signatures ---- */

static int copy_settings(struct rs_keyed *keyed, const struct ringsum_setting *settings, size_t n_settings)
{
	size_t len = (n_settings + 1) * sizeof(*settings);
	char *to;

	for (size_t i = 0; i < n_settings; i++)
		len += strlen(settings[i].name) + strlen(settings[i].value) + 2;
	keyed->settings = malloc(len);
	if (!keyed->settings)
		return -ENOMEM;
	keyed->settings_len = len;
	to = (char *)&keyed->settings[n_settings];
	for (size_t i = 0; i < n_settings; i++) {
		keyed->settings[i].name = to;
		to = stpcpy(to, settings[i].name) + 1;
		keyed->settings[i].value = to;
		to = stpcpy(to, settings[i].value) + 1;
	}
	keyed->n_settings = n_settings;
	return 0;
}

static int copy_signature(struct rs_keyed *keyed, const struct ringsum_signing *signing)
{
	if (!signing->signature)
		return 0;
	keyed->signature = malloc(signing->signature_len + 1);
	if (!keyed->signature)
		return -ENOMEM;
	memcpy(keyed->signature, signing->signature, signing->signature_len);
	keyed->signature_len = signing->signature_len;
	return 0;
}

static int open_signing(struct rs_keyed *keyed, const struct ringsum_signing *signing, size_t *ret_bad)
{
	int r = rs_key_load(signing, &keyed->key);

	if (r == 0)
		r = set_digest(keyed, signing->digest);
	if (r == 0)
		r = copy_settings(keyed, signing->settings, signing->n_settings);
	if (r == 0)
		r = copy_signature(keyed, signing);
	if (r < 0)
		return r;
	keyed->is_whole = rs_key_signs_whole(keyed->key);
	return try_it(keyed, ret_bad);
}

int rs_keyed_open_signing(const struct ringsum_signing *signing, struct rs_keyed **ret_keyed, size_t *ret_bad)
{
	struct rs_keyed *keyed;
	int r;

	if (!signing->key || (signing->is_public && !signing->signature))
		return -EINVAL;
	keyed = calloc(1, sizeof(*keyed));
	if (!keyed)
		return -ENOMEM;
	keyed->kind = signing->signature ? RINGSUM_DIGEST_VERIFY : RINGSUM_DIGEST_SIGN;
	ERR_set_mark();
	r = open_signing(keyed, signing, ret_bad);
	ERR_pop_to_mark();
	if (r < 0)
		rs_keyed_close(keyed);
	else
		*ret_keyed = keyed;
	return r;
}
