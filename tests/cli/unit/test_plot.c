/* SPDX-License-Identifier: MIT */
/*
 * What gnuplot is told, and bars. That gnuplot takes it is for the command-line tests.
 */
#include "plot.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct saved_row row = {
	.name = "it's",
	.cells = { { 16, 5e7, 0, SAVED_FROM_TABLE }, { 64, 1e8, 0, SAVED_FROM_TABLE } },
	.n_cells = 2,
};

static char *script_of(const char *title)
{
	struct plot_series series = { .row = &row };
	struct plot_panel panel = { strdup(title), &series, 1 };
	char *text = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&text, &len);

	plot_put_script(to, false, &panel, 1);
	fclose(to);
	free(panel.title);
	return text;
}

/* Nothing in a name or a title ends its quotes, begins a command, or is formatting. */
Test(plot, quoting)
{
	char *script = script_of("a'; system('date') #\nb\\n`c`\x01\xff");

	cr_expect(strstr(script, "set title 'a'.\"'\".'; system('.\"'\".'date'.\"'\".') #'.\"\\n\".'b\\n`c`?" "?'\n"), "%s", script);
	cr_expect(strstr(script, "title 'it'.\"'\".'s'"));
	cr_expect(strstr(script, "noenhanced"));
	free(script);
	script = script_of("gr\xc3\xb6\xc3\x9f" "er");
	cr_expect(strstr(script, "set title 'gr\xc3\xb6\xc3\x9f" "er'"));
	free(script);
}

Test(plot, axes)
{
	char *script = script_of("t");

	cr_expect(strstr(script, "set xtics (\"16\" 16, \"64\" 64)"), "%s", script);
	cr_expect(strstr(script, "set ytics (\"50\" 50, \"100\" 100)"), "%s", script);
	cr_expect(strstr(script, "16 50\n64 100\n"), "%s", script);
	/* Two sizes bear no fit. */
	cr_expect_not(strstr(script, "$fit0"));
	free(script);
}

Test(plot, targets)
{
	cr_expect(plot_is_target("-"));
	cr_expect(plot_is_target("a.svg"));
	cr_expect(plot_is_target("/x/A.PNG"));
	cr_expect_not(plot_is_target(".svg"));
	cr_expect_not(plot_is_target("a.pdf"));
	cr_expect_not(plot_is_target(""));
}

static char *bars_of(unsigned width, bool is_coloured)
{
	struct plot_series series[] = { { .row = &row, .side = PLOT_SIDE_A }, { .row = &row, .side = PLOT_SIDE_B } };
	struct plot_panel panel = { NULL, series, 2 };
	char *text = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&text, &len);

	plot_put_bars(to, width, is_coloured, &panel, 1);
	fclose(to);
	return text;
}

Test(plot, bars)
{
	char *bars = bars_of(40, false);

	cr_expect_str_eq(bars, "\nit's, MB/s\n"
			       "      16 A ========== 50.0\n"
			       "         B ########## 50.0\n"
			       "      64 A ==================== 100\n"
			       "         B #################### 100\n");
	free(bars);
	bars = bars_of(40, true);
	cr_expect(strstr(bars, "\033[34m==========\033[0m 50.0"));
	free(bars);
	/* However narrow, there is something to see. */
	bars = bars_of(1, false);
	cr_expect(strstr(bars, "16 A ===== 50.0"), "%s", bars);
	free(bars);
}
