/* SPDX-License-Identifier: MIT */
/*
 * Owns the counts. Names come from a list that may be anybody's, so here all are quoted as for a shell, on both
 * outputs.
 */
#include "tally.h"

#include "cli/verdict.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static void put(struct session *session, const char *name, enum verdict verdict)
{
	verdict_put(&session->out, quote_name(&session->quote, name), verdict, verdict_has_colour(&session->out));
	session->has_failed |= verdict != VERDICT_OK;
}

static void put_unreadable(struct tally *tally, struct session *session, const char *name)
{
	tally->n_unreadable++;
	put(session, name, VERDICT_UNREADABLE);
}

static void tell_error(struct tally *tally, struct session *session, const char *name,
		       const struct ringsum_result *result)
{
	if (result->stage == RINGSUM_STAGE_DIGEST)
		session_tell(session, 0, "%s: libcrypto failed", quote_name(&session->quote, name));
	else
		session_tell(session, result->error, "%s", quote_name(&session->quote, name));
	tally->n_missing += result->error == -ENOENT && result->stage == RINGSUM_STAGE_OPEN;
}

static bool is_match(const uint8_t *digest, size_t len, const struct ringsum_result *result)
{
	return result->digest_lens[0] == len && memcmp(result->digests[0], digest, len) == 0;
}

void tally_result(struct tally *tally, struct session *session, const char *name, const uint8_t *digest, size_t len,
		  const struct ringsum_result *result)
{
	if (session->options.is_debug)
		session_tell_work(session, name, result);
	if (result->error < 0) {
		tell_error(tally, session, name, result);
		put_unreadable(tally, session, name);
	} else if (result->is_torn) {
		session_tell(session, 0, "%s: changed while it was read", quote_name(&session->quote, name));
		put_unreadable(tally, session, name);
	} else if (is_match(digest, len, result)) {
		tally->n_ok++;
		put(session, name, VERDICT_OK);
	} else {
		tally->n_mismatched++;
		put(session, name, VERDICT_MISMATCH);
	}
}

void tally_refusal(struct tally *tally, struct session *session, const struct manifest_entry *entry, int error)
{
	const char *name = quote_name(&session->quote, entry->name);

	if (error == -ENOENT)
		session_tell(session, 0, "%s: libcrypto knows no algorithm %s", name, entry->algo->tag);
	else
		session_tell(session, 0, "%s: libcrypto refuses %s here", name, entry->algo->tag);
	put_unreadable(tally, session, entry->name);
}

void tally_bad_line(struct session *session, const char *list_name, const struct manifest_item *item)
{
	session_tell(session, 0, "%s: %" PRIu64 ": improperly formatted checksum line%s%s",
		  quote_name(&session->quote, list_name), item->line, item->reason ? ": " : "",
		  item->reason ? item->reason : "");
}

void tally_finish(const struct tally *tally, struct session *session, const char *list_name,
		  const struct manifest_parser *parser)
{
	const char *name = quote_name(&session->quote, list_name);
	const struct diag *diag = &session->diag;
	struct manifest_summary summary;

	manifest_parser_summary(parser, &summary);
	if (summary.n_entries == 0)
		diag_tell(diag, 0, "%s: no properly formatted checksum lines found", name);
	verdict_warn(diag, summary.n_bad, "line is improperly formatted", "lines are improperly formatted");
	verdict_warn(diag, tally->n_unreadable, "listed file could not be read", "listed files could not be read");
	verdict_warn(diag, tally->n_mismatched, "computed checksum did NOT match", "computed checksums did NOT match");
	verdict_warn(diag, summary.n_other_algo, "line is for another algorithm", "lines are for other algorithms");
	verdict_warn(diag, tally->n_missing, "listed file is missing", "listed files are missing");
	if (summary.is_signed) {
		verdict_warn(diag, summary.n_unsigned, "entry is outside the signed text",
			     "entries are outside the signed text");
		diag_tell(diag, 0, "%s: the signature itself was not verified", name);
	}
	if (tally->n_ok == 0 || summary.n_entries == 0 || summary.n_bad > 0 || summary.n_other_algo > 0)
		session->has_failed = true;
}
