/* SPDX-License-Identifier: MIT */
/*
 * Owns the rules. Nothing is divided by what may be 0, so that no infinity gets out.
 */
#include "bound.h"

#include <math.h>

static enum bound find_bound(const struct bound_times *times)
{
	double hash = (double)times->hash_ns, read = (double)times->read_ns, wait = (double)times->wait_ns;
	double all = hash + read + wait;

	/* Opening and closing took most of it, or nothing took any time. */
	if (times->n_bytes == 0 || all <= 0 || 2 * all < (double)times->wall_ns)
		return BOUND_UNKNOWN;
	/* Who copies out of a pipe does not wait for those who fill it. */
	if (times->is_stream)
		return wait > hash + read ? BOUND_STREAM : BOUND_DIGEST;
	return read + wait > hash ? BOUND_STORAGE : BOUND_DIGEST;
}

void bound_judge(const struct bound_times *times, struct bound_verdict *ret_verdict)
{
	struct bound_verdict verdict = { .bound = find_bound(times) };

	if (times->wall_ns > 0)
		verdict.rate = (double)times->n_bytes * 1e9 / (double)times->wall_ns;
	if (isfinite(times->limit) && times->limit >= 1 && verdict.rate > 0)
		verdict.percent = 100 * verdict.rate / times->limit;
	*ret_verdict = verdict;
}

double bound_limit(const double *rates, unsigned n_rates, unsigned n_cpus)
{
	double slowest = 0, all = 0, seconds;

	for (unsigned i = 0; i < n_rates; i++) {
		double one;

		if (!isfinite(rates[i]) || rates[i] < 1)
			return 0;
		one = 1 / rates[i];
		slowest = one > slowest ? one : slowest;
		all += one;
	}
	all /= n_cpus > 0 ? n_cpus : 1;
	seconds = all > slowest ? all : slowest;
	return seconds > 0 ? 1 / seconds : 0;
}

const char *bound_word(enum bound bound)
{
	static const char *const words[] = {
		[BOUND_UNKNOWN] = "unknown",
		[BOUND_DIGEST] = "digest",
		[BOUND_STORAGE] = "storage",
		[BOUND_STREAM] = "stream",
	};

	return words[bound];
}
