/* SPDX-License-Identifier: MIT */
/*
 * Keys: of HMACs and other MACs, and of signatures.
 */
#ifndef RINGDGST_KEYED_H
#define RINGDGST_KEYED_H

#include "session.h"

/**
 * keyed_check() - is there a signature to verify, and is the pass phrase to be had?
 *
 * Return: 0; -EINVAL: the user has been told why not.
 */
int keyed_check(struct session *session);

/**
 * keyed_open() - open the MAC or signature that the command line asks for, as session->chosen.digest
 * @found: the digest below it
 *
 * Return: 0; -EINVAL: the user has been told why not.
 */
int keyed_open(struct session *session, const struct crypto_digest *found);

#endif
