/* SPDX-License-Identifier: MIT */
/*
 * The bytes of many sources, each in offset order. Decides how a source is read and hides whether the ring or plain
 * system calls serve it.
 */
#ifndef RS_READER_H
#define RS_READER_H

#include "chunk.h"
#include "ring.h"
#include "stream.h"

/** Most streams that a reader serves at once; each is sure of a chunk. */
#define RS_READER_STREAMS 16
/** Most small files on their way at once, likewise. */
#define RS_READER_CHAINS 32

struct rs_reader;

/**
 * rs_reader_create() - a reader for one thread
 * @io: how to read
 * @wake_fd: an eventfd(2) that ends a wait from outside, or -1
 *
 * Owner: the caller. Thread: the one that uses it. Blocks: no.
 * Return: 0; -ENOMEM.
 */
int rs_reader_create(enum ringsum_io io, int wake_fd, struct rs_reader **ret_reader);

/** rs_reader_destroy() - drop all streams, cancelling what is under way; NULL is allowed */
void rs_reader_destroy(struct rs_reader *reader);

/**
 * rs_reader_start() - take a source in
 * @is_alone: no other source is being read: it may have the large chunks
 * @ret_stream: kept by the caller at its place until rs_reader_stop()
 */
void rs_reader_start(struct rs_reader *reader, struct rs_source *source, bool is_alone, struct rs_stream *ret_stream);

/**
 * rs_reader_stop() - let a source go
 *
 * Return: true: no read is under way any more, the source may be closed; false: ask again after the next wait.
 */
bool rs_reader_stop(struct rs_reader *reader, struct rs_stream *stream);

/** rs_reader_may_read_now() - whether files that can be read without waiting may be read by a system call */
bool rs_reader_may_read_now(const struct rs_reader *reader);

/** rs_reader_chain_room() - how many small files may be handed in; 0 where the ring cannot do it */
unsigned rs_reader_chain_room(struct rs_reader *reader);

/**
 * rs_reader_chain() - read a small regular file whole
 * @chain: path and dir_fd are set; there must be room
 *
 * Return: true: it will come out of rs_reader_take_chain(); false: not possible, read it as a source.
 */
bool rs_reader_chain(struct rs_reader *reader, struct rs_chain *chain);

/**
 * rs_reader_take_chain() - a chain that is done, or NULL
 *
 * Its chunk, which may be NULL, is to be given back. What is not is_whole must be read as a source, and tells there
 * what is wrong with it.
 */
struct rs_chain *rs_reader_take_chain(struct rs_reader *reader);

/**
 * rs_reader_go_ahead() - from here on other threads hash the bytes of this lone stream: read as far ahead as there is
 * memory
 */
void rs_reader_go_ahead(struct rs_reader *reader, struct rs_stream *stream);

/** rs_reader_is_idle() - whether no read is under way */
bool rs_reader_is_idle(const struct rs_reader *reader);

/** rs_reader_pump() - post what can be posted, send it off, and collect what is ready; no wait. Return: 0; -ENOMEM. */
int rs_reader_pump(struct rs_reader *reader);

/**
 * rs_reader_wait() - wait until some stream may have bytes, and collect them
 * @timeout_ms: negative: as long as it takes
 *
 * Return: 0; -ETIMEDOUT; -ENOMEM.
 */
int rs_reader_wait(struct rs_reader *reader, int timeout_ms);

#endif
