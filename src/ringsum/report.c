/* SPDX-License-Identifier: MIT */
/*
 * Owns the wording. What GNU programs say is said as they say it, first and in their order; what only ringsum knows
 * comes after. Leaves counting to verify.c.
 */
#include "report.h"

#include <inttypes.h>
#include <string.h>

void report_status(struct session *session, const char *name, enum verdict verdict)
{
	enum verbosity verbosity = session->options.verbosity;
	bool is_coloured = !session->personality.is_gnu && verdict_has_colour(&session->out);

	if (verbosity != VERBOSITY_STATUS && (verbosity != VERBOSITY_QUIET || verdict != VERDICT_OK))
		verdict_put(&session->out, session_name(session, name), verdict, is_coloured);
}

static void warn_count(struct session *session, uint64_t n, const char *one, const char *many)
{
	verdict_warn(&session->diag, n, one, many);
}

void report_tally(struct session *session, const struct tally *tally)
{
	if (session->options.verbosity == VERBOSITY_STATUS)
		return;
	warn_count(session, tally->n_unreadable, "listed file could not be read", "listed files could not be read");
	warn_count(session, tally->n_mismatched, "computed checksum did NOT match",
		   "computed checksums did NOT match");
}

/* The word for the fixed algorithm with a blank behind it, or nothing. */
static const char *algo_word(const struct session *session, char *buf, size_t cap)
{
	size_t len;

	if (!session->algo)
		return "";
	len = strlen(session->algo->tag);
	if (len + 2 > cap)
		return "";
	memcpy(buf, session->algo->tag, len);
	memcpy(buf + len, " ", 2);
	return buf;
}

void report_bad_line(struct session *session, const char *list_name, uint64_t line, const char *reason)
{
	char word[64];

	diag_tell(&session->diag, 0, "%s: %" PRIu64 ": improperly formatted %schecksum line%s%s",
		  session_name(session, list_name), line, algo_word(session, word, sizeof(word)), reason ? ": " : "",
		  reason ? reason : "");
}

/* Nothing in the list was for us: say why, if only by its first bad line. */
static void tell_nothing_found(struct session *session, const char *name, const struct manifest_summary *summary)
{
	diag_tell(&session->diag, 0, "%s: no properly formatted checksum lines found", name);
	if (session->personality.is_gnu)
		return;
	if (summary->first_bad_line)
		diag_tell(&session->diag, 0, "%s: %" PRIu64 ": %s", name, summary->first_bad_line,
			  summary->first_bad_reason ? summary->first_bad_reason : "not understood");
	warn_count(session, summary->n_other_algo, "line is for another algorithm", "lines are for other algorithms");
}

/* What ringsum knows and GNU programs do not say. */
static void tell_more(struct session *session, const char *name, const struct tally *tally,
		      const struct manifest_summary *summary)
{
	const struct diag *diag = &session->diag;

	warn_count(session, summary->n_other_algo, "line is for another algorithm", "lines are for other algorithms");
	warn_count(session, tally->n_missing, "listed file is missing", "listed files are missing");
	if (tally->n_ignored > 0)
		diag_tell(diag, 0, "%s: %" PRIu64 " missing %s skipped", name, tally->n_ignored,
			  tally->n_ignored == 1 ? "file" : "files");
	if (tally->n_skipped > 0)
		diag_tell(diag, 0, "%s: %" PRIu64 " %s skipped that --only does not name", name, tally->n_skipped,
			  tally->n_skipped == 1 ? "entry" : "entries");
	if (!summary->is_signed)
		return;
	warn_count(session, summary->n_unsigned, "entry is outside the signed text",
		   "entries are outside the signed text");
	diag_tell(diag, 0, "%s: the signature itself was not verified", name);
}

static void tell_summary(struct session *session, const char *name, const struct tally *tally,
			 const struct manifest_summary *summary)
{
	if (session->options.verbosity == VERBOSITY_STATUS)
		return;
	warn_count(session, summary->n_bad, "line is improperly formatted", "lines are improperly formatted");
	report_tally(session, tally);
	if (!session->personality.is_gnu)
		tell_more(session, name, tally, summary);
	if (session->options.ignores_missing && tally->n_ok == 0)
		diag_tell(&session->diag, 0, "%s: no file was verified", name);
}

bool report_list(struct session *session, const char *list_name, const struct tally *tally,
		 const struct manifest_summary *summary)
{
	const char *name = session_name(session, list_name);
	/* A list of which --only wants nothing is no failure; names found in no list at all are told at the end. */
	bool has_work = summary->n_entries > tally->n_skipped;

	if (summary->n_entries == 0) {
		tell_nothing_found(session, name, summary);
		return false;
	}
	tell_summary(session, name, tally, summary);
	if (session->options.is_strict && summary->n_bad > 0)
		return false;
	return tally->n_mismatched == 0 && tally->n_unreadable == 0 && (!has_work || tally->n_ok > 0);
}
