/* SPDX-License-Identifier: MIT */
/*
 * kernels [ROUNDS]: how fast each kernel is on this processor, from which its rate in the kernels' table and the choice
 * among kernels follow. One thread, memory that stays in the processor's cache.
 *
 * For each algorithm: what libcrypto does with one message; each kernel with all of its lanes; then each kernel with
 * 1, 2, 3 … messages of 64 KiB, as rs_lanes_run() runs them, beside the kernel that is chosen for so many; and whole
 * messages of 4 KiB. GB/s of wall time, the best of some rounds that take turns: whatever disturbs a run slows it down.
 */
#include "cpu.h"
#include "lanes.h"

#include <err.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_MESSAGES 32
#define MAX_KERNELS 12
#define LARGE_LEN ((size_t)64 << 10)
#define SMALL_LEN ((size_t)4 << 10)
#define SLICE_SECONDS 0.003

static const unsigned counts[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 24, 32 };

#define N_COUNTS (sizeof(counts) / sizeof(counts[0]))

/* One kernel, or the choice among them, and its best rates so far, bytes per second. */
struct contender {
	const char *name;
	struct rs_kernel_set set;
	double full; /* all lanes, without rs_lanes_run() */
	double large[N_COUNTS];
	double small;
};

struct bench {
	const struct ringsum_algo *algo;
	struct rs_lanes_algo lanes;
	const EVP_MD *md;
	uint8_t *data[MAX_MESSAGES];
	unsigned n_contenders;
	struct contender contenders[MAX_KERNELS];
	double libcrypto;
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void keep_best(double *best, size_t n_bytes, double seconds)
{
	if ((double)n_bytes / seconds > *best)
		*best = (double)n_bytes / seconds;
}

static void time_libcrypto(struct bench *bench, EVP_MD_CTX *ctx)
{
	double begin = now(), end;
	size_t n_bytes = 0;

	if (EVP_DigestInit_ex2(ctx, bench->md, NULL) != 1)
		errx(1, "libcrypto failed");
	do {
		if (EVP_DigestUpdate(ctx, bench->data[0], LARGE_LEN) != 1)
			errx(1, "libcrypto failed");
		n_bytes += LARGE_LEN;
		end = now();
	} while (end - begin < SLICE_SECONDS);
	keep_best(&bench->libcrypto, n_bytes, end - begin);
}

static void time_full(struct bench *bench, struct contender *contender)
{
	const struct rs_kernel *kernel = contender->set.best[RS_LANES_MAX - 1];
	static uint32_t state[RS_LANES_MAX][RS_STATE_WORDS];
	uint32_t *states[RS_LANES_MAX];
	double begin = now(), end;
	size_t n_bytes = 0;

	for (unsigned l = 0; l < RS_LANES_MAX; l++)
		states[l] = state[l];
	do {
		kernel->compress(states, (const uint8_t *const *)bench->data, LARGE_LEN / RS_BLOCK_LEN);
		n_bytes += kernel->n_lanes * LARGE_LEN;
		end = now();
	} while (end - begin < SLICE_SECONDS);
	keep_best(&contender->full, n_bytes, end - begin);
}

static void time_large(struct bench *bench, struct contender *contender, size_t c)
{
	static struct rs_message messages[MAX_MESSAGES];
	struct rs_lanes_algo lanes = bench->lanes;
	struct rs_message *pointers[MAX_MESSAGES];
	double begin, end;
	size_t n_bytes = 0;

	lanes.kernels = &contender->set;
	for (unsigned i = 0; i < counts[c]; i++) {
		pointers[i] = &messages[i];
		rs_message_init(&messages[i], &lanes);
	}
	begin = now();
	do {
		for (unsigned i = 0; i < counts[c]; i++)
			rs_message_feed(&messages[i], bench->data[i], LARGE_LEN);
		rs_lanes_run(pointers, counts[c], 1);
		n_bytes += counts[c] * LARGE_LEN;
		end = now();
	} while (end - begin < SLICE_SECONDS);
	keep_best(&contender->large[c], n_bytes, end - begin);
}

static void time_small(struct bench *bench, struct contender *contender)
{
	static struct rs_message messages[RS_LANES_MAX];
	struct rs_lanes_algo lanes = bench->lanes;
	struct rs_message *pointers[RS_LANES_MAX];
	double begin = now(), end;
	size_t n_bytes = 0;

	lanes.kernels = &contender->set;
	do {
		uint8_t digest[RINGSUM_DIGEST_MAX];

		for (unsigned i = 0; i < RS_LANES_MAX; i++) {
			pointers[i] = &messages[i];
			rs_message_init(&messages[i], &lanes);
			rs_message_feed(&messages[i], bench->data[i], SMALL_LEN);
			rs_message_end(&messages[i]);
		}
		rs_lanes_run(pointers, RS_LANES_MAX, 1);
		for (unsigned i = 0; i < RS_LANES_MAX; i++)
			rs_message_final(&messages[i], digest);
		n_bytes += RS_LANES_MAX * SMALL_LEN;
		end = now();
	} while (end - begin < SLICE_SECONDS);
	keep_best(&contender->small, n_bytes, end - begin);
}

static void run_rounds(struct bench *bench, long n_rounds)
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();

	if (!ctx)
		errx(1, "libcrypto failed");
	for (long round = 0; round < n_rounds; round++) {
		time_libcrypto(bench, ctx);
		for (unsigned k = 0; k < bench->n_contenders; k++) {
			struct contender *contender = &bench->contenders[k];

			time_full(bench, contender);
			time_small(bench, contender);
			for (size_t c = 0; c < N_COUNTS; c++)
				time_large(bench, contender, c);
		}
	}
	EVP_MD_CTX_free(ctx);
}

static void add_contender(struct bench *bench, const char *name, const struct rs_kernel_set *set)
{
	if (bench->n_contenders == MAX_KERNELS)
		errx(1, "too many kernels");
	bench->contenders[bench->n_contenders++] = (struct contender){ .name = name, .set = *set };
}

static void add_kernels(struct bench *bench, enum rs_compression compression)
{
	for (const struct rs_kernel *kernel = rs_kernel_table; kernel->name; kernel++) {
		struct rs_kernel_set only;

		if (kernel->compression != compression || (kernel->features & ~rs_cpu_features()))
			continue;
		for (unsigned n = 0; n < RS_LANES_MAX; n++)
			only.best[n] = kernel;
		add_contender(bench, kernel->name, &only);
	}
	add_contender(bench, "chosen", bench->lanes.kernels);
}

static void print_full(const struct bench *bench)
{
	printf("%s, GB/s\n%-24s%8s%12s%18s\n", bench->algo->name, "", "", "x libcrypto", "16 x 4 KiB");
	printf("%-24s%8.2f%12.2f\n", "libcrypto, 1 message", bench->libcrypto * 1e-9, 1.0);
	for (unsigned k = 0; k < bench->n_contenders; k++) {
		const struct contender *contender = &bench->contenders[k];
		const char *name = contender->name;

		if (k + 1 < bench->n_contenders)
			printf("%-24s%8.2f%12.2f%18.2f\n", name, contender->full * 1e-9,
			       contender->full / bench->libcrypto, contender->small * 1e-9);
		else
			printf("%-24s%8s%12s%18.2f\n", name, "", "", contender->small * 1e-9);
	}
}

/* The name of a kernel without its algorithm. */
static const char *short_name(const char *name)
{
	const char *blank = strchr(name, ' ');

	return blank ? blank + 1 : name;
}

static void print_large(const struct bench *bench)
{
	printf("\nmessages");
	for (unsigned k = 0; k < bench->n_contenders; k++)
		printf("%14s", short_name(bench->contenders[k].name));
	puts("");
	for (size_t c = 0; c < N_COUNTS; c++) {
		const struct rs_kernel *chosen = rs_kernel_select(bench->lanes.kernels, counts[c]);

		printf("%8u", counts[c]);
		for (unsigned k = 0; k < bench->n_contenders; k++)
			printf("%14.2f", bench->contenders[k].large[c] * 1e-9);
		printf("  %s\n", short_name(chosen->name));
	}
	puts("");
}

static void bench_algorithm(const char *name, enum rs_compression compression, uint8_t *const *data, long n_rounds)
{
	static struct bench bench;
	const struct ringsum_algo *algo = ringsum_algo_find(name, strlen(name));
	const struct rs_lanes_algo *lanes = rs_lanes_algo(algo);

	if (!lanes)
		errx(1, "no kernels for %s on this processor", name);
	bench = (struct bench){ .algo = algo, .lanes = *lanes, .md = EVP_get_digestbyname(name) };
	memcpy(bench.data, data, sizeof(bench.data));
	add_kernels(&bench, compression);
	run_rounds(&bench, n_rounds);
	print_full(&bench);
	print_large(&bench);
}

int main(int argc, char **argv)
{
	long n_rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 20;
	uint8_t *data[MAX_MESSAGES];
	char names[64];

	if (n_rounds < 1)
		errx(1, "usage: kernels [ROUNDS]");
	for (unsigned i = 0; i < MAX_MESSAGES; i++) {
		data[i] = malloc(LARGE_LEN);
		if (!data[i])
			err(1, "malloc");
		memset(data[i], (int)i, LARGE_LEN);
	}
	rs_cpu_names(rs_cpu_features(), names, sizeof(names));
	printf("features: %s; best of %ld rounds\n\n", names, n_rounds);
	bench_algorithm("SHA256", RS_SHA256, data, n_rounds);
	bench_algorithm("SHA1", RS_SHA1, data, n_rounds);
	for (unsigned i = 0; i < MAX_MESSAGES; i++)
		free(data[i]);
	return 0;
}
