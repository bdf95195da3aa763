/* SPDX-License-Identifier: MIT */
/*
 * Saved outputs of `openssl speed`, from testdata/speed: how many runs are in each file, one rate of each run, and how
 * much in it is damage. Rates are what the documents say, or bytes × calls / seconds.
 */
#include "saved.h"
#include "saved_name.h"
#include "saved_number.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* One cell that must be there. */
static const struct expected {
	const char *file;
	size_t n_runs;
	size_t n_damages;
	/* the run, from 1; 0: there is no cell to be looked at */
	size_t run;
	const char *name;
	uint64_t size;
	double rate;
} expected[] = {
	{ "good-joined.txt", 8, 0, 1, "sha1", 16, 66356440 },
	{ "good-joined.txt", 8, 0, 8, "sha1", 8192, 1895781720 },
	{ "good-quoted.txt", 4, 0, 1, "md5", 16, 57722540 },
	{ "good-quoted.txt", 4, 0, 4, "md5", 16384, 631794350 },
	{ "good-quoted.txt", 4, 0, 3, "sha1", 64, 253953340 },
	{ "good-page.html", 2, 0, 1, "sha1", 16, 9225205 * 16 / 3.0 },
	{ "good-page.html", 2, 0, 2, "sha1", 64, 14131714 * 64 / 2.99 },
	{ "good-wrapped.txt", 1, 0, 1, "sha1", 1024, 650181290 },
	{ "good-wrapped.txt", 1, 0, 1, "sha1", 8192, 832140630 },
	{ "good-1.0.1-mr.txt", 1, 0, 1, "aes-128 cbc", 16, 85618729.10 },
	{ "good-1.0.1-mr.txt", 1, 0, 1, "md5", 8192, 625227093.33 },
	{ "good-1.0.2.txt", 1, 0, 1, "des ede3", 16, 5.33 },
	{ "good-1.0.2.txt", 1, 0, 1, "des ede3", 1024, 10000 },
	{ "good-utf16.txt", 1, 0, 1, "md5", 256, 379334740 },
	{ "good-latin1.txt", 1, 0, 1, "md5", 256, 379334740 },
	{ "good-3.0.txt", 1, 0, 1, "sha256", 16, 175120610 },
	{ "good-3.0.txt", 1, 0, 1, "sha512", 16384, 1200848900 },
	{ "good-3.0-mr.txt", 1, 0, 1, "sha256", 16, 173059020.41 },
	{ "good-3.0-multi.txt", 1, 0, 1, "sha256", 16, 344856800 },
	{ "good-3.0-multi-mr.txt", 1, 0, 1, "sha256", 16384, 4103503872 },
	{ "good-3.0-elapsed.txt", 1, 0, 1, "hmac(sha256)", 64, 345929470 },
	{ "good-3.0-more.txt", 1, 0, 1, "aes-128-gcm", 1024, 2184154110 },
	{ "good-3.5.txt", 1, 0, 1, "sha1", 256, 433035610 },
	{ "good-grep-rows.txt", 2, 0, 1, "md5", 16, 57722540 },
	{ "good-grep-rows.txt", 2, 0, 2, "md5", 16384, 636813310 },
	{ "good-grep-table.txt", 2, 0, 2, "sha1", 32, 105271810 },
	{ "good-loop.txt", 2, 0, 1, "sha1", 16, 66356440 },
	{ "good-loop.txt", 2, 0, 2, "sha1", 16, 124598500 },
	{ "good-out-then-err.txt", 1, 0, 1, "md5", 64, 170970220 },
	{ "good-ringspeed.txt", 1, 0, 1, "sha1", 64, 416715370 },
	{ "good-ringspeed.txt", 1, 0, 1, "sha1 x4", 64, 816715370 },
	{ "good-ringspeed.txt", 1, 0, 1, "sha1 cpu", 16, 134000000 },
	{ "good-ringspeed.json", 2, 0, 1, "sha1", 8192, 1895781720 },
	{ "bad-empty.txt", 0, 0, 0, NULL, 0, 0 },
	{ "bad-no-results.txt", 0, 0, 0, NULL, 0, 0 },
	{ "bad-binary.txt", 0, 1, 0, NULL, 0, 0 },
	{ "bad-long-line.txt", 0, 1, 0, NULL, 0, 0 },
	{ "bad-cut.json", 0, 1, 0, NULL, 0, 0 },
	{ "bad-other.json", 0, 1, 0, NULL, 0, 0 },
	{ "bad-zero.txt", 0, 7, 0, NULL, 0, 0 },
	{ "bad-mr.txt", 1, 5, 1, "sha1", 256, 433035605.33 },
	{ "bad-cut-row.txt", 1, 1, 1, "sha1", 1024, 650181290 },
	{ "bad-cut-doing.txt", 1, 1, 1, "sha1", 16, 12441833 * 16 / 3.0 },
	{ "bad-contradiction.txt", 1, 1, 1, "sha1", 64, 302484850 },
};

static void read_fixture(const char *name, struct saved *ret_saved)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", FIXTURE_DIR, name);
	cr_assert_eq(saved_read(path, ret_saved), 0, "%s", path);
}

Test(saved, documents)
{
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		const struct expected *want = &expected[i];
		const struct saved_cell *cell = NULL;
		struct saved saved;

		read_fixture(want->file, &saved);
		cr_expect_eq(saved.n_runs, want->n_runs, "%s: %zu runs", want->file, saved.n_runs);
		cr_expect_eq(saved.n_damages, want->n_damages, "%s: %zu damages", want->file, saved.n_damages);
		if (want->run > 0 && want->run <= saved.n_runs) {
			const struct saved_row *row = saved_find(&saved.runs[want->run - 1], want->name);

			cell = row ? saved_cell_find(row, want->size) : NULL;
		}
		cr_expect(want->run == 0 || (cell && fabs(cell->rate - want->rate) < 0.01), "%s: %s %g", want->file,
			  want->name, cell ? cell->rate : 0);
		saved_finish(&saved);
	}
}

Test(saved, where_damage_is)
{
	struct saved saved;

	read_fixture("bad-cut-row.txt", &saved);
	cr_expect_eq(saved.damages[0].line, 2);
	cr_expect_str_eq(saved.damages[0].reason, "sha1: 4 rates for 5 block sizes");
	saved_finish(&saved);
	read_fixture("bad-zero.txt", &saved);
	cr_expect_eq(saved.damages[0].line, 1);
	cr_expect_str_eq(saved.damages[0].reason, "sha1, 16 bytes: no rate above 0");
	saved_finish(&saved);
}

Test(saved, what_else_is_told)
{
	struct saved saved;

	read_fixture("good-grep-rows.txt", &saved);
	cr_expect_str_eq(saved.runs[0].label, "old run.txt");
	cr_expect(saved.runs[0].has_guessed_sizes);
	saved_finish(&saved);
	read_fixture("good-grep-table.txt", &saved);
	cr_expect_str_eq(saved.runs[0].label, "a:1.txt");
	cr_expect_str_eq(saved.runs[1].version, "OpenSSL 3.0.19");
	cr_expect_not(saved.runs[0].has_guessed_sizes);
	saved_finish(&saved);
	read_fixture("good-3.0-elapsed.txt", &saved);
	cr_expect_eq(saved.runs[0].clock, SAVED_CLOCK_WALL);
	saved_finish(&saved);
	read_fixture("good-ringspeed.txt", &saved);
	cr_expect_eq(saved.runs[0].clock, SAVED_CLOCK_WALL);
	saved_finish(&saved);
	read_fixture("good-page.html", &saved);
	cr_expect_str_eq(saved.runs[1].label, "openssl-1.1.0-pre4-speed.txt");
	/* Half of the last digit of 3.00 s. */
	cr_expect_float_eq(saved.runs[0].rows[0].cells[0].error, 0.005 / 3, 1e-9);
	saved_finish(&saved);
	/* What the first line says, whose quotation has no blank behind it, is known to be exact to so much. */
	read_fixture("good-wrapped.txt", &saved);
	cr_expect_float_eq(saved.runs[0].rows[0].cells[0].error, 0.005 / 3, 1e-9);
	saved_finish(&saved);
	read_fixture("good-ringspeed.json", &saved);
	cr_expect_str_eq(saved.runs[1].label, "no-sha");
	cr_expect_str_eq(saved.runs[1].version, "OpenSSL 3.0.19");
	cr_expect_float_eq(saved.runs[0].rows[0].cells[0].error, 0.01, 1e-9);
	saved_finish(&saved);
}

/* Cut anywhere, a document is never read as something that it does not say. */
Test(saved, cut_anywhere)
{
	char path[4096], data[8192];
	struct saved whole;
	FILE *file;
	size_t len;

	snprintf(path, sizeof(path), "%s/good-3.0.txt", FIXTURE_DIR);
	file = fopen(path, "rb");
	cr_assert(file);
	len = fread(data, 1, sizeof(data), file);
	fclose(file);
	cr_assert_eq(saved_parse(data, len, &whole), 0);
	for (size_t cut = 0; cut < len; cut++) {
		struct saved part;

		cr_assert_eq(saved_parse(data, cut, &part), 0);
		for (size_t i = 0; part.n_runs > 0 && i < part.runs[0].n_rows; i++) {
			const struct saved_row *row = &part.runs[0].rows[i];
			const struct saved_row *there = saved_find(&whole.runs[0], row->name);

			cr_assert(there, "%zu: %s", cut, row->name);
			for (unsigned k = 0; k < row->n_cells; k++) {
				const struct saved_cell *cell = saved_cell_find(there, row->cells[k].size);

				cr_assert(cell && fabs(cell->rate / row->cells[k].rate - 1) < 1e-4, "%zu: %s", cut,
					  row->name);
			}
		}
		saved_finish(&part);
	}
	saved_finish(&whole);
}

Test(saved, numbers)
{
	double value = 0;
	uint64_t count = 0;

	cr_expect(saved_decimal("57722.54", 8, &value) && value == 57722.54);
	cr_expect(saved_decimal("0.1", 3, &value) && value == 0.1);
	cr_expect(saved_decimal("4103503872.00", 13, &value) && value == 4103503872.0);
	cr_expect(saved_decimal("12345678901234567890123", 23, &value) && fabs(value / 12345678901234567890123.0 - 1) < 1e-15);
	cr_expect(saved_decimal("0.00000000000000000000000001", 28, &value) && value > 0 && value < 2e-26);
	cr_expect_not(saved_decimal("", 0, &value));
	cr_expect_not(saved_decimal(".", 1, &value));
	cr_expect_not(saved_decimal("1.2.3", 5, &value));
	cr_expect_not(saved_decimal("1,5", 3, &value));
	cr_expect_not(saved_decimal("nan", 3, &value));
	cr_expect_not(saved_decimal("-1", 2, &value));
	cr_expect_not(saved_decimal("0x10", 4, &value));
	cr_expect(saved_count("16384", 5, &count) && count == 16384);
	cr_expect_not(saved_count("1234567890123456789", 19, &count));
	cr_expect_not(saved_count("12a", 3, &count));
	cr_expect_not(saved_count("", 0, &count));
}

Test(saved, names)
{
	char clean[8];

	cr_expect(saved_name_is_same("sha256", "SHA2-256"));
	cr_expect(saved_name_is_same("SHA-1", "sha1"));
	cr_expect(saved_name_is_same("sha512-256", "SHA2-512/256"));
	cr_expect(saved_name_is_same("AES-128-GCM", "aes-128-gcm"));
	cr_expect_not(saved_name_is_same("sha3-256", "sha256"));
	cr_expect_not(saved_name_is_same("sha256", "sha2567"));
	cr_expect_not(saved_name_is_same("md5", "md4"));
	saved_name_clean("a\033[2J\xc3\xa4", 7, clean, sizeof(clean));
	cr_expect_str_eq(clean, "a?[2J??");
}
