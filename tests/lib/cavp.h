/* SPDX-License-Identifier: MIT */
/*
 * NIST's .rsp files, as laid out by the CAVS tool: "Len", "Msg" and "MD" lines, or a "Seed" and "MD" lines for the
 * Monte Carlo test. What the tests are: The Secure Hash Algorithm Validation System, sections 6.2 to 6.4.
 */
#ifndef TESTS_CAVP_H
#define TESTS_CAVP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** struct cavp_vector - one message and its digest; borrowed until the next call */
struct cavp_vector {
	const uint8_t *msg;
	size_t msg_len;
	const uint8_t *digest;
	size_t digest_len;
};

struct cavp_file;

/**
 * cavp_open() - open a file of testdata/cavp
 * @stem: "SHA256"
 * @kind: "ShortMsg", "LongMsg" or "Monte"
 *
 * Return: the file, to be closed by cavp_close(); NULL when it cannot be opened.
 */
struct cavp_file *cavp_open(const char *stem, const char *kind);

void cavp_close(struct cavp_file *file);

/** cavp_next() - the next vector; in a Monte Carlo file it has no message. Return: false at the end of the file. */
bool cavp_next(struct cavp_file *file, struct cavp_vector *ret_vector);

/** cavp_seed() - the seed that stood before the first vector; NULL when there was none */
const uint8_t *cavp_seed(const struct cavp_file *file, size_t *ret_len);

#endif
