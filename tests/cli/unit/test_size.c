/* SPDX-License-Identifier: MIT */
/*
 * Numbers of bytes. The suffixes are those of head(1) and dd(1).
 */
#include "cli/size.h"

#include <criterion/criterion.h>
#include <errno.h>

static void expect_size(const char *text, int error, uint64_t size)
{
	uint64_t got = 4711;

	cr_expect_eq(size_parse(text, &got), error, "%s", text);
	cr_expect_eq(got, error ? 4711 : size, "%s: %llu", text, (unsigned long long)got);
}

Test(size, numbers)
{
	expect_size("0", 0, 0);
	expect_size("1000001", 0, 1000001);
	expect_size("18446744073709551615", 0, UINT64_MAX);
	expect_size("18446744073709551616", -ERANGE, 0);
	expect_size("99999999999999999999999", -ERANGE, 0);
}

Test(size, suffixes)
{
	expect_size("1K", 0, 1024);
	expect_size("1k", 0, 1024);
	expect_size("1KiB", 0, 1024);
	expect_size("1KB", 0, 1000);
	expect_size("1kB", 0, 1000);
	expect_size("3M", 0, 3145728);
	expect_size("3MB", 0, 3000000);
	expect_size("5GiB", 0, 5368709120);
	expect_size("5GB", 0, 5000000000);
	expect_size("2T", 0, 2199023255552);
	expect_size("2PB", 0, 2000000000000000);
	expect_size("15E", 0, 17293822569102704640ull);
	expect_size("16E", -ERANGE, 0);
}

Test(size, no_numbers)
{
	static const char *const texts[] = { "", " 1", "1 ", "+1", "-1", "K", "1b", "1B", "1Kb", "1KI", "1KBB",
					     "0x10", "1.5G", "1m", "1KiBx", "1,000" };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		expect_size(texts[i], -EINVAL, 0);
}

Test(size, counts)
{
	uint64_t count = 0;

	cr_expect_eq(size_parse_count("12", &count), 0);
	cr_expect_eq(count, 12);
	cr_expect_eq(size_parse_count("1K", &count), -EINVAL);
	cr_expect_eq(size_parse_count("", &count), -EINVAL);
}

static void expect_text(uint64_t size, const char *text)
{
	char got[SIZE_TEXT_MAX];

	size_format(size, got);
	cr_expect_str_eq(got, text);
}

Test(size, texts)
{
	expect_text(0, "0 B");
	expect_text(999, "999 B");
	expect_text(1000, "1.00 kB");
	expect_text(9990, "9.99 kB");
	expect_text(9996, "10.0 kB");
	expect_text(99960, "100 kB");
	expect_text(999499, "999 kB");
	expect_text(999500, "1.00 MB");
	expect_text(4294967296, "4.29 GB");
	expect_text(UINT64_MAX, "18.4 EB");
}
