/* SPDX-License-Identifier: MIT */
/*
 * Owns the choice of the way.
 */
#include "backend.h"

static const struct backend_way *way_of(const struct backend_spec *spec)
{
	if (spec->is_hmac)
		return &backend_hmac;
	switch (spec->api) {
	case RATES_LEGACY:
		return &backend_legacy;
	case RATES_LANES:
		return &backend_lanes;
	default:
		return &backend_evp;
	}
}

bool backend_open(const struct backend_spec *spec, const uint8_t *messages, size_t stride, struct backend *ret_backend,
		  char ret_why[BACKEND_WHY_MAX])
{
	struct backend backend = {
		.way = way_of(spec),
		.messages = messages,
		.stride = stride,
		.kernel = "libcrypto",
	};

	if (!backend.way->open(&backend, spec, ret_why)) {
		backend.way->close(&backend);
		return false;
	}
	*ret_backend = backend;
	return true;
}

int64_t backend_run(struct backend *backend, size_t size, const volatile sig_atomic_t *is_over)
{
	return backend->way->run(backend, size, is_over);
}

void backend_close(struct backend *backend)
{
	backend->way->close(backend);
}
