/* SPDX-License-Identifier: MIT */
/*
 * What a message costs: an overhead for each call, and something for each byte. Pure.
 *
 * The model. A digest does not work on bytes but on blocks, and pads: SHA-1 calls its compression function once for 16
 * bytes, twice for 64, 17 times for 1024. So t(n) = overhead + calls(n) × cost of a call, where calls(n) counts the
 * padding too, and the cost of a byte is that of a call divided by the block's length. Against published tables of MD5
 * and SHA-1 the straight line t(n) = overhead + n × cost is wrong by 3 to 7 % throughout, because the padding block
 * counts as overhead for 64 bytes but as nothing for 16; this one is wrong by 0.2 to 0.4 % for MD5 and by 0.2 to 5 %
 * for SHA-1, with no more unknowns. What is known to pad otherwise has its own count, and what is not known at all,
 * ciphers for example, gets the straight line.
 *
 * The weights. A time is known to so many per cent, not to so many nanoseconds: each is weighted by 1/t². The errors of
 * the two figures come from how far the measurements lie from the line, and are no smaller than what the measurements'
 * own errors make them.
 */
#ifndef RINGSPEED_FIT_H
#define RINGSPEED_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** More relative deviation than this, as root mean square, and the model does not describe what was measured. */
#define FIT_DEVIATION_MAX 0.12

/** struct fit_model - how a message is cut and padded */
struct fit_model {
	/** @block_len: bytes that one call takes; 1 and no padding: a straight line */
	unsigned block_len;
	/** @pad_len: bytes that are added at least */
	unsigned pad_len;
};

/** struct fit_point - one measurement */
struct fit_point {
	/** @size: bytes of the message */
	uint64_t size;
	/** @ns: nanoseconds for one message; finite, above 0 */
	double ns;
	/** @error: the relative error of @ns that is known of; 0: nothing is known */
	double error;
};

/** enum fit_trouble - why there are no figures to rely on */
enum fit_trouble {
	/** fewer than three sizes, or sizes that all take the same number of calls */
	FIT_TOO_FEW,
	/** FIT_DEVIATION_MAX is exceeded, or the cost of a byte is not above 0 */
	FIT_POOR,
	/** there are */
	FIT_GOOD,
};

/** struct fit - the two figures; with FIT_TOO_FEW all are 0 */
struct fit {
	enum fit_trouble trouble;
	struct fit_model model;
	/** @overhead, @overhead_error: nanoseconds for each message, and its standard error */
	double overhead;
	double overhead_error;
	/** @cost, @cost_error: nanoseconds for each byte, and its standard error */
	double cost;
	double cost_error;
	/** @deviation: relative, root mean square over the degrees of freedom */
	double deviation;
	/** @n_free: degrees of freedom, the points without two */
	unsigned n_free;
};

/** fit_model_of() - how the digest called @name pads, "hmac(sha256)" and "SHA2-256" included */
struct fit_model fit_model_of(const char *name);

/** fit_calls() - calls of the compression function for a message of @size bytes */
double fit_calls(const struct fit_model *model, uint64_t size);

/** fit_run() - draw the line through @points */
void fit_run(const struct fit_model *model, const struct fit_point *points, size_t n_points, struct fit *ret_fit);

/** fit_ns() - what the line says for a message of @size bytes, nanoseconds */
double fit_ns(const struct fit *fit, uint64_t size);

/**
 * fit_quantile() - Student's t: how many standard errors 95 % of the cases lie within
 * @n_free: degrees of freedom, at least 1
 */
double fit_quantile(unsigned n_free);

#endif
