/* SPDX-License-Identifier: MIT */
/*
 * ringsum --expect: files against one digest from the command line.
 */
#ifndef RINGSUM_EXPECT_H
#define RINGSUM_EXPECT_H

#include "session.h"

/** struct expect - the digest of --expect */
struct expect {
	uint8_t digest[RINGSUM_DIGEST_MAX];
	size_t len;
	/** @algo: by the word before it ("sha256:…"), else by its length; NULL: the length fits none */
	const struct ringsum_algo *algo;
	/** @is_named: by the word */
	bool is_named;
};

/**
 * expect_parse() - read "DIGEST" or "ALGORITHM:DIGEST", the digest in any form that a list may have
 *
 * Return: 0; -EINVAL: no digest; -ENOENT: an unknown word; -ERANGE: not as long as the word says.
 */
int expect_parse(const char *text, struct expect *ret_expect);

/** expect_choose() - read --expect and settle the algorithm; Return: 0; -EINVAL: the user has been told */
int expect_choose(struct session *session, struct expect *ret_expect);

/** expect_run() - verify the operands, or standard input; what fails is remembered in @session */
void expect_run(struct session *session, const struct expect *expect);

#endif
