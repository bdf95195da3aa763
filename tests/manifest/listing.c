/* SPDX-License-Identifier: MIT */
/*
 * Lists as text. The digests of "abc" are those that the standards print as examples, or, where there is none, those of
 * OpenSSL 3.0.
 */
#include "listing.h"

#include "digits.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *algo;
	const char *digest;
} abc_digests[] = {
	{ "MD5", ABC_MD5 },
	{ "SHA1", ABC_SHA1 },
	{ "SHA224", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7" },
	{ "SHA256", ABC_SHA256 },
	{ "SHA384",
	  "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7" },
	{ "SHA512", ABC_SHA512 },
	{ "SHA512/224", "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa" },
	{ "SHA512/256", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23" },
	{ "SHA3-224", "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf" },
	{ "SHA3-256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532" },
	{ "SHA3-384",
	  "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25" },
	{ "SHA3-512", "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e39340"
		      "57340b4cf408d5a56592f8274eec53f0" },
	{ "BLAKE2b", "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc95"
		     "18d38aa8dbf1925ab92386edd4009923" },
	{ "BLAKE2s", "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982" },
	{ "SM3", "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0" },
	{ "RIPEMD-160", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc" },
	{ "SHAKE128", "5881092dd818bf5cf8a3ddb793fbcba7" },
};

static const char *const layout_names[MANIFEST_N_LAYOUTS] = {
	"gnu", "bsd", "openssl", "openssl1", "gpg", "hashdeep", "sri", "powershell", "certutil", "hex",
};

const struct ringsum_algo *listing_algo(const char *name)
{
	const struct ringsum_algo *algo = ringsum_algo_find(name, strlen(name));

	cr_assert_not_null(algo, "no algorithm %s", name);
	return algo;
}

const char *listing_abc(const struct ringsum_algo *algo, size_t digest_len)
{
	for (size_t i = 0; i < sizeof(abc_digests) / sizeof(abc_digests[0]); i++) {
		if (algo == listing_algo(abc_digests[i].algo) && strlen(abc_digests[i].digest) == 2 * digest_len)
			return abc_digests[i].digest;
	}
	return NULL;
}

static void print_name(FILE *out, const char *name, size_t len)
{
	cr_assert_eq(strlen(name), len, "name_len %zu of \"%s\"", len, name);
	fputc('<', out);
	for (; *name; name++) {
		if ((unsigned char)*name < 32 || *name == '\\')
			fprintf(out, "\\x%02x", (unsigned)*name);
		else
			fputc(*name, out);
	}
	fputc('>', out);
}

static void print_entry(FILE *out, const struct manifest_item *item)
{
	const struct manifest_entry *entry = &item->entry;
	const char *abc = listing_abc(entry->algo, entry->digest_len);
	char hex[2 * RINGSUM_DIGEST_MAX + 1] = "";

	cr_assert_eq(entry->line, item->line);
	digits_to_hex(entry->digest, entry->digest_len, hex);
	fprintf(out, "%llu %s %s%s ", (unsigned long long)item->line, layout_names[entry->layout], entry->algo->name,
		item->event == MANIFEST_OTHER_ALGO ? " other" : "");
	fprintf(out, "%s ", abc && strcmp(abc, hex) == 0 ? "abc" : hex);
	print_name(out, entry->name, entry->name_len);
	if (entry->has_size)
		fprintf(out, " %llu bytes", (unsigned long long)entry->size);
	fputs(entry->is_unsigned ? " unsigned\n" : "\n", out);
}

static void print_item(FILE *out, const struct manifest_item *item)
{
	if (item->event != MANIFEST_BAD)
		print_entry(out, item);
	else if (item->reason)
		fprintf(out, "%llu bad %s\n", (unsigned long long)item->line, item->reason);
	else
		fprintf(out, "%llu bad\n", (unsigned long long)item->line);
}

/* Feed a copy of its own size, so that a read beyond it does not go unseen. */
static void read_piece(struct manifest_parser *parser, const char *text, size_t len, bool is_end, FILE *out,
		       struct manifest_summary *counted)
{
	char *copy = malloc(len ? len : 1);
	struct manifest_item item;

	cr_assert_not_null(copy);
	memcpy(copy, text, len);
	manifest_parser_feed(parser, copy, len, is_end);
	for (manifest_parser_next(parser, &item); item.event != MANIFEST_MORE; manifest_parser_next(parser, &item)) {
		counted->n_entries += item.event == MANIFEST_ENTRY;
		counted->n_bad += item.event == MANIFEST_BAD;
		counted->n_other_algo += item.event == MANIFEST_OTHER_ALGO;
		print_item(out, &item);
	}
	free(copy);
}

char *listing_read(const struct manifest_parser_options *options, const void *text, size_t len, size_t piece,
		   struct manifest_summary *ret_summary)
{
	struct manifest_summary summary;
	struct manifest_summary counted = { 0 };
	struct manifest_parser *parser;
	char *listing = NULL;
	size_t listing_len;
	FILE *out = open_memstream(&listing, &listing_len);

	cr_assert_not_null(out);
	cr_assert_eq(manifest_parser_create(options, &parser), 0);
	for (size_t pos = 0; pos < len; pos += piece)
		read_piece(parser, (const char *)text + pos, len - pos < piece ? len - pos : piece, false, out,
			   &counted);
	read_piece(parser, "", 0, true, out, &counted);
	manifest_parser_summary(parser, &summary);
	cr_assert_eq(summary.n_entries, counted.n_entries);
	cr_assert_eq(summary.n_bad, counted.n_bad);
	cr_assert_eq(summary.n_other_algo, counted.n_other_algo);
	manifest_parser_destroy(parser);
	fclose(out);
	if (ret_summary)
		*ret_summary = summary;
	return listing;
}

/* One wanted line against one of ours: a wanted "bad" without a reason takes any. */
static bool is_line_as_wanted(const char *got, size_t got_len, const char *want, size_t want_len)
{
	bool is_any_reason = want_len > 4 && memcmp(want + want_len - 4, " bad", 4) == 0 && got_len > want_len &&
			     got[want_len] == ' ';

	return memcmp(got, want, want_len < got_len ? want_len : got_len) == 0 &&
	       (got_len == want_len || is_any_reason);
}

static bool is_as_wanted(const char *got, const char *want)
{
	while (*got && *want) {
		size_t got_len = strcspn(got, "\n");
		size_t want_len = strcspn(want, "\n");

		if (!is_line_as_wanted(got, got_len, want, want_len))
			return false;
		got += got_len + 1;
		want += want_len + 1;
	}
	return !*got && !*want;
}

void listing_expect(const struct manifest_parser_options *options, const void *text, size_t len, const char *want)
{
	static const size_t pieces[] = { 1, 2, 7, 64 };
	char *whole = listing_read(options, text, len, len ? len : 1, NULL);

	cr_expect(is_as_wanted(whole, want), "of the list\n%.*s\n--- wanted\n%s--- got\n%s", (int)len,
		  (const char *)text, want, whole);
	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
		char *cut = listing_read(options, text, len, pieces[i], NULL);

		cr_expect_str_eq(cut, whole, "cut into pieces of %zu: got\n%s--- not\n%s", pieces[i], cut, whole);
		free(cut);
	}
	free(whole);
}

void expect_wide(const char *text, const char *want)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_WIDE };

	listing_expect(&options, text, strlen(text), want);
}

void expect_named(const char *file_name, const char *text, const char *want)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_WIDE, .file_name = file_name };

	listing_expect(&options, text, strlen(text), want);
}

void expect_only(const char *algo, const char *text, const char *want)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_WIDE, .algo = listing_algo(algo) };

	listing_expect(&options, text, strlen(text), want);
}

void expect_gnu(const char *algo, const char *text, const char *want)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_GNU_SUM, .algo = listing_algo(algo) };

	listing_expect(&options, text, strlen(text), want);
}
