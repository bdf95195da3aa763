/* SPDX-License-Identifier: MIT */
/*
 * Owns the clock around one run. The library's run is a batch of its own, made and destroyed inside of the time;
 * another program's is from fork(2) to wait4(2), which tells its user and system time too.
 */
#include "files_run.h"

#include "cli/clock.h"
#include "cli/fd.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What another program may print and still be understood. */
#define OUTPUT_MAX 8192

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static void put_hex(const uint8_t *digest, size_t len, char ret_hex[FILES_HEX_MAX])
{
	for (size_t i = 0; i < len && 2 * i + 2 < FILES_HEX_MAX; i++)
		sprintf(ret_hex + 2 * i, "%02x", digest[i]);
}

static bool tell_failed(const struct files_target *target, const struct ringsum_result *result, const struct diag *diag,
			struct quote *quote)
{
	if (result->error < 0)
		diag_tell(diag, result->error, "%s", quote_name(quote, target->path));
	else
		diag_tell(diag, 0, "%s: changed while it was read", quote_name(quote, target->path));
	return false;
}

/* The result is valid until the batch ends. */
static bool take(const struct files_target *target, const struct ringsum_result *result, struct files_sample *sample)
{
	struct bound_times times = {
		.n_bytes = result->n_bytes,
		.wall_ns = result->work.wall_ns,
		.hash_ns = result->work.hash_ns,
		.read_ns = result->work.read_ns,
		.wait_ns = result->work.wait_ns,
		.limit = target->limit,
	};

	if (result->error < 0 || result->is_torn)
		return false;
	bound_judge(&times, &sample->verdict);
	sample->reader = result->work.reader;
	sample->kernel = result->work.kernel;
	sample->n_direct = result->work.n_bytes_direct;
	put_hex(result->digests[0], ringsum_digest_len(target->digest), sample->hex);
	return true;
}

/* Rates of both are those of the whole run. */
static void finish(const struct files_target *target, const struct files_sample *sample,
		   struct files_sample *ret_sample)
{
	struct bound_verdict *verdict = &ret_sample->verdict;

	*ret_sample = *sample;
	verdict->rate = sample->real_s > 0 ? (double)target->size / sample->real_s : 0;
	verdict->percent = target->limit > 0 ? 100 * verdict->rate / target->limit : 0;
}

bool files_run_here(const struct files_target *target, enum ringsum_io io, const struct diag *diag, struct quote *quote,
		    struct files_sample *ret_sample)
{
	struct ringsum_options options = { .io = io };
	struct ringsum_job job = {
		.path = target->path,
		.fd = AT_FDCWD,
		.length = RINGSUM_TO_END,
		.digests = &target->digest,
		.n_digests = 1,
	};
	struct files_sample sample = { .resident = -1 };
	struct ringsum_batch *batch = NULL;
	struct ringsum_result result;
	struct rusage before, after;
	bool is_good = false;
	uint64_t start;
	int r;

	getrusage(RUSAGE_SELF, &before);
	start = clock_now_ns();
	r = ringsum_batch_create(&options, &batch);
	if (r == 0)
		r = ringsum_batch_add(batch, &job);
	if (r == 0)
		r = ringsum_batch_next(batch, -1, &result);
	if (r == 1)
		is_good = take(target, &result, &sample);
	if (r == 1 && !is_good)
		tell_failed(target, &result, diag, quote);
	ringsum_batch_destroy(batch);
	sample.real_s = (double)(clock_now_ns() - start) / CLOCK_NS_PER_S;
	getrusage(RUSAGE_SELF, &after);
	sample.user_s = seconds_of(&after.ru_utime) - seconds_of(&before.ru_utime);
	sample.system_s = seconds_of(&after.ru_stime) - seconds_of(&before.ru_stime);
	if (r != 1)
		diag_tell(diag, r < 0 ? r : -EIO, "%s: cannot start", quote_name(quote, target->path));
	if (is_good)
		finish(target, &sample, ret_sample);
	return is_good;
}

static void become(const char *program, const char *option, const char *path, int out)
{
	if (dup2(out, STDOUT_FILENO) < 0)
		_exit(126);
	execlp(program, program, "dgst", option, path, (char *)NULL);
	_exit(127);
}

/* Reads to the end, so that the program never waits for us; what is too much is dropped. */
static size_t drain(int fd, char *buf, size_t cap)
{
	size_t len = 0;
	char rest[512];
	ssize_t n;

	while (len < cap && (n = fd_read(fd, buf + len, cap - len)) > 0)
		len += (size_t)n;
	while (fd_read(fd, rest, sizeof(rest)) > 0)
		;
	return len;
}

/* The hex digits at the end of the last line, behind "= " or alone: a name in front of them may hold newlines. */
static bool find_hex(char *text, size_t len, char ret_hex[FILES_HEX_MAX])
{
	char *end = memrchr(text, '\n', len), *begin;
	size_t n;

	if (!end)
		return false;
	for (begin = end; begin > text && isxdigit((unsigned char)begin[-1]); begin--)
		;
	n = (size_t)(end - begin);
	if (n == 0 || n >= FILES_HEX_MAX)
		return false;
	memcpy(ret_hex, begin, n);
	ret_hex[n] = '\0';
	return true;
}

static bool tell_program(const char *program, int status, const struct diag *diag, struct quote *quote)
{
	const char *name = quote_name(quote, program);

	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		diag_tell(diag, 0, "-vs: %s cannot be run: is it installed?", name);
	else if (WIFSIGNALED(status))
		diag_tell(diag, 0, "-vs: %s dgst was ended by signal %d", name, WTERMSIG(status));
	else
		diag_tell(diag, 0, "-vs: %s dgst has failed with status %d", name, WEXITSTATUS(status));
	return false;
}

static bool reap(pid_t pid, int *ret_status, struct rusage *ret_usage)
{
	while (wait4(pid, ret_status, 0, ret_usage) < 0) {
		if (errno != EINTR)
			return false;
	}
	return true;
}

/* Runs it and fills in times and text. Return: 0; 1: it failed, and the user has been told; a negative errno value. */
static int spawn(const char *program, const char *option, const struct files_target *target, const struct diag *diag,
		 struct quote *quote, struct files_sample *sample, char *output, size_t *ret_len)
{
	struct rusage usage;
	/* A name that begins with '-' would be an option. */
	const char *prefix = target->path[0] == '-' ? "./" : "";
	int ends[2], status;
	char *path = NULL;
	uint64_t start;
	pid_t pid;

	if (asprintf(&path, "%s%s", prefix, target->path) < 0)
		return -ENOMEM;
	if (pipe2(ends, O_CLOEXEC) < 0) {
		free(path);
		return -errno;
	}
	start = clock_now_ns();
	pid = fork();
	if (pid == 0)
		become(program, option, path, ends[1]);
	free(path);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return -errno;
	}
	*ret_len = drain(ends[0], output, OUTPUT_MAX);
	close(ends[0]);
	if (!reap(pid, &status, &usage))
		return -errno;
	sample->real_s = (double)(clock_now_ns() - start) / CLOCK_NS_PER_S;
	sample->user_s = seconds_of(&usage.ru_utime);
	sample->system_s = seconds_of(&usage.ru_stime);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	tell_program(program, status, diag, quote);
	return 1;
}

bool files_run_other(const char *program, const struct files_target *target, const struct diag *diag,
		     struct quote *quote, struct files_sample *ret_sample)
{
	struct files_sample sample = { .resident = -1 };
	char option[128], output[OUTPUT_MAX];
	size_t len = 0;
	int r;

	snprintf(option, sizeof(option), "-%s", target->name);
	r = spawn(program, option, target, diag, quote, &sample, output, &len);
	if (r < 0)
		diag_tell(diag, r, "-vs: cannot run %s", quote_name(quote, program));
	if (r != 0)
		return false;
	if (!find_hex(output, len, sample.hex)) {
		diag_tell(diag, 0, "-vs: %s dgst printed no digest", quote_name(quote, program));
		return false;
	}
	finish(target, &sample, ret_sample);
	return true;
}
