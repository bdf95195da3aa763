/* SPDX-License-Identifier: MIT */
/*
 * Keys of libcrypto: made for MACs, or read from files and from wherever else it has a loader for. The caller takes
 * back what libcrypto queues about errors.
 */
#ifndef RS_KEY_H
#define RS_KEY_H

#include <ringsum.h>

#include <openssl/types.h>

/** rs_key_apply() - hand settings on. Return: 0; -EINVAL: libcrypto refuses one, *@ret_bad counted from 1 */
int rs_key_apply(EVP_PKEY_CTX *ctx, const struct ringsum_setting *settings, size_t n_settings, size_t *ret_bad);

/**
 * rs_key_of_mac() - the key of a MAC
 * @ret_key: owner: the caller, who calls EVP_PKEY_free()
 *
 * Return: 0; -ENOENT: no such MAC; -EACCES: @mac.key is refused; -EINVAL: a setting, as rs_key_apply(), or no key.
 */
int rs_key_of_mac(const struct ringsum_mac *mac, EVP_PKEY **ret_key, size_t *ret_bad);

/**
 * rs_key_load() - read a private or public key
 * @signing: its key, key_form, is_public and passphrase
 * @ret_key: owner: the caller, who calls EVP_PKEY_free()
 *
 * Return: 0; what opening it gave; -ENOKEY, -EKEYREJECTED, -EBADMSG as ringsum_digest_open_signing(); -EINVAL: no such
 * form; -ENOMEM.
 */
int rs_key_load(const struct ringsum_signing *signing, EVP_PKEY **ret_key);

/** rs_key_signs_whole() - does it sign the message itself, not a digest of it? */
bool rs_key_signs_whole(EVP_PKEY *key);

#endif
