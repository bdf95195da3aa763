/* SPDX-License-Identifier: MIT */
/*
 * Numbers in, verdict out. The numbers are made up; what must follow from them is worked out by hand.
 */
#include "cli/bound.h"

#include <criterion/criterion.h>
#include <math.h>

#define MS 1000000ull

static struct bound_verdict judge(struct bound_times times)
{
	struct bound_verdict verdict;

	bound_judge(&times, &verdict);
	cr_expect(isfinite(verdict.rate) && verdict.rate >= 0);
	cr_expect(isfinite(verdict.percent) && verdict.percent >= 0);
	return verdict;
}

Test(bound, digest)
{
	/* 100 MB in a tenth of a second are 1 GB/s, a half of what can be had. */
	struct bound_verdict verdict = judge((struct bound_times){
		.n_bytes = 100000000, .wall_ns = 100 * MS, .hash_ns = 90 * MS, .read_ns = 8 * MS, .limit = 2e9 });

	cr_expect_eq(verdict.bound, BOUND_DIGEST);
	cr_expect_float_eq(verdict.rate, 1e9, 1);
	cr_expect_float_eq(verdict.percent, 50, 1e-6);
}

Test(bound, storage_and_stream)
{
	struct bound_times times = { .n_bytes = 1 << 20, .wall_ns = 100 * MS, .hash_ns = 10 * MS, .wait_ns = 80 * MS };

	cr_expect_eq(judge(times).bound, BOUND_STORAGE);
	times.is_stream = true;
	cr_expect_eq(judge(times).bound, BOUND_STREAM);
	/* A plain read waits inside of read(2). */
	times = (struct bound_times){ .n_bytes = 1 << 20, .wall_ns = 100 * MS, .hash_ns = 10 * MS, .read_ns = 80 * MS };
	cr_expect_eq(judge(times).bound, BOUND_STORAGE);
	/* Copying out of a pipe that is full is no waiting for anybody. */
	times = (struct bound_times){ .n_bytes = 1 << 20, .wall_ns = 100 * MS, .hash_ns = 40 * MS, .read_ns = 50 * MS,
				      .wait_ns = 10 * MS, .is_stream = true };
	cr_expect_eq(judge(times).bound, BOUND_DIGEST);
}

Test(bound, too_little_to_tell)
{
	struct bound_times times = { .n_bytes = 10, .wall_ns = 1 * MS, .hash_ns = 10, .read_ns = 1000 };
	struct bound_verdict verdict = judge(times);

	cr_expect_eq(verdict.bound, BOUND_UNKNOWN);
	cr_expect_float_eq(verdict.percent, 0, 1e-12);
	cr_expect_eq(judge((struct bound_times){ 0 }).bound, BOUND_UNKNOWN);
	cr_expect_eq(judge((struct bound_times){ .wall_ns = 5, .wait_ns = 5 }).bound, BOUND_UNKNOWN);
	cr_expect_eq(judge((struct bound_times){ .n_bytes = 5 }).bound, BOUND_UNKNOWN);
}

/* Nothing that goes in makes an infinity come out. */
Test(bound, always_finite)
{
	static const double limits[] = { 0, -1, 1e-300, 1, 1e300, INFINITY, NAN };
	static const uint64_t values[] = { 0, 1, UINT64_MAX };

	for (unsigned l = 0; l < 7; l++) {
		for (unsigned i = 0; i < 81; i++)
			judge((struct bound_times){ .n_bytes = values[i % 3], .wall_ns = values[i / 3 % 3],
						    .hash_ns = values[i / 9 % 3], .wait_ns = values[i / 27],
						    .read_ns = values[i % 3], .limit = limits[l] });
	}
}

Test(bound, limits)
{
	static const double rates[] = { 2e9, 1e9, 1e9 };

	cr_expect_float_eq(bound_limit(rates, 1, 1), 2e9, 1);
	cr_expect_float_eq(bound_limit(rates, 1, 8), 2e9, 1);
	/* One after the other: 1/2 + 1 + 1 nanoseconds for a byte. */
	cr_expect_float_eq(bound_limit(rates, 3, 1), 4e8, 1);
	cr_expect_float_eq(bound_limit(rates, 3, 2), 8e8, 1);
	/* The slowest is what is left on many processors. */
	cr_expect_float_eq(bound_limit(rates, 3, 3), 1e9, 1);
	cr_expect_float_eq(bound_limit(rates, 3, 0), 4e8, 1);
	cr_expect_float_eq(bound_limit(rates, 0, 2), 0, 1e-12);
	cr_expect_float_eq(bound_limit((const double[]){ 1e9, 0 }, 2, 2), 0, 1e-12);
	cr_expect_float_eq(bound_limit((const double[]){ INFINITY }, 1, 2), 0, 1e-12);
	cr_expect_float_eq(bound_limit((const double[]){ NAN }, 1, 2), 0, 1e-12);
}

Test(bound, words)
{
	cr_expect_str_eq(bound_word(BOUND_DIGEST), "digest");
	cr_expect_str_eq(bound_word(BOUND_STORAGE), "storage");
	cr_expect_str_eq(bound_word(BOUND_STREAM), "stream");
	cr_expect_str_eq(bound_word(BOUND_UNKNOWN), "unknown");
}
