/* SPDX-License-Identifier: MIT */
/*
 * Small regular files, which come whole. One that is in the page cache comes by one read, as system calls are the
 * cheapest way there; others come as chains of the ring, many at a time. Whenever anything is not as simple as it
 * should be, the file is read again as an ordinary source, and what that says counts.
 */
#ifndef RS_SMALL_H
#define RS_SMALL_H

#include "hash.h"
#include "ring.h"
#include "source.h"

/** The largest file that is small, bytes. */
#define RS_SMALL_MAX (RS_CHAIN_MAX - 1)

/** struct rs_tray - memory for files that came at once; owner: worker; zero it once, then rs_tray_finish() */
struct rs_tray {
	uint8_t *buf; /* NULL until it is used */
	size_t used;
};

/** struct rs_small - owner: worker */
struct rs_small {
	struct rs_job *job; /* NULL: free */
	const uint8_t *data; /* in the tray, or NULL: it comes as a chain */
	size_t len;
	struct rs_chain chain;
	struct stat before;
	struct rs_hash hash;
};

/** rs_tray_has_room() - whether another small file finds room */
bool rs_tray_has_room(const struct rs_tray *tray);

/** rs_tray_clear() - nobody needs the files in it any more */
void rs_tray_clear(struct rs_tray *tray);

/** rs_tray_finish() - free its memory */
void rs_tray_finish(struct rs_tray *tray);

/** rs_small_is() - whether a source is a small file that is wanted whole */
bool rs_small_is(const struct rs_source *source);

/**
 * rs_small_read() - read a small file, if that can be done without waiting
 * @source: one that rs_small_is()
 * @tray: with room
 *
 * Return: whether data and len of @ret_small are the file, which did not change from its opening to its last byte.
 */
bool rs_small_read(const struct rs_source *source, struct rs_tray *tray, struct rs_small *ret_small);

/** rs_small_chain() - fill in what is needed for a chain */
void rs_small_chain(const struct ringsum_job *job, const struct rs_source *source, struct rs_small *ret_small);

/** rs_small_is_unchanged() - whether what came as a chain is what was opened before, and did not change since */
bool rs_small_is_unchanged(const struct rs_small *small);

#endif
