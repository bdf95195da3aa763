/* SPDX-License-Identifier: MIT */
/*
 * Checksum files: bytes in, entries and reasons out. Pure: no I/O, no printing, flat memory.
 */
#ifndef MANIFEST_PARSE_H
#define MANIFEST_PARSE_H

#include "item.h"

/** enum manifest_dialect - which layouts are read, and how strictly */
enum manifest_dialect {
	/** ringsum's own: every layout of enum manifest_layout, decided line by line */
	MANIFEST_WIDE,
	/** coreutils 9.11 to the byte, for one algorithm */
	MANIFEST_GNU_SUM,
};

/** struct manifest_parser_options - zero it, then fill it in */
struct manifest_parser_options {
	enum manifest_dialect dialect;
	/** @algo: only this algorithm; NULL (wide dialect only): the tag decides, else the length */
	const struct ringsum_algo *algo;
	/** @digest_len: bytes of a digest of @algo where it has no fixed length, as chosen by the caller; else 0 */
	size_t digest_len;
	/**
	 * @file_name: what the checksum file is called, for sidecars ("a.iso.sha256" holding one bare digest is for
	 * "a.iso", in the same folder); NULL when it has no name. Borrowed for the life of the parser.
	 */
	const char *file_name;
	/**
	 * @is_keyed: the list is of HMACs: a line of OpenSSL that names one is an entry for the digest below it, and
	 * one that names a digest alone is malformed. Lines that name nothing are taken as they are.
	 */
	bool is_keyed;
	/** @is_stdin: the list itself comes from standard input, so an entry "-" is malformed */
	bool is_stdin;
	/**
	 * @spacing: GNU dialect: in and out, carries over from list to list of one command line, as it does in
	 * coreutils; NULL: this list starts afresh. Borrowed for the life of the parser.
	 */
	enum manifest_spacing *spacing;
};

/** struct manifest_summary - what a parser knows of a list as a whole */
struct manifest_summary {
	uint64_t n_entries;
	uint64_t n_bad;
	uint64_t n_other_algo;
	/** @first_bad_line: 0: none */
	uint64_t first_bad_line;
	/** @first_bad_reason: NULL: none */
	const char *first_bad_reason;
	/** @is_signed: PGP or signify armour was seen (and not verified) */
	bool is_signed;
	/** @n_unsigned: entries outside the signed text of such a list */
	uint64_t n_unsigned;
};

struct manifest_parser;

/**
 * manifest_parser_create() - a parser for one list; each list starts afresh
 *
 * Return: 0; -ENOMEM; -EINVAL: the GNU dialect without an algorithm, or without a @digest_len where that is open;
 * -EOVERFLOW: @digest_len is more than RINGSUM_DIGEST_MAX.
 */
int manifest_parser_create(const struct manifest_parser_options *options, struct manifest_parser **ret_parser);

/** manifest_parser_destroy() - NULL is allowed */
void manifest_parser_destroy(struct manifest_parser *parser);

/**
 * manifest_parser_feed() - hand in the next bytes of the list
 * @data: borrowed until manifest_parser_next() has said MANIFEST_MORE
 * @len: bytes; 0 is allowed
 * @is_end: nothing follows
 */
void manifest_parser_feed(struct manifest_parser *parser, const void *data, size_t len, bool is_end);

/**
 * manifest_parser_next() - the next entry or reason
 *
 * Never fails: what cannot be understood is MANIFEST_BAD. After MANIFEST_MORE with is_end set the list is over.
 */
void manifest_parser_next(struct manifest_parser *parser, struct manifest_item *ret_item);

/** manifest_parser_summary() - what is known so far */
void manifest_parser_summary(const struct manifest_parser *parser, struct manifest_summary *ret_summary);

#endif
