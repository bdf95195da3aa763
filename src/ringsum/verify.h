/* SPDX-License-Identifier: MIT */
/*
 * Entries in, status lines out, in the order of the entries, whatever finishes first.
 */
#ifndef RINGSUM_VERIFY_H
#define RINGSUM_VERIFY_H

#include "held.h"
#include "hints.h"
#include "queue.h"
#include "report.h"
#include "session.h"

/** struct verify - the entries of one list on their way; zero it, then set @session and @list_name */
struct verify {
	struct session *session;
	/** @list_name: as messages show it */
	const char *list_name;
	struct queue queue;
	/** @held: those in the queue that are not in the batch yet */
	struct held held;
	struct tally tally;
	struct hints hints;
};

/** struct verify_entry - what is to be verified; all is copied */
struct verify_entry {
	/** @name: "-" is standard input */
	const char *name;
	/** @dir_fd: what @name is relative to */
	int dir_fd;
	const struct ringsum_algo *algo;
	const uint8_t *digest;
	size_t digest_len;
	bool has_size;
	uint64_t size;
};

/**
 * verify_add() - hand in an entry; reports older ones where there is no room
 *
 * Return: 0; -ENOMEM; -ECANCELED: output is lost, stop.
 */
int verify_add(struct verify *verify, const struct verify_entry *entry);

/** verify_add_bad_line() - remark on a malformed line, when its turn comes; Return: as verify_add() */
int verify_add_bad_line(struct verify *verify, uint64_t line, const char *reason);

/** verify_add_not_stripped() - fail an entry that has too few directories; Return: as verify_add() */
int verify_add_not_stripped(struct verify *verify, const char *name);

/** verify_is_idle() - does nothing wait to be reported? */
bool verify_is_idle(const struct verify *verify);

/** verify_settle() - report the oldest; Blocks: until its file is hashed. Return: as verify_add() */
int verify_settle(struct verify *verify);

/** verify_drain() - report all; Return: as verify_add() */
int verify_drain(struct verify *verify);

/** verify_finish() - drop what waits; the jobs in the batch must not be waited for any more */
void verify_finish(struct verify *verify);

#endif
