/* SPDX-License-Identifier: MIT */
/*
 * Lines of checksum files. Each line is built twice by the same code, once to count and once to write, so its length
 * and its text cannot disagree. A name that would come back as another name, or as two lines, is refused.
 */
#include "write.h"

#include "digits.h"
#include "escape.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Bytes of the shortest digest that is read in base64 without a tag: MD5's. */
#define BASE64_DIGEST_MIN 16

/* Text that grows; @buf NULL: only its length does. */
struct line {
	char *buf;
	size_t len;
};

/* Everything about one line. */
struct record {
	const struct manifest_style *style;
	const struct ringsum_algo *algo;
	const uint8_t *digest;
	size_t digest_len;
	const char *name;
	uint64_t size;
	bool is_escaped;
};

static void add_bytes(struct line *line, const char *text, size_t len)
{
	if (line->buf)
		memcpy(line->buf + line->len, text, len);
	line->len += len;
}

static void add(struct line *line, const char *text)
{
	add_bytes(line, text, strlen(text));
}

static void add_name(struct line *line, const struct record *record)
{
	if (record->is_escaped)
		line->len += escape_encode(record->name, line->buf ? line->buf + line->len : NULL);
	else
		add(line, record->name);
}

static void add_digest(struct line *line, const struct record *record, bool is_base64)
{
	char *end = line->buf ? line->buf + line->len : NULL;

	if (end && is_base64)
		digits_to_base64(record->digest, record->digest_len, end);
	else if (end)
		digits_to_hex(record->digest, record->digest_len, end);
	line->len += is_base64 ? digits_base64_len(record->digest_len) : 2 * record->digest_len;
}

static void add_gnu(struct line *line, const struct record *record)
{
	add_digest(line, record, record->style->is_base64);
	add(line, record->style->is_binary ? " *" : "  ");
	add_name(line, record);
}

static void add_tagged(struct line *line, const struct record *record, const char *tag, const char *open,
		       const char *close)
{
	add(line, tag);
	add(line, open);
	add_name(line, record);
	add(line, close);
	add_digest(line, record, record->style->is_base64);
}

static void add_hashdeep(struct line *line, const struct record *record)
{
	char size[24];

	snprintf(size, sizeof(size), "%" PRIu64 ",", record->size);
	add(line, size);
	add_digest(line, record, false);
	add(line, ",");
	add_name(line, record);
}

/* The word of Subresource Integrity, or NULL: it knows three algorithms. */
static const char *sri_word(const struct ringsum_algo *algo)
{
	static const char *const words[] = { "sha256", "sha384", "sha512" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (algo == ringsum_algo_find(words[i], strlen(words[i])))
			return words[i];
	}
	return NULL;
}

/* The word of hashdeep's header, or NULL: it knows five algorithms, of which four are ours too. */
static const char *hashdeep_word(const struct ringsum_algo *algo)
{
	static const char *const words[] = { "md5", "sha1", "sha256", "whirlpool" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (algo == ringsum_algo_find(words[i], strlen(words[i])))
			return words[i];
	}
	return NULL;
}

static void add_sri(struct line *line, const struct record *record)
{
	add(line, sri_word(record->algo));
	add(line, "-");
	add_digest(line, record, true);
	add(line, "  ");
	add_name(line, record);
}

static void add_record(struct line *line, const struct record *record)
{
	if (record->is_escaped)
		add(line, "\\");
	switch (record->style->layout) {
	case MANIFEST_BSD:
		add_tagged(line, record, record->algo->tag, " (", ") = ");
		break;
	case MANIFEST_OPENSSL:
		add_tagged(line, record, record->algo->name, "(", ")= ");
		break;
	case MANIFEST_OPENSSL1:
		add_tagged(line, record, record->algo->legacy, "(", ")= ");
		break;
	case MANIFEST_HASHDEEP:
		add_hashdeep(line, record);
		break;
	case MANIFEST_SRI:
		add_sri(line, record);
		break;
	case MANIFEST_HEX:
		add_digest(line, record, false);
		break;
	default:
		add_gnu(line, record);
		break;
	}
	add_bytes(line, record->style->is_zero ? "" : "\n", 1);
}

static bool has_escapes(enum manifest_layout layout)
{
	return layout == MANIFEST_GNU || layout == MANIFEST_BSD || layout == MANIFEST_SRI;
}

/*
 * Base64 that happens to be all hex digits would be read as hex, and what is shorter than any real digest, before a
 * name, as a word.
 */
static bool is_readable_base64(const struct record *record)
{
	char text[2 * RINGSUM_DIGEST_MAX];

	if (record->digest_len > RINGSUM_DIGEST_MAX)
		return true;
	if (record->style->layout == MANIFEST_GNU && record->digest_len < BASE64_DIGEST_MIN)
		return false;
	return !digits_is_hex(text, digits_to_base64(record->digest, record->digest_len, text));
}

static int check_name(const struct record *record)
{
	const char *name = record->name;
	size_t len = strlen(name);

	if (record->style->is_zero || record->style->layout == MANIFEST_HEX)
		return 0;
	if (len == 0)
		return -EILSEQ;
	if (has_escapes(record->style->layout))
		return 0;
	if (strchr(name, '\n'))
		return -EILSEQ;
	/* Where the name ends the line, a CR there would be taken for the line's end. */
	return record->style->layout == MANIFEST_HASHDEEP && name[len - 1] == '\r' ? -EILSEQ : 0;
}

static int check_style(const struct manifest_style *style, const struct ringsum_algo *algo)
{
	if (!manifest_layout_name(style->layout))
		return -EINVAL;
	if (style->is_base64 && (style->layout == MANIFEST_HEX || style->layout == MANIFEST_HASHDEEP))
		return -EINVAL;
	if (style->layout == MANIFEST_SRI && !sri_word(algo))
		return -ENOTSUP;
	if (style->layout == MANIFEST_HASHDEEP && !hashdeep_word(algo))
		return -ENOTSUP;
	return 0;
}

ssize_t manifest_write(const struct manifest_style *style, const struct ringsum_algo *algo, const uint8_t *digest,
		       size_t digest_len, const char *name, uint64_t size, char *buf, size_t cap)
{
	struct record record = {
		.style = style, .algo = algo, .digest = digest, .digest_len = digest_len, .name = name, .size = size,
	};
	struct line line = { NULL, 0 };
	int rc = check_style(style, algo);

	if (rc == 0)
		rc = check_name(&record);
	if (rc == 0 && style->is_base64 && !is_readable_base64(&record))
		rc = -EILSEQ;
	if (rc < 0)
		return rc;
	record.is_escaped = has_escapes(style->layout) && !style->is_zero && escape_is_needed(name);
	add_record(&line, &record);
	if (line.len - 1 > MANIFEST_LINE_MAX && digest_len <= RINGSUM_DIGEST_MAX && !style->is_zero)
		return -EILSEQ;
	if (line.len <= cap) {
		line = (struct line){ buf, 0 };
		add_record(&line, &record);
	}
	return (ssize_t)line.len;
}

ssize_t manifest_write_header(const struct manifest_style *style, const struct ringsum_algo *algo, char *buf,
			      size_t cap)
{
	char text[96];
	int len;
	int rc = check_style(style, algo);

	if (rc < 0 || style->layout != MANIFEST_HASHDEEP)
		return rc;
	len = snprintf(text, sizeof(text), "%%%%%%%% HASHDEEP-1.0\n%%%%%%%% size,%s,filename\n", hashdeep_word(algo));
	if ((size_t)len <= cap)
		memcpy(buf, text, (size_t)len);
	return len;
}

const char *manifest_layout_name(enum manifest_layout layout)
{
	static const char *const names[MANIFEST_N_LAYOUTS] = {
		[MANIFEST_GNU] = "gnu",
		[MANIFEST_BSD] = "bsd",
		[MANIFEST_OPENSSL] = "openssl",
		[MANIFEST_OPENSSL1] = "openssl1",
		[MANIFEST_HASHDEEP] = "hashdeep",
		[MANIFEST_SRI] = "sri",
		[MANIFEST_HEX] = "hex",
	};

	return (size_t)layout < MANIFEST_N_LAYOUTS ? names[layout] : NULL;
}
