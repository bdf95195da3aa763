/* SPDX-License-Identifier: MIT */
/*
 * What to say of a line that no layout claims. Layouts that put the name first, or a comma between, are recognised and
 * named here but not read: the line could as well be meant otherwise, and a wrong guess would check the wrong file.
 */
#include "layout.h"

#include "digits.h"

#include <string.h>

static bool begins_with(const struct text_line *line, const char *text)
{
	size_t len = strlen(text);

	return line->len >= len && memcmp(line->data, text, len) == 0;
}

static bool is_digest_len(size_t n_digits)
{
	static const uint8_t lens[] = { 32, 40, 56, 64, 96, 128 };

	return n_digits <= 128 && memchr(lens, (int)n_digits, sizeof(lens)) != NULL;
}

static size_t hex_run(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && digits_is_hex(&text[n], 1))
		n++;
	return n;
}

static size_t hex_run_at_end(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && digits_is_hex(&text[len - 1 - n], 1))
		n++;
	return n;
}

static const char *of_first_digest(const char *text, size_t len)
{
	size_t n = hex_run(text, len);

	if (!is_digest_len(n))
		return NULL;
	if (n == len || layout_cut_blanks(text, len) == n)
		return "a digest without a name";
	if (text[n] == ';')
		return "laid out as digest;name, which is not read";
	if (text[n] == ',')
		return "laid out as digest,name, which is not read";
	if (text[n] == ':')
		return "laid out as digest:name, which is not read";
	return NULL;
}

static const char *of_last_digest(const char *text, size_t len)
{
	size_t n = hex_run_at_end(text, len);
	char before = n < len ? text[len - n - 1] : '\0';
	size_t head_len = layout_cut_blanks(text, len - n);

	if (n == 8 && layout_is_blank(before))
		return "a CRC-32 behind a name (SFV), which proves nothing";
	if (!is_digest_len(n) || head_len == 0)
		return NULL;
	if (before == ';')
		return "laid out as name;digest, which is not read";
	if (before == ',')
		return "laid out as name,digest, which is not read";
	if (text[head_len - 1] == ':')
		return "laid out as name: digest, which is not read";
	if (layout_is_blank(before) && text[head_len - 1] != '=')
		return "laid out as name  digest, which is not read";
	return NULL;
}

const char *layout_reason(const struct text_line *line)
{
	size_t start = layout_skip_blanks(line->data, line->len);
	const char *text = line->data + start;
	size_t len = layout_cut_blanks(text, line->len - start);
	const char *reason = of_first_digest(text, len);

	if (begins_with(line, "\xef\xbb\xbf"))
		return "a byte-order mark that is not at the start of the list";
	if (begins_with(line, "(stdin)="))
		return "a digest of standard input, for no file";
	if (begins_with(line, "HMAC"))
		return "a keyed digest (HMAC), which nobody can check without its key";
	if (!reason)
		reason = of_last_digest(text, len);
	return reason ? reason : "no known layout";
}
