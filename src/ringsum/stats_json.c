/* SPDX-License-Identifier: MIT */
/*
 * Owns the spool: the object is one line at the end of standard error, whatever else is told there meanwhile, and it
 * may be longer than memory should hold. The members are described in the manual.
 */
#include "stats.h"

#include "cli/json.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PIECE_LEN 4096

int stats_json_begin(struct stats *stats)
{
	int fd;

	stats->spool = tmpfile();
	if (!stats->spool) {
		fd = memfd_create("stats", MFD_CLOEXEC);
		if (fd < 0)
			return -errno;
		stats->spool = fdopen(fd, "w+");
		if (!stats->spool) {
			close(fd);
			return -ENOMEM;
		}
	}
	fputs("{\"version\":", stats->spool);
	json_put_string(stats->spool, RINGSUM_VERSION);
	fputs(",\"files\":[", stats->spool);
	return 0;
}

static void put_seconds(FILE *to, const char *name, uint64_t ns)
{
	fprintf(to, ",\"%s\":%.9f", name, (double)ns / 1e9);
}

static void put_count(FILE *to, const char *name, uint64_t n)
{
	fprintf(to, ",\"%s\":%" PRIu64, name, n);
}

static void put_word(FILE *to, const char *name, const char *word)
{
	fprintf(to, ",\"%s\":", name);
	json_put_string(to, word);
}

static void put_verdict(FILE *to, const struct bound_verdict *verdict, double limit)
{
	fputs(",\"bytes_per_s\":", to);
	json_put_positive(to, verdict->rate);
	fputs(",\"limit_bytes_per_s\":", to);
	json_put_positive(to, limit);
	fputs(",\"percent_of_limit\":", to);
	json_put_positive(to, verdict->percent);
	put_word(to, "bound_by", bound_word(verdict->bound));
}

static void put_name(FILE *to, const char *name)
{
	fputs("\"name\":", to);
	json_put_string(to, name);
	if (!json_is_utf8(name)) {
		fputs(",\"name_hex\":", to);
		json_put_hex(to, name);
	}
}

static void put_work(struct stats *stats, const struct ringsum_result *result)
{
	const struct ringsum_work *work = &result->work;
	FILE *to = stats->spool;

	put_seconds(to, "wall_s", work->wall_ns);
	put_seconds(to, "read_s", work->read_ns);
	put_seconds(to, "hash_s", work->hash_ns);
	put_seconds(to, "digest_waited_s", work->wait_ns);
	put_seconds(to, "data_waited_s", work->backlog_ns);
	put_word(to, "reader", work->reader);
	put_word(to, "reader_reason", how_reader(&stats->run, result));
	put_word(to, "kernel", work->kernel);
	put_word(to, "kernel_reason", how_kernel(result));
	put_word(to, "disk", work->disk);
	put_count(to, "bytes_direct", work->n_bytes_direct);
	put_count(to, "bytes_holes", work->n_bytes_holes);
	put_count(to, "bytes_copied", how_n_copied(result));
}

void stats_json_file(struct stats *stats, const struct stats_file *file)
{
	const struct ringsum_result *result = file->result;
	FILE *to = stats->spool;

	fputs(stats->total.n_files > 1 ? ",{" : "{", to);
	put_name(to, file->name);
	if (result->error < 0)
		put_word(to, "error", strerror(-result->error));
	else
		fputs(",\"error\":null", to);
	put_count(to, "bytes", result->n_bytes);
	put_work(stats, result);
	put_verdict(to, &file->verdict, file->limit);
	putc('}', to);
}

static void put_digests(const struct stats *stats)
{
	FILE *to = stats->spool;

	fputs("],\"digests\":[", to);
	for (unsigned i = 0; i < stats->n_digests; i++) {
		const struct stats_digest *known = &stats->digests[i];

		fputs(i > 0 ? ",{\"name\":" : "{\"name\":", to);
		json_put_string(to, ringsum_digest_algo(known->digest)->name);
		fputs(",\"limit_bytes_per_s\":", to);
		json_put_positive(to, known->rate);
		putc('}', to);
	}
	putc(']', to);
}

static void put_words(FILE *to, const char *name, const struct stats_words *words)
{
	fprintf(to, ",\"%s\":{", name);
	for (unsigned i = 0; i < words->n_words; i++) {
		if (i > 0)
			putc(',', to);
		json_put_string(to, words->words[i]);
		fprintf(to, ":%" PRIu64, words->counts[i]);
	}
	putc('}', to);
}

static void put_total(const struct stats *stats)
{
	const struct stats_total *total = &stats->total;
	FILE *to = stats->spool;

	fprintf(to, ",\"total\":{\"files\":%" PRIu64, total->n_files);
	put_count(to, "failed", total->n_failed);
	put_count(to, "bytes", total->times.n_bytes);
	put_seconds(to, "wall_s", total->times.wall_ns);
	fprintf(to, ",\"user_s\":%.6f,\"system_s\":%.6f", total->user_s, total->system_s);
	put_seconds(to, "read_s", total->times.read_ns);
	put_seconds(to, "hash_s", total->times.hash_ns);
	put_seconds(to, "digest_waited_s", total->times.wait_ns);
	put_seconds(to, "data_waited_s", total->backlog_ns);
	put_words(to, "readers", &total->readers);
	put_words(to, "kernels", &total->kernels);
	put_count(to, "peak_bytes", total->peak_len);
	put_verdict(to, &total->verdict, total->times.limit);
	fputs("}}\n", to);
}

/* From the spool to standard error. */
static int copy_out(const struct stats *stats)
{
	char piece[PIECE_LEN + 1];
	size_t n;

	if (fflush(stats->spool) != 0 || ferror(stats->spool))
		return -ENOSPC;
	rewind(stats->spool);
	while ((n = fread(piece, 1, PIECE_LEN, stats->spool)) > 0) {
		piece[n] = '\0';
		diag_write(stats->diag, piece);
	}
	return ferror(stats->spool) ? -EIO : 0;
}

int stats_json_end(struct stats *stats)
{
	int error;

	put_digests(stats);
	put_total(stats);
	error = copy_out(stats);
	fclose(stats->spool);
	stats->spool = NULL;
	return error;
}
