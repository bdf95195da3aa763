/* SPDX-License-Identifier: MIT */
/*
 * MACs, signatures and their verification through libcrypto: the key and all that goes with it, shared by all threads,
 * and one message under it.
 */
#ifndef RS_KEYED_H
#define RS_KEYED_H

#include <ringsum.h>

/** Messages that have to be in memory as a whole may have so many bytes. */
#define RS_KEYED_MAX_WHOLE ((size_t)1 << 30)

/** struct rs_keyed - a key, and what is done with it; constant once opened */
struct rs_keyed;

/** struct rs_keyed_message - one message under a key; zero it once, it may be used again and again */
struct rs_keyed_message {
	const struct rs_keyed *keyed;
	struct evp_md_ctx_st *ctx; /* NULL until needed */
	char *whole;		   /* the message, for keys that take it in one piece; wiped before it is freed */
	size_t whole_len;
	size_t whole_room;
};

/** rs_keyed_open_mac() - as ringsum_digest_open_mac(); @ret_bad is not NULL */
int rs_keyed_open_mac(const struct ringsum_mac *mac, struct rs_keyed **ret_keyed, size_t *ret_bad);

/** rs_keyed_open_signing() - as ringsum_digest_open_signing(); @ret_bad is not NULL */
int rs_keyed_open_signing(const struct ringsum_signing *signing, struct rs_keyed **ret_keyed, size_t *ret_bad);

/** rs_keyed_close() - wipe and free; NULL is allowed */
void rs_keyed_close(struct rs_keyed *keyed);

/** rs_keyed_kind() - as ringsum_digest_kind() */
enum ringsum_digest_kind rs_keyed_kind(const struct rs_keyed *keyed);

/** rs_keyed_type() - as ringsum_digest_key_type() */
const char *rs_keyed_type(const struct rs_keyed *keyed);

/** rs_keyed_len() - as ringsum_digest_len() */
size_t rs_keyed_len(const struct rs_keyed *keyed);

/** rs_keyed_digest_name() - libcrypto's name of the digest below; NULL: there is none */
const char *rs_keyed_digest_name(const struct rs_keyed *keyed);

/** rs_keyed_begin() - start a message; one that was not finished is dropped. Return: 0; -ENOMEM; -EACCES: refused */
int rs_keyed_begin(struct rs_keyed_message *message, const struct rs_keyed *keyed);

/** rs_keyed_feed() - the next bytes. Return: 0; -EIO; -ENOMEM; -EFBIG: above RS_KEYED_MAX_WHOLE where all is needed */
int rs_keyed_feed(struct rs_keyed_message *message, const void *data, size_t len);

/**
 * rs_keyed_final() - the MAC, the signature or the verdict
 * @ret_digest: room for rs_keyed_len() bytes
 * @ret_len: how many there are
 *
 * Return: 0; -EIO: libcrypto failed; -EBADMSG: what was to be verified is no signature.
 */
int rs_keyed_final(struct rs_keyed_message *message, uint8_t *ret_digest, size_t *ret_len);

/** rs_keyed_drop() - let go of a message that will not be finished, and of its copy of the key */
void rs_keyed_drop(struct rs_keyed_message *message);

/** rs_keyed_finish() - wipe and free */
void rs_keyed_finish(struct rs_keyed_message *message);

#endif
