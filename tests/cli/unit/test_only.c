/* SPDX-License-Identifier: MIT */
/*
 * Exact names, each of which has to turn up.
 */
#include "only.h"

#include <criterion/criterion.h>

Test(only, none_wants_all)
{
	struct only only;
	size_t at = 0;

	cr_assert_eq(only_init(&only, NULL, 0), 0);
	cr_expect(only_wants(&only, "anything"));
	cr_expect_null(only_next_missing(&only, &at));
	only_finish(&only);
}

Test(only, exact)
{
	static const char *const names[] = { "z", "a.bin", "b c", "a.bin" };
	struct only only;
	size_t at = 0;

	cr_assert_eq(only_init(&only, names, 4), 0);
	cr_expect_not(only_wants(&only, "a.bi"));
	cr_expect_not(only_wants(&only, "a.bin.sig"));
	cr_expect_not(only_wants(&only, "aXbin"));
	cr_expect_not(only_wants(&only, ""));
	cr_expect(only_wants(&only, "a.bin"));
	cr_expect(only_wants(&only, "a.bin"));
	cr_expect(only_wants(&only, "z"));
	cr_expect_str_eq(only_next_missing(&only, &at), "b c");
	cr_expect_null(only_next_missing(&only, &at));
	only_finish(&only);
}
