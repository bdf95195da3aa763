/* SPDX-License-Identifier: MIT */
/*
 * Streams of chunks in offset order. Where offsets are known several reads are in flight; on a pipe one, as the next one
 * would race it. The end is where a read brings 0 bytes and everything before it is in: a size is only ever used to
 * decide how far to read ahead.
 */
#include "reader.h"
#include "plain.h"

#include <errno.h>
#include <stdlib.h>

/* Pieces that stay in a core's L2 cache between the kernel's copy and the digest. */
#define LARGE_LEN (256 * 1024)
#define LARGE_DEPTH 4
/* Two for each stream: one being hashed, one on its way. One holds a whole small file. */
#define SMALL_LEN RS_READER_CHAIN_MAX
#define SMALL_DEPTH 2

#define N_LARGE (2 * LARGE_DEPTH)
#define N_SMALL (SMALL_DEPTH * RS_READER_STREAMS + RS_READER_CHAINS)

struct rs_reader {
	enum ringsum_io io;
	int wake_fd;
	bool is_refused; /* no ring, or not any more */
	struct rs_ring *ring; /* NULL until a source needs it */
	struct rs_plain plain;
	struct rs_pool *large;
	struct rs_pool *small;
	struct rs_stream *streams;
	struct rs_chain *chains[RS_READER_CHAINS]; /* handed in and not taken yet */
	unsigned n_chains;
	int error; /* no memory to go on with */
};

static int create_pools(struct rs_reader *reader)
{
	struct rs_pool *large = NULL;
	struct rs_pool *small = NULL;
	int r;

	r = rs_pool_create(LARGE_LEN, N_LARGE, &large);
	if (r == 0)
		r = rs_pool_create(SMALL_LEN, N_SMALL, &small);
	if (r < 0) {
		rs_pool_destroy(large);
		return r;
	}
	reader->large = large;
	reader->small = small;
	return 0;
}

int rs_reader_create(enum ringsum_io io, int wake_fd, struct rs_reader **ret_reader)
{
	struct rs_reader *reader = calloc(1, sizeof(*reader));
	int r;

	if (!reader)
		return -ENOMEM;
	reader->io = io;
	reader->wake_fd = wake_fd;
	reader->is_refused = io == RINGSUM_IO_PLAIN;
	rs_plain_init(&reader->plain, wake_fd);
	r = create_pools(reader);
	if (r < 0) {
		free(reader);
		return r;
	}
	*ret_reader = reader;
	return 0;
}

void rs_reader_destroy(struct rs_reader *reader)
{
	if (!reader)
		return;
	/* Memory that the kernel may still write to is left to it. */
	if (rs_ring_destroy(reader->ring)) {
		rs_pool_destroy(reader->large);
		rs_pool_destroy(reader->small);
	}
	free(reader);
}

/* What one read can fetch is not worth a ring; whatever may keep us waiting is. */
static bool is_worth_ring(const struct rs_reader *reader, const struct rs_source *source)
{
	if (reader->is_refused)
		return false;
	return reader->io == RINGSUM_IO_RING || !source->is_addressed || source->size_hint > SMALL_LEN;
}

static bool has_ring(struct rs_reader *reader)
{
	if (!reader->ring && !reader->is_refused &&
	    rs_ring_create(N_LARGE + N_SMALL, RS_READER_CHAINS, reader->wake_fd, &reader->ring) < 0)
		reader->is_refused = true;
	return reader->ring != NULL;
}

void rs_reader_start(struct rs_reader *reader, struct rs_source *source, bool is_alone, struct rs_stream *ret_stream)
{
	struct rs_stream stream = {
		.source = source,
		.pool = is_alone && source->size_hint > SMALL_LEN ? reader->large : reader->small,
		.is_plain = !is_worth_ring(reader, source) || !has_ring(reader),
		.next_offset = source->is_addressed ? source->start : RS_OFFSET_CURRENT,
		.n_to_post = source->length,
		.n_to_skip = source->is_addressed ? 0 : source->start,
		.next = reader->streams,
	};

	/* A plain read ahead would only be waited for. */
	stream.depth = stream.is_plain ? 1 : stream.pool == reader->large ? LARGE_DEPTH : SMALL_DEPTH;
	if (stream.n_to_post != RINGSUM_TO_END)
		stream.n_to_post = stream.n_to_post < RINGSUM_TO_END - 1 - stream.n_to_skip ?
					   stream.n_to_post + stream.n_to_skip :
					   RINGSUM_TO_END - 1;
	*ret_stream = stream;
	reader->streams = ret_stream;
}

static bool may_post(const struct rs_stream *stream)
{
	const struct rs_source *source = stream->source;

	if (stream->is_ended || stream->n_to_post == 0 || stream->n_chunks >= stream->depth)
		return false;
	if (!source->is_addressed)
		return stream->n_posted == 0;
	return stream->n_chunks == 0 || stream->next_offset - source->start < source->size_hint;
}

static void append(struct rs_stream *stream, struct rs_chunk *chunk)
{
	if (stream->tail)
		stream->tail->next = chunk;
	else
		stream->head = chunk;
	stream->tail = chunk;
	stream->n_chunks++;
	stream->n_posted++;
}

static void aim(struct rs_stream *stream, struct rs_chunk *chunk)
{
	chunk->stream = stream;
	chunk->state = RS_CHUNK_POSTED;
	chunk->fd = stream->source->fd;
	chunk->offset = stream->next_offset;
	chunk->want = chunk->cap < stream->n_to_post ? chunk->cap : (size_t)stream->n_to_post;
	chunk->len = 0;
	chunk->error = 0;
	chunk->n_refusals = 0;
	chunk->is_partial = !stream->source->is_addressed;
	chunk->is_end = false;
	if (stream->source->is_addressed) {
		stream->next_offset += chunk->want;
		if (stream->n_to_post != RINGSUM_TO_END)
			stream->n_to_post -= chunk->want;
	}
}

/* Post one chunk. Return: 0; -EAGAIN: no chunk is free; -ENOMEM; any other: the ring broke. */
static int post(struct rs_reader *reader, struct rs_stream *stream)
{
	struct rs_chunk *chunk;
	int r = rs_pool_take(stream->pool, &chunk);

	if (r < 0)
		return r;
	aim(stream, chunk);
	append(stream, chunk);
	if (!stream->is_plain)
		return rs_ring_post(reader->ring, chunk);
	rs_plain_post(&reader->plain, chunk);
	return 0;
}

static void collect(struct rs_chunk *chunk)
{
	struct rs_stream *stream = chunk->stream;

	stream->n_posted--;
	if (chunk->is_end || chunk->error)
		stream->is_ended = true;
	if (!stream->source->is_addressed && stream->n_to_post != RINGSUM_TO_END)
		stream->n_to_post -= chunk->len;
}

static void collect_all(struct rs_reader *reader)
{
	struct rs_chunk *chunk;

	while (reader->ring && (chunk = rs_ring_reap(reader->ring)))
		collect(chunk);
	while ((chunk = rs_plain_reap(&reader->plain)))
		collect(chunk);
}

/* Go on by system calls with chunks that the kernel never saw. */
static void move_to_plain(struct rs_reader *reader, struct rs_stream *stream)
{
	for (struct rs_chunk *chunk = stream->head; chunk; chunk = chunk->next) {
		if (chunk->state == RS_CHUNK_POSTED)
			rs_plain_post(&reader->plain, chunk);
	}
}

/* Forget chunks that the kernel may still write to; where offsets are known, read those bytes again. */
static void forget_chunks(struct rs_stream *stream)
{
	struct rs_chunk *chunk = stream->head;
	uint64_t offset = stream->next_offset;

	while (chunk && chunk->state == RS_CHUNK_READY)
		chunk = chunk->next;
	if (chunk && !stream->source->is_addressed)
		stream->error = -EIO;
	if (stream->source->is_addressed && stream->head) {
		stream->next_offset = stream->head->offset;
		if (stream->n_to_post != RINGSUM_TO_END)
			stream->n_to_post += offset - stream->next_offset;
		stream->is_ended = false;
		stream->head = stream->tail = NULL;
		stream->n_chunks = 0;
	}
	stream->n_posted = 0;
}

static void give_up_chains(struct rs_reader *reader, bool is_clean)
{
	for (unsigned i = 0; i < reader->n_chains; i++) {
		reader->chains[i]->is_whole = false;
		if (!is_clean)
			reader->chains[i]->chunk = NULL;
	}
}

/* The ring said something that it cannot recover from: serve everything by system calls from here on. */
static void leave_ring(struct rs_reader *reader)
{
	bool is_clean = rs_ring_destroy(reader->ring);

	reader->ring = NULL;
	reader->is_refused = true;
	give_up_chains(reader, is_clean);
	/* The old pools are left to the kernel, see rs_ring_destroy(). */
	if (!is_clean)
		reader->error = create_pools(reader);
	for (struct rs_stream *stream = reader->streams; stream; stream = stream->next) {
		/* Nobody takes from the old pools again: chunks that the kernel has may come back to them. */
		if (!is_clean)
			stream->pool = reader->small;
		if (stream->is_plain)
			continue;
		stream->is_plain = true;
		stream->depth = 1;
		if (is_clean)
			move_to_plain(reader, stream);
		else
			forget_chunks(stream);
	}
}

static int post_all(struct rs_reader *reader)
{
	for (struct rs_stream *stream = reader->streams; stream; stream = stream->next) {
		int r = 0;

		while (r == 0 && may_post(stream))
			r = post(reader, stream);
		if (r < 0 && r != -EAGAIN)
			return r;
	}
	return reader->ring ? rs_ring_submit(reader->ring) : 0;
}

unsigned rs_reader_chain_room(struct rs_reader *reader)
{
	unsigned room = RS_READER_CHAINS - reader->n_chains;
	unsigned ring_room;

	if (!has_ring(reader))
		return 0;
	ring_room = rs_ring_chain_room(reader->ring);
	return room < ring_room ? room : ring_room;
}

bool rs_reader_chain(struct rs_reader *reader, struct rs_chain *chain)
{
	struct rs_chunk *chunk;

	if (rs_pool_take(reader->small, &chunk) < 0)
		return false;
	if (rs_ring_post_chain(reader->ring, chain, chunk) < 0) {
		rs_chunk_give(chunk);
		leave_ring(reader);
		return false;
	}
	reader->chains[reader->n_chains++] = chain;
	return true;
}

static void forget_chain(struct rs_reader *reader, const struct rs_chain *chain)
{
	for (unsigned i = 0; i < reader->n_chains; i++) {
		if (reader->chains[i] == chain) {
			reader->chains[i] = reader->chains[--reader->n_chains];
			return;
		}
	}
}

struct rs_chain *rs_reader_take_chain(struct rs_reader *reader)
{
	struct rs_chain *chain = NULL;

	if (reader->ring)
		chain = rs_ring_reap_chain(reader->ring);
	else if (reader->n_chains > 0)
		chain = reader->chains[0];
	if (chain)
		forget_chain(reader, chain);
	return chain;
}

/* Post what can be posted; a ring that breaks over it is left, and plain posts the rest. */
static int post_or_leave_ring(struct rs_reader *reader)
{
	int r = post_all(reader);

	if (r < 0 && r != -ENOMEM && reader->ring) {
		leave_ring(reader);
		r = 0;
	}
	return reader->error ? reader->error : r;
}

int rs_reader_pump(struct rs_reader *reader)
{
	int r = post_or_leave_ring(reader);

	collect_all(reader);
	return r;
}

int rs_reader_wait(struct rs_reader *reader, int timeout_ms)
{
	int r = post_or_leave_ring(reader);

	if (r < 0)
		return r;
	if (!rs_plain_is_idle(&reader->plain)) {
		r = rs_plain_wait(&reader->plain, timeout_ms);
	} else if (reader->ring && !rs_ring_is_idle(reader->ring)) {
		r = rs_ring_wait(reader->ring, timeout_ms);
		if (r < 0 && r != -ETIMEDOUT) {
			leave_ring(reader);
			r = reader->error;
		}
	}
	collect_all(reader);
	return r;
}

static void pop(struct rs_stream *stream)
{
	struct rs_chunk *chunk = stream->head;

	stream->head = chunk->next;
	if (!stream->head)
		stream->tail = NULL;
	chunk->next = NULL;
	stream->n_chunks--;
}

static void unlink_stream(struct rs_reader *reader, struct rs_stream *stream)
{
	struct rs_stream **at = &reader->streams;

	while (*at != stream)
		at = &(*at)->next;
	*at = stream->next;
}

bool rs_reader_stop(struct rs_reader *reader, struct rs_stream *stream)
{
	stream->is_ended = stream->is_over = true;
	if (stream->n_posted > 0)
		return false;
	while (stream->head) {
		struct rs_chunk *chunk = stream->head;

		pop(stream);
		rs_chunk_give(chunk);
	}
	unlink_stream(reader, stream);
	return true;
}

/* Drop from the front of @len bytes what lies before the range. Return: how many were dropped. */
static size_t skip(struct rs_stream *stream, size_t len)
{
	size_t n = len < stream->n_to_skip ? len : (size_t)stream->n_to_skip;

	stream->n_to_skip -= n;
	return n;
}

int rs_stream_take(struct rs_stream *stream, struct rs_chunk **ret_chunk, const uint8_t **ret_data, size_t *ret_len)
{
	while (!stream->is_over && stream->head && stream->head->state == RS_CHUNK_READY) {
		struct rs_chunk *chunk = stream->head;
		size_t n_skipped;

		if (chunk->error)
			return chunk->error;
		pop(stream);
		/* Whatever was read behind the end came from a file that grows meanwhile. */
		stream->is_over = chunk->is_end;
		n_skipped = skip(stream, chunk->len);
		if (n_skipped < chunk->len) {
			*ret_chunk = chunk;
			*ret_data = chunk->buf + n_skipped;
			*ret_len = chunk->len - n_skipped;
			return RS_STREAM_BYTES;
		}
		rs_chunk_give(chunk);
	}
	if (stream->is_over)
		return RS_STREAM_ENDS;
	if (stream->error)
		return stream->error;
	if (!stream->head && (stream->is_ended || stream->n_to_post == 0))
		return RS_STREAM_ENDS;
	return RS_STREAM_WAITS;
}
