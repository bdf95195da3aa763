/* SPDX-License-Identifier: MIT */
/*
 * Owns the reading of --expect. The algorithm follows from the word before the digest or from its length, never from
 * what happens to match. Leaves the rest to verify.c, as if a list had named the operands.
 */
#include "expect.h"

#include "algorithm.h"
#include "verify.h"

#include "manifest/digits.h"
#include "manifest/entry.h"

#include <errno.h>
#include <string.h>

/* "sha256:…", as container registries and release pages write it. */
static int parse_named(const char *text, const char *colon, struct expect *ret_expect)
{
	struct expect expect = { .algo = ringsum_algo_find(text, colon - text), .is_named = true };

	if (!expect.algo)
		return -ENOENT;
	expect.len = digits_decode(colon + 1, strlen(colon + 1), expect.digest);
	if (expect.len == 0)
		return -EINVAL;
	if (expect.algo->digest_len && expect.algo->digest_len != expect.len)
		return -ERANGE;
	*ret_expect = expect;
	return 0;
}

int expect_parse(const char *text, struct expect *ret_expect)
{
	struct expect expect = { 0 };
	const char *colon = strchr(text, ':');

	/* There may also be colons between the bytes, so this comes first. */
	expect.len = digits_decode(text, strlen(text), expect.digest);
	if (expect.len == 0)
		return colon ? parse_named(text, colon, ret_expect) : -EINVAL;
	expect.algo = manifest_algo_by_len(expect.len);
	*ret_expect = expect;
	return 0;
}

static const char *error_text(int error)
{
	switch (error) {
	case -ENOENT:
		return "unknown algorithm before the colon";
	case -ERANGE:
		return "not as long as a digest of that algorithm";
	default:
		return "not a digest";
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
		diag_tell(&session->diag, 0, "--expect: a digest of %s has %zu bits",
			  session_name(session, session->algo->tag), 8 * ringsum_digest_len(session->digest));
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
		diag_tell(&session->diag, 0, "--expect: %zu bits tell no algorithm; use -a", 8 * expect.len);
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
