/* SPDX-License-Identifier: MIT */
/*
 * ringdgst: from the command line to the exit status, in a straight line. Owns the session and what is opened in it.
 */
#include "check.h"
#include "choose.h"
#include "help.h"
#include "output.h"
#include "session.h"
#include "sum.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void start(struct session *session)
{
	if (fd_reserve_std(&session->std) < 0)
		_exit(EXIT_FAILURE);
	/* openssl shows no progress, and who replaces it wants to see nothing new. */
	progress_init(&session->progress, PROGRESS_NEVER);
	out_init(&session->out, STDOUT_FILENO, OUT_BLOCK, &session->progress);
	session->diag = (struct diag){ "ringdgst", &session->out, &session->progress };
	session->bare = (struct diag){ NULL, &session->out, &session->progress };
}

static int start_batch(struct session *session)
{
	const struct runner_options wanted = { .batch = { .io = RINGSUM_IO_AUTO } };
	int error = runner_init(&session->runner, &wanted, &session->out, &session->progress);

	if (error < 0)
		session_tell(session, error, "cannot start");
	return error;
}

/* Everything that can be wrong with the command line is wrong before the first file is opened. */
static bool prepare(struct session *session)
{
	const struct options *options = &session->options;
	bool is_check = options->action == ACTION_CHECK;

	/* What providers and queries are about is libcrypto's own context, with its configuration. */
	if (options->providers.n == 0 && !options->properties)
		ringsum_crypto_without_config();
	if (choose_providers(session) < 0)
		return false;
	if (is_check ? !check_is_possible(session) || output_open(session) < 0 : choose_all(session) < 0)
		return false;
	return start_batch(session) == 0;
}

static void work(struct session *session)
{
	if (!prepare(session)) {
		session->has_failed = true;
		return;
	}
	if (session->options.action == ACTION_CHECK)
		check_run(session);
	else
		sum_run(session);
}

static void list(struct session *session)
{
	if (choose_providers(session) < 0)
		session->has_failed = true;
	else
		help_print_list(&session->out);
}

static void run(struct session *session)
{
	if (!choose_is_one(session)) {
		session->has_failed = true;
		return;
	}
	switch (session->options.action) {
	case ACTION_USAGE:
		diag_write(&session->diag, help_text());
		break;
	case ACTION_HELP:
		out_puts(&session->out, help_text());
		break;
	case ACTION_VERSION:
		help_print_version(&session->out);
		break;
	case ACTION_LIST:
		list(session);
		break;
	case ACTION_SUM:
	case ACTION_CHECK:
		work(session);
		break;
	}
}

static int finish(struct session *session)
{
	runner_finish(&session->runner);
	ringsum_digest_close(session->chosen.digest);
	while (session->n_providers > 0)
		crypto_unload_provider(session->providers[--session->n_providers]);
	free(session->providers);
	secret_finish(&session->passphrase);
	output_finish(session);
	quote_finish(&session->quote);
	return session->has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	static struct session session;

	start(&session);
	if (argc > 0 && options_parse(argc, argv, &session.diag, &session.options) == 0)
		run(&session);
	else
		session.has_failed = true;
	options_finish(&session.options);
	return finish(&session);
}
