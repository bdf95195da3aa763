/* SPDX-License-Identifier: MIT */
/*
 * What disturbs, from lines as proc_stat(5) describes them; and numbers of seconds.
 */
#include "noise.h"
#include "number.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(noise, stat)
{
	uint64_t stolen = 0, total = 0;

	cr_expect(noise_parse_stat("cpu  10 20 30 40 50 60 70 80 90 100\n", &stolen, &total));
	cr_expect_eq(stolen, 80);
	cr_expect_eq(total, 360, "guests are among the users already");
	cr_expect(noise_parse_stat("cpu 1 2 3 4 5 6 7 0", &stolen, &total), "before guests were counted");
	cr_expect_eq(stolen, 0);
	cr_expect_not(noise_parse_stat("cpu 1 2 3 4 5 6 7\n", &stolen, &total));
	cr_expect_not(noise_parse_stat("intr 1 2 3 4 5 6 7 8\n", &stolen, &total));
	cr_expect_not(noise_parse_stat("", &stolen, &total));
}

Test(noise, words)
{
	char words[NOISE_WORDS_MAX];
	struct rates_noise found = { .steal = 0.005, .mhz_min = 3000, .mhz_max = 3100 };

	cr_expect_not(noise_words(&found, words), "little of either");
	found.steal = 0.2;
	cr_expect(noise_words(&found, words));
	cr_expect(strstr(words, "20%"), "%s", words);
	cr_expect_not(strstr(words, "MHz"), "%s", words);
	found.mhz_min = 1200;
	cr_expect(noise_words(&found, words));
	cr_expect(strstr(words, "20%") && strstr(words, "1200 to 3100 MHz"), "%s", words);
	found.steal = -1;
	cr_expect(noise_words(&found, words));
	cr_expect_not(strstr(words, "%"), "unknown steal is not told: %s", words);
	found.mhz_min = found.mhz_max = 0;
	cr_expect_not(noise_words(&found, words), "nothing is known");
}

Test(noise, here)
{
	struct rates_noise found;
	struct noise noise;

	noise_begin(&noise);
	noise_look(&noise);
	noise_end(&noise, &found);
	cr_expect(isfinite(found.steal) && found.steal <= 1);
	cr_expect(found.mhz_min <= found.mhz_max);
}

Test(number, good)
{
	static const struct {
		const char *text;
		double value;
	} rows[] = { { "3", 3 }, { "0.5", 0.5 }, { ".25", 0.25 }, { "2.", 2 }, { "007", 7 }, { "0.125", 0.125 } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double value = -1;

		cr_expect(number_parse(rows[i].text, &value), "%s", rows[i].text);
		cr_expect_eq(value, rows[i].value, "%s: %g", rows[i].text, value);
	}
}

Test(number, bad)
{
	static const char *const rows[] = { "", ".", "1.2.3", "1,5", "-1", "+1", " 1", "1 ", "1e3", "0x1", "inf", "nan", "1s",
					    "1234567890123456" };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double value = -1;

		cr_expect_not(number_parse(rows[i], &value), "%s", rows[i]);
		cr_expect_eq(value, -1, "untouched");
	}
}
