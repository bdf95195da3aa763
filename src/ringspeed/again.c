/* SPDX-License-Identifier: MIT */
/*
 * Owns the processes, one after the other. Results come through a file in memory that they inherit.
 */
#include "again.h"

#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define SELF "/proc/self/exe"

struct word {
	char name[RATES_NAME_MAX];
	struct masks_env env;
};

static int split(const char *cpus, const char *cpuinfo, struct word words[MASKS_MAX], const struct diag *diag,
		 struct quote *quote)
{
	int n = 0;

	for (const char *word = cpus;;) {
		size_t len = strcspn(word, ",");

		if (n == MASKS_MAX || len >= RATES_NAME_MAX) {
			diag_tell(diag, 0, "-cpu: more than %d words, or a very long one", MASKS_MAX);
			return -1;
		}
		memcpy(words[n].name, word, len);
		words[n].name[len] = '\0';
		if (!masks_find(word, len, cpuinfo, &words[n].env)) {
			diag_tell(diag, 0, "-cpu: %s is none of %s, nor several of these with + between",
				  quote_name(quote, words[n].name), masks_words(cpuinfo));
			return -1;
		}
		n++;
		if (!word[len])
			return n;
		word += len + 1;
	}
}

static void set_env(const struct masks_env *env)
{
	if (*env->crypto)
		setenv(env->crypto_name, env->crypto, true);
	if (*env->kernels)
		setenv("RINGSUM_CPU", env->kernels, true);
}

static void describe(const struct masks_env *env, char *ret_text, size_t cap)
{
	bool has_kernels = *env->kernels;

	snprintf(ret_text, cap, "%s%s%s%s%s%s", *env->crypto ? env->crypto_name : "", *env->crypto ? "=" : "",
		 env->crypto, *env->crypto && has_kernels ? " " : "", has_kernels ? "RINGSUM_CPU=" : "", env->kernels);
}

static void become(const struct options *options, const struct word *word, int fd)
{
	char number[16];
	unsigned n = options->n_rerun;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	set_env(&word->env);
	snprintf(number, sizeof(number), "%d", fd);
	options->rerun[n++] = (char *)"-report";
	options->rerun[n++] = number;
	options->rerun[n++] = (char *)"-label";
	options->rerun[n++] = (char *)word->name;
	options->rerun[n] = NULL;
	execv(SELF, options->rerun);
	_exit(127);
}

static bool is_done(pid_t pid, const struct word *word, const struct diag *diag)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR) {
			diag_tell(diag, -errno, "-cpu: waiting for %s", word->name);
			return false;
		}
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
		return true;
	if (WIFSIGNALED(status))
		diag_tell(diag, 0, "-cpu: the run for %s was ended by signal %d (%s)", word->name, WTERMSIG(status),
			  strsignal(WTERMSIG(status)));
	else
		diag_tell(diag, 0, "-cpu: the run for %s has failed", word->name);
	return false;
}

static bool run_word(const struct options *options, const struct word *word, const struct diag *diag,
		     struct rates_run **ret_run)
{
	/* It is inherited on purpose. */
	int fd = memfd_create("rates", 0);
	struct rates_run *run = fd < 0 ? NULL : rates_create(fd);
	bool is_good = false;
	pid_t pid;

	if (!run) {
		diag_tell(diag, -errno, "-cpu: no memory for results");
		goto out;
	}
	pid = fork();
	if (pid == 0)
		become(options, word, fd);
	if (pid < 0)
		diag_tell(diag, -errno, "-cpu: cannot run %s", SELF);
	else
		is_good = is_done(pid, word, diag);
	snprintf(run->label, sizeof(run->label), "%.63s", word->name);
	describe(&word->env, run->mask, sizeof(run->mask));
out:
	if (fd >= 0)
		close(fd);
	if (is_good)
		*ret_run = run;
	else
		rates_destroy(run);
	return is_good;
}

bool again_run(const struct options *options, const struct diag *diag, struct quote *quote, struct again *again)
{
	struct rates_run here = { 0 };
	struct word words[MASKS_MAX];
	int n;

	machine_note(&here);
	n = split(options->cpus, here.cpuinfo, words, diag, quote);
	for (int i = 0; i < n; i++) {
		if (options->format != OPTIONS_MR) {
			char text[RATES_NAME_MAX + 16];

			snprintf(text, sizeof(text), "cpu %.63s:\n", words[i].name);
			diag_write(diag, text);
		}
		if (!run_word(options, &words[i], diag, &again->runs[again->n_runs]))
			return false;
		again->n_runs++;
	}
	return n > 0;
}

void again_finish(struct again *again)
{
	for (unsigned i = 0; i < again->n_runs; i++)
		rates_destroy(again->runs[i]);
	again->n_runs = 0;
}
