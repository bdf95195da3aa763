/* SPDX-License-Identifier: MIT */
/*
 * The digests of one source, each in a lane beside other sources or serially through libcrypto; the state that lives
 * from its first byte to its last.
 */
#ifndef RS_HASH_H
#define RS_HASH_H

#include "belt.h"
#include "digest.h"
#include "lanes.h"

/** struct rs_hash - owner: worker; zero it once, contexts are kept from one source to the next */
struct rs_hash {
	unsigned n_digests;
	const struct ringsum_digest *digests[RINGSUM_JOB_DIGESTS_MAX];
	bool is_lane[RINGSUM_JOB_DIGESTS_MAX];
	struct rs_message messages[RINGSUM_JOB_DIGESTS_MAX]; /* where is_lane */
	struct rs_serial *serial[RINGSUM_JOB_DIGESTS_MAX];   /* NULL until needed */
	const char *kernel;  /* what computed the first digest last; NULL: nothing yet */
	const uint8_t *data; /* fed, for the serial ones */
	size_t len;
	_Atomic int error; /* libcrypto failed */
};

/**
 * rs_hash_begin() - start afresh; what was not finished is dropped
 * @digests: at most RINGSUM_JOB_DIGESTS_MAX, must outlive the hash
 * @may_share: put digests that have kernels into lanes, to be compressed beside those of other sources
 *
 * Return: 0; -ENOMEM; -EIO: libcrypto failed; -EACCES: it refuses.
 */
int rs_hash_begin(struct rs_hash *hash, const struct ringsum_digest *const *digests, unsigned n_digests,
		  bool may_share);

/** rs_hash_feed() - the next bytes. @data: borrowed until rs_hash_run() has returned; only one span at a time */
void rs_hash_feed(struct rs_hash *hash, const void *data, size_t len);

/** rs_hash_end() - nothing follows; rs_hash_run() computes what that adds */
void rs_hash_end(struct rs_hash *hash);

/** rs_hash_run() - compute all that these hashes were fed. Thread: theirs. Failures come out of rs_hash_final(). */
void rs_hash_run(struct rs_hash *const *hashes, size_t n_hashes);

/** rs_hash_error() - 0, or what rs_hash_final() will say: there is no use in going on. Thread: any. */
int rs_hash_error(const struct rs_hash *hash);

/** rs_hash_is_serial() - whether no digest of it is in a lane */
bool rs_hash_is_serial(const struct rs_hash *hash);

/**
 * rs_hash_ride() - from here on a belt brings the bytes, instead of rs_hash_feed() and rs_hash_run()
 * @hash: one that is serial; it stays where it is until the belt is empty
 */
void rs_hash_ride(struct rs_hash *hash, struct rs_belt *belt);

/**
 * rs_hash_final() - the digests, after rs_hash_end() and rs_hash_run()
 * @ret_digests: each behind the room that the one before it could have needed, ringsum_digest_len() bytes
 * @ret_lens: the bytes of each; NULL: not wanted
 *
 * Return: 0; -EIO; what rs_serial_feed() and rs_serial_final() say of keyed ones.
 */
int rs_hash_final(struct rs_hash *hash, uint8_t *ret_digests, size_t *ret_lens);

/** rs_hash_drop() - nobody wants the digests: let go of keys, and of messages that were collected for them */
void rs_hash_drop(struct rs_hash *hash);

/** rs_hash_kernel() - what computes the first digest; static, for people */
const char *rs_hash_kernel(const struct rs_hash *hash);

/** rs_hash_finish() - free what is kept */
void rs_hash_finish(struct rs_hash *hash);

#endif
