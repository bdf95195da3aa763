/* SPDX-License-Identifier: MIT */
/*
 * Owns gnuplot while it runs. No shell is between: the script goes through a pipe, and the picture comes through the
 * descriptor of a file that gets its name when it is complete, so that no file name is ever part of a script.
 */
#include "plot.h"

#include "explain.h"

#include "cli/fd.h"
#include "cli/newfile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>


extern char **environ;

#define WIDTH_DEFAULT 80
/* What people can still tell apart, and what still is a picture. */
#define SERIES_MAX 64
#define PANELS_MAX 16

static bool has_end(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len > end_len && strcasecmp(text + len - end_len, end) == 0;
}

bool plot_is_target(const char *target)
{
	return strcmp(target, "-") == 0 || has_end(target, ".svg") || has_end(target, ".png");
}

/* ---- gnuplot ---- */

/* Standard input from @script_fd, standard output to @picture_fd; a pipe that breaks ends it, as usual. */
static int spawn(int script_fd, int picture_fd, pid_t *ret_pid)
{
	char name[] = "gnuplot", defaults[] = "-d", from_stdin[] = "-";
	char *const argv[] = { name, defaults, from_stdin, NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t usual;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return -error;
	error = posix_spawnattr_init(&attributes);
	if (error) {
		posix_spawn_file_actions_destroy(&actions);
		return -error;
	}
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	error = posix_spawn_file_actions_adddup2(&actions, script_fd, STDIN_FILENO);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, picture_fd, STDOUT_FILENO);
	if (!error)
		error = posix_spawnattr_setsigdefault(&attributes, &usual);
	if (!error)
		error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	if (!error)
		error = posix_spawnp(ret_pid, argv[0], &actions, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return -error;
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -ECHILD;
}

/* -ECHILD: gnuplot had something against it, and has said what. */
static int run_gnuplot(const char *script, size_t len, int picture_fd)
{
	int pipe_fds[2];
	pid_t pid;
	int rc, written;

	if (pipe2(pipe_fds, O_CLOEXEC) < 0)
		return -errno;
	rc = spawn(pipe_fds[0], picture_fd, &pid);
	close(pipe_fds[0]);
	written = rc == 0 ? fd_write_all(pipe_fds[1], script, len) : 0;
	close(pipe_fds[1]);
	if (rc == 0)
		rc = wait_for(pid);
	return rc == 0 && written < 0 ? written : rc;
}

static int run_without_sigpipe(const char *script, size_t len, int picture_fd)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
	int rc;

	if (sigaction(SIGPIPE, &ignore, &before) < 0)
		return -errno;
	rc = run_gnuplot(script, len, picture_fd);
	sigaction(SIGPIPE, &before, NULL);
	return rc;
}

/* Owner: the caller. NULL: no memory. */
static char *script_for(bool is_png, const struct plot_panel *panels, size_t n_panels, size_t *ret_len)
{
	char *script = NULL;
	FILE *to = open_memstream(&script, ret_len);

	if (!to)
		return NULL;
	plot_put_script(to, is_png, panels, n_panels);
	if (fclose(to) == 0)
		return script;
	free(script);
	return NULL;
}

static void tell_failure(const char *target, int rc, const struct diag *diag, struct quote *quote)
{
	if (rc == -ENOENT)
		diag_tell(diag, 0, "-plot: gnuplot is not here; install gnuplot (Debian: gnuplot-nox), or say -plot -");
	else if (rc == -ECHILD)
		diag_tell(diag, 0, "-plot: gnuplot failed, %s was not written", quote_name(quote, target));
	else
		diag_tell(diag, rc, "-plot: gnuplot, for %s", quote_name(quote, target));
}

static bool draw_file(const char *target, const struct plot_panel *panels, size_t n_panels, const struct diag *diag,
		      struct quote *quote)
{
	size_t len = 0;
	char *script = script_for(has_end(target, ".png"), panels, n_panels, &len);
	struct newfile file = { .fd = -1 };
	int rc = script ? newfile_open(target, &file) : -ENOMEM;

	if (rc < 0) {
		diag_tell(diag, rc, "-plot: %s", quote_name(quote, target));
		free(script);
		return false;
	}
	rc = run_without_sigpipe(script, len, file.fd);
	free(script);
	if (rc < 0) {
		tell_failure(target, rc, diag, quote);
	} else {
		rc = newfile_complete(&file);
		if (rc == 0)
			rc = newfile_place(&file);
		if (rc < 0)
			diag_tell(diag, rc, "-plot: %s", quote_name(quote, target));
	}
	newfile_finish(&file);
	return rc == 0;
}

/* ---- the terminal ---- */

static unsigned width_of(const struct out *out)
{
	struct winsize size;

	if (out->is_tty && ioctl(out->fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return WIDTH_DEFAULT;
}

static bool is_coloured(const struct out *out)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	return out->is_tty && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

static bool draw_bars(const struct plot_panel *panels, size_t n_panels, struct out *out, const struct diag *diag)
{
	char *bars = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&bars, &len);
	bool is_done = to != NULL;

	if (to) {
		plot_put_bars(to, width_of(out), is_coloured(out), panels, n_panels);
		is_done = fclose(to) == 0;
	}
	if (is_done)
		out_write(out, bars, len);
	else
		diag_tell(diag, -ENOMEM, "-plot");
	free(bars);
	return is_done;
}

static bool is_too_much(const struct plot_panel *panels, size_t n_panels)
{
	for (size_t i = 0; i < n_panels; i++) {
		if (panels[i].n_series > SERIES_MAX)
			return true;
	}
	return n_panels > PANELS_MAX;
}

bool plot_draw(const char *target, const struct plot_panel *panels, size_t n_panels, struct out *out,
	       const struct diag *diag, struct quote *quote)
{
	if (!plot_is_target(target)) {
		diag_tell(diag, 0, "-plot: %s ends neither with .svg nor with .png, and is not -",
			  quote_name(quote, target));
		return false;
	}
	if (strcmp(target, "-") == 0)
		return draw_bars(panels, n_panels, out, diag);
	if (is_too_much(panels, n_panels)) {
		diag_tell(diag, 0, "-plot: more than %d lines or %d comparisons are too much for a picture; name fewer",
			  SERIES_MAX, PANELS_MAX);
		return false;
	}
	return draw_file(target, panels, n_panels, diag, quote);
}

bool plot_rows(const char *target, const char *title, const struct saved_row *rows, size_t n_rows, struct out *out,
	       const struct diag *diag, struct quote *quote)
{
	struct plot_panel panel = { .title = strdup(title), .n_series = n_rows };
	bool is_done = false;

	panel.series = calloc(n_rows ? n_rows : 1, sizeof(*panel.series));
	if (panel.title && panel.series) {
		for (size_t i = 0; i < n_rows; i++) {
			panel.series[i].row = &rows[i];
			panel.series[i].group = (unsigned)i;
			explain_fit(&rows[i], &panel.series[i].fit);
		}
		is_done = plot_draw(target, &panel, 1, out, diag, quote);
	} else {
		diag_tell(diag, -ENOMEM, "-plot");
	}
	free(panel.title);
	free(panel.series);
	return is_done;
}
