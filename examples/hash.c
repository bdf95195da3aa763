/* SPDX-License-Identifier: MIT */
/*
 * Hash the files named on the command line, all at once, and print "digest  name" for each in their order.
 *
 *     cc hash.c $(pkg-config --cflags --libs ringsum)
 */
#include <ringsum.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

static int print(const struct ringsum_result *result, size_t digest_len)
{
	if (result->error || result->is_torn) {
		fprintf(stderr, "%s: %s\n", result->path,
			result->error ? strerror(-result->error) : "changed while it was read");
		return 1;
	}
	for (size_t i = 0; i < digest_len; i++)
		printf("%02x", result->digests[0][i]);
	printf("  %s\n", result->path);
	return 0;
}

static int add(struct ringsum_batch *batch, const char *path, const struct ringsum_digest *digest)
{
	struct ringsum_job job = {
		.path = path,
		.fd = AT_FDCWD,
		.length = RINGSUM_TO_END,
		.digests = &digest,
		.n_digests = 1,
	};

	return ringsum_batch_add(batch, &job);
}

/* Return: the program's exit status, or a negative errno value. */
static int hash(struct ringsum_batch *batch, const struct ringsum_digest *digest, char *const *path)
{
	struct ringsum_result result;
	int status = 0, r = 0;

	for (;;) {
		/* Hand in what the window takes, … */
		while (*path && (r = add(batch, *path, digest)) == 0)
			path++;
		if (r < 0 && r != -EAGAIN)
			return r;
		/* … then make room by taking the oldest result. */
		r = ringsum_batch_next(batch, -1, &result);
		if (r <= 0)
			return r < 0 ? r : status;
		status |= print(&result, ringsum_digest_len(digest));
	}
}

int main(int argc, char *argv[])
{
	struct ringsum_digest *sha256 = NULL;
	struct ringsum_batch *batch = NULL;
	int r = ringsum_digest_open("SHA256", 0, &sha256);

	if (r == 0)
		r = ringsum_batch_create(NULL, &batch);
	if (r == 0)
		r = hash(batch, sha256, argv + (argc > 0));
	if (r < 0)
		fprintf(stderr, "%s\n", strerror(-r));
	ringsum_batch_destroy(batch);
	ringsum_digest_close(sha256);
	return r != 0 || fflush(stdout) != 0;
}
