/* SPDX-License-Identifier: MIT */
/*
 * Owns no state: providers and properties are those of libcrypto's default context. What libcrypto queues about
 * errors is taken back, since the callers say what is wrong.
 */
#include "crypto.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/provider.h>

static EVP_MD *fetch(const char *name, const char *properties)
{
	EVP_MD *md;

	ERR_set_mark();
	md = EVP_MD_fetch(NULL, name, properties);
	ERR_pop_to_mark();
	return md;
}

static void describe(const EVP_MD *md, struct crypto_digest *ret_digest)
{
	int size = EVP_MD_get_size(md);

	*ret_digest = (struct crypto_digest){ .is_xof = (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) != 0 };
	ret_digest->is_empty = !ret_digest->is_xof && size == 0;
	ret_digest->default_len = ret_digest->is_xof && size > 0 ? size : 0;
	snprintf(ret_digest->name, sizeof(ret_digest->name), "%s", EVP_MD_get0_name(md));
}

int crypto_find_digest(const char *name, const char *properties, bool may_be_old, struct crypto_digest *ret_digest)
{
	EVP_MD *md = fetch(name, properties);
	const EVP_MD *old;

	if (md) {
		describe(md, ret_digest);
		EVP_MD_free(md);
		return 0;
	}
	old = may_be_old ? EVP_get_digestbyname(name) : NULL;
	if (!old)
		return -ENOENT;
	describe(old, ret_digest);
	ret_digest->is_old = true;
	return 0;
}

/* What crypto_each_digest() hands through libcrypto. */
struct visit {
	void (*visit)(void *context, const char *name);
	void *context;
};

/* Until OpenSSL 4, names are listed whose provider is not loaded. */
static bool is_listed(const char *name)
{
	EVP_MD *md = fetch(name, NULL);

	EVP_MD_free(md);
	return md || (crypto_is_before(4, 0) && EVP_get_digestbyname(name));
}

static void visit_name(const OBJ_NAME *name, void *arg)
{
	const struct visit *visit = arg;

	if (!islower((unsigned char)*name->name) || strstr(name->name, "rsa") || strstr(name->name, "RSA"))
		return;
	if (is_listed(name->name))
		visit->visit(visit->context, name->name);
}

void crypto_each_digest(void (*visit)(void *context, const char *name), void *context)
{
	struct visit both = { visit, context };

	/* Before this, the table of names is empty. */
	OPENSSL_init_crypto(OPENSSL_INIT_ADD_ALL_DIGESTS | OPENSSL_INIT_LOAD_CONFIG, NULL);
	OBJ_NAME_do_all_sorted(OBJ_NAME_TYPE_MD_METH, visit_name, &both);
}

int crypto_set_provider_path(const char *path)
{
	return OSSL_PROVIDER_set_default_search_path(NULL, path) == 1 ? 0 : -EINVAL;
}

int crypto_load_provider(const char *name, struct ossl_provider_st **ret_provider)
{
	OSSL_PROVIDER *provider = NULL;

	/* Once the default provider has served, it stays beside those loaded after it, as it does in openssl. */
	EVP_MD_free(fetch("SHA256", NULL));
	ERR_set_mark();
	if (OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG, NULL) == 1)
		provider = OSSL_PROVIDER_load(NULL, name);
	ERR_pop_to_mark();
	if (!provider)
		return -ENOENT;
	*ret_provider = provider;
	return 0;
}

void crypto_unload_provider(struct ossl_provider_st *provider)
{
	/* It fails where it was never loaded, and frees in any case. */
	(void)OSSL_PROVIDER_unload(provider);
}

/* Weak, because libcrypto has it since 3.5 only: NULL where it is older. */
__attribute__((weak)) int OSSL_PROVIDER_add_conf_parameter(OSSL_PROVIDER *provider, const char *name,
							   const char *value);

/* What crypto_set_provider_parameter() hands through libcrypto. */
struct parameter {
	const char *provider;
	const char *key;
	const char *value;
	bool is_found;
};

static int set_parameter(OSSL_PROVIDER *provider, void *arg)
{
	struct parameter *parameter = arg;

	if (parameter->provider && strcmp(OSSL_PROVIDER_get0_name(provider), parameter->provider) != 0)
		return 1;
	parameter->is_found = true;
	return OSSL_PROVIDER_add_conf_parameter(provider, parameter->key, parameter->value);
}

int crypto_set_provider_parameter(const char *provider, const char *key, const char *value)
{
	struct parameter parameter = { provider, key, value, false };
	bool is_set;

	if (!OSSL_PROVIDER_add_conf_parameter)
		return -ENOSYS;
	ERR_set_mark();
	is_set = OSSL_PROVIDER_do_all(NULL, set_parameter, &parameter) == 1;
	ERR_pop_to_mark();
	if (!is_set)
		return -EINVAL;
	return parameter.is_found ? 0 : -ENOENT;
}

int crypto_set_properties(const char *properties)
{
	bool is_set;

	ERR_set_mark();
	is_set = EVP_set_default_properties(NULL, properties) == 1;
	ERR_pop_to_mark();
	return is_set ? 0 : -EINVAL;
}

bool crypto_is_before(unsigned major, unsigned minor)
{
	return OPENSSL_version_major() < major ||
	       (OPENSSL_version_major() == major && OPENSSL_version_minor() < minor);
}
