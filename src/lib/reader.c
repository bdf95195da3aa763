/* SPDX-License-Identifier: MIT */
/*
 * Who serves which stream, and with what memory. The ring is set up for the first source that is worth it; when it
 * breaks, its streams go on by system calls where they stopped.
 */
#include "reader.h"
#include "now.h"
#include "plain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

/* Pieces that stay in a core's L2 cache between the kernel's copy and the digest. */
#define LARGE_LEN (256 * 1024)
#define LARGE_DEPTH 4
/* Two for each stream: one being hashed, one on its way. One holds a whole small file. */
#define SMALL_LEN RS_CHAIN_MAX
#define SMALL_DEPTH 2
/* Past the cache few large reads are best: four on their way while two are hashed. */
#define DIRECT_LEN RS_PLAN_DIRECT_LEN
#define DIRECT_DEPTH 6
/* Zeros of holes: all of them are one page of memory, so a long piece costs nothing, and is seldom handed over. */
#define ZEROS_LEN (2 * 1024 * 1024)

/* How long system calls wait while the ring has reads under way as well. */
#define BOTH_MS 1
/* The most that an ordinary user may have, see pipe(7). */
#define PIPE_LEN (1024 * 1024)

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
	struct rs_pool *direct;
	struct rs_pool *zeros; /* one piece of zeros, for all holes */
	struct rs_stream *streams;
	struct rs_chain *chains[RS_READER_CHAINS]; /* handed in and not taken yet */
	unsigned n_chains;
	int error; /* no memory to go on with */
};

static void destroy_pools(struct rs_reader *reader)
{
	rs_pool_destroy(reader->large);
	rs_pool_destroy(reader->small);
	rs_pool_destroy(reader->direct);
	rs_pool_destroy(reader->zeros);
}

/* All pools or none; those that were there are not looked at. */
static int create_pools(struct rs_reader *reader)
{
	struct rs_reader new = { .large = NULL };
	int r;

	r = rs_pool_create(LARGE_LEN, N_LARGE, RS_POOL_MEMORY, &new.large);
	if (r == 0)
		r = rs_pool_create(SMALL_LEN, N_SMALL, RS_POOL_MEMORY, &new.small);
	if (r == 0)
		r = rs_pool_create(DIRECT_LEN, DIRECT_DEPTH, RS_POOL_MEMORY, &new.direct);
	if (r == 0)
		r = rs_pool_create(ZEROS_LEN, N_LARGE, RS_POOL_ZEROS, &new.zeros);
	if (r < 0) {
		destroy_pools(&new);
		return r;
	}
	reader->large = new.large;
	reader->small = new.small;
	reader->direct = new.direct;
	reader->zeros = new.zeros;
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
	if (rs_ring_destroy(reader->ring))
		destroy_pools(reader);
	for (struct rs_stream *stream = reader->streams; stream; stream = stream->next)
		rs_plan_finish(&stream->plan);
	free(reader);
}

/*
 * What one read can fetch is not worth a ring. Whatever may keep a worker waiting is, but for a lone stream, which the
 * caller's thread waits for as well as any.
 */
static bool is_worth_ring(const struct rs_reader *reader, const struct rs_source *source, bool is_alone)
{
	if (reader->is_refused || reader->io != RINGSUM_IO_AUTO)
		return !reader->is_refused;
	return source->is_addressed ? source->size_hint > SMALL_LEN : !is_alone || reader->wake_fd >= 0;
}

/* A pipe that holds more lets its writer go on while we hash. Who may not have that much has what there is. */
static void enlarge_pipe(const struct rs_source *source)
{
	if (S_ISFIFO(source->before.st_mode) && fcntl(source->fd, F_GETPIPE_SZ) < PIPE_LEN)
		fcntl(source->fd, F_SETPIPE_SZ, PIPE_LEN);
}

static bool has_ring(struct rs_reader *reader)
{
	if (!reader->ring && !reader->is_refused &&
	    rs_ring_create(N_LARGE + N_SMALL + DIRECT_DEPTH, RS_READER_CHAINS, reader->io == RINGSUM_IO_SQPOLL,
			   reader->wake_fd, &reader->ring) < 0)
		reader->is_refused = true;
	return reader->ring != NULL;
}

/* Go on by system calls. A read ahead would only be waited for, and so would a direct one. */
static void make_plain(struct rs_stream *stream)
{
	stream->is_plain = true;
	stream->depth = 1;
	stream->plan.align = 0;
	if (stream->way == RS_WAY_DIRECT)
		stream->way = RS_WAY_BUFFERED;
}

void rs_reader_start(struct rs_reader *reader, struct rs_source *source, bool is_alone, struct rs_stream *ret_stream)
{
	struct rs_stream *stream = ret_stream;
	bool is_large = source->size_hint > SMALL_LEN;
	bool is_for_ring = is_worth_ring(reader, source, is_alone);
	struct rs_plan_rules rules = {
		.may_direct = is_alone && is_for_ring && reader->io != RINGSUM_IO_BUFFERED,
		.must_direct = reader->io == RINGSUM_IO_DIRECT,
	};

	rs_source_make_patient(source);
	rs_stream_init(stream, source);
	rs_plan_init(source, &rules, &stream->plan);
	stream->pool = is_alone && (is_large || !source->is_addressed) ? reader->large : reader->small;
	stream->depth = stream->pool == reader->large ? LARGE_DEPTH : SMALL_DEPTH;
	if (!is_for_ring)
		make_plain(stream);
	if (source->is_owned && is_large)
		posix_fadvise(source->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	if (!source->is_addressed)
		enlarge_pipe(source);
	stream->next = reader->streams;
	reader->streams = stream;
}

static struct rs_pool *pool_for(struct rs_reader *reader, struct rs_stream *stream)
{
	switch (rs_stream_way(stream)) {
	case RS_WAY_DIRECT:
		return reader->direct;
	case RS_WAY_HOLE:
		return reader->zeros;
	case RS_WAY_BUFFERED:
	case RS_WAY_CACHED:
	default:
		return stream->pool;
	}
}

/*
 * Whether system calls serve the next bytes. What is in the cache is not waited for, so the ring could only copy it in
 * this thread as well. The ring is made for the first bytes that need it.
 */
static bool is_for_plain(struct rs_reader *reader, struct rs_stream *stream)
{
	enum rs_way way = rs_stream_way(stream);

	if (stream->is_plain || way == RS_WAY_HOLE || (way == RS_WAY_CACHED && reader->io == RINGSUM_IO_AUTO))
		return true;
	if (!has_ring(reader))
		make_plain(stream);
	return stream->is_plain;
}

/* Make one chunk ready, or post it. Return: 0; -EAGAIN: no chunk is free; -ENOMEM; any other: the ring broke. */
static int post(struct rs_reader *reader, struct rs_stream *stream)
{
	bool is_plain = is_for_plain(reader, stream);
	struct rs_chunk *chunk;
	int r = rs_pool_take(pool_for(reader, stream), &chunk);

	if (r < 0)
		return r;
	if (!rs_stream_push(stream, chunk))
		return 0;
	if (!is_plain)
		return rs_ring_post(reader->ring, chunk);
	rs_plain_post(&reader->plain, chunk);
	return 0;
}

static void collect_plain(struct rs_reader *reader)
{
	struct rs_chunk *chunk;

	while ((chunk = rs_plain_reap(&reader->plain)))
		rs_stream_collect(chunk, rs_now_ns());
}

static void collect_all(struct rs_reader *reader)
{
	struct rs_chunk *chunk;

	while (reader->ring && (chunk = rs_ring_reap(reader->ring)))
		rs_stream_collect(chunk, rs_now_ns());
	collect_plain(reader);
}

/* Go on by system calls with chunks that the kernel never saw. */
static void move_to_plain(struct rs_reader *reader, struct rs_stream *stream)
{
	for (struct rs_chunk *chunk = stream->head; chunk; chunk = chunk->next) {
		if (chunk->state == RS_CHUNK_POSTED)
			rs_plain_post(&reader->plain, chunk);
	}
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

	/* What system calls were to read of the same streams is not lost, and no posted chunk may be left behind. */
	collect_plain(reader);
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
		make_plain(stream);
		if (is_clean)
			move_to_plain(reader, stream);
		else
			rs_stream_forget(stream);
	}
}

static int post_all(struct rs_reader *reader)
{
	for (struct rs_stream *stream = reader->streams; stream; stream = stream->next) {
		int r = 0;

		while (r == 0 && rs_stream_may_post(stream))
			r = post(reader, stream);
		if (r < 0 && r != -EAGAIN)
			return r;
	}
	if (!reader->ring)
		return 0;
	/* With nothing else to do, small files are best taken in one go. */
	return reader->n_chains > 0 && !reader->streams ? rs_ring_wait_chains(reader->ring) :
							  rs_ring_submit(reader->ring);
}

bool rs_reader_may_read_now(const struct rs_reader *reader)
{
	return reader->io == RINGSUM_IO_AUTO || reader->io == RINGSUM_IO_PLAIN;
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

	/* A file that is always ready must not hide a stream that has become so. */
	rs_plain_look(&reader->plain);
	collect_all(reader);
	return r;
}

int rs_reader_wait(struct rs_reader *reader, int timeout_ms)
{
	int r = post_or_leave_ring(reader);

	if (r < 0)
		return r;
	if (!rs_plain_is_idle(&reader->plain) && reader->ring && !rs_ring_is_idle(reader->ring)) {
		/* Rarely both: neither may hide the other, so they are looked at in turns. */
		r = rs_plain_wait(&reader->plain, timeout_ms < 0 || timeout_ms > BOTH_MS ? BOTH_MS : timeout_ms);
		if (r == -ETIMEDOUT && rs_ring_wait(reader->ring, 0) == 0)
			r = 0;
	} else if (!rs_plain_is_idle(&reader->plain)) {
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

void rs_reader_go_ahead(struct rs_reader *reader, struct rs_stream *stream)
{
	stream->pool = reader->direct;
	stream->is_ahead = true;
}

bool rs_reader_is_idle(const struct rs_reader *reader)
{
	return rs_plain_is_idle(&reader->plain) && (!reader->ring || rs_ring_is_idle(reader->ring));
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
	if (!rs_stream_stop(stream))
		return false;
	rs_plan_finish(&stream->plan);
	unlink_stream(reader, stream);
	return true;
}
