/* SPDX-License-Identifier: MIT */
/*
 * Leading directories, counted as patch(1) counts them.
 */
#include "strip.h"

#include <criterion/criterion.h>

Test(strip, counted)
{
	cr_expect_str_eq(strip_path("a/b/c", 0), "a/b/c");
	cr_expect_str_eq(strip_path("a/b/c", 1), "b/c");
	cr_expect_str_eq(strip_path("a/b/c", 2), "c");
	cr_expect_str_eq(strip_path("/a/b", 1), "a/b");
	cr_expect_str_eq(strip_path("./a", 1), "a");
	cr_expect_str_eq(strip_path("a//b", 1), "b");
}

Test(strip, too_few)
{
	cr_expect_null(strip_path("a/b/c", 3));
	cr_expect_null(strip_path("a", 1));
	cr_expect_null(strip_path("a/", 1));
	cr_expect_null(strip_path("", 0));
}

Test(strip, base)
{
	cr_expect_str_eq(strip_to_base("a/b/c"), "c");
	cr_expect_str_eq(strip_to_base("/c"), "c");
	cr_expect_str_eq(strip_to_base("c"), "c");
	cr_expect_null(strip_to_base("a/"));
	cr_expect_null(strip_to_base(""));
}
