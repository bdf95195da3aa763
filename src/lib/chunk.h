/* SPDX-License-Identifier: MIT */
/*
 * Chunks, the pieces of memory that bytes travel in, and the fixed pool that they come from. A chunk is free → posted →
 * ready → free, and has one owner at each moment: the pool, then the ring (or plain), then the stream, whose taker
 * gives it back.
 */
#ifndef RS_CHUNK_H
#define RS_CHUNK_H


#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** An offset that says: wherever the descriptor stands, as read(2). */
#define RS_OFFSET_CURRENT UINT64_MAX

enum rs_chunk_state {
	RS_CHUNK_FREE,
	RS_CHUNK_POSTED,
	RS_CHUNK_READY,
};

/** struct rs_chunk - one piece of memory and the read that fills it */
struct rs_chunk {
	/* owner: pool */
	_Alignas(8) uint8_t *buf; /* aligned to a page */
	size_t cap;   /* bytes */
	struct rs_pool *pool;

	/* owner: whoever the state says */
	enum rs_chunk_state state;
	struct rs_stream *stream; /* whose bytes these are; see reader.h */
	struct rs_chunk *next; /* among the free ones, or the next in its stream */
	struct rs_chunk *next_posted; /* for plain alone */
	bool is_readable;	      /* for plain alone: poll(2) said so */
	int fd;
	int buffered_fd; /* what a direct read turns to where it cannot go on; the same file */
	uint64_t align;	 /* of a direct read, bytes; 0: a buffered one */
	uint64_t offset; /* of buf[0] in the file, or RS_OFFSET_CURRENT */
	size_t want;	 /* bytes to read, at most cap */
	size_t len;	 /* bytes read so far */
	size_t n_direct; /* of which past the cache */
	int error;	 /* 0 or -errno; what was read before it is not to be used */
	unsigned n_refusals; /* EAGAIN in a row */
	bool is_polled;	 /* not to be read before poll(2) says so */
	bool is_partial; /* ready with whatever the first read brings, as streams are */
	bool is_end;	 /* a read of 0 came behind len */
	bool is_refused; /* the file system would not read directly */
	uint64_t ready_ns; /* since when it is ready, see now.h */
};

/** What the result of one read means for its chunk. */
enum rs_chunk_next {
	RS_CHUNK_DONE,	/* ready: full, at the end, or failed */
	RS_CHUNK_AGAIN, /* read the rest, at offset + len */
	RS_CHUNK_POLL,	/* nothing there yet: wait until the descriptor is readable, then read again */
};

/**
 * rs_chunk_advance() - note the result of a read of chunk->want - chunk->len bytes
 * @res: bytes, or -errno
 *
 * The one place that knows about short reads, EINTR and EAGAIN, for every way of reading.
 */
enum rs_chunk_next rs_chunk_advance(struct rs_chunk *chunk, int64_t res);

/** rs_chunk_reset() - forget the last read; buf, cap and pool stay */
void rs_chunk_reset(struct rs_chunk *chunk);

struct rs_pool;

enum rs_pool_kind {
	RS_POOL_MEMORY, /* each chunk has its own */
	RS_POOL_ZEROS,	/* all chunks are the same zeros, not to be written to */
};

/**
 * rs_pool_create() - a fixed number of chunks of one size; their memory comes with the first one taken
 * @chunk_len: bytes, a multiple of the page size
 *
 * Owner: the caller. Thread: one. Blocks: no.
 * Return: 0; -ENOMEM.
 */
int rs_pool_create(size_t chunk_len, unsigned n_chunks, enum rs_pool_kind kind, struct rs_pool **ret_pool);

/** rs_pool_destroy() - no chunk may be posted any more; NULL is allowed */
void rs_pool_destroy(struct rs_pool *pool);

/** rs_pool_take() - a free chunk. Return: 0; -EAGAIN: all are out; -ENOMEM. */
int rs_pool_take(struct rs_pool *pool, struct rs_chunk **ret_chunk);

/** rs_chunk_give() - back to its pool; NULL is allowed */
void rs_chunk_give(struct rs_chunk *chunk);

#endif
