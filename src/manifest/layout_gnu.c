/* SPDX-License-Identifier: MIT */
/*
 * `digest  name`, as sha256sum, shasum, md5 -r and many scripts write it. Each line is read by itself: behind the
 * digest stands a blank or tab, then perhaps one more character, a blank or the `*` of binary mode, and all the rest is
 * the name, blanks at its ends included. The digest may also be in base64, as `cksum --untagged --base64` prints it.
 *
 * shasum's other marks: `^` (digest of bits) can never be the digest of the file's bytes; `U` (newlines converted)
 * looks like a name after one blank and is read as that.
 */
#include "layout.h"

#include "digits.h"

#include <string.h>

/* Fewer characters than an MD5 in base64 are a word, not a digest, unless they are hex and as the caller chose. */
#define FIELD_MIN 24

static size_t find_blank(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && !layout_is_blank(text[n]))
		n++;
	return n;
}

/*
 * Base64 without `=` at its end is as good as a hex digest with a slip in it: 64 such letters could be a SHA-384 or a
 * damaged SHA-256. It counts only where the caller fixed an algorithm that it fits.
 */
static bool is_certain(const struct layout_context *context, const char *field, size_t field_len, size_t digest_len)
{
	if (field_len == 2 * digest_len || field[2] == ':')
		return true;
	if (field_len < FIELD_MIN)
		return false;
	return field[field_len - 1] == '=' || (context->algo && context->algo == layout_by_len(context, digest_len));
}

bool layout_gnu(struct layout_context *context, const struct text_line *line, struct manifest_item *item)
{
	const char *text = line->data;
	size_t len = line->len;
	size_t start = layout_skip_blanks(text, len);
	bool is_escaped = start < len && text[start] == '\\';
	size_t field_len;
	size_t digest_len;

	start += is_escaped;
	field_len = find_blank(text + start, len - start);
	if ((field_len < FIELD_MIN && !context->digest_len) || field_len == len - start)
		return false;
	digest_len = digits_decode(text + start, field_len, item->entry.digest);
	if (!digest_len || !layout_by_len(context, digest_len) ||
	    !is_certain(context, text + start, field_len, digest_len)) {
		if (digits_is_hex(text + start, field_len))
			return layout_bad(item, "the length of the digest fits no algorithm");
		return false;
	}
	text += start + field_len + 1;
	len -= start + field_len + 1;
	if (len == 0 || (len == 1 && layout_is_blank(text[0])))
		return false;
	if (text[0] == '^')
		return layout_bad(item, "shasum's bit mode (^), whose digests are not those of files");
	item->entry.layout = MANIFEST_GNU;
	item->entry.digest_len = digest_len;
	if (!layout_set_spaced_name(context, text, len, is_escaped, item))
		return true;
	return layout_finish(context, NULL, item);
}
