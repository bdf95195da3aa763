/* SPDX-License-Identifier: MIT */
/*
 * What a check says of a list: a line for each file, warnings at the end.
 */
#ifndef RINGDGST_TALLY_H
#define RINGDGST_TALLY_H

#include "session.h"

#include "manifest/parse.h"

/** struct tally - what became of the entries; zero it before the first use */
struct tally {
	uint64_t n_ok;
	uint64_t n_mismatched;
	/** @n_unreadable: could not be opened, read or hashed; @n_missing of these were not there */
	uint64_t n_unreadable;
	uint64_t n_missing;
};

/**
 * tally_result() - compare and tell
 * @digest: expected, @len bytes
 */
void tally_result(struct tally *tally, struct session *session, const char *name, const uint8_t *digest, size_t len,
		  const struct ringsum_result *result);

/** tally_refusal() - tell of an entry whose digest is not to be had */
void tally_refusal(struct tally *tally, struct session *session, const struct manifest_entry *entry, int error);

/** tally_bad_line() - name a malformed line */
void tally_bad_line(struct session *session, const char *list_name, const struct manifest_item *item);

/** tally_finish() - tell what the list as a whole comes to; anything that was not verified makes the run fail */
void tally_finish(const struct tally *tally, struct session *session, const char *list_name,
		  const struct manifest_parser *parser);

#endif
