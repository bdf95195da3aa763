/* SPDX-License-Identifier: MIT */
/*
 * Where keys come from. Those of MACs are made as libcrypto makes any key, from settings; others are read through
 * OSSL_STORE, so they may be whatever it has a loader for. Nothing is kept here.
 */
#include "key.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/store.h>
#include <openssl/ui.h>

/* Entries of a store that are looked at before its key is given up. */
#define MAX_ENTRIES 1000
/* More stack than libcrypto takes to read a key, and little beside what any thread has. */
#define STACK_LEN 65536

int rs_key_apply(EVP_PKEY_CTX *ctx, const struct ringsum_setting *settings, size_t n_settings, size_t *ret_bad)
{
	for (size_t i = 0; i < n_settings; i++) {
		if (EVP_PKEY_CTX_ctrl_str(ctx, settings[i].name, settings[i].value) <= 0) {
			*ret_bad = i + 1;
			return -EINVAL;
		}
	}
	return 0;
}

/* libcrypto would make a new key of other types, and sign with it. */
static bool is_mac(const char *name)
{
	EVP_MAC *mac = EVP_MAC_fetch(NULL, name, NULL);

	EVP_MAC_free(mac);
	return mac != NULL;
}

static bool set_key(EVP_PKEY_CTX *ctx, const void *key, size_t len)
{
	return len <= INT_MAX && EVP_PKEY_CTX_ctrl(ctx, -1, EVP_PKEY_OP_KEYGEN, EVP_PKEY_CTRL_SET_MAC_KEY, (int)len,
						   (void *)key) > 0;
}

static bool set_hex_key(EVP_PKEY_CTX *ctx, const char *hex, bool is_last)
{
	long len = 0;
	unsigned char *key = *hex ? OPENSSL_hexstr2buf(hex, &len) : NULL;
	bool is_set = (key || !*hex) && (!is_last || set_key(ctx, key ? (const void *)key : "", (size_t)len));

	OPENSSL_clear_free(key, (size_t)len);
	return is_set;
}

static bool is_key(const struct ringsum_setting *setting)
{
	return strcmp(setting->name, "key") == 0 || strcmp(setting->name, "hexkey") == 0;
}

static bool is_last_key(const struct ringsum_mac *mac, size_t i)
{
	while (++i < mac->n_settings) {
		if (is_key(&mac->settings[i]))
			return false;
	}
	return !mac->key;
}

/*
 * Left to itself, libcrypto would put a key that comes as text into memory that it does not wipe. A key that another
 * one follows need only make sense: libcrypto would lose it, as it is, when it gets the other one.
 */
static bool set_mac(EVP_PKEY_CTX *ctx, const struct ringsum_mac *mac, size_t i)
{
	const struct ringsum_setting *setting = &mac->settings[i];

	if (!is_key(setting))
		return EVP_PKEY_CTX_ctrl_str(ctx, setting->name, setting->value) > 0;
	if (strcmp(setting->name, "hexkey") == 0)
		return set_hex_key(ctx, setting->value, is_last_key(mac, i));
	return !is_last_key(mac, i) || set_key(ctx, setting->value, strlen(setting->value));
}

static int generate(EVP_PKEY_CTX *ctx, const struct ringsum_mac *mac, EVP_PKEY **ret_key, size_t *ret_bad)
{
	if (EVP_PKEY_keygen_init(ctx) != 1)
		return -ENOENT;
	for (size_t i = 0; i < mac->n_settings; i++) {
		if (!set_mac(ctx, mac, i)) {
			*ret_bad = i + 1;
			return -EINVAL;
		}
	}
	if (mac->key && !set_key(ctx, mac->key, mac->key_len))
		return -EACCES;
	return EVP_PKEY_keygen(ctx, ret_key) == 1 ? 0 : -EINVAL;
}

int rs_key_of_mac(const struct ringsum_mac *mac, EVP_PKEY **ret_key, size_t *ret_bad)
{
	const char *name = mac->name ? mac->name : "HMAC";
	EVP_PKEY_CTX *ctx;
	int r;

	if (mac->key_len > INT_MAX || !is_mac(name))
		return mac->key_len > INT_MAX ? -EACCES : -ENOENT;
	/* The other way libcrypto 3.0 takes no empty key. */
	if (strcasecmp(name, "HMAC") == 0 && mac->n_settings == 0 && mac->key) {
		*ret_key = EVP_PKEY_new_raw_private_key_ex(NULL, name, NULL, mac->key, mac->key_len);
		return *ret_key ? 0 : -EACCES;
	}
	ctx = EVP_PKEY_CTX_new_from_name(NULL, name, NULL);
	r = ctx ? generate(ctx, mac, ret_key, ret_bad) : -ENOENT;
	EVP_PKEY_CTX_free(ctx);
	return r;
}

/* What a store may ask for. */
struct ask {
	const char *passphrase;
	bool was_asked;
};

/* Answers by itself, and never from a terminal. libcrypto's own wrapper of a callback leaves a copy on the stack. */
static int give_passphrase(UI *ui, UI_STRING *string)
{
	struct ask *ask = UI_get0_user_data(ui);
	enum UI_string_types type = UI_get_string_type(string);
	size_t len;

	if (type != UIT_PROMPT && type != UIT_VERIFY)
		return 1;
	ask->was_asked = true;
	len = ask->passphrase ? strlen(ask->passphrase) : 0;
	if (!ask->passphrase || len > INT_MAX)
		return 0;
	return UI_set_result_ex(ui, string, ask->passphrase, (int)len) == 0;
}

static UI_METHOD *create_answers(void)
{
	UI_METHOD *method = UI_create_method("ringsum");

	if (method && UI_method_set_reader(method, give_passphrase) != 0) {
		UI_destroy_method(method);
		return NULL;
	}
	return method;
}

/* Why a store cannot be opened. */
static int open_error(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int r = fd < 0 ? -errno : -EBADMSG;

	if (fd >= 0)
		close(fd);
	return r;
}

static EVP_PKEY *take_key(OSSL_STORE_INFO *info, bool is_public)
{
	return is_public ? OSSL_STORE_INFO_get1_PUBKEY(info) : OSSL_STORE_INFO_get1_PKEY(info);
}

static EVP_PKEY *find_key(OSSL_STORE_CTX *store, bool is_public)
{
	EVP_PKEY *key = NULL;

	OSSL_STORE_expect(store, is_public ? OSSL_STORE_INFO_PUBKEY : OSSL_STORE_INFO_PKEY);
	/*
	 * What is no key, as the parameters before one of elliptic curves, may be an error, and the key comes after it.
	 */
	for (int i = 0; !key && i < MAX_ENTRIES && !OSSL_STORE_eof(store); i++) {
		OSSL_STORE_INFO *info = OSSL_STORE_load(store);

		key = info ? take_key(info, is_public) : NULL;
		OSSL_STORE_INFO_free(info);
	}
	return key;
}

static int read_key(const struct ringsum_signing *signing, const UI_METHOD *method, EVP_PKEY **ret_key)
{
	struct ask ask = { .passphrase = signing->passphrase };
	OSSL_PARAM params[] = { OSSL_PARAM_END, OSSL_PARAM_END };
	OSSL_STORE_CTX *store;

	/* There is no such restriction for PKCS #12, in openssl neither. */
	if (signing->key_form && strcmp(signing->key_form, "P12") != 0)
		params[0] = OSSL_PARAM_construct_utf8_string(OSSL_STORE_PARAM_INPUT_TYPE, (char *)signing->key_form, 0);
	store = OSSL_STORE_open_ex(signing->key, NULL, NULL, method, &ask, params, NULL, NULL);
	if (!store)
		return open_error(signing->key);
	*ret_key = find_key(store, signing->is_public);
	OSSL_STORE_close(store);
	if (*ret_key)
		return 0;
	return !ask.was_asked ? -EBADMSG : signing->passphrase ? -EKEYREJECTED : -ENOKEY;
}

static bool is_form(const char *form)
{
	return !form || strcmp(form, "PEM") == 0 || strcmp(form, "DER") == 0 || strcmp(form, "P12") == 0;
}

/* The decoders of libcrypto 3.0 leave a passphrase on the stack, below their caller's. */
static __attribute__((noinline)) void wipe_stack(void)
{
	char room[STACK_LEN];

	OPENSSL_cleanse(room, sizeof(room));
}

int rs_key_load(const struct ringsum_signing *signing, EVP_PKEY **ret_key)
{
	UI_METHOD *method;
	int r;

	if (!is_form(signing->key_form))
		return -EINVAL;
	method = create_answers();
	r = method ? read_key(signing, method, ret_key) : -ENOMEM;
	UI_destroy_method(method);
	wipe_stack();
	return r;
}

bool rs_key_signs_whole(EVP_PKEY *key)
{
	char name[80];

	return EVP_PKEY_get_default_digest_name(key, name, sizeof(name)) == 2 && strcmp(name, "UNDEF") == 0;
}
