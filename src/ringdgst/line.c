/* SPDX-License-Identifier: MIT */
/*
 * Owns the forms of a line. A name stands there byte for byte, as openssl has it; -r alone escapes newlines, and
 * nothing else, unlike the GNU programs whose form it is.
 */
#include "line.h"

#include "manifest/digits.h"

#include <string.h>

/* Bytes that are turned into text at a time. */
#define PIECE 256

static void put_hex(struct out *out, const uint8_t *digest, size_t len)
{
	char text[2 * PIECE];

	for (size_t at = 0; at < len; at += PIECE) {
		size_t n = len - at < PIECE ? len - at : PIECE;

		digits_to_hex(digest + at, n, text);
		out_write(out, text, 2 * n);
	}
}

static void put_colons(struct out *out, const uint8_t *digest, size_t len)
{
	for (size_t at = 0; at < len; at++) {
		if (at > 0)
			out_puts(out, ":");
		put_hex(out, digest + at, 1);
	}
}

static void put_escaped(struct out *out, const char *name)
{
	for (;;) {
		size_t len = strcspn(name, "\n");

		out_write(out, name, len);
		if (name[len] == '\0')
			return;
		out_puts(out, "\\n");
		name += len + 1;
	}
}

static void put_coreutils(struct out *out, const char *name, const uint8_t *digest, size_t len)
{
	if (strchr(name, '\n'))
		out_puts(out, "\\");
	put_hex(out, digest, len);
	out_puts(out, " *");
	put_escaped(out, name);
}

void line_put(struct session *session, const char *name, const uint8_t *digest, size_t len)
{
	const char *shown = name ? name : "stdin";
	struct out *out = &session->out;

	if (session->chosen.is_binary) {
		out_write(out, digest, len);
		return;
	}
	if (session->options.form == FORM_COREUTILS) {
		put_coreutils(out, shown, digest, len);
	} else {
		out_puts(out, name ? session->chosen.label : session->chosen.stdin_label);
		out_puts(out, "(");
		out_puts(out, shown);
		out_puts(out, ")= ");
		if (session->options.form == FORM_COLONS)
			put_colons(out, digest, len);
		else
			put_hex(out, digest, len);
	}
	out_puts(out, "\n");
	out_end_line(out);
}
