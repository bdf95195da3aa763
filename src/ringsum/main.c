/* SPDX-License-Identifier: MIT */
/*
 * ringsum: from the command line to the exit status, in a straight line. Owns the session and what is opened in it.
 */
#include "algorithm.h"
#include "check.h"
#include "expect.h"
#include "help.h"
#include "session.h"
#include "sum.h"
#include "total.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void start(struct session *session, const char *argv0)
{
	if (fd_reserve_std(&session->std) < 0)
		_exit(EXIT_FAILURE);
	personality_find(argv0, &session->personality);
	progress_init(&session->progress, PROGRESS_NEVER);
	out_init(&session->out, STDOUT_FILENO, session->personality.is_gnu ? OUT_LINE : OUT_BLOCK, &session->progress);
	session->diag = (struct diag){ session->personality.program, &session->out, &session->progress };
	session->dir_fd = AT_FDCWD;
}

static int open_directory(struct session *session)
{
	const char *directory = session->options.directory;

	if (!directory)
		return 0;
	session->dir_fd = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (session->dir_fd >= 0)
		return 0;
	diag_tell(&session->diag, -errno, "%s", session_name(session, directory));
	return -EINVAL;
}

static bool measure(void *context, uint64_t *ret_total)
{
	const struct session *session = context;

	return total_measure(&session->options, session->dir_fd, ret_total);
}

static int start_batch(struct session *session)
{
	bool is_shown = !session->personality.is_gnu && session->options.verbosity != VERBOSITY_STATUS;
	const struct runner_options wanted = {
		.batch = { .io = session->options.io, .n_workers = session->options.n_workers },
		.measure = measure,
		.context = session,
	};
	int error = runner_init(&session->runner, &wanted, &session->out, &session->progress);

	if (error == 0) {
		progress_init(&session->progress, is_shown ? session->options.progress : PROGRESS_NEVER);
		return 0;
	}
	if (error == -EINVAL)
		diag_tell(&session->diag, 0, "--jobs: out of range");
	else if (session->options.io != RINGSUM_IO_AUTO && session->options.io != RINGSUM_IO_PLAIN)
		diag_tell(&session->diag, error, "--io: io_uring is refused here");
	else
		diag_tell(&session->diag, error, "cannot start");
	return error;
}

static int start_stats(struct session *session)
{
	int error = stats_init(&session->stats, &session->options, &session->diag);

	if (error < 0)
		diag_tell(&session->diag, error, "--stats");
	for (unsigned d = 0; error == 0 && d < session->n_wanted; d++)
		stats_meet(&session->stats, session->wanted[d]);
	return error;
}

/* Everything that can be wrong with the command line is wrong before the first file is opened. */
static bool prepare(struct session *session, struct expect *expect)
{
	bool is_expect = session->options.action == ACTION_EXPECT;
	int error = is_expect ? expect_choose(session, expect) : algorithm_choose(session, 0);

	if (error < 0 || outputs_open(session) < 0)
		return false;
	if (session->options.action == ACTION_SUM && !sum_is_possible(session))
		return false;
	return open_directory(session) == 0 && start_batch(session) == 0 && start_stats(session) == 0;
}

static void work(struct session *session)
{
	struct expect expect;

	if (!prepare(session, &expect)) {
		session->has_failed = true;
		return;
	}
	if (session->options.action == ACTION_CHECK)
		check_run(session);
	else if (session->options.action == ACTION_EXPECT)
		expect_run(session, &expect);
	else
		sum_run(session);
	if (session->runner.has_read_stdin && session->std.is_in_closed)
		session_fail(session, -EBADF, "standard input");
}

static void run(struct session *session)
{
	switch (session->options.action) {
	case ACTION_HELP:
		help_print(&session->personality, &session->out);
		break;
	case ACTION_VERSION:
		help_print_version(&session->personality, &session->out);
		break;
	default:
		work(session);
	}
}

static int finish(struct session *session)
{
	int error;

	runner_finish(&session->runner);
	stats_stop(&session->stats);
	if (session->dir_fd >= 0)
		close(session->dir_fd);
	error = out_finish(&session->out);
	session->diag.out = NULL;
	if (error < 0)
		session_fail(session, error, "write error");
	outputs_finish(session);
	error = stats_finish(&session->stats);
	if (error < 0)
		session_fail(session, error, "--stats");
	digests_finish(&session->digests);
	quote_finish(&session->quote);
	return session->has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	struct session session = { 0 };

	ringsum_crypto_without_config();
	start(&session, argc > 0 ? argv[0] : NULL);
	if (argc > 0 && options_parse(&session.personality, argc, argv, &session.diag, &session.options) == 0)
		run(&session);
	else
		session.has_failed = true;
	options_finish(&session.options);
	return finish(&session);
}
