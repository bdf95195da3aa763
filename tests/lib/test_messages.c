/* SPDX-License-Identifier: MIT */
/*
 * Messages in memory: through lanes, in more groups than one, and through libcrypto. Expected values are libcrypto's
 * own one-shot digests, and the examples of FIPS 180-4.
 */
#include "fixture.h"
#include "digest.h"
#include "lanes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>

TestSuite(messages, .fini = fixture_no_leaks);

#define MAX_MESSAGES 200
#define MAX_MESSAGE_LEN 20000

static struct ringsum_digest *open_digest(const char *name, size_t xof_len)
{
	struct ringsum_digest *digest = NULL;

	cr_assert_eq(ringsum_digest_open(name, xof_len, &digest), 0, "%s", name);
	return digest;
}

/* Whether what computed it may have been that. */
static void expect_kernel(const struct ringsum_digest *digest, const char *kernel)
{
	bool has_lanes = rs_digest_allows_kernels(digest) && rs_lanes_algo(ringsum_digest_algo(digest));

	cr_assert_not_null(kernel);
	cr_assert_eq(strcmp(kernel, "libcrypto") != 0, has_lanes, "%s", kernel);
}

/* One call for all of them, and nothing written beyond their digests. */
static void expect_digests(const char *name, size_t xof_len, const struct iovec *messages, size_t n_messages)
{
	struct ringsum_digest *digest = open_digest(name, xof_len);
	size_t len = ringsum_digest_len(digest);
	uint8_t *out = malloc(n_messages * len + 1);
	const char *kernel = NULL;
	uint8_t wanted[RINGSUM_DIGEST_MAX];

	cr_assert(out && len <= sizeof(wanted));
	out[n_messages * len] = 0xa5;
	cr_assert_eq(ringsum_digest_messages(digest, messages, n_messages, out, &kernel), 0);
	expect_kernel(digest, kernel);
	cr_assert_eq(out[n_messages * len], 0xa5, "%s: written beyond the last digest", name);
	for (size_t i = 0; i < n_messages; i++) {
		fixture_digest(name, messages[i].iov_base, messages[i].iov_len, len, wanted);
		cr_assert_arr_eq(out + i * len, wanted, len, "%s: %zu bytes, number %zu of %zu", name,
				 messages[i].iov_len, i, n_messages);
	}
	free(out);
	ringsum_digest_close(digest);
}

/* Each from another place of the same bytes, at addresses that are aligned to nothing. */
static void expect_everywhere(const struct iovec *messages, size_t n_messages)
{
	static const struct {
		const char *name;
		size_t xof_len;
	} rows[] = { { "SHA2-256", 0 }, { "SHA2-224", 0 }, { "SHA1", 0 }, { "SHA2-512", 0 }, { "SHAKE-128", 33 } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		expect_digests(rows[i].name, rows[i].xof_len, messages, n_messages);
}

Test(messages, every_length_around_blocks)
{
	uint8_t *data = fixture_bytes(MAX_MESSAGE_LEN);
	struct iovec messages[MAX_MESSAGES];

	for (size_t i = 0; i < MAX_MESSAGES; i++)
		messages[i] = (struct iovec){ data + i, i };
	expect_everywhere(messages, MAX_MESSAGES);
	for (size_t i = 0; i < MAX_MESSAGES; i++)
		expect_everywhere(&messages[i], 1);
	free(data);
}

Test(messages, any_number_of_one_length)
{
	uint8_t *data = fixture_bytes(MAX_MESSAGE_LEN);
	struct iovec messages[MAX_MESSAGES];

	for (size_t i = 0; i < MAX_MESSAGES; i++)
		messages[i] = (struct iovec){ data + 3 * i, 1000 };
	for (size_t n = 1; n <= 70; n++)
		expect_everywhere(messages, n);
	expect_everywhere(messages, MAX_MESSAGES);
	free(data);
}

Test(messages, long_ones_beside_short_ones)
{
	uint8_t *data = fixture_bytes(MAX_MESSAGE_LEN);
	struct iovec messages[MAX_MESSAGES];

	for (size_t i = 0; i < MAX_MESSAGES; i++)
		messages[i] = (struct iovec){ data, i % 17 == 3 ? MAX_MESSAGE_LEN - i : i * 7919 % 300 };
	expect_everywhere(messages, MAX_MESSAGES);
	free(data);
}

Test(messages, published_examples)
{
	static const uint8_t abc[] = { 0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea };
	static const uint8_t none[] = { 0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14 };
	char text[] = "abc";
	/* As readv(2) allows: nothing, from nowhere. */
	struct iovec messages[] = { { text, 3 }, { NULL, 0 } };
	uint8_t out[2][32];

	cr_assert_eq(ringsum_digest_messages(fixture_sha256(), messages, 2, out[0], NULL), 0);
	cr_assert_arr_eq(out[0], abc, sizeof(abc));
	cr_assert_arr_eq(out[1], none, sizeof(none));
	cr_assert_eq(ringsum_digest_messages(fixture_sha256(), messages + 1, 1, out[0], NULL), 0);
	cr_assert_arr_eq(out[0], none, sizeof(none));
	expect_everywhere(messages, 2);
}

/* What is said to have computed most of it is what had most to do, be the others ever so many. */
Test(messages, names_what_did_most)
{
	const struct rs_lanes_algo *algo = rs_lanes_algo(ringsum_digest_algo(fixture_sha256()));
	uint8_t *data = fixture_bytes(MAX_MESSAGE_LEN);
	struct iovec messages[RS_LANES_MAX];
	uint8_t out[RS_LANES_MAX][32];
	const char *kernel = NULL;

	if (!algo)
		cr_skip_test("no kernel for SHA-256 on this processor");
	for (size_t i = 0; i < RS_LANES_MAX; i++)
		messages[i] = (struct iovec){ data, MAX_MESSAGE_LEN };
	cr_assert_eq(ringsum_digest_messages(fixture_sha256(), messages, RS_LANES_MAX, out[0], &kernel), 0);
	cr_assert_str_eq(kernel, rs_lanes_kernel(algo, RS_LANES_MAX));
	for (size_t i = 1; i < RS_LANES_MAX; i++)
		messages[i].iov_len = 0;
	cr_assert_eq(ringsum_digest_messages(fixture_sha256(), messages, RS_LANES_MAX, out[0], &kernel), 0);
	cr_assert_str_eq(kernel, rs_lanes_kernel(algo, 1));
	free(data);
}

Test(messages, refusals)
{
	const struct ringsum_mac mac = { .key = "k", .key_len = 1 };
	char text[] = "abc";
	struct iovec message = { text, 3 };
	struct ringsum_digest *keyed = NULL;
	const char *kernel = "untouched";
	uint8_t out[32] = { 0x5a };

	cr_assert_eq(ringsum_digest_open_mac(&mac, &keyed, NULL), 0);
	cr_assert_eq(ringsum_digest_messages(keyed, &message, 1, out, &kernel), -EINVAL);
	cr_assert_eq(ringsum_digest_messages(fixture_sha256(), &message, 0, out, &kernel), -EINVAL);
	cr_assert_str_eq(kernel, "untouched");
	cr_assert_eq(out[0], 0x5a);
	ringsum_digest_close(keyed);
	cr_assert_eq(ERR_peek_error(), 0u);
}
