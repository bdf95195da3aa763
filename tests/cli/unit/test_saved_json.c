/* SPDX-License-Identifier: MIT */
/*
 * The small reader of JSON. What is sound and what is not is RFC 8259's word.
 */
#include "saved_json.h"

#include <criterion/criterion.h>
#include <string.h>

static bool is_sound(const char *text)
{
	struct saved_json value;
	unsigned line;

	return saved_json_check(text, strlen(text), &value, &line);
}

Test(saved_json, soundness)
{
	static const char *const sound[] = { "{}", "[]", " [1, -2.5e+3 ,0.1E-9]\n", "{\"a\":{\"b\":[null,true,false]}}",
					     "\"\\u00e4\\\"\\\\\"", "0" };
	static const char *const broken[] = { "",	"{",	  "[1,]",    "{\"a\":}", "{a:1}", "[1 2]", "nul",
					      "\"\n\"", "\"\\x\"", "1.",	     "1e",	 "{}{}",  "-",	   "[\"a]" };
	char deep[200];

	for (size_t i = 0; i < sizeof(sound) / sizeof(sound[0]); i++)
		cr_expect(is_sound(sound[i]), "%s", sound[i]);
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++)
		cr_expect_not(is_sound(broken[i]), "%s", broken[i]);
	memset(deep, '[', sizeof(deep) - 1);
	deep[sizeof(deep) - 1] = '\0';
	cr_expect_not(is_sound(deep));
}

Test(saved_json, walking)
{
	const char *text = "{\"x\":[{\"n\":1.5e2},{\"n\":-2},{\"n\":1e999}],\"s\":\"a\\\"b\\n\xc3\xa4\",\"e\":[]}";
	struct saved_json value, element;
	char string[8];
	unsigned line;
	double number;

	cr_assert(saved_json_check(text, strlen(text), &value, &line));
	element = saved_json_first(saved_json_member(value, "x"));
	cr_expect(saved_json_number(saved_json_member(element, "n"), &number) && number == 150);
	element = saved_json_next(element);
	cr_expect(saved_json_number(saved_json_member(element, "n"), &number) && number == -2);
	element = saved_json_next(element);
	cr_expect_not(saved_json_number(saved_json_member(element, "n"), &number));
	cr_expect_not(saved_json_is_some(saved_json_next(element)));
	cr_expect(saved_json_text(saved_json_member(value, "s"), string, sizeof(string)));
	cr_expect_str_eq(string, "a\"b???");
	cr_expect_not(saved_json_is_some(saved_json_first(saved_json_member(value, "e"))));
	cr_expect_not(saved_json_is_some(saved_json_member(value, "none")));
	cr_expect_not(saved_json_is_some(saved_json_member(element, "x")));
}

Test(saved_json, where_it_breaks)
{
	const char *text = "{\n\"a\": 1,\n\"b\" 2}";
	struct saved_json value;
	unsigned line = 0;

	cr_expect_not(saved_json_check(text, strlen(text), &value, &line));
	cr_expect_eq(line, 3);
}
