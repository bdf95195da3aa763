/* SPDX-License-Identifier: MIT */
/*
 * Digests of messages that are in memory already: no reading, no threads, nothing that is kept.
 */
#ifndef RS_MESSAGES_H
#define RS_MESSAGES_H

#include <ringsum.h>

/** rs_messages_digest() - as ringsum_digest_messages(); @digest: not keyed; @n_messages: 1 and up */
int rs_messages_digest(const struct ringsum_digest *digest, const struct iovec *messages, size_t n_messages,
		       uint8_t *ret_digests, const char **ret_kernel);

#endif
