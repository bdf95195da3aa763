/* SPDX-License-Identifier: MIT */
/*
 * What a check says: a status line for each file, a summary for each list.
 */
#ifndef RINGSUM_REPORT_H
#define RINGSUM_REPORT_H

#include "session.h"

#include "cli/verdict.h"
#include "manifest/parse.h"

/** struct tally - what became of the entries of one list */
struct tally {
	uint64_t n_ok;
	uint64_t n_mismatched;
	/** @n_unreadable: could not be opened, read or hashed; @n_missing of these were not there */
	uint64_t n_unreadable;
	uint64_t n_missing;
	/** @n_ignored: were not there, which --ignore-missing allows */
	uint64_t n_ignored;
	/** @n_skipped: not named by --only */
	uint64_t n_skipped;
};

/** report_status() - print the status line of @name, as far as the verbosity has one */
void report_status(struct session *session, const char *name, enum verdict verdict);

/** report_tally() - print the warnings for what failed */
void report_tally(struct session *session, const struct tally *tally);

/**
 * report_list() - print the summary of a list that was read to its end
 * @list_name: not quoted
 *
 * Return: does it count as verified?
 */
bool report_list(struct session *session, const char *list_name, const struct tally *tally,
		 const struct manifest_summary *summary);

/** report_bad_line() - name a malformed line; @reason may be NULL */
void report_bad_line(struct session *session, const char *list_name, uint64_t line, const char *reason);

#endif
