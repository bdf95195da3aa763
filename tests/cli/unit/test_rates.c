/* SPDX-License-Identifier: MIT */
/*
 * Rates, their spread and their sums; figures were worked out by hand.
 */
#include "rates.h"

#include <criterion/criterion.h>
#include <math.h>

static bool is_near(double got, double want)
{
	return fabs(got - want) <= 1e-9 * fabs(want);
}

Test(rates, wall_and_cpu)
{
	struct rates_cell cell = { .size = 16, .count = 1000, .wall_s = 0.5, .cpu_s = 0.25 };

	cr_expect(is_near(rates_wall(&cell), 32000));
	cr_expect(is_near(rates_cpu(&cell), 64000));
}

Test(rates, never_infinite)
{
	struct rates_cell cell = { .size = 16, .count = 1000 };

	cr_expect_eq(rates_wall(&cell), 0);
	cr_expect_eq(rates_cpu(&cell), 0);
	cr_expect_eq(rates_spread(&cell), 0);
	cell.cpu_s = 0.001;
	cr_expect_eq(rates_cpu(&cell), 0, "less than a clock may tick");
	cell.n_batches = 3;
	cr_expect_eq(rates_spread(&cell), 0, "batches of nothing");
}

Test(rates, cpu_told)
{
	struct rates_row row = { .n_cells = 2, .cells = { { .size = 16, .count = 100, .wall_s = 1, .cpu_s = 0.99 },
							   { .size = 64, .count = 100, .wall_s = 1, .cpu_s = 0.97 } } };

	cr_expect(rates_has_cpu(&row), "3 %% in one cell");
	row.n_cells = 1;
	cr_expect_not(rates_has_cpu(&row), "1 %%");
	row.cells[0].cpu_s = 1.5;
	cr_expect(rates_has_cpu(&row), "several threads");
	row.cells[0].cpu_s = 0;
	cr_expect_not(rates_has_cpu(&row), "unknown");
}

Test(rates, spread)
{
	struct rates_cell cell = { .n_batches = 4, .batches = { 90, 110, 90, 110 } };

	/* squares: 4 x 100, by 3; the root of 133.3 by 100 */
	cr_expect(is_near(rates_spread(&cell), 0.11547005383792516));
	cell.n_batches = 1;
	cr_expect_eq(rates_spread(&cell), 0);
}

Test(rates, sum)
{
	struct rates_run *run = rates_create(-1), *other = rates_create(-1);

	cr_assert(run && other);
	run->n_rows = other->n_rows = 1;
	run->rows[0].n_cells = other->rows[0].n_cells = 1;
	run->rows[0].cells[0] = (struct rates_cell){ .size = 10, .count = 100, .wall_s = 1, .cpu_s = 0.5, .n_batches = 2,
						      .batches = { 1000, 1000 } };
	other->rows[0].cells[0] = (struct rates_cell){ .size = 10, .count = 300, .wall_s = 2, .cpu_s = 1, .n_batches = 3,
							.batches = { 1500, 1400, 1600 } };
	rates_add(run, other);
	cr_expect(is_near(rates_wall(&run->rows[0].cells[0]), 1000 + 1500));
	cr_expect(is_near(rates_cpu(&run->rows[0].cells[0]), 2000 + 3000));
	cr_expect_eq(run->rows[0].cells[0].count, 400);
	cr_expect_eq(run->rows[0].cells[0].n_batches, 2);
	cr_expect(is_near(run->rows[0].cells[0].batches[1], 2400));
	rates_destroy(run);
	rates_destroy(other);
	rates_destroy(NULL);
}
