/* SPDX-License-Identifier: MIT */
/*
 * The bytes of one source in the order of their offsets: which read comes next, and which bytes are next to be hashed.
 * Knows nothing of who does the reading.
 */
#ifndef RS_STREAM_H
#define RS_STREAM_H

#include "chunk.h"
#include "plan.h"
#include "source.h"

/** struct rs_stream - owner: reader, but for its place */
struct rs_stream {
	struct rs_source *source;
	struct rs_plan plan;
	struct rs_pool *pool;	/* of chunks for buffered reads */
	unsigned depth;		/* most chunks at once */
	bool is_plain;		/* served by system calls */
	bool is_ahead;		/* read while other threads hash */
	bool is_ended;		/* nothing is posted any more: a read came to the end, or failed */
	bool is_over;		/* nothing more is to be taken */
	int error;		/* bytes went with a broken ring */
	uint64_t next_offset;	/* of the next read */
	uint64_t n_to_post;	/* bytes not posted yet, or RINGSUM_TO_END */
	uint64_t n_to_skip;	/* bytes still to be dropped before the range */
	enum rs_way way;	/* from next_offset … */
	uint64_t way_end;	/* … to here */
	struct rs_chunk *head;	/* the oldest of the chunks, in the order of their bytes */
	struct rs_chunk *tail;
	struct rs_chunk *taken; /* the latest one handed out; perhaps somebody else's by now */
	unsigned n_chunks;
	unsigned n_posted;
	uint64_t n_direct;	/* bytes read past the cache */
	uint64_t n_holes;	/* bytes not read */
	uint64_t backlog_ns;	/* what ready chunks waited before they were taken */
	struct rs_stream *next; /* in the reader's list */
};

/** rs_stream_init() - @source, and where its first byte is. Fill in pool, depth and is_plain, then rs_plan_init(). */
void rs_stream_init(struct rs_stream *ret_stream, struct rs_source *source);

/** rs_stream_may_post() - whether another read should be under way */
bool rs_stream_may_post(const struct rs_stream *stream);

/** rs_stream_way() - how the next read is to be done, which says what kind of chunk it needs. Blocks: no. */
enum rs_way rs_stream_way(struct rs_stream *stream);

/**
 * rs_stream_push() - aim a free chunk at the next bytes, in the way that rs_stream_way() said
 *
 * Return: true: it is to be posted; false: it is ready, being a hole.
 */
bool rs_stream_push(struct rs_stream *stream, struct rs_chunk *chunk);

/** rs_stream_collect() - a chunk that was posted is ready, since @now_ns */
void rs_stream_collect(struct rs_chunk *chunk, uint64_t now_ns);

/**
 * rs_stream_forget() - the posted chunks are lost, and the kernel may still write to them
 *
 * Where offsets are known their bytes will be read again; else the stream fails there.
 */
void rs_stream_forget(struct rs_stream *stream);

/** rs_stream_stop() - give all chunks back. Return: false: some are still posted, ask again. */
bool rs_stream_stop(struct rs_stream *stream);

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

/** rs_stream_is_short() - whether the input ended before its range did, or before that began; @n_bytes: taken in all */
bool rs_stream_is_short(const struct rs_stream *stream, uint64_t n_bytes);

#endif
