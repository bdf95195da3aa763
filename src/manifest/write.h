/* SPDX-License-Identifier: MIT */
/*
 * Entries as lines of a checksum file. Pure: no I/O.
 */
#ifndef MANIFEST_WRITE_H
#define MANIFEST_WRITE_H

#include "entry.h"

#include <sys/types.h>

/** struct manifest_style - how a line is written; zero is `digest  name` and a newline */
struct manifest_style {
	/** @layout: GNU, BSD, OPENSSL, OPENSSL1, HASHDEEP, SRI or HEX */
	enum manifest_layout layout;
	/** @is_binary: GNU: `*` before the name instead of a blank */
	bool is_binary;
	/** @is_base64: GNU, BSD, OPENSSL: the digest in base64 */
	bool is_base64;
	/** @is_zero: end with NUL and escape nothing */
	bool is_zero;
};

/**
 * manifest_write() - one entry as a line, with its end
 * @name: may hold any byte but NUL
 * @buf: where to; may be NULL when @cap is 0
 * @cap: its size in bytes
 *
 * What is written reads back to the same algorithm, digest and name, apart from what the layout cannot hold: GNU and
 * HEX name no algorithm, HEX names no file, and nothing reads back what @is_zero has written or a digest longer than
 * RINGSUM_DIGEST_MAX.
 *
 * Return: the bytes that the line takes (written whole where that is at most @cap, else not at all), not counting any
 * NUL besides that of @is_zero; -EILSEQ: the layout cannot carry this name (or, where @is_base64, this digest);
 * -ENOTSUP: it cannot carry this algorithm; -EINVAL: a layout that is only read, or that has no base64 form.
 */
ssize_t manifest_write(const struct manifest_style *style, const struct ringsum_algo *algo, const uint8_t *digest,
		       size_t digest_len, const char *name, uint64_t size, char *buf, size_t cap);

/**
 * manifest_write_header() - what stands before the first line of a layout (hashdeep's header), or nothing
 *
 * Return: as manifest_write(); 0 for most layouts.
 */
ssize_t manifest_write_header(const struct manifest_style *style, const struct ringsum_algo *algo, char *buf,
			      size_t cap);

/** manifest_layout_name() - the word of --layout, "gnu"; NULL for a layout that is only read */
const char *manifest_layout_name(enum manifest_layout layout);

#endif
