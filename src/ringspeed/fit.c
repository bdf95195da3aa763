/* SPDX-License-Identifier: MIT */
/*
 * Owns the table of paddings. Everything is scaled by the measured times first, so that sums stay near 1 whatever the
 * digest's speed: weights 1/t² are a plain least-squares line through points divided by t.
 */
#include "fit.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Where nothing is known of a measurement's error: what repeated runs on an idle machine differ by. */
#define USUAL_ERROR 0.005

/*
 * MD4, MD5, SHA-1 and what follows them: 0x80 and a length of 8 bytes, of 16 with blocks of 128 (FIPS 180-4, 5.1).
 * Whirlpool's length has 32. SHA-3: at least one byte (FIPS 202, B.2). BLAKE2 fills up with zeros (RFC 7693, 3.3).
 */
static const struct {
	const char *name;
	struct fit_model model;
} models[] = {
	{ "md2", { 16, 1 } },	     { "md4", { 64, 9 } },	  { "md5", { 64, 9 } },
	{ "sha1", { 64, 9 } },	     { "sha224", { 64, 9 } },	  { "sha256", { 64, 9 } },
	{ "sha384", { 128, 17 } },   { "sha512", { 128, 17 } },	  { "sha512224", { 128, 17 } },
	{ "sha512256", { 128, 17 } }, { "rmd160", { 64, 9 } },	  { "ripemd160", { 64, 9 } },
	{ "ripemd", { 64, 9 } },     { "sm3", { 64, 9 } },	  { "whirlpool", { 64, 33 } },
	{ "sha3224", { 144, 1 } },   { "sha3256", { 136, 1 } },	  { "sha3384", { 104, 1 } },
	{ "sha3512", { 72, 1 } },    { "shake128", { 168, 1 } },  { "shake256", { 136, 1 } },
	{ "blake2b512", { 128, 0 } }, { "blake2s256", { 64, 0 } }, { "md5sha1", { 64, 9 } },
};

/* Small letters and digits; SHA2-256 is sha256; what stands in the brackets of hmac(…). */
static void plain_name(const char *name, char *ret_plain, size_t cap)
{
	size_t len = 0;

	if (strncasecmp(name, "hmac(", 5) == 0)
		name += 5;
	if (strncasecmp(name, "sha2-", 5) == 0) {
		memcpy(ret_plain, "sha", 3);
		len = 3;
		name += 5;
	}
	/* What ringspeed adds behind a blank is no part of the name. */
	for (; *name && *name != ')' && *name != ' ' && len + 1 < cap; name++) {
		char c = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;

		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			ret_plain[len++] = c;
	}
	ret_plain[len] = '\0';
}

struct fit_model fit_model_of(const char *name)
{
	char plain[32];

	plain_name(name, plain, sizeof(plain));
	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++) {
		if (strcmp(models[i].name, plain) == 0)
			return models[i].model;
	}
	return (struct fit_model){ 1, 0 };
}

double fit_calls(const struct fit_model *model, uint64_t size)
{
	double calls = floor(((double)size + model->pad_len + model->block_len - 1) / model->block_len);

	/* Even nothing is one call, where there is padding or not. */
	return model->block_len > 1 && calls < 1 ? 1 : calls;
}

double fit_ns(const struct fit *fit, uint64_t size)
{
	return fit->overhead + fit->cost * fit->model.block_len * fit_calls(&fit->model, size);
}

double fit_quantile(unsigned n_free)
{
	static const double quantiles[] = { 0, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26 };

	return n_free < sizeof(quantiles) / sizeof(quantiles[0]) ? quantiles[n_free] : 2.1;
}

/* The normal equations: u = 1/t belongs to the overhead, v = x/t to the cost, and both together should give 1. */
struct sums {
	double uu, uv, vv, u, v;
	/* mean square of the errors that are known of */
	double known;
};

static double bytes_of(const struct fit_model *model, uint64_t size)
{
	return fit_calls(model, size) * model->block_len;
}

static struct sums sum_up(const struct fit_model *model, const struct fit_point *points, size_t n_points)
{
	struct sums sums = { 0 };

	for (size_t i = 0; i < n_points; i++) {
		double u = 1 / points[i].ns, v = bytes_of(model, points[i].size) / points[i].ns;
		double error = points[i].error > USUAL_ERROR ? points[i].error : USUAL_ERROR;

		sums.uu += u * u;
		sums.uv += u * v;
		sums.vv += v * v;
		sums.u += u;
		sums.v += v;
		sums.known += error * error / (double)n_points;
	}
	return sums;
}

static bool is_spread(const struct fit_model *model, const struct fit_point *points, size_t n_points)
{
	for (size_t i = 1; i < n_points; i++) {
		if (bytes_of(model, points[i].size) != bytes_of(model, points[0].size))
			return true;
	}
	return false;
}

/* Mean square of how far the points lie from the line, relative to them. */
static double mean_square(const struct fit *fit, const struct fit_point *points, size_t n_points)
{
	double square = 0;

	for (size_t i = 0; i < n_points; i++) {
		double off = fit_ns(fit, points[i].size) / points[i].ns - 1;

		square += off * off;
	}
	return square / fit->n_free;
}

void fit_run(const struct fit_model *model, const struct fit_point *points, size_t n_points, struct fit *ret_fit)
{
	struct fit fit = { .model = *model, .trouble = FIT_TOO_FEW };
	struct sums sums = sum_up(model, points, n_points);
	double determinant = sums.uu * sums.vv - sums.uv * sums.uv;
	double square;

	*ret_fit = fit;
	if (n_points < 3 || !is_spread(model, points, n_points) || !(determinant > 0))
		return;
	fit.n_free = (unsigned)n_points - 2;
	fit.overhead = (sums.vv * sums.u - sums.uv * sums.v) / determinant;
	fit.cost = (sums.uu * sums.v - sums.uv * sums.u) / determinant;
	square = mean_square(&fit, points, n_points);
	fit.deviation = sqrt(square);
	square = fmax(square, sums.known);
	fit.overhead_error = sqrt(sums.vv / determinant * square);
	fit.cost_error = sqrt(sums.uu / determinant * square);
	if (!isfinite(fit.overhead) || !isfinite(fit.cost) || !isfinite(fit.overhead_error) ||
	    !isfinite(fit.cost_error))
		return;
	fit.trouble = fit.deviation > FIT_DEVIATION_MAX || fit.cost <= 0 ? FIT_POOR : FIT_GOOD;
	*ret_fit = fit;
}
