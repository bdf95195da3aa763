/* SPDX-License-Identifier: MIT */
/*
 * The digests that a run has met, each fetched once and kept until its end.
 */
#ifndef CLI_DIGESTS_H
#define CLI_DIGESTS_H

#include <ringsum.h>

/** struct digests - zero it before the first use */
struct digests {
	struct digests_slot *slots;
	size_t n_slots;
	/** @mac: each is opened as this MAC over the algorithm; borrowed; NULL: as it is */
	const struct ringsum_mac *mac;
};

/**
 * digests_get() - the digest of @algo, fetched if it is the first time
 * @xof_len: bytes, for an extendable-output function; else 0
 * @ret_digest: lives until digests_finish()
 *
 * Return: 0; what ringsum_digest_open() said, this time or the first; -ENOMEM.
 */
int digests_get(struct digests *digests, const struct ringsum_algo *algo, size_t xof_len,
		const struct ringsum_digest **ret_digest);

/** digests_get_named() - the same for a name, which may be one that only libcrypto knows */
int digests_get_named(struct digests *digests, const char *name, size_t xof_len,
		      const struct ringsum_digest **ret_digest);

/** digests_finish() - close them all; no batch may use one any more */
void digests_finish(struct digests *digests);

#endif
