/* SPDX-License-Identifier: MIT */
/*
 * Owns the files while they are compared. A file is read once, however often it is named: standard input could not be
 * read again.
 */
#include "compare_pick.h"

#include "saved_number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs that are listed where a choice is to be made. */
#define LISTED_MAX 20

/* An operand taken apart. */
struct operand {
	const char *text;
	const char *path;
	/* 0: none was given */
	uint64_t number;
	const struct saved *saved;
};

static const char *shown(struct quote *quote, const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : quote_name(quote, path);
}

/* The path of an operand and its number. Owner of the path: the caller. */
static char *take_path(const char *text, uint64_t *ret_number)
{
	const char *colon = strrchr(text, ':');

	*ret_number = 0;
	if (!colon || access(text, F_OK) == 0 || !saved_count(colon + 1, strlen(colon + 1), ret_number))
		return strdup(text);
	return strndup(text, (size_t)(colon - text));
}

static void tell_damage(struct compare_pick *pick, const char *path, const struct saved *saved,
			const struct diag *diag, struct quote *quote)
{
	for (size_t i = 0; i < saved->n_damages && i < SAVED_DAMAGES_MAX; i++) {
		const struct saved_damage *damage = &saved->damages[i];

		if (damage->line > 0)
			diag_tell(diag, 0, "%s: line %" PRIu32 ": %s", shown(quote, path), damage->line,
				  damage->reason);
		else
			diag_tell(diag, 0, "%s: %s", shown(quote, path), damage->reason);
	}
	if (saved->n_damages > SAVED_DAMAGES_MAX)
		diag_tell(diag, 0, "%s: %zu more like these", shown(quote, path),
			  saved->n_damages - SAVED_DAMAGES_MAX);
	pick->is_damaged |= saved->n_damages > 0;
}

static bool read_file(struct compare_pick *pick, const char *path, const struct diag *diag, struct quote *quote,
		      struct saved *ret_saved)
{
	int rc = saved_read(path, ret_saved);

	if (rc == -EFBIG)
		diag_tell(diag, 0, "%s: more than %u MiB: no saved output of openssl speed or ringspeed",
			  shown(quote, path), SAVED_FILE_MAX >> 20);
	else if (rc < 0)
		diag_tell(diag, rc, "%s", shown(quote, path));
	if (rc < 0)
		return false;
	tell_damage(pick, path, ret_saved, diag, quote);
	if (ret_saved->n_runs == 0 && ret_saved->n_damages == 0)
		diag_tell(diag, 0, "%s: no results of openssl speed or ringspeed in it", shown(quote, path));
	return ret_saved->n_runs > 0;
}

static bool open_operand(struct compare_pick *pick, const char *text, const struct diag *diag, struct quote *quote,
			 struct operand *ret_operand)
{
	char *path = take_path(text, &ret_operand->number);

	ret_operand->text = text;
	if (!path) {
		diag_tell(diag, -ENOMEM, "%s", text);
		return false;
	}
	for (unsigned i = 0; i < pick->n_files; i++) {
		if (strcmp(pick->files[i].path, path) == 0) {
			free(path);
			ret_operand->path = pick->files[i].path;
			ret_operand->saved = &pick->files[i].saved;
			return true;
		}
	}
	pick->files[pick->n_files].path = path;
	ret_operand->path = path;
	ret_operand->saved = &pick->files[pick->n_files].saved;
	return read_file(pick, path, diag, quote, &pick->files[pick->n_files++].saved);
}

/* ---- choosing ---- */

/* "3: OpenSSL 1.0.2g: md5 sha1, 5 sizes" */
static void tell_run(const struct saved_run *run, size_t number, const struct diag *diag)
{
	char names[128];
	size_t len = 0;

	names[0] = '\0';
	for (size_t i = 0; i < run->n_rows && len < sizeof(names) - SAVED_NAME_MAX - 5; i++)
		len += (size_t)snprintf(names + len, sizeof(names) - len, "%s%s", i > 0 ? ", " : "", run->rows[i].name);
	diag_tell(diag, 0, "  %zu: %s%s%s%s%s%s", number, run->label, *run->label ? ", " : "", run->version,
		  *run->version ? ", " : "", names,
		  run->n_rows > 1 && len >= sizeof(names) - SAVED_NAME_MAX - 5 ? " ..." : "");
}

static void tell_choice(const struct operand *operand, const char *advice, const struct diag *diag,
			struct quote *quote)
{
	size_t n_runs = operand->saved->n_runs;

	diag_tell(diag, 0, "%s: %zu runs in it, %s:", shown(quote, operand->path), n_runs, advice);
	for (size_t i = 0; i < n_runs && i < LISTED_MAX; i++)
		tell_run(&operand->saved->runs[i], i + 1, diag);
	if (n_runs > LISTED_MAX)
		diag_tell(diag, 0, "  ... %zu more", n_runs - LISTED_MAX);
}

static bool add_side(struct compare_pick *pick, const struct operand *operand, size_t number)
{
	struct compare_side *grown = realloc(pick->sides, (pick->n_sides + 1) * sizeof(*grown));

	if (!grown)
		return false;
	pick->sides = grown;
	grown[pick->n_sides++] = (struct compare_side){
		.path = operand->path,
		.number = number,
		.n_runs = operand->saved->n_runs,
		.run = &operand->saved->runs[number - 1],
	};
	return true;
}

/* The one run that an operand of two means. */
static bool pick_one(struct compare_pick *pick, const struct operand *operand, const struct diag *diag,
		     struct quote *quote)
{
	size_t n_runs = operand->saved->n_runs;
	uint64_t number = operand->number;

	if (number == 0 && n_runs > 1) {
		tell_choice(operand, "say FILE:NUMBER for one of them", diag, quote);
		return false;
	}
	if (number > n_runs) {
		diag_tell(diag, 0, "%s: there is no run %" PRIu64 ", only %zu", shown(quote, operand->path), number,
			  n_runs);
		return false;
	}
	if (add_side(pick, operand, number ? (size_t)number : 1))
		return true;
	diag_tell(diag, -ENOMEM, "%s", shown(quote, operand->path));
	return false;
}

static bool pick_pairs(struct compare_pick *pick, const struct operand *operand, const struct diag *diag,
		       struct quote *quote)
{
	size_t n_runs = operand->saved->n_runs;

	if (operand->number > 0 || n_runs == 1) {
		diag_tell(diag, 0, "%s: one run has nothing to be compared with: name a second file",
			  shown(quote, operand->path));
		return false;
	}
	if (n_runs % 2) {
		tell_choice(operand, "which do not make pairs: say FILE:NUMBER FILE:NUMBER for two of them", diag,
			    quote);
		return false;
	}
	for (size_t number = 1; number <= n_runs; number++) {
		if (!add_side(pick, operand, number)) {
			diag_tell(diag, -ENOMEM, "%s", shown(quote, operand->path));
			return false;
		}
	}
	return true;
}

bool compare_pick_runs(const char *const *operands, unsigned n_operands, const struct diag *diag, struct quote *quote,
		       struct compare_pick *pick)
{
	struct operand taken[COMPARE_OPERANDS_MAX];

	if (n_operands < 1 || n_operands > COMPARE_OPERANDS_MAX) {
		diag_tell(diag, 0, "-compare takes one file with several runs in it, or two files");
		return false;
	}
	for (unsigned i = 0; i < n_operands; i++) {
		if (!open_operand(pick, operands[i], diag, quote, &taken[i]))
			return false;
	}
	if (n_operands == 1)
		return pick_pairs(pick, &taken[0], diag, quote);
	return pick_one(pick, &taken[0], diag, quote) && pick_one(pick, &taken[1], diag, quote);
}

void compare_pick_finish(struct compare_pick *pick)
{
	for (unsigned i = 0; i < pick->n_files; i++) {
		saved_finish(&pick->files[i].saved);
		free(pick->files[i].path);
	}
	free(pick->sides);
	*pick = (struct compare_pick){ 0 };
}
