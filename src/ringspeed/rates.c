/* SPDX-License-Identifier: MIT */
/*
 * Owns the arithmetic of rates. Nothing is divided by what may be 0, so that neither infinities nor what is no number
 * get out.
 */
#include "rates.h"

#include <math.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* The clocks of CPU time tick in such steps on some systems. */
#define CPU_TICK_S 0.01

struct rates_run *rates_create(int fd)
{
	int flags = fd < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED;
	void *at;

	if (fd >= 0 && ftruncate(fd, sizeof(struct rates_run)) < 0)
		return NULL;
	at = mmap(NULL, sizeof(struct rates_run), PROT_READ | PROT_WRITE, flags, fd, 0);
	return at == MAP_FAILED ? NULL : at;
}

void rates_destroy(struct rates_run *run)
{
	if (run)
		munmap(run, sizeof(*run));
}

static double rate_of(const struct rates_cell *cell, double seconds)
{
	return seconds > 0 ? (double)cell->count * (double)cell->size / seconds : 0;
}

double rates_wall(const struct rates_cell *cell)
{
	return rate_of(cell, cell->wall_s);
}

double rates_cpu(const struct rates_cell *cell)
{
	return cell->cpu_s >= CPU_TICK_S / 2 ? rate_of(cell, cell->cpu_s) : 0;
}

bool rates_has_cpu(const struct rates_row *row)
{
	for (unsigned i = 0; i < row->n_cells; i++) {
		double wall = rates_wall(&row->cells[i]), cpu = rates_cpu(&row->cells[i]);

		if (wall > 0 && cpu > 0 && fabs(cpu / wall - 1) > RATES_CPU_TOLD)
			return true;
	}
	return false;
}

double rates_spread(const struct rates_cell *cell)
{
	double mean = 0, squares = 0;

	if (cell->n_batches < 2)
		return 0;
	for (unsigned i = 0; i < cell->n_batches; i++)
		mean += cell->batches[i] / cell->n_batches;
	for (unsigned i = 0; i < cell->n_batches; i++)
		squares += (cell->batches[i] - mean) * (cell->batches[i] - mean);
	return mean > 0 ? sqrt(squares / (cell->n_batches - 1)) / mean : 0;
}

/* Seconds in which one process would have done the messages of both, at the rates of both together. */
static double seconds_together(const struct rates_cell *a, double a_s, const struct rates_cell *b, double b_s)
{
	if (a_s <= 0 || b_s <= 0)
		return 0;
	return (double)(a->count + b->count) / ((double)a->count / a_s + (double)b->count / b_s);
}

static void add_cell(struct rates_cell *cell, const struct rates_cell *other)
{
	cell->wall_s = seconds_together(cell, cell->wall_s, other, other->wall_s);
	cell->cpu_s = seconds_together(cell, cell->cpu_s, other, other->cpu_s);
	cell->count += other->count;
	if (other->n_batches < cell->n_batches)
		cell->n_batches = other->n_batches;
	for (unsigned i = 0; i < cell->n_batches; i++)
		cell->batches[i] += other->batches[i];
}

void rates_add(struct rates_run *run, const struct rates_run *other)
{
	for (unsigned r = 0; r < run->n_rows && r < other->n_rows; r++) {
		for (unsigned i = 0; i < run->rows[r].n_cells; i++)
			add_cell(&run->rows[r].cells[i], &other->rows[r].cells[i]);
	}
}

const char *rates_api_name(enum rates_api api)
{
	static const char *const names[] = {
		[RATES_ONESHOT] = "oneshot", [RATES_EVP] = "evp",     [RATES_FETCH] = "fetch",
		[RATES_LEGACY] = "legacy",   [RATES_LANES] = "lanes",
	};

	return names[api];
}
