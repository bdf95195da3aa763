/* SPDX-License-Identifier: MIT */
/*
 * Chunks and their pool. The pool never grows: when all chunks are out, readers wait for one to come back, and that is
 * what bounds memory. Untouched chunks cost no memory, as the kernel maps them on first use.
 */
#include "chunk.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

struct rs_pool {
	size_t chunk_len;
	unsigned n_chunks;
	struct rs_chunk *chunks;
	uint8_t *memory;
	struct rs_chunk *free;
	enum rs_pool_kind kind;
};

/* Huge pages of x86-64, and of arm64 with pages of 4 KiB. */
#define HUGE_PAGE_LEN (2 * 1024 * 1024)

/* A file is always readable for poll(2); one that says EAGAIN this often in a row means it as an error. */
#define MAX_REFUSALS 1000

/* Go on by buffered reads: for the rest of a file behind its last whole block, and where direct ones are refused. */
static void turn_to_buffered(struct rs_chunk *chunk)
{
	chunk->fd = chunk->buffered_fd;
	chunk->align = 0;
}

static enum rs_chunk_next become_ready(struct rs_chunk *chunk)
{
	chunk->state = RS_CHUNK_READY;
	return RS_CHUNK_DONE;
}

static enum rs_chunk_next note_error(struct rs_chunk *chunk, int error)
{
	if (error == -EINTR)
		return RS_CHUNK_AGAIN;
	if (error == -EAGAIN && (chunk->offset == RS_OFFSET_CURRENT || ++chunk->n_refusals < MAX_REFUSALS))
		return RS_CHUNK_POLL;
	if (chunk->align && (error == -EINVAL || error == -EOPNOTSUPP)) {
		chunk->is_refused = true;
		turn_to_buffered(chunk);
		return RS_CHUNK_AGAIN;
	}
	chunk->error = error;
	return become_ready(chunk);
}

enum rs_chunk_next rs_chunk_advance(struct rs_chunk *chunk, int64_t res)
{
	if (res < 0)
		return note_error(chunk, (int)res);
	if ((uint64_t)res > chunk->want - chunk->len)
		return note_error(chunk, -EIO);
	chunk->n_refusals = 0;
	chunk->len += (size_t)res;
	chunk->is_end = res == 0;
	if (chunk->align) {
		chunk->n_direct += (size_t)res;
		if (chunk->len % chunk->align != 0)
			turn_to_buffered(chunk);
	}
	if (res > 0 && chunk->len < chunk->want && !chunk->is_partial)
		return RS_CHUNK_AGAIN;
	return become_ready(chunk);
}

void rs_chunk_reset(struct rs_chunk *chunk)
{
	*chunk = (struct rs_chunk){ .buf = chunk->buf, .cap = chunk->cap, .pool = chunk->pool, .fd = -1 };
}

int rs_pool_create(size_t chunk_len, unsigned n_chunks, enum rs_pool_kind kind, struct rs_pool **ret_pool)
{
	struct rs_pool *pool = calloc(1, sizeof(*pool));

	if (!pool)
		return -ENOMEM;
	pool->chunk_len = chunk_len;
	pool->n_chunks = n_chunks;
	pool->kind = kind;
	*ret_pool = pool;
	return 0;
}

static size_t memory_len(const struct rs_pool *pool)
{
	switch (pool->kind) {
	case RS_POOL_ZEROS:
		return pool->chunk_len;
	case RS_POOL_MEMORY:
	default:
		return pool->chunk_len * pool->n_chunks;
	}
}

void rs_pool_destroy(struct rs_pool *pool)
{
	if (!pool)
		return;
	if (pool->memory)
		munmap(pool->memory, memory_len(pool));
	free(pool->chunks);
	free(pool);
}

static int map_memory(struct rs_pool *pool)
{
	int prot = pool->kind == RS_POOL_ZEROS ? PROT_READ : PROT_READ | PROT_WRITE;
	void *memory;

	memory = mmap(NULL, memory_len(pool), prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return -ENOMEM;
	/*
	 * Whole huge pages are pinned, and described to a disk, in a hundredth of the time. Where there are none, so be
	 * it. Zeros are best in the small page that is the same for all of them: it stays in the fastest cache.
	 */
	if (pool->chunk_len >= HUGE_PAGE_LEN && pool->kind == RS_POOL_MEMORY)
		madvise(memory, memory_len(pool), MADV_HUGEPAGE);
	pool->memory = memory;
	return 0;
}

static uint8_t *memory_of(const struct rs_pool *pool, unsigned i)
{
	switch (pool->kind) {
	case RS_POOL_ZEROS:
		return pool->memory;
	case RS_POOL_MEMORY:
	default:
		return pool->memory + i * pool->chunk_len;
	}
}

static int fill(struct rs_pool *pool)
{
	pool->chunks = calloc(pool->n_chunks, sizeof(*pool->chunks));
	if (!pool->chunks)
		return -ENOMEM;
	if (map_memory(pool) < 0) {
		free(pool->chunks);
		pool->chunks = NULL;
		return -ENOMEM;
	}
	for (unsigned i = pool->n_chunks; i-- > 0;) {
		struct rs_chunk *chunk = &pool->chunks[i];

		chunk->buf = memory_of(pool, i);
		chunk->cap = pool->chunk_len;
		chunk->pool = pool;
		rs_chunk_give(chunk);
	}
	return 0;
}

int rs_pool_take(struct rs_pool *pool, struct rs_chunk **ret_chunk)
{
	struct rs_chunk *chunk;

	if (!pool->chunks) {
		int r = fill(pool);

		if (r < 0)
			return r;
	}
	chunk = pool->free;
	if (!chunk)
		return -EAGAIN;
	pool->free = chunk->next;
	chunk->next = NULL;
	*ret_chunk = chunk;
	return 0;
}

void rs_chunk_give(struct rs_chunk *chunk)
{
	if (!chunk)
		return;
	chunk->state = RS_CHUNK_FREE;
	/* The last one back is the first one out again: its memory is warm. */
	chunk->next = chunk->pool->free;
	chunk->pool->free = chunk;
}
