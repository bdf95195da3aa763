/* SPDX-License-Identifier: MIT */
/*
 * The public functions over batches and messages: arguments are checked here and nowhere else, then the rooms below do
 * the work.
 */
#include "batch.h"
#include "cpu.h"
#include "digest.h"
#include "messages.h"
#include "now.h"
#include "ring.h"

#include <errno.h>
#include <stdlib.h>

#define MAX_WORKERS 1024
#define MAX_WINDOW 1048576
/* What a measurement hashes again and again. */
#define MEASURE_LEN (256 * 1024)

int ringsum_batch_create(const struct ringsum_options *options, struct ringsum_batch **ret_batch)
{
	static const struct ringsum_options defaults;
	int r = 0;

	if (!options)
		options = &defaults;
	if ((unsigned)options->io > RINGSUM_IO_SQPOLL || options->n_workers > MAX_WORKERS ||
	    options->window > MAX_WINDOW)
		return -EINVAL;
	if (options->io != RINGSUM_IO_AUTO && options->io != RINGSUM_IO_PLAIN)
		r = rs_ring_probe(options->io == RINGSUM_IO_SQPOLL);
	return r < 0 ? r : rs_batch_create(options, ret_batch);
}

void ringsum_batch_destroy(struct ringsum_batch *batch)
{
	rs_batch_destroy(batch);
}

int ringsum_batch_add(struct ringsum_batch *batch, const struct ringsum_job *job)
{
	if (!job->digests || job->n_digests == 0 || job->n_digests > RINGSUM_JOB_DIGESTS_MAX)
		return -EINVAL;
	for (unsigned d = 0; d < job->n_digests; d++) {
		if (!job->digests[d])
			return -EINVAL;
	}
	return rs_batch_add(batch, job);
}

int ringsum_batch_next(struct ringsum_batch *batch, int timeout_ms, struct ringsum_result *ret_result)
{
	return rs_batch_next(batch, timeout_ms, ret_result);
}

void ringsum_batch_progress(const struct ringsum_batch *batch, struct ringsum_progress *ret_progress)
{
	rs_batch_progress(batch, ret_progress);
}

/* Feed the same bytes again and again. Return: how many, or -errno. */
static int64_t feed_for(struct rs_serial *serial, const void *buf, size_t len, uint64_t end_ns)
{
	int64_t n = 0;

	do {
		int r = rs_serial_feed(serial, buf, len);

		if (r < 0)
			return r;
		n += (int64_t)len;
	} while (rs_now_ns() < end_ns);
	return n;
}

int ringsum_digest_measure(const struct ringsum_digest *digest, unsigned ms, double *ret_rate)
{
	struct rs_serial *serial = NULL;
	uint64_t start;
	int64_t n;
	void *buf;
	int r;

	if (ms == 0 || ms > 10000 || ringsum_digest_kind(digest) > RINGSUM_DIGEST_MAC)
		return -EINVAL;
	buf = calloc(1, MEASURE_LEN);
	r = buf ? rs_serial_create(&serial) : -ENOMEM;
	if (r == 0)
		r = rs_serial_begin(serial, digest);
	/* The first pass brings the buffer into the cache, and the processor out of its sleep. */
	if (r == 0)
		r = rs_serial_feed(serial, buf, MEASURE_LEN);
	if (r < 0)
		goto out;
	start = rs_now_ns();
	n = feed_for(serial, buf, MEASURE_LEN, start + ms * UINT64_C(1000000));
	if (n > 0)
		*ret_rate = (double)n * 1e9 / (double)(rs_now_ns() - start);
	r = n < 0 ? (int)n : 0;
out:
	rs_serial_destroy(serial);
	free(buf);
	return r;
}

int ringsum_digest_messages(const struct ringsum_digest *digest, const struct iovec *messages, size_t n_messages,
			    uint8_t *ret_digests, const char **ret_kernel)
{
	if (n_messages == 0 || ringsum_digest_kind(digest) != RINGSUM_DIGEST_PLAIN)
		return -EINVAL;
	return rs_messages_digest(digest, messages, n_messages, ret_digests, ret_kernel);
}

void ringsum_about(struct ringsum_about *ret_about)
{
	*ret_about = (struct ringsum_about){
		.version = RINGSUM_VERSION,
		.crypto = rs_digest_crypto(),
		.ring_error = rs_ring_probe(false),
	};
	rs_cpu_names(rs_cpu_features(), ret_about->cpu, sizeof(ret_about->cpu));
}
