/* SPDX-License-Identifier: MIT */
/*
 * evploop DIGEST <LIST: the time that libcrypto takes for the bytes of some files when they are in memory already.
 *
 * Reads each file in small pieces, which stay in the processor's cache, and runs the clock only while EVP works: what
 * one stream cannot beat. Prints "HEX  NAME" for each file, and on standard error "WALL CPU BYTES", in seconds and
 * bytes.
 */
#include "list.h"

#include <openssl/evp.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define PIECE_LEN ((size_t)256 << 10)

struct totals {
	double wall;
	double cpu;
	uint64_t n_bytes;
};

static double seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void start_clocks(struct totals *totals)
{
	totals->cpu -= seconds(CLOCK_THREAD_CPUTIME_ID);
	totals->wall -= seconds(CLOCK_MONOTONIC);
}

static void stop_clocks(struct totals *totals)
{
	totals->wall += seconds(CLOCK_MONOTONIC);
	totals->cpu += seconds(CLOCK_THREAD_CPUTIME_ID);
}

static size_t read_piece(int fd, void *buf)
{
	size_t len = 0;

	while (len < PIECE_LEN) {
		ssize_t n = read(fd, (char *)buf + len, PIECE_LEN - len);

		if (n < 0)
			err(1, "read");
		if (n == 0)
			break;
		len += (size_t)n;
	}
	return len;
}

/* Every clock reading pays for itself here: one start and one stop for each piece. */
static unsigned hash_file(int fd, EVP_MD_CTX *ctx, const EVP_MD *md, void *buf, uint8_t *ret_digest,
			  struct totals *totals)
{
	unsigned digest_len;
	size_t len = read_piece(fd, buf);
	int ok;

	start_clocks(totals);
	ok = EVP_DigestInit_ex2(ctx, md, NULL);
	while (len > 0) {
		ok &= EVP_DigestUpdate(ctx, buf, len);
		totals->n_bytes += len;
		if (len < PIECE_LEN)
			break;
		stop_clocks(totals);
		len = read_piece(fd, buf);
		start_clocks(totals);
	}
	ok &= EVP_DigestFinal_ex(ctx, ret_digest, &digest_len);
	stop_clocks(totals);
	if (!ok)
		errx(1, "libcrypto failed");
	return digest_len;
}

int main(int argc, char **argv)
{
	EVP_MD *md = EVP_MD_fetch(NULL, argc == 2 ? argv[1] : "", NULL);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	void *buf = aligned_alloc(4096, PIECE_LEN);
	uint8_t digest[EVP_MAX_MD_SIZE];
	struct totals totals = { 0 };
	char *name = NULL;
	size_t name_cap = 0;
	int fd;

	if (!md || !ctx || !buf)
		errx(1, "usage: evploop DIGEST <LIST");
	while ((fd = list_open_next(&name, &name_cap)) >= 0) {
		unsigned digest_len = hash_file(fd, ctx, md, buf, digest, &totals);

		close(fd);
		for (unsigned i = 0; i < digest_len; i++)
			printf("%02x", digest[i]);
		printf("  %s\n", name);
	}
	fprintf(stderr, "%.6f %.6f %llu\n", totals.wall, totals.cpu, (unsigned long long)totals.n_bytes);
	free(name);
	free(buf);
	EVP_MD_CTX_free(ctx);
	EVP_MD_free(md);
	return 0;
}
