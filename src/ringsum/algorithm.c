/* SPDX-License-Identifier: MIT */
/*
 * Owns the reading of -a and -l. Everything that can be wrong with them is said before any file is opened.
 */
#include "algorithm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Bytes of output to ask libcrypto for when only its willingness is in question. */
#define XOF_TRIAL_LEN 32

void algorithm_tell_refusal(struct session *session, const char *what, const char *name, int error)
{
	const char *quoted = session_name(session, name);

	if (error == -ENOENT)
		diag_tell(&session->diag, 0, "%s: libcrypto knows no algorithm %s", what, quoted);
	else if (error == -EACCES)
		diag_tell(&session->diag, 0, "%s: libcrypto refuses %s here", what, quoted);
	else if (error == -EOVERFLOW)
		diag_tell(&session->diag, 0, "%s: too long", what);
	else
		diag_tell(&session->diag, error, "%s: %s", what, quoted);
}

static bool is_family(const char *name)
{
	return strcasecmp(name, "sha2") == 0 || strcasecmp(name, "sha3") == 0;
}

/* "sha2" and "sha3" are families: the length makes an algorithm of them. */
static int name_member(struct session *session, const char *family, uint64_t bits, char *ret_name, size_t cap)
{
	if (bits != 224 && bits != 256 && bits != 384 && bits != 512) {
		diag_tell(&session->diag, 0, "--algorithm=%s requires specifying --length 224, 256, 384, or 512",
			  family);
		return -EINVAL;
	}
	snprintf(ret_name, cap, "%s-%" PRIu64, family, bits);
	return 0;
}

static int open_algorithm(struct session *session, const char *name, size_t xof_len)
{
	const struct ringsum_digest *digest = NULL;
	int error = digests_get_named(&session->digests, name, xof_len, &digest);

	if (error < 0) {
		algorithm_tell_refusal(session, "--algorithm", name, error);
		return -EINVAL;
	}
	session->algo = ringsum_digest_algo(digest);
	session->digest = digest;
	return 0;
}

/* An extendable-output function: the length comes from -l, from --expect or, in a check, from each line. */
static int open_xof(struct session *session, const char *name, size_t expect_len)
{
	size_t len = session->options.length_bits ? session->options.length_bits / 8 : expect_len;
	bool is_check = session->options.action == ACTION_CHECK;
	bool is_open = len == 0 && is_check;
	int error;

	if (len == 0 && !is_open) {
		diag_tell(&session->diag, 0, "--algorithm=%s requires specifying --length", name);
		return -EINVAL;
	}
	if (is_check && len > RINGSUM_DIGEST_MAX) {
		diag_tell(&session->diag, 0, "--length: checksum files hold digests of up to %d bits",
			  8 * RINGSUM_DIGEST_MAX);
		return -EINVAL;
	}
	error = open_algorithm(session, name, is_open ? XOF_TRIAL_LEN : len);
	if (is_open)
		session->digest = NULL;
	return error;
}

/* Is it one that -l says something about? */
static bool takes_length(const char *name)
{
	const struct ringsum_algo *known = ringsum_algo_find(name, strlen(name));

	return is_family(name) || (known && known->digest_len == 0);
}

static int open_one(struct session *session, const char *name, size_t expect_len)
{
	char member[16];

	if (is_family(name)) {
		if (name_member(session, name, session->options.length_bits, member, sizeof(member)) < 0)
			return -EINVAL;
		return open_algorithm(session, member, 0);
	}
	return takes_length(name) ? open_xof(session, name, expect_len) : open_algorithm(session, name, 0);
}

/* Puts session->digest behind those wanted already. */
static int want(struct session *session)
{
	const struct ringsum_algo *algo = session->algo;

	for (unsigned i = 0; i < session->n_wanted; i++) {
		if (strcasecmp(ringsum_digest_algo(session->wanted[i])->name, algo->name) == 0) {
			diag_tell(&session->diag, 0, "--algorithm: %s twice", session_name(session, algo->tag));
			return -EINVAL;
		}
	}
	if (session->n_wanted == RINGSUM_JOB_DIGESTS_MAX) {
		diag_tell(&session->diag, 0, "--algorithm: more than %d", RINGSUM_JOB_DIGESTS_MAX);
		return -EINVAL;
	}
	session->wanted[session->n_wanted++] = session->digest;
	return 0;
}

/* @names is cut at its commas. */
static int open_several(struct session *session, char *names, bool *ret_takes_length)
{
	char *name;
	int error = 0;

	while (error == 0 && (name = strsep(&names, ","))) {
		if (*name == '\0') {
			diag_tell(&session->diag, 0, "--algorithm: a comma without a name beside it");
			return -EINVAL;
		}
		*ret_takes_length |= takes_length(name);
		error = open_one(session, name, 0);
		if (error == 0)
			error = want(session);
	}
	session->algo = NULL;
	session->digest = NULL;
	return error;
}

static int open_list(struct session *session, const char *list, bool *ret_takes_length)
{
	char *names = strdup(list);
	int error = -ENOMEM;

	if (names)
		error = open_several(session, names, ret_takes_length);
	else
		diag_tell(&session->diag, error, "--algorithm");
	free(names);
	return error;
}

/* Without -a, the lines of a list choose. */
static bool is_left_to_lists(const struct session *session)
{
	return session->options.action == ACTION_CHECK && !session->options.algo_name && !session->personality.is_gnu;
}

int algorithm_choose(struct session *session, size_t expect_len)
{
	const struct options *options = &session->options;
	const char *name = options->algo_name ? options->algo_name : session->personality.algo_name;
	bool is_list = strchr(name, ','), has_use = takes_length(name);
	int error = 0;

	if (is_list)
		error = open_list(session, name, &has_use);
	if (error == 0 && options->length_bits && !has_use) {
		diag_tell(&session->diag, 0,
			  "--length is only supported with --algorithm sha2, sha3, shake128, or shake256");
		return -EINVAL;
	}
	if (error < 0 || is_list || is_left_to_lists(session))
		return error;
	error = open_one(session, name, expect_len);
	if (error == 0 && session->digest)
		error = want(session);
	return error;
}

bool algorithm_is_called(const struct ringsum_algo *algo, const char *name, size_t name_len)
{
	const struct ringsum_algo *known = ringsum_algo_find(name, name_len);

	return known == algo || (strlen(algo->name) == name_len && strncasecmp(algo->name, name, name_len) == 0);
}
