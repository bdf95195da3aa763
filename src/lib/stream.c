/* SPDX-License-Identifier: MIT */
/*
 * A list of chunks in offset order. Where offsets are known several reads are in flight; on a pipe one, as the next one
 * would race it. The end is where a read brings 0 bytes and everything before it is in: a size is only ever used to
 * decide how far to read ahead.
 */
#include "stream.h"
#include "now.h"

#include <errno.h>

/*
 * Copies that another core's digest waits for: long enough to be worth handing over, short enough for the shared cache.
 */
#define AHEAD_LEN (2 * 1024 * 1024)

static uint64_t add_up(uint64_t a, uint64_t b)
{
	return a < RINGSUM_TO_END - 1 - b ? a + b : RINGSUM_TO_END - 1;
}

void rs_stream_init(struct rs_stream *ret_stream, struct rs_source *source)
{
	*ret_stream = (struct rs_stream){
		.source = source,
		.plan = { .fd = -1 },
		.next_offset = source->is_addressed ? source->start : RS_OFFSET_CURRENT,
		.n_to_post = source->length,
		.n_to_skip = source->is_addressed ? 0 : source->start,
	};
	/* What comes before the range has to be read to get past it. */
	if (source->length != RINGSUM_TO_END)
		ret_stream->n_to_post = add_up(source->length, ret_stream->n_to_skip);
}

/* Bytes that are probably there, from the next read on. */
static uint64_t n_expected(const struct rs_stream *stream)
{
	uint64_t n_done = stream->next_offset - stream->source->start;

	return n_done < stream->source->size_hint ? stream->source->size_hint - n_done : 0;
}

/* Whether a chunk that was handed out has not come back. */
static bool is_in_use(const struct rs_stream *stream, const struct rs_chunk *chunk)
{
	return chunk && chunk->stream == stream && chunk->state == RS_CHUNK_READY;
}

bool rs_stream_may_post(const struct rs_stream *stream)
{
	if (stream->is_ended || stream->n_to_post == 0 || stream->n_chunks >= stream->depth)
		return false;
	if (!stream->source->is_addressed)
		return stream->n_posted == 0;
	/* What is there at once is best fetched right before it is hashed: it stays in the core's cache in between. */
	if (stream->way == RS_WAY_CACHED &&
	    (stream->n_chunks > 0 || (!stream->is_ahead && is_in_use(stream, stream->taken))))
		return false;
	return stream->n_chunks == 0 || n_expected(stream) > 0;
}

enum rs_way rs_stream_way(struct rs_stream *stream)
{
	uint64_t len;

	if (!stream->source->is_addressed)
		return RS_WAY_BUFFERED;
	if (stream->next_offset < stream->way_end)
		return stream->way;
	len = stream->n_to_post;
	stream->way = RS_WAY_BUFFERED;
	if (n_expected(stream) > 0)
		stream->way = rs_plan_next(&stream->plan, stream->next_offset, len, &len);
	stream->way_end = len < RINGSUM_TO_END - stream->next_offset ? stream->next_offset + len : RINGSUM_TO_END;
	return stream->way;
}

static void append(struct rs_stream *stream, struct rs_chunk *chunk)
{
	if (stream->tail)
		stream->tail->next = chunk;
	else
		stream->head = chunk;
	stream->tail = chunk;
	stream->n_chunks++;
}

/* The range of a chunk: no further than the range of the source and than the way holds. */
static void set_range(struct rs_stream *stream, struct rs_chunk *chunk)
{
	bool is_cut = stream->is_ahead && stream->way != RS_WAY_DIRECT && chunk->cap > AHEAD_LEN;
	uint64_t cap = is_cut ? AHEAD_LEN : chunk->cap;
	uint64_t want = cap < stream->n_to_post ? cap : stream->n_to_post;

	chunk->offset = stream->next_offset;
	if (stream->source->is_addressed) {
		if (want > stream->way_end - stream->next_offset)
			want = stream->way_end - stream->next_offset;
		stream->next_offset += want;
		if (stream->n_to_post != RINGSUM_TO_END)
			stream->n_to_post -= want;
	}
	chunk->want = (size_t)want;
}

/* What needs no read is ready at once. */
static void push_ready(struct rs_stream *stream, struct rs_chunk *chunk, uint64_t *n)
{
	append(stream, chunk);
	chunk->len = chunk->want;
	chunk->state = RS_CHUNK_READY;
	chunk->ready_ns = rs_now_ns();
	*n += chunk->len;
}

bool rs_stream_push(struct rs_stream *stream, struct rs_chunk *chunk)
{
	enum rs_way way = rs_stream_way(stream);

	rs_chunk_reset(chunk);
	set_range(stream, chunk);
	chunk->stream = stream;
	chunk->is_partial = !stream->source->is_addressed && !stream->is_ahead;
	chunk->is_polled = stream->source->is_fifo;
	if (way == RS_WAY_HOLE) {
		push_ready(stream, chunk, &stream->n_holes);
		return false;
	}
	append(stream, chunk);
	chunk->fd = chunk->buffered_fd = stream->source->fd;
	if (way == RS_WAY_DIRECT) {
		chunk->fd = stream->plan.fd;
		chunk->align = stream->plan.align;
	}
	chunk->state = RS_CHUNK_POSTED;
	stream->n_posted++;
	return true;
}

void rs_stream_collect(struct rs_chunk *chunk, uint64_t now_ns)
{
	struct rs_stream *stream = chunk->stream;

	chunk->ready_ns = now_ns;
	stream->n_posted--;
	stream->n_direct += chunk->n_direct;
	if (chunk->is_end || chunk->error)
		stream->is_ended = true;
	/* What this file system would not do once it is not asked for again. */
	if (chunk->is_refused) {
		stream->plan.align = 0;
		stream->way_end = 0;
	}
	if (!stream->source->is_addressed && stream->n_to_post != RINGSUM_TO_END)
		stream->n_to_post -= chunk->len;
}

void rs_stream_forget(struct rs_stream *stream)
{
	struct rs_chunk *chunk = stream->head;
	uint64_t offset = stream->next_offset;

	while (chunk && chunk->state == RS_CHUNK_READY)
		chunk = chunk->next;
	if (chunk && !stream->source->is_addressed)
		stream->error = -EIO;
	if (stream->source->is_addressed && stream->head) {
		stream->next_offset = stream->head->offset;
		stream->way_end = 0;
		if (stream->n_to_post != RINGSUM_TO_END)
			stream->n_to_post += offset - stream->next_offset;
		stream->is_ended = false;
		stream->head = stream->tail = stream->taken = NULL;
		stream->n_chunks = 0;
	}
	stream->n_posted = 0;
}

static struct rs_chunk *pop(struct rs_stream *stream)
{
	struct rs_chunk *chunk = stream->head;

	stream->head = chunk->next;
	if (!stream->head)
		stream->tail = NULL;
	chunk->next = NULL;
	stream->n_chunks--;
	return chunk;
}

bool rs_stream_stop(struct rs_stream *stream)
{
	stream->is_ended = stream->is_over = true;
	if (stream->n_posted > 0)
		return false;
	while (stream->head)
		rs_chunk_give(pop(stream));
	return true;
}

/* Drop from the front of @len bytes what lies before the range. Return: how many were dropped. */
static size_t skip(struct rs_stream *stream, size_t len)
{
	size_t n = len < stream->n_to_skip ? len : (size_t)stream->n_to_skip;

	stream->n_to_skip -= n;
	return n;
}

bool rs_stream_is_short(const struct rs_stream *stream, uint64_t n_bytes)
{
	if (stream->source->length != RINGSUM_TO_END)
		return n_bytes < stream->source->length;
	return stream->n_to_skip > 0 || (n_bytes == 0 && stream->source->starts_late);
}

int rs_stream_take(struct rs_stream *stream, struct rs_chunk **ret_chunk, const uint8_t **ret_data, size_t *ret_len)
{
	while (!stream->is_over && stream->head && stream->head->state == RS_CHUNK_READY) {
		struct rs_chunk *chunk = stream->head;
		size_t n_skipped;

		if (chunk->error)
			return chunk->error;
		pop(stream);
		stream->backlog_ns += rs_now_ns() - chunk->ready_ns;
		/* Whatever was read behind the end came from a file that grows meanwhile. */
		stream->is_over = chunk->is_end;
		n_skipped = skip(stream, chunk->len);
		if (n_skipped < chunk->len) {
			*ret_chunk = stream->taken = chunk;
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
