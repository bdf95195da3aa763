/* SPDX-License-Identifier: MIT */
/*
 * The belt: every line sees every span once and in order, whatever the number of threads and the pace of the others;
 * room is given back only for spans that all lines are done with. Says what is wrong and exits with 1.
 */
#include "belt.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(is_true) \
	do { \
		if (!(is_true)) { \
			fprintf(stderr, "%s:%d: %s is not so\n", __FILE__, __LINE__, #is_true); \
			exit(1); \
		} \
	} while (0)

#define N_SPANS 400

/* Not atomic, so that ThreadSanitizer sees two threads on one line, and a span that is overwritten while it is read. */
struct work {
	unsigned n_seen[RS_BELT_LINES];
	uint64_t sum[RS_BELT_LINES];
};

static void see(void *arg, unsigned line, const void *data, size_t len)
{
	struct work *work = arg;
	const unsigned *number = data;
	volatile unsigned spent = 0;

	CHECK(line < RS_BELT_LINES && len == sizeof(*number));
	/* Each line has its own pace, and the slowest changes. */
	for (unsigned i = 0; i < ((line + *number / 50) % RS_BELT_LINES) * 500; i++)
		spent = spent + i;
	CHECK(*number == work->n_seen[line]);
	work->n_seen[line]++;
	work->sum[line] += *number;
}

static void run_message(struct rs_belt *belt, unsigned n_lines, unsigned n_spans)
{
	unsigned numbers[RS_BELT_SPANS];
	struct work work = { 0 };

	rs_belt_begin(belt, see, &work, n_lines);
	CHECK(rs_belt_n_done(belt) == 0);
	for (unsigned i = 0; i < n_spans; i++) {
		if (i >= RS_BELT_SPANS)
			rs_belt_wait(belt, i - RS_BELT_SPANS + 1);
		numbers[i % RS_BELT_SPANS] = i;
		rs_belt_put(belt, &numbers[i % RS_BELT_SPANS], sizeof(numbers[0]));
		CHECK(rs_belt_n_done(belt) <= i + 1);
	}
	rs_belt_wait(belt, n_spans);
	CHECK(rs_belt_n_done(belt) == n_spans);
	for (unsigned line = 0; line < RS_BELT_LINES; line++) {
		CHECK(work.n_seen[line] == (line < n_lines ? n_spans : 0));
		CHECK(work.sum[line] == (line < n_lines ? (uint64_t)n_spans * (n_spans - 1) / 2 : 0));
	}
}

static void test_messages(unsigned n_threads)
{
	struct rs_belt *belt;

	CHECK(rs_belt_create(n_threads, &belt) == 0);
	for (unsigned n_lines = 1; n_lines <= RS_BELT_LINES; n_lines++) {
		run_message(belt, n_lines, N_SPANS);
		run_message(belt, n_lines, 1);
	}
	rs_belt_destroy(belt);
}

/* What is under way is finished, what has not begun is dropped, and nobody touches the bytes afterwards. */
static void test_end_in_the_middle(unsigned n_threads)
{
	struct rs_belt *belt;
	struct work work = { 0 };
	unsigned *numbers = malloc(RS_BELT_SPANS * sizeof(*numbers));

	CHECK(numbers);
	CHECK(rs_belt_create(n_threads, &belt) == 0);
	rs_belt_begin(belt, see, &work, RS_BELT_LINES);
	for (unsigned i = 0; i < RS_BELT_SPANS; i++) {
		numbers[i] = i;
		rs_belt_put(belt, &numbers[i], sizeof(numbers[0]));
	}
	rs_belt_destroy(belt);
	free(numbers);
	for (unsigned line = 0; line < RS_BELT_LINES; line++)
		CHECK(work.n_seen[line] <= RS_BELT_SPANS);
}

int main(void)
{
	for (unsigned n_threads = 1; n_threads <= 4; n_threads++) {
		test_messages(n_threads);
		for (unsigned i = 0; i < 50; i++)
			test_end_in_the_middle(n_threads);
	}
	rs_belt_destroy(NULL);
	return 0;
}
