/* SPDX-License-Identifier: MIT */
/*
 * Digests as text: hex, hex with colons, base64.
 */
#ifndef MANIFEST_DIGITS_H
#define MANIFEST_DIGITS_H

#include <ringsum.h>

/** digits_is_hex() - all of @text is hex digits, and there is one at least */
bool digits_is_hex(const char *text, size_t len);

/**
 * digits_decode() - read a digest in hex, in hex with a colon between bytes, or in padded base64
 * @text: nothing but the digest
 * @ret_digest: up to RINGSUM_DIGEST_MAX bytes; may be scribbled on where the text is no digest
 *
 * What is all hex digits is hex. Base64 must be in the one form that an encoder gives (RFC 4648 section 3.5).
 *
 * Return: the bytes of the digest; 0: this is none.
 */
size_t digits_decode(const char *text, size_t len, uint8_t *ret_digest);

/** digits_decode_base64() - as digits_decode(), for base64 alone */
size_t digits_decode_base64(const char *text, size_t len, uint8_t *ret_digest);

/** digits_to_hex() - write 2 * @len lower-case digits, no NUL */
void digits_to_hex(const uint8_t *bytes, size_t len, char *ret_text);

/** digits_to_base64() - write padded base64, no NUL; return its length, digits_base64_len(@len) */
size_t digits_to_base64(const uint8_t *bytes, size_t len, char *ret_text);

/** digits_base64_len() - characters that @len bytes take in base64 */
static inline size_t digits_base64_len(size_t len)
{
	return (len + 2) / 3 * 4;
}

#endif
