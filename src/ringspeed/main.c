/* SPDX-License-Identifier: MIT */
/*
 * ringspeed: from the command line to the exit status, in a straight line. Owns the session.
 */
#include "blocks.h"
#include "compare.h"
#include "files.h"
#include "help.h"
#include "session.h"

#include <ringsum.h>

#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

static void start(struct session *session)
{
	/* Which names can be printed depends on the character set; messages and numbers stay as they are. */
	setlocale(LC_CTYPE, "");
	if (fd_reserve_std(&session->std) < 0)
		_exit(EXIT_FAILURE);
	out_init(&session->out, STDOUT_FILENO, OUT_BLOCK, NULL);
	session->diag = (struct diag){ "ringspeed", &session->out, NULL };
}

static bool compare(struct session *session)
{
	const struct options *options = &session->options;
	struct compare_options wanted = {
		.operands = options->compared,
		.n_operands = options->n_compared,
		.format = options->format == OPTIONS_CSV  ? COMPARE_CSV :
			  options->format == OPTIONS_JSON ? COMPARE_JSON :
							    COMPARE_TEXT,
		.plot = options->plot,
	};

	return compare_run(&wanted, &session->out, &session->diag, &session->quote);
}

static bool run(struct session *session)
{
	switch (session->options.action) {
	case OPTIONS_HELP:
		help_print(&session->out);
		return true;
	case OPTIONS_VERSION:
		help_print_version(&session->out);
		return true;
	case OPTIONS_COMPARE:
		return compare(session);
	case OPTIONS_FILES:
		return files_run(session);
	default:
		return blocks_run(session);
	}
}

static bool finish(struct session *session)
{
	int error = out_finish(&session->out);

	session->diag.out = NULL;
	if (error < 0)
		diag_tell(&session->diag, error, "write error");
	options_finish(&session->options);
	quote_finish(&session->quote);
	return error == 0;
}

int main(int argc, char **argv)
{
	static struct session session;
	bool is_good;

	start(&session);
	is_good =
		argc > 0 && options_parse(argc, argv, &session.diag, &session.quote, &session.options) && run(&session);
	return finish(&session) && is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
