/* SPDX-License-Identifier: MIT */
/*
 * Owns the clock and the buffer. A timer sets a flag that the loops of the backends look at after each message, so that
 * nothing but the message and this look is timed. Rates are those of all messages in all of the time; the batches only
 * tell how even it was.
 */
#include "measure.h"

#include "noise.h"

#include "cli/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

/* More batches tell more about noise, but below some milliseconds they are noise. */
#define BATCHES 10
#define BATCHES_SHORT 5
/* Fewer have no spread, even where one of them took all the time: on a busy machine, or with huge blocks. */
#define BATCHES_MIN 3
#define SHORT_S 0.1
#define ALIGNMENT 64

_Static_assert(BATCHES < RATES_BATCHES_MAX, "a cell has room for its batches, and one for bad luck");

static volatile sig_atomic_t is_over;

struct measure {
	const struct options *options;
	const struct diag *diag;
	bool is_mr;
	double seconds;
	uint8_t *buf;
	size_t stride;
	struct noise noise;
};

static void end_batch(int signal)
{
	(void)signal;
	is_over = 1;
}

static bool set_alarm(double seconds)
{
	struct itimerval timer = {
		.it_value = { (time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6) },
	};

	return setitimer(ITIMER_REAL, &timer, NULL) == 0;
}

static uint64_t cpu_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * CLOCK_NS_PER_S + (uint64_t)now.tv_nsec;
}

static double seconds_since(uint64_t now, uint64_t then)
{
	return (double)(now - then) / CLOCK_NS_PER_S;
}

/* Memory that each stream finds its own message in; all of it is written to, as untouched pages share one zero. */
static bool make_buffer(struct measure *measure, const struct plan *plan)
{
	uint64_t size = plan->sizes[plan->n_sizes - 1], len;
	uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);

	measure->stride = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	len = measure->stride * plan->streams + ALIGNMENT;
	measure->buf = len < memory / 2 ? aligned_alloc(ALIGNMENT, len) : NULL;
	if (!measure->buf) {
		diag_tell(measure->diag, 0, "-bytes: %u messages of %llu bytes do not fit into memory", plan->streams,
			  (unsigned long long)size);
		return false;
	}
	memset(measure->buf, 0, len);
	return true;
}

static bool prepare(struct measure *measure, const struct plan *plan)
{
	struct sigaction action = { .sa_handler = end_batch, .sa_flags = SA_RESTART };

	if (measure->options->is_locked && mlockall(MCL_CURRENT | MCL_FUTURE) < 0) {
		diag_tell(measure->diag, -errno, "-mlock: memory cannot be locked ('ulimit -l' tells how much may be)");
		return false;
	}
	if (sigaction(SIGALRM, &action, NULL) < 0) {
		diag_tell(measure->diag, -errno, "cannot set up the timer");
		return false;
	}
	return make_buffer(measure, plan);
}

static void say(const struct measure *measure, const char *text, int len)
{
	if (len > 0)
		diag_write(measure->diag, text);
}

static void say_begin(const struct measure *measure, const char *name, uint64_t size)
{
	char text[RATES_NAME_MAX + 128];

	say(measure, text,
	    snprintf(text, sizeof(text), measure->is_mr ? "+DT:%s:%g:%llu\n" : "Doing %s for %gs on %llu size blocks: ",
		     name, measure->seconds, (unsigned long long)size));
}

static void say_end(const struct measure *measure, const char *name, const struct rates_cell *cell)
{
	char text[2 * RATES_NAME_MAX + 128];
	unsigned long long count = cell->count;

	if (measure->is_mr)
		snprintf(text, sizeof(text), "+R:%llu:%s:%f\n", count, name, cell->wall_s);
	else
		snprintf(text, sizeof(text), "%llu %s's in %.*fs\n", count, name, cell->wall_s < 0.995 ? 6 : 2,
			 cell->wall_s);
	say(measure, text, 1);
}

/* Return: 0, or a negative errno value. */
static int measure_batch(struct backend *backend, double seconds, struct rates_cell *cell)
{
	uint64_t start, start_cpu, end;
	double taken;
	int64_t n;

	is_over = 0;
	if (!set_alarm(seconds))
		return -errno;
	start_cpu = cpu_now_ns();
	start = clock_now_ns();
	n = backend_run(backend, cell->size, &is_over);
	end = clock_now_ns();
	cell->cpu_s += seconds_since(cpu_now_ns(), start_cpu);
	if (n < 0) {
		set_alarm(0);
		return (int)n;
	}
	taken = seconds_since(end, start);
	cell->wall_s += taken;
	cell->count += (uint64_t)n;
	if (cell->n_batches < RATES_BATCHES_MAX && taken > 0)
		cell->batches[cell->n_batches++] = (double)n * (double)cell->size / taken;
	return 0;
}

static int measure_cell(struct measure *measure, struct backend *backend, struct rates_cell *cell)
{
	unsigned n_batches = measure->seconds < SHORT_S ? BATCHES_SHORT : BATCHES;
	double batch_s = measure->seconds / n_batches;
	int error;

	/* One message before the clock runs: pages, caches and what libcrypto does at first use are nobody's rate. */
	is_over = 1;
	if (backend_run(backend, cell->size, &is_over) < 0)
		return -EIO;
	do
		error = measure_batch(backend, batch_s, cell);
	while (error == 0 && (cell->wall_s < measure->seconds - batch_s / 2 || cell->n_batches < BATCHES_MIN));
	noise_look(&measure->noise);
	return error;
}

static bool measure_row(struct measure *measure, const struct plan *plan, unsigned index, struct rates_row *row)
{
	const struct backend_spec *spec = &plan->specs[index];
	char why[BACKEND_WHY_MAX];
	struct backend backend;
	int error = 0;

	*row = (struct rates_row){ .api = spec->api, .streams = spec->streams };
	snprintf(row->name, sizeof(row->name), "%s", plan->names[index]);
	snprintf(row->digest, sizeof(row->digest), "%s", spec->digest);
	if (!backend_open(spec, measure->buf + measure->options->misalign, measure->stride, &backend, why)) {
		diag_tell(measure->diag, 0, "%s: %s", row->name, why);
		return false;
	}
	for (unsigned i = 0; i < plan->n_sizes && error == 0; i++) {
		struct rates_cell *cell = &row->cells[row->n_cells];

		cell->size = plan->sizes[i];
		say_begin(measure, row->name, cell->size);
		error = measure_cell(measure, &backend, cell);
		if (error == 0) {
			say_end(measure, row->name, cell);
			row->n_cells++;
		}
	}
	snprintf(row->kernel, sizeof(row->kernel), "%s", backend.kernel);
	backend_close(&backend);
	if (error < 0)
		diag_tell(measure->diag, error, "%s: libcrypto failed to compute it", row->name);
	return error == 0;
}

bool measure_run(const struct options *options, const struct plan *plan, bool is_mr, const struct diag *diag,
		 struct rates_run *run)
{
	struct measure measure = {
		.options = options,
		.diag = diag,
		.is_mr = is_mr,
		.seconds = options->seconds > 0 ? options->seconds : MEASURE_SECONDS,
	};
	bool is_good = prepare(&measure, plan);

	noise_begin(&measure.noise);
	for (unsigned i = 0; i < plan->n_rows && is_good; i++) {
		is_good = measure_row(&measure, plan, i, &run->rows[i]);
		run->n_rows = i + is_good;
	}
	noise_end(&measure.noise, &run->noise);
	free(measure.buf);
	return is_good;
}
