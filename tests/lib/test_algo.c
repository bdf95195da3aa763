/* SPDX-License-Identifier: MIT */
/*
 * The table of algorithms against libcrypto (lengths and OpenSSL 3 names) and against the words that coreutils and
 * OpenSSL 1.x write.
 */
#include "fixture.h"
#include "algo.h"

#include <ctype.h>
#include <string.h>

#include <openssl/evp.h>

static const struct ringsum_algo *find(const char *name)
{
	return ringsum_algo_find(name, strlen(name));
}

/* Every word of the aliases of @algo, as it stands, in capitals and in small letters. */
static void expect_all_aliases(const struct ringsum_algo *algo)
{
	char word[64];
	size_t n;

	for (const char *at = algo->aliases; *at; at += strspn(at, " ")) {
		n = strcspn(at, " ");
		cr_assert_eq(ringsum_algo_find(at, n), algo, "%.*s", (int)n, at);
		cr_assert_lt(n, sizeof(word));
		for (size_t i = 0; i < n; i++)
			word[i] = (char)toupper((unsigned char)at[i]);
		cr_assert_eq(ringsum_algo_find(word, n), algo, "%.*s", (int)n, word);
		for (size_t i = 0; i < n; i++)
			word[i] = (char)tolower((unsigned char)at[i]);
		cr_assert_eq(ringsum_algo_find(word, n), algo, "%.*s", (int)n, word);
		at += n;
	}
}

Test(algo, every_name_leads_to_its_own_algorithm)
{
	const struct ringsum_algo *algo;
	size_t n = 0;

	while ((algo = ringsum_algo_at(n))) {
		n++;
		cr_assert_eq(find(algo->name), algo, "%s", algo->name);
		cr_assert_eq(find(algo->tag), algo, "%s", algo->tag);
		cr_assert_eq(find(algo->legacy), algo, "%s", algo->legacy);
		expect_all_aliases(algo);
	}
	cr_assert_gt(n, 15u);
	cr_assert_null(ringsum_algo_at(n + 1));
	cr_assert_null(ringsum_algo_at(SIZE_MAX));
}

Test(algo, known_words)
{
	/*
	 * name of OpenSSL 3; word of cksum --tag; label of openssl dgst 1.1.1; bytes, from FIPS 180-4, 202, RFC 7693 …
	 */
	static const struct ringsum_algo known[] = {
		{ "MD5", "MD5", "MD5", "md5", 16 },
		{ "SHA1", "SHA1", "SHA1", "sha-1", 20 },
		{ "SHA2-224", "SHA224", "SHA224", "sha224", 28 },
		{ "SHA2-256", "SHA256", "SHA256", "sha-256", 32 },
		{ "SHA2-384", "SHA384", "SHA384", "sha384", 48 },
		{ "SHA2-512", "SHA512", "SHA512", "sha512", 64 },
		{ "SHA2-512/256", "SHA512/256", "SHA512-256", "sha512-256", 32 },
		{ "SHA2-512/224", "SHA512/224", "SHA512-224", "sha512-224", 28 },
		{ "SHA3-256", "SHA3-256", "SHA3-256", "sha3-256", 32 },
		{ "BLAKE2B-512", "BLAKE2b", "BLAKE2b512", "blake2b", 64 },
		{ "BLAKE2S-256", "BLAKE2s", "BLAKE2s256", "blake2s256", 32 },
		{ "SM3", "SM3", "SM3", "sm3", 32 },
		{ "RIPEMD-160", "RMD160", "RIPEMD160", "rmd160", 20 },
		{ "SHAKE-128", "SHAKE128", "SHAKE128", "shake128", 0 },
		{ "SHAKE-256", "SHAKE256", "SHAKE256", "SHAKE-256", 0 },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const struct ringsum_algo *algo = find(known[i].aliases);

		cr_assert_not_null(algo, "%s", known[i].aliases);
		cr_assert_str_eq(algo->name, known[i].name);
		cr_assert_str_eq(algo->tag, known[i].tag);
		cr_assert_str_eq(algo->legacy, known[i].legacy);
		cr_assert_eq(algo->digest_len, known[i].digest_len, "%s", algo->name);
	}
}

Test(algo, agrees_with_libcrypto)
{
	const struct ringsum_algo *algo;
	unsigned n_checked = 0;

	for (size_t i = 0; (algo = ringsum_algo_at(i)); i++) {
		EVP_MD *md = EVP_MD_fetch(NULL, algo->name, NULL);

		/* MD2, MD4, MDC2 and WHIRLPOOL are in the legacy provider, if at all. */
		if (!md)
			continue;
		n_checked++;
		cr_assert(EVP_MD_is_a(md, algo->name));
		if (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)
			cr_assert_eq(algo->digest_len, 0u, "%s", algo->name);
		else
			cr_assert_eq(algo->digest_len, (size_t)EVP_MD_get_size(md), "%s", algo->name);
		EVP_MD_free(md);
	}
	cr_assert_gt(n_checked, 12u);
}

Test(algo, nothing_like_a_name_is_a_name)
{
	static const char *const wrong[] = {
		"", " ", "sha", "sha25", "sha2560", "SHA2-2560", "SHA25-6", "sha 256", "SHA256 ", " SHA256",
		"SHA2-256 SHA256", "SHA--256", "sha_256", "SHA512/", "HMAC-SHA256", "md", "NULL",
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		cr_assert_null(find(wrong[i]), "\"%s\"", wrong[i]);
	cr_assert_null(ringsum_algo_find("SHA256\0", 7), "a NUL is no part of a name");
}

Test(algo, length_ends_the_name)
{
	cr_assert_eq(ringsum_algo_find("SHA256 (file) = ", 6), find("SHA2-256"));
	cr_assert_eq(ringsum_algo_find("SHA2-512/256", 8), find("SHA512"));
	cr_assert_neq(find("SHA512/256"), find("SHA512"));
	cr_assert_null(ringsum_algo_find("SHA256", 0));
}
