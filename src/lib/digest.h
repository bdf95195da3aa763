/* SPDX-License-Identifier: MIT */
/*
 * One serial message through libcrypto. ringsum_digest_open() and its kin are defined here as well.
 */
#ifndef RS_DIGEST_H
#define RS_DIGEST_H

#include "algo.h"
#include "keyed.h"

/** struct rs_serial - a libcrypto context, good for one message after another */
struct rs_serial;

/**
 * rs_serial_create() - a context, to be kept and reused
 *
 * Owner: the caller. Thread: one at a time. Blocks: no.
 * Return: 0; -ENOMEM.
 */
int rs_serial_create(struct rs_serial **ret_serial);

/** rs_serial_destroy() - wipe and free; NULL is allowed */
void rs_serial_destroy(struct rs_serial *serial);

/**
 * rs_serial_begin() - start a message; one that was not finished is dropped. Return: 0; -EIO: libcrypto failed;
 * -EACCES: it refuses.
 */
int rs_serial_begin(struct rs_serial *serial, const struct ringsum_digest *digest);

/** rs_serial_feed() - the next @len bytes of the message. Return: 0; -EIO; -ENOMEM or -EFBIG where it is collected */
int rs_serial_feed(struct rs_serial *serial, const void *data, size_t len);

/** rs_serial_final() - the digest, ringsum_digest_len() bytes or fewer. Return: 0; -EIO; -EBADMSG as in a result. */
int rs_serial_final(struct rs_serial *serial, uint8_t *ret_digest);

/** rs_serial_drop() - let go of a message that will not be finished, and of what keys it knows */
void rs_serial_drop(struct rs_serial *serial);

/** rs_serial_len() - how many bytes rs_serial_final() has written */
size_t rs_serial_len(const struct rs_serial *serial);

/** rs_digest_allows_kernels() - whether our own kernels may stand in for libcrypto (not where FIPS is asked for) */
bool rs_digest_allows_kernels(const struct ringsum_digest *digest);

/** rs_digest_crypto() - the libcrypto in use, as it names itself; static */
const char *rs_digest_crypto(void);

#endif
