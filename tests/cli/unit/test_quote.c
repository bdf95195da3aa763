/* SPDX-License-Identifier: MIT */
/*
 * Names in messages. What is expected was printed by coreutils' sha256sum for missing files of these names.
 */
#include "cli/quote.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

struct sample {
	const char *name;
	const char *quoted;
};

static void expect_all(const struct sample *samples, size_t n)
{
	struct quote quote = { 0 };

	for (size_t i = 0; i < n; i++)
		cr_expect_str_eq(quote_name(&quote, samples[i].name), samples[i].quoted);
	quote_finish(&quote);
}

static void use_c_locale(void)
{
	setenv("LC_ALL", "C", 1);
}

TestSuite(quote, .init = use_c_locale);

#define EXPECT_ALL(samples) expect_all(samples, sizeof(samples) / sizeof((samples)[0]))

Test(quote, c_locale)
{
	static const struct sample samples[] = {
		{ "", "''" },
		{ "a", "a" },
		{ "./a-b_c.d,e+f%g@h/i]", "./a-b_c.d,e+f%g@h/i]" },
		{ "sp ace", "'sp ace'" },
		{ "col:on", "'col:on'" },
		{ "*star", "'*star'" },
		{ "a=b", "'a=b'" },
		{ "back\\slash", "'back\\slash'" },
		{ "par)en", "'par)en'" },
		{ "#hash", "'#hash'" },
		{ "a#", "a#" },
		{ "~x", "'~x'" },
		{ "x~", "x~" },
		{ "{", "'{'" },
		{ "{}", "{}" },
		{ "a{b", "a{b" },
		{ "q'uote", "\"q'uote\"" },
		{ "a'b:c", "\"a'b:c\"" },
		{ "#'", "\"#'\"" },
		{ "it's*", "'it'\\''s*'" },
		{ "new\nline", "'new'$'\\n''line'" },
		{ "a\n", "'a'$'\\n'" },
		{ "\001\002x", "''$'\\001\\002''x'" },
		{ "\a\b\f\v\t\r", "''$'\\a\\b\\f\\v\\t\\r'" },
		{ "\177", "''$'\\177'" },
		{ "bad\377", "'bad'$'\\377'" },
		{ "u\303\274", "'u'$'\\303\\274'" },
		{ "\033[31mred", "''$'\\033''[31mred'" },
	};

	EXPECT_ALL(samples);
}

/* coreutils 9.1 loses the first part of such names; later ones do not. */
Test(quote, escape_beside_single_quote)
{
	static const struct sample samples[] = {
		{ "\t'a", "''$'\\t'\\''a'" },
		{ "a'\t", "'a'\\'''$'\\t'" },
	};

	EXPECT_ALL(samples);
}

Test(quote, utf8_locale)
{
	static const struct sample samples[] = {
		{ "u\303\274", "u\303\274" },
		{ "\303\251'x", "\"\303\251'x\"" },
		{ "\346\227\245\346\234\254", "\346\227\245\346\234\254" },
		{ "\342\202", "''$'\\342\\202'" },
		{ "a\302\205b", "'a'$'\\302\\205''b'" },
		{ "bad\377", "'bad'$'\\377'" },
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		cr_skip("no C.UTF-8 locale here");
	setenv("LC_ALL", "C.UTF-8", 1);
	EXPECT_ALL(samples);
}

/* The room must do for the worst name there is. */
Test(quote, longest)
{
	enum { LEN = 4096 };
	char *name = malloc(LEN + 1);
	struct quote quote = { 0 };

	for (size_t i = 0; i < LEN; i++)
		name[i] = i % 2 ? '\001' : '*';
	name[LEN] = '\0';
	/* ' + 2048 times *'$'\001 , with '' between them, + ' */
	cr_expect_eq(strlen(quote_name(&quote, name)), 2 + LEN / 2 * 8 + (LEN / 2 - 1) * 2);
	quote_finish(&quote);
	free(name);
}
