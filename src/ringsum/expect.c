/* SPDX-License-Identifier: MIT */
/*
 * Owns the reading of --expect. The algorithm follows from the word before the digest or from its length, never from
 * what happens to match. Leaves the rest to verify.c, as if a list had named the operands.
 */
#include "expect.h"

#include "algorithm.h"
#include "verify.h"

#include <errno.h>
#include <string.h>

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int parse_hex(const char *hex, struct expect *expect)
{
	size_t len = strlen(hex);

	if (len == 0 || len % 2 != 0)
		return -EINVAL;
	if (len / 2 > sizeof(expect->digest))
		return strspn(hex, "0123456789abcdefABCDEF") == len ? -ERANGE : -EINVAL;
	for (size_t i = 0; i < len; i += 2) {
		int high = hex_value(hex[i]), low = hex_value(hex[i + 1]);

		if (high < 0 || low < 0)
			return -EINVAL;
		expect->digest[i / 2] = high << 4 | low;
	}
	expect->len = len / 2;
	return 0;
}

/* The same rule as for an untagged line of a checksum file. */
static const struct ringsum_algo *algo_by_length(size_t len)
{
	static const char *const names[] = { "MD5", "SHA1", "SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct ringsum_algo *algo = ringsum_algo_find(names[i], strlen(names[i]));

		if (algo && algo->digest_len == len)
			return algo;
	}
	return NULL;
}

int expect_parse(const char *text, struct expect *ret_expect)
{
	const char *colon = strchr(text, ':');
	struct expect expect = { 0 };
	int error = parse_hex(colon ? colon + 1 : text, &expect);

	if (error < 0)
		return error;
	expect.algo = colon ? ringsum_algo_find(text, colon - text) : algo_by_length(expect.len);
	expect.is_named = colon;
	if (colon && !expect.algo)
		return -ENOENT;
	if (colon && expect.algo->digest_len && expect.algo->digest_len != expect.len)
		return -ERANGE;
	*ret_expect = expect;
	return 0;
}

static const char *error_text(int error)
{
	switch (error) {
	case -ENOENT:
		return "unknown algorithm before the colon";
	case -ERANGE:
		return "not as long as a digest of that algorithm, or too long";
	default:
		return "not a digest in hexadecimal";
	}
}

/* -a was given: it holds, and the digest has to fit. */
static int choose_named(struct session *session, const struct expect *expect)
{
	if (algorithm_choose(session, expect->len) < 0)
		return -EINVAL;
	if (expect->is_named && expect->algo != session->algo) {
		diag_tell(&session->diag, 0, "--expect: names another algorithm than --algorithm");
		return -EINVAL;
	}
	if (ringsum_digest_len(session->digest) != expect->len) {
		diag_tell(&session->diag, 0, "--expect: a digest of %s has %zu hexadecimal digits",
			  session_name(session, session->algo->tag), 2 * ringsum_digest_len(session->digest));
		return -EINVAL;
	}
	return 0;
}

int expect_choose(struct session *session, struct expect *ret_expect)
{
	struct expect expect;
	int error = expect_parse(session->options.expect, &expect);

	if (error < 0) {
		diag_tell(&session->diag, 0, "--expect: %s", error_text(error));
		return -EINVAL;
	}
	if (session->options.algo_name) {
		error = choose_named(session, &expect);
	} else if (expect.algo) {
		session->options.algo_name = expect.algo->name;
		error = algorithm_choose(session, expect.len);
	} else {
		diag_tell(&session->diag, 0, "--expect: no algorithm has %zu hexadecimal digits by default; use -a",
			  2 * expect.len);
		error = -EINVAL;
	}
	if (error == 0)
		*ret_expect = expect;
	return error;
}

static int add_operand(struct verify *verify, const struct expect *expect, const char *name)
{
	const struct session *session = verify->session;
	struct verify_entry entry = {
		.name = name,
		.dir_fd = session->dir_fd,
		.algo = session->algo,
		.digest = expect->digest,
		.digest_len = expect->len,
	};

	return verify_add(verify, &entry);
}

void expect_run(struct session *session, const struct expect *expect)
{
	const struct options *options = &session->options;
	struct verify verify = { .session = session };
	int error = 0;

	if (options->n_operands == 0)
		error = add_operand(&verify, expect, "-");
	for (unsigned i = 0; error == 0 && i < options->n_operands; i++)
		error = add_operand(&verify, expect, options->operands[i]);
	if (error == 0)
		error = verify_drain(&verify);
	if (error == 0)
		report_tally(session, &verify.tally);
	else if (error != -ECANCELED)
		session_fail(session, error, "stopped");
	if (verify.tally.n_mismatched > 0 || verify.tally.n_unreadable > 0)
		session->has_failed = true;
	verify_finish(&verify);
}
