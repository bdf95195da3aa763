/* SPDX-License-Identifier: MIT */
/*
 * The bytes of many sources, each in offset order. Decides how a source is read and hides whether the ring or plain
 * system calls serve it.
 */
#ifndef RS_READER_H
#define RS_READER_H

#include "chunk.h"
#include "ring.h"
#include "source.h"

/** Most streams that a reader serves at once; each is sure of a chunk. */
#define RS_READER_STREAMS 16
/** Most small files on their way at once, likewise. */
#define RS_READER_CHAINS 32
/** The largest file that may come as a chain, bytes. */
#define RS_READER_CHAIN_MAX (64 * 1024)

/** struct rs_stream - the bytes of one source on their way; owner: reader, but for its place */
struct rs_stream {
	struct rs_source *source;
	struct rs_pool *pool;	/* where its chunks come from */
	unsigned depth;		/* most chunks at once */
	bool is_plain;		/* served by system calls */
	bool is_ended;		/* nothing is posted any more: a read came to the end, or failed */
	bool is_over;		/* nothing more is to be taken */
	int error;		/* bytes went with a broken ring */
	uint64_t next_offset;	/* of the next read */
	uint64_t n_to_post;	/* bytes not posted yet, or RINGSUM_TO_END */
	uint64_t n_to_skip;	/* bytes still to be dropped before the range */
	struct rs_chunk *head;	/* the oldest of the chunks, in the order of their bytes */
	struct rs_chunk *tail;
	unsigned n_chunks;
	unsigned n_posted;
	struct rs_stream *next; /* in the reader's list */
};

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

/** rs_reader_pump() - post what can be posted, send it off, and collect what is ready; no wait. Return: 0; -ENOMEM. */
int rs_reader_pump(struct rs_reader *reader);

/**
 * rs_reader_wait() - wait until some stream may have bytes, and collect them
 * @timeout_ms: negative: as long as it takes
 *
 * Return: 0; -ETIMEDOUT; -ENOMEM.
 */
int rs_reader_wait(struct rs_reader *reader, int timeout_ms);

/** What rs_stream_take() found. */
enum rs_stream_state {
	RS_STREAM_WAITS, /* nothing yet */
	RS_STREAM_BYTES, /* @ret_chunk, @ret_data and @ret_len are filled */
	RS_STREAM_ENDS,	 /* no more bytes */
};

/**
 * rs_stream_take() - the next bytes of a stream
 * @ret_chunk: to be given back by rs_chunk_give() when the bytes are used up
 * @ret_data: the bytes, in the chunk
 * @ret_len: how many
 *
 * Return: an rs_stream_state, or -errno: the source failed, at these bytes.
 */
int rs_stream_take(struct rs_stream *stream, struct rs_chunk **ret_chunk, const uint8_t **ret_data, size_t *ret_len);

#endif
