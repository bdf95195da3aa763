/* SPDX-License-Identifier: MIT */
/*
 * The properties of the parser and the writer:
 *
 * 1. Every list comes to an end, each item is in order, and how the bytes were cut into pieces never shows.
 * 2. What is written reads back: the same algorithm, digest, name and size, and written again the same bytes.
 * 3. A line that the GNU dialect takes is taken by the wide one with the same digest and name. The exceptions are
 *    deliberate and stand in is_exception().
 * 4. What is written for coreutils, the GNU dialect reads too.
 */
#include "property.h"

#include "parse.h"
#include "write.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Looking at more of each would only make runs slow. */
#define N_LINES_MAX 8
#define N_ENTRIES_MAX 3
#define NAME_MAX_LEN 512

/* An entry that outlives its parser. */
struct kept {
	struct manifest_entry entry;
	char name[];
};

/* What came out of a list. */
struct outcome {
	/** @hash: of every item, in order */
	uint64_t hash;
	size_t n_items;
	size_t n_entries;
	struct kept *first[N_ENTRIES_MAX];
};

static void fail(const char *property, const char *what)
{
	fprintf(stderr, "property %s does not hold: %s\n", property, what);
	abort();
}

static void require(bool holds, const char *property, const char *what)
{
	if (!holds)
		fail(property, what);
}

static void *allocate(size_t len)
{
	void *block = malloc(len ? len : 1);

	if (!block)
		fail("0", "out of memory");
	return block;
}

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ ((const uint8_t *)data)[i]) * 0x100000001b3;
	return hash;
}

static uint64_t hash_item(uint64_t hash, const struct manifest_item *item)
{
	const struct manifest_entry *entry = &item->entry;

	hash = hash_bytes(hash, &item->event, sizeof(item->event));
	hash = hash_bytes(hash, &item->line, sizeof(item->line));
	if (item->event == MANIFEST_BAD)
		return hash_bytes(hash, &item->reason, sizeof(item->reason));
	hash = hash_bytes(hash, &entry->algo, sizeof(entry->algo));
	hash = hash_bytes(hash, entry->digest, entry->digest_len);
	hash = hash_bytes(hash, entry->name, entry->name_len + 1);
	hash = hash_bytes(hash, &entry->size, sizeof(entry->size));
	hash = hash_bytes(hash, &entry->layout, sizeof(entry->layout));
	return hash_bytes(hash, &entry->is_unsigned, sizeof(entry->is_unsigned));
}

static void check_item(const struct manifest_parser_options *options, const struct manifest_item *item)
{
	const struct manifest_entry *entry = &item->entry;
	bool is_gnu = options->dialect == MANIFEST_GNU_SUM;

	require(item->line > 0, "1", "an item has a line");
	if (item->event == MANIFEST_BAD) {
		require(is_gnu == !item->reason, "1", "damage has a reason, but for the GNU dialect");
		return;
	}
	require(entry->line == item->line, "1", "an entry has the line of its item");
	require(strlen(entry->name) == entry->name_len, "1", "a name has no NUL");
	require(is_gnu || entry->name_len > 0, "1", "a name is not empty");
	require(entry->digest_len > 0 && entry->digest_len <= RINGSUM_DIGEST_MAX, "1", "a digest has a length");
	require(!entry->algo->digest_len || entry->digest_len == entry->algo->digest_len, "1",
		"the digest fits the algorithm");
	require(item->event == MANIFEST_ENTRY || (options->algo && !is_gnu), "1", "nothing else was asked for");
	require(!options->algo || (entry->algo == options->algo) == (item->event == MANIFEST_ENTRY), "1",
		"an entry is for the algorithm asked for");
}

static void keep(struct outcome *outcome, const struct manifest_entry *entry)
{
	struct kept *kept;

	if (outcome->n_entries++ >= N_ENTRIES_MAX)
		return;
	kept = allocate(sizeof(*kept) + entry->name_len + 1);
	kept->entry = *entry;
	memcpy(kept->name, entry->name, entry->name_len + 1);
	kept->entry.name = kept->name;
	outcome->first[outcome->n_entries - 1] = kept;
}

static void forget(struct outcome *outcome)
{
	for (size_t i = 0; i < N_ENTRIES_MAX; i++)
		free(outcome->first[i]);
}

static void take_items(struct manifest_parser *parser, const struct manifest_parser_options *options,
		       struct outcome *outcome)
{
	struct manifest_item item;

	for (manifest_parser_next(parser, &item); item.event != MANIFEST_MORE; manifest_parser_next(parser, &item)) {
		check_item(options, &item);
		outcome->hash = hash_item(outcome->hash, &item);
		outcome->n_items++;
		if (item.event == MANIFEST_ENTRY)
			keep(outcome, &item.entry);
	}
}

/* Each piece is a block of its own, so that the address sanitizer sees a read beyond it. */
static void feed(struct manifest_parser *parser, const struct manifest_parser_options *options, const uint8_t *data,
		 size_t len, bool is_end, struct outcome *outcome)
{
	uint8_t *copy = allocate(len);

	memcpy(copy, data, len);
	manifest_parser_feed(parser, copy, len, is_end);
	take_items(parser, options, outcome);
	free(copy);
}

static struct outcome parse(const struct manifest_parser_options *options, const uint8_t *data, size_t len,
			    size_t piece)
{
	struct outcome outcome = { .hash = 0xcbf29ce484222325 };
	struct manifest_summary summary;
	struct manifest_parser *parser;

	if (manifest_parser_create(options, &parser) < 0)
		fail("0", "out of memory");
	for (size_t pos = 0; pos < len; pos += piece)
		feed(parser, options, data + pos, len - pos < piece ? len - pos : piece, false, &outcome);
	feed(parser, options, data, 0, true, &outcome);
	require(outcome.n_items <= len + 1, "1", "no more items than bytes");
	manifest_parser_summary(parser, &summary);
	require(summary.n_entries == outcome.n_entries, "1", "the summary counts the entries");
	require(summary.n_entries + summary.n_bad + summary.n_other_algo == outcome.n_items, "1",
		"the summary counts all items");
	require(summary.n_unsigned <= summary.n_entries, "1", "no more unsigned entries than entries");
	require((summary.first_bad_line > 0) == (summary.n_bad > 0), "1", "damage has a first line");
	manifest_parser_destroy(parser);
	return outcome;
}

/* ---- 2 and 4: written and read back ---- */

/* Does the text of @style tell the algorithm, or must the reader know it? */
static bool names_algo(const struct manifest_style *style, const struct manifest_entry *entry)
{
	return style->layout != MANIFEST_GNU && entry->algo->digest_len;
}

static void require_same(const struct outcome *outcome, const struct manifest_entry *want, bool has_name,
			 const char *property)
{
	const struct manifest_entry *got;

	require(outcome->n_items == 1 && outcome->n_entries == 1, property, "a line is one entry");
	got = &outcome->first[0]->entry;
	require(got->algo == want->algo, property, "the algorithm reads back");
	require(got->digest_len == want->digest_len, property, "the digest's length reads back");
	require(memcmp(got->digest, want->digest, want->digest_len) == 0, property, "the digest reads back");
	require(!has_name || strcmp(got->name, want->name) == 0, property, "the name reads back");
	require(!got->has_size || got->size == want->size, property, "the size reads back");
}

static ssize_t write_line(const struct manifest_style *style, const struct manifest_entry *entry, char *buf,
			  size_t cap)
{
	return manifest_write(style, entry->algo, entry->digest, entry->digest_len, entry->name, entry->size, buf,
			      cap);
}

/* Header and line; NULL: the layout cannot carry the entry. Owner: the caller. */
static char *write_list(const struct manifest_style *style, const struct manifest_entry *entry, size_t *ret_len)
{
	ssize_t header_len = manifest_write_header(style, entry->algo, NULL, 0);
	ssize_t len = write_line(style, entry, NULL, 0);
	char *list;

	if (header_len < 0 || len < 0)
		return NULL;
	list = allocate((size_t)(header_len + len));
	require(manifest_write_header(style, entry->algo, list, (size_t)header_len) == header_len, "2",
		"a header has one length");
	require(write_line(style, entry, list + header_len, (size_t)len) == len, "2", "a line has one length");
	*ret_len = (size_t)(header_len + len);
	return list;
}

static void check_gnu_reads(const struct manifest_style *style, const struct manifest_entry *entry, const char *list,
			    size_t len)
{
	struct manifest_parser_options options = {
		.dialect = MANIFEST_GNU_SUM,
		.algo = entry->algo,
		.digest_len = entry->digest_len,
	};
	struct outcome outcome;

	if (style->is_base64 || (style->layout != MANIFEST_GNU && style->layout != MANIFEST_BSD))
		return;
	outcome = parse(&options, (const uint8_t *)list, len, len);
	require_same(&outcome, entry, true, "4");
	forget(&outcome);
}

static void check_write(const struct manifest_style *style, const struct manifest_entry *entry)
{
	char file_name[NAME_MAX_LEN + 64];
	struct manifest_parser_options options = {
		.algo = names_algo(style, entry) ? NULL : entry->algo,
		.digest_len = entry->digest_len,
		.file_name = file_name,
	};
	bool is_named = style->layout != MANIFEST_HEX || entry->name_len <= NAME_MAX_LEN;
	struct outcome outcome;
	size_t len, again_len;
	char *again;
	char *list = write_list(style, entry, &len);

	if (!list)
		return;
	snprintf(file_name, sizeof(file_name), "%.*s.%s", NAME_MAX_LEN, entry->name, entry->algo->legacy);
	outcome = parse(&options, (const uint8_t *)list, len, len);
	require_same(&outcome, entry, is_named, "2");
	again = write_list(style, &outcome.first[0]->entry, &again_len);
	require(again && again_len == len && memcmp(again, list, len) == 0, "2", "written again it is the same");
	check_gnu_reads(style, entry, list, len);
	forget(&outcome);
	free(again);
	free(list);
}

/* @choice: one of the styles of a layout, by number; all of them where it is EVERY. */
#define EVERY UINT64_MAX

static void check_styles(const struct manifest_entry *entry, uint64_t choice)
{
	static const struct manifest_style forms[] = { { 0 }, { .is_base64 = true }, { .is_binary = true } };
	uint64_t n = 0;

	for (int layout = 0; layout < MANIFEST_N_LAYOUTS; layout++) {
		if (layout == MANIFEST_HEX && (entry->name_len == 0 || entry->name[entry->name_len - 1] == '/'))
			continue; /* a list that is called "dir/.sha256" is for no file */
		for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
			struct manifest_style style = forms[i];

			style.layout = (enum manifest_layout)layout;
			if (choice == EVERY || n++ % 8 == choice % 8)
				check_write(&style, entry);
		}
	}
}

/* The bytes themselves as algorithm, digest and name. */
static void check_raw_entry(const uint8_t *data, size_t len, uint64_t choice)
{
	struct manifest_entry entry = { .size = len };
	char name[NAME_MAX_LEN + 1];
	size_t n_algos = 0;
	size_t name_len = 0;

	while (ringsum_algo_at(n_algos))
		n_algos++;
	if (len < 2 + RINGSUM_DIGEST_MAX)
		return;
	entry.algo = ringsum_algo_at(data[0] % n_algos);
	entry.digest_len = entry.algo->digest_len ? entry.algo->digest_len : 1u + data[1] % RINGSUM_DIGEST_MAX;
	memcpy(entry.digest, data + 2, entry.digest_len);
	for (size_t i = 2 + RINGSUM_DIGEST_MAX; i < len && name_len < NAME_MAX_LEN; i++) {
		if (data[i])
			name[name_len++] = (char)data[i];
	}
	name[name_len] = '\0';
	entry.name = name;
	entry.name_len = name_len;
	check_styles(&entry, choice);
}

/* ---- 3: the GNU dialect is part of the wide one ---- */

/*
 * Lines that coreutils takes and we do not, on purpose:
 * - a NUL ends the name there, and what stands behind it goes unseen;
 * - a tag without a name, which can be no file;
 * - a digest with one or two blanks behind it: coreutils sees a file called " ", we see a bare digest;
 * - a `^` after one blank: shasum's digest of bits, which the file can never have.
 */
static bool is_exception(const uint8_t *line, size_t len, const struct manifest_entry *entry)
{
	size_t blanks = 0;
	size_t hex_len = 2 * entry->digest_len;

	if (memchr(line, '\0', len) || entry->name_len == 0)
		return true;
	if (entry->layout != MANIFEST_GNU)
		return false;
	while (blanks < len && (line[blanks] == ' ' || line[blanks] == '\t' || line[blanks] == '\\'))
		blanks++;
	if (line[blanks + hex_len + 1] == '^')
		return true;
	return entry->name_len == 1 && strchr(" \t", entry->name[0]) && len - blanks - hex_len <= 3 &&
	       strspn((const char *)line + blanks + hex_len, " \t") + blanks + hex_len >= len - 1;
}

static void check_line(const uint8_t *line, size_t len, const char *algo_name)
{
	struct manifest_parser_options options = {
		.dialect = MANIFEST_GNU_SUM,
		.algo = ringsum_algo_find(algo_name, strlen(algo_name)),
	};
	struct outcome gnu = parse(&options, line, len, len ? len : 1);
	struct outcome wide;

	if (gnu.n_entries == 1 && !is_exception(line, len, &gnu.first[0]->entry)) {
		options.dialect = MANIFEST_WIDE;
		wide = parse(&options, line, len, len);
		require_same(&wide, &gnu.first[0]->entry, true, "3");
		forget(&wide);
		options.algo = NULL;
		wide = parse(&options, line, len, len);
		require_same(&wide, &gnu.first[0]->entry, true, "3");
		forget(&wide);
	}
	forget(&gnu);
}

static void check_lines(const uint8_t *data, size_t len, uint64_t choice)
{
	for (size_t n = 0; n < N_LINES_MAX && len > 0; n++) {
		const uint8_t *newline = memchr(data, '\n', len);
		size_t line_len = newline ? (size_t)(newline - data) + 1 : len;
		/* a NUL behind it, for is_exception() */
		uint8_t *line = allocate(line_len + 1);

		memcpy(line, data, line_len);
		line[line_len] = '\0';
		if (choice == EVERY || n % 2 == choice % 2)
			check_line(line, line_len, "SHA256");
		if (choice == EVERY || n % 8 == choice % 8)
			check_line(line, line_len, "MD5");
		free(line);
		data += line_len;
		len -= line_len;
	}
}

/* ---- All of it ---- */

static void check_options(const struct manifest_parser_options *options, const uint8_t *data, size_t len,
			  uint64_t choice)
{
	struct outcome whole = parse(options, data, len, len ? len : 1);
	struct outcome cut = parse(options, data, len, 1 + choice % 13);

	require(whole.hash == cut.hash && whole.n_items == cut.n_items, "1", "pieces do not show");
	for (size_t i = 0; i < N_ENTRIES_MAX && whole.first[i] && options->dialect == MANIFEST_WIDE; i++)
		check_styles(&whole.first[i]->entry, choice);
	forget(&whole);
	forget(&cut);
}

void property_check(const uint8_t *data, size_t len, bool is_thorough)
{
	const struct ringsum_algo *sha256 = ringsum_algo_find("SHA256", 6);
	const struct manifest_parser_options options[] = {
		{ .dialect = MANIFEST_WIDE, .file_name = "a.iso.sha256" },
		{ .dialect = MANIFEST_WIDE, .algo = sha256, .is_stdin = true },
		{ .dialect = MANIFEST_WIDE, .algo = ringsum_algo_find("SHAKE128", 8), .digest_len = 8 },
		{ .dialect = MANIFEST_WIDE, .is_keyed = true },
		{ .dialect = MANIFEST_GNU_SUM, .algo = sha256 },
	};
	uint64_t choice = is_thorough ? EVERY : hash_bytes(len, data, len) >> 8;

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (is_thorough || i == 0 || i == choice % 16)
			check_options(&options[i], data, len, choice);
	}
	check_lines(data, len, choice);
	check_raw_entry(data, len, choice);
}
