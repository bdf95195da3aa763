/* SPDX-License-Identifier: MIT */
/*
 * Owns the names of rows and the usual block sizes and digests. An unknown digest ends everything, as with openssl; a
 * way in which a known digest cannot be computed is left out.
 */
#include "plan.h"

#include <stdio.h>
#include <string.h>

static const uint64_t usual_sizes[] = { 16, 64, 256, 1024, 8192, 16384 };
static const char *const usual_digests[] = { "md5", "sha1", "rmd160", "sha256", "sha512" };
static const unsigned lanes[] = { 1, 2, 4, 8, 16 };

#define N(array) (sizeof(array) / sizeof((array)[0]))

_Static_assert(N(usual_sizes) <= RATES_CELLS_MAX, "a row has room for the usual sizes");

static const uint8_t nothing[1];

static bool is_there(const struct backend_spec *spec, char why[BACKEND_WHY_MAX])
{
	struct backend backend;

	if (!backend_open(spec, nothing, 0, &backend, why))
		return false;
	backend_close(&backend);
	return true;
}

static void name_row(const struct backend_spec *spec, char ret_name[RATES_NAME_MAX])
{
	char way[16] = "";

	if (spec->api == RATES_LANES)
		snprintf(way, sizeof(way), " x%u", spec->streams);
	else if (spec->api != RATES_ONESHOT)
		snprintf(way, sizeof(way), " %s", rates_api_name(spec->api));
	snprintf(ret_name, RATES_NAME_MAX, "%s%s%s%s", spec->is_hmac ? "hmac(" : "", spec->digest,
		 spec->is_hmac ? ")" : "", way);
}

/* Return: false: there is no room for more rows. */
static bool add_row(struct plan *plan, const struct backend_spec *spec)
{
	if (plan->n_rows == RATES_ROWS_MAX)
		return false;
	plan->specs[plan->n_rows] = *spec;
	name_row(spec, plan->names[plan->n_rows]);
	plan->n_rows++;
	if (spec->streams > plan->streams)
		plan->streams = spec->streams;
	return true;
}

static bool add_way(struct plan *plan, struct backend_spec spec, const struct diag *diag, struct quote *quote)
{
	char why[BACKEND_WHY_MAX];
	bool has_room = true;

	if (!is_there(&spec, why)) {
		diag_tell(diag, 0, "%s %s: %s", quote_name(quote, spec.digest), rates_api_name(spec.api), why);
		plan->is_partial = true;
		return true;
	}
	if (spec.api != RATES_LANES)
		return add_row(plan, &spec);
	for (size_t i = 0; i < N(lanes) && has_room; i++) {
		spec.streams = lanes[i];
		has_room = add_row(plan, &spec);
	}
	return has_room;
}

static bool add_digest(struct plan *plan, const struct options *options, const struct options_digest *digest,
		       const struct diag *diag, struct quote *quote)
{
	struct backend_spec spec = { digest->name, RATES_ONESHOT, 1, digest->is_hmac };
	char why[BACKEND_WHY_MAX];
	bool has_room = true;

	if (!is_there(&spec, why)) {
		diag_tell(diag, 0, "%s: %s ('openssl list -digest-algorithms' tells what there is)",
			  quote_name(quote, digest->name), why);
		return false;
	}
	if (options->n_apis == 0)
		has_room = add_row(plan, &spec);
	for (unsigned i = 0; i < options->n_apis && has_room; i++) {
		spec.api = options->apis[i];
		has_room = add_way(plan, spec, diag, quote);
	}
	if (!has_room)
		diag_tell(diag, 0, "more than %d rows: ask for fewer digests at once", RATES_ROWS_MAX);
	return has_room;
}

/* What libcrypto has not is not missed here, as nobody asked for it. */
static bool add_usual(struct plan *plan, const struct options *options, const struct diag *diag, struct quote *quote)
{
	for (size_t i = 0; i < N(usual_digests); i++) {
		struct options_digest digest = { usual_digests[i], false };
		struct backend_spec spec = { usual_digests[i], RATES_ONESHOT, 1, false };
		char why[BACKEND_WHY_MAX];

		if (is_there(&spec, why) && !add_digest(plan, options, &digest, diag, quote))
			return false;
	}
	return true;
}

bool plan_make(const struct options *options, const struct diag *diag, struct quote *quote, struct plan *ret_plan)
{
	bool is_good = true;

	*ret_plan = (struct plan){ .streams = 1 };
	ret_plan->n_sizes = options->bytes ? 1 : N(usual_sizes);
	memcpy(ret_plan->sizes, options->bytes ? &options->bytes : usual_sizes,
	       ret_plan->n_sizes * sizeof(ret_plan->sizes[0]));
	if (options->n_digests == 0)
		is_good = add_usual(ret_plan, options, diag, quote);
	for (unsigned i = 0; i < options->n_digests && is_good; i++)
		is_good = add_digest(ret_plan, options, &options->digests[i], diag, quote);
	if (is_good && ret_plan->n_rows == 0) {
		diag_tell(diag, 0, "there is nothing to measure");
		return false;
	}
	return is_good;
}
