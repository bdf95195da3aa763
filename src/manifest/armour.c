/* SPDX-License-Identifier: MIT */
/*
 * The wrapping of signed lists. It is known so that it is no damage and never a list: "Hash: SHA512" is about the
 * signature, and a line of base64 is no digest. What is skipped here must look like wrapping, and wrapping must end, so
 * that a cut or forged one cannot swallow entries.
 */
#include "armour.h"

#include <string.h>

static size_t cut_blanks(const struct text_line *line)
{
	size_t len = line->len;

	while (len > 0 && (line->data[len - 1] == ' ' || line->data[len - 1] == '\t'))
		len--;
	return len;
}

static bool is_line(const struct text_line *line, const char *text)
{
	size_t len = strlen(text);

	return cut_blanks(line) == len && memcmp(line->data, text, len) == 0;
}

static bool begins_with(const struct text_line *line, const char *text)
{
	size_t len = strlen(text);

	return line->len >= len && memcmp(line->data, text, len) == 0;
}

static bool is_letter(char letter)
{
	return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
}

static bool is_base64(const struct text_line *line)
{
	size_t len = cut_blanks(line);

	for (size_t i = 0; i < len; i++) {
		char letter = line->data[i];

		if (!is_letter(letter) && !(letter >= '0' && letter <= '9') && (!letter || !strchr("+/=", letter)))
			return false;
	}
	return len > 0;
}

/* A header of PGP armour. No other word is: `name: digest` must not pass for one. */
static bool is_header(const struct text_line *line)
{
	static const char *const headers[] = { "Hash:", "Charset:", "Comment:", "Version:", "MessageID:" };

	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
		if (begins_with(line, headers[i]))
			return true;
	}
	return false;
}

static enum armour_verdict bad(const char *reason, const char **ret_reason)
{
	*ret_reason = reason;
	return ARMOUR_IS_BAD;
}

static enum armour_verdict enter(struct armour *armour, enum armour_state state, uint64_t number)
{
	armour->state = state;
	armour->line = number;
	return ARMOUR_IS_WRAPPING;
}

/* Text that is not PGP's: a list as most are, or signify's. */
static enum armour_verdict take_plain(struct armour *armour, uint64_t number, const struct text_line *line,
				      const char **ret_reason)
{
	if (line->len == 0 || (line->data[0] != '-' && line->data[0] != 'u' && line->data[0] != 't'))
		return ARMOUR_IS_TEXT;
	if (is_line(line, "-----BEGIN PGP SIGNED MESSAGE-----")) {
		armour->is_signed = true;
		return enter(armour, ARMOUR_PGP_HEADERS, number);
	}
	if (is_line(line, "-----BEGIN PGP SIGNATURE-----")) {
		armour->is_signed = true;
		return enter(armour, ARMOUR_PGP_SIGNATURE, number);
	}
	if (begins_with(line, "-----BEGIN PGP ")) {
		enter(armour, ARMOUR_PGP_BLOCK, number);
		return bad("a PGP block that holds no clear text", ret_reason);
	}
	if (begins_with(line, "untrusted comment:"))
		return enter(armour, ARMOUR_SIGNIFY_SIGNATURE, number);
	if (armour->state == ARMOUR_SIGNIFY_TEXT && begins_with(line, "trusted comment:"))
		return enter(armour, ARMOUR_SIGNIFY_SECOND, number);
	return ARMOUR_IS_TEXT;
}

static enum armour_verdict take_pgp_headers(struct armour *armour, const struct text_line *line,
					    const char **ret_reason)
{
	if (cut_blanks(line) == 0)
		return enter(armour, ARMOUR_PGP_TEXT, armour->line);
	if (is_header(line))
		return ARMOUR_IS_WRAPPING;
	/* Shown as signed by careless readers, yet no signature covers it. */
	return bad("text among the headers of a PGP signed message", ret_reason);
}

static enum armour_verdict take_pgp_text(struct armour *armour, uint64_t number, struct text_line *line,
					 const char **ret_reason)
{
	if (is_line(line, "-----BEGIN PGP SIGNATURE-----"))
		return enter(armour, ARMOUR_PGP_SIGNATURE, number);
	if (begins_with(line, "-----"))
		return bad("a line of PGP armour in the midst of signed text", ret_reason);
	if (begins_with(line, "- ")) {
		line->data += 2;
		line->len -= 2;
	}
	return ARMOUR_IS_TEXT;
}

static enum armour_verdict take_pgp_signature(struct armour *armour, uint64_t number, const struct text_line *line,
					      const char **ret_reason)
{
	if (is_line(line, "-----END PGP SIGNATURE-----"))
		return enter(armour, ARMOUR_OUTSIDE, number);
	if (cut_blanks(line) == 0 || is_base64(line) || is_header(line))
		return ARMOUR_IS_WRAPPING;
	return bad("text in the midst of a PGP signature", ret_reason);
}

/* Both of signify's and minisign's signatures begin with the letters "Ed" or "ED", an R in base64. */
static enum armour_verdict take_signify(struct armour *armour, uint64_t number, const struct text_line *line,
					const char **ret_reason)
{
	bool is_first = armour->state == ARMOUR_SIGNIFY_SIGNATURE;

	if (is_base64(line) && (!is_first || line->data[0] == 'R')) {
		armour->is_signed = true;
		return enter(armour, ARMOUR_SIGNIFY_TEXT, number);
	}
	armour->state = is_first ? ARMOUR_OUTSIDE : ARMOUR_SIGNIFY_TEXT;
	return take_plain(armour, number, line, ret_reason);
}

enum armour_verdict armour_take(struct armour *armour, uint64_t number, struct text_line *line,
				const char **ret_reason)
{
	switch (armour->state) {
	case ARMOUR_PGP_HEADERS:
		return take_pgp_headers(armour, line, ret_reason);
	case ARMOUR_PGP_TEXT:
		return take_pgp_text(armour, number, line, ret_reason);
	case ARMOUR_PGP_SIGNATURE:
		return take_pgp_signature(armour, number, line, ret_reason);
	case ARMOUR_PGP_BLOCK:
		if (begins_with(line, "-----END PGP "))
			armour->state = ARMOUR_OUTSIDE;
		return ARMOUR_IS_WRAPPING;
	case ARMOUR_SIGNIFY_SIGNATURE:
	case ARMOUR_SIGNIFY_SECOND:
		return take_signify(armour, number, line, ret_reason);
	default:
		return take_plain(armour, number, line, ret_reason);
	}
}

bool armour_is_inside(const struct armour *armour)
{
	return armour->state == ARMOUR_PGP_TEXT || armour->state == ARMOUR_SIGNIFY_TEXT;
}

const char *armour_end(struct armour *armour)
{
	enum armour_state state = armour->state;

	armour->state = ARMOUR_OUTSIDE;
	if (state == ARMOUR_PGP_HEADERS || state == ARMOUR_PGP_TEXT)
		return "a PGP signed message without its signature: the list may have been cut";
	if (state == ARMOUR_PGP_SIGNATURE)
		return "a PGP signature without its end: the list may have been cut";
	return NULL;
}
