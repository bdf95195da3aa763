/* SPDX-License-Identifier: MIT */
/*
 * One entry of a checksum file, whatever its layout was: the algorithm, the digest, the name, and where it stood.
 */
#ifndef MANIFEST_ENTRY_H
#define MANIFEST_ENTRY_H

#include <ringsum.h>

/** A longer line is malformed, bytes. Enough for an escaped PATH_MAX and the longest digest several times over. */
#define MANIFEST_LINE_MAX 65536

/** enum manifest_layout - how a line is laid out; the order is that of the table in layout_name() */
enum manifest_layout {
	/** `digest  name`, `digest *name`, one blank, a tab */
	MANIFEST_GNU,
	/** `SHA256 (name) = digest` */
	MANIFEST_BSD,
	/** `SHA2-256(name)= digest`, as OpenSSL 3 prints */
	MANIFEST_OPENSSL,
	/** `SHA256(name)= digest`, as OpenSSL 1.x prints */
	MANIFEST_OPENSSL1,
	/** `gpg --print-md` */
	MANIFEST_GPG,
	/** hashdeep(1)'s `size,digest,…,name` below its header */
	MANIFEST_HASHDEEP,
	/** `sha256-BASE64  name`, Subresource Integrity with a name */
	MANIFEST_SRI,
	/** PowerShell's Get-FileHash */
	MANIFEST_POWERSHELL,
	/** certutil -hashfile */
	MANIFEST_CERTUTIL,
	/** a bare digest, in a sidecar or on output */
	MANIFEST_HEX,
	MANIFEST_N_LAYOUTS,
};

/** struct manifest_entry - what one entry says */
struct manifest_entry {
	/** @algo: by its tag, else by the length of the digest, or the one that was fixed */
	const struct ringsum_algo *algo;
	/** @digest: the expected digest, @digest_len bytes */
	uint8_t digest[RINGSUM_DIGEST_MAX];
	size_t digest_len;
	/** @name: unescaped and NUL-terminated, holds no other NUL; borrowed until the parser's next call */
	const char *name;
	size_t name_len;
	/** @size: what the entry says of the file's size, in bytes, where @has_size */
	uint64_t size;
	bool has_size;
	/** @line: 1 and up; the first line of an entry of several */
	uint64_t line;
	enum manifest_layout layout;
	/** @is_unsigned: outside the signed text of a file that has one */
	bool is_unsigned;
};

/**
 * manifest_algo_by_len() - the algorithm of a digest that stands without a tag
 * @digest_len: bytes
 *
 * Return: MD5, SHA-1 or the member of SHA-2 whose digest is this long, or NULL.
 */
const struct ringsum_algo *manifest_algo_by_len(size_t digest_len);

#endif
