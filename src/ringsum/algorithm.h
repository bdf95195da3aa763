/* SPDX-License-Identifier: MIT */
/*
 * Which algorithm the command line asks for.
 */
#ifndef RINGSUM_ALGORITHM_H
#define RINGSUM_ALGORITHM_H

#include "session.h"

/**
 * algorithm_choose() - fill in session->wanted, and where it is only one, session->algo and session->digest
 * @expect_len: bytes of the digest of --expect, which can stand in for -l; 0: none
 *
 * Return: 0; -EINVAL: the user has been told why not.
 */
int algorithm_choose(struct session *session, size_t expect_len);

/** algorithm_is_called() - is this, which need not end in NUL, one of the names of @algo? */
bool algorithm_is_called(const struct ringsum_algo *algo, const char *name, size_t name_len);

/** algorithm_tell_refusal() - say why ringsum_digest_open() refused an algorithm; @what begins the message */
void algorithm_tell_refusal(struct session *session, const char *what, const char *name, int error);

#endif
