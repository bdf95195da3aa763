/* SPDX-License-Identifier: MIT */
/*
 * A way to compute a digest, ready to be timed: the loops that compute one message after the other until a flag says
 * that it is enough. Everything that can be done before the clock runs is done before.
 */
#ifndef RINGSPEED_BACKEND_H
#define RINGSPEED_BACKEND_H

#include "rates.h"

#include <signal.h>
#include <stddef.h>

/** Messages at once, and what a text that says why not takes. */
#define BACKEND_STREAMS_MAX 16
#define BACKEND_WHY_MAX 160

/** struct backend_spec - what is wanted */
struct backend_spec {
	/** @digest: any name that libcrypto knows */
	const char *digest;
	enum rates_api api;
	/** @streams: for RATES_LANES */
	unsigned streams;
	/** @is_hmac: the HMAC over that digest, with a key set up before */
	bool is_hmac;
};

struct backend;

/** struct backend_way - how backends differ */
struct backend_way {
	/** @open: fills in @backend->state; false, with @why filled in */
	bool (*open)(struct backend *backend, const struct backend_spec *spec, char why[BACKEND_WHY_MAX]);
	/** @run: messages of @size bytes until @is_over; at least one. Return: how many, or -EIO. */
	int64_t (*run)(struct backend *backend, size_t size, const volatile sig_atomic_t *is_over);
	/** @close: also after open() failed */
	void (*close)(struct backend *backend);
};

/** struct backend - one that is open */
struct backend {
	const struct backend_way *way;
	void *state;
	/** @messages: @streams times @stride bytes, where each message begins; borrowed */
	const uint8_t *messages;
	size_t stride;
	/** @kernel: what computed most; static */
	const char *kernel;
};

/** backend_ways: one for each kind, each in its own file */
extern const struct backend_way backend_evp, backend_legacy, backend_hmac, backend_lanes;

/**
 * backend_open() - make a backend ready
 * @messages: room for the messages of all streams, @stride apart
 * @ret_backend: open; backend_close() it
 * @ret_why: filled in on failure
 *
 * Return: false: there is no such thing here.
 */
bool backend_open(const struct backend_spec *spec, const uint8_t *messages, size_t stride, struct backend *ret_backend,
		  char ret_why[BACKEND_WHY_MAX]);

/** backend_run() - compute messages until @is_over. Return: how many, at least 1; or -EIO. */
int64_t backend_run(struct backend *backend, size_t size, const volatile sig_atomic_t *is_over);

/** backend_close() - free all */
void backend_close(struct backend *backend);

#endif
