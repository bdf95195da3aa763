/* SPDX-License-Identifier: MIT */
/*
 * What the result of a read means for its chunk, as a table, and the pool that chunks come from.
 */
#include "fixture.h"
#include "chunk.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define WANT 100

TestSuite(pool, .fini = fixture_no_leaks);

static struct rs_chunk posted(uint64_t offset, size_t len)
{
	return (struct rs_chunk){
		.state = RS_CHUNK_POSTED,
		.cap = WANT,
		.want = WANT,
		.offset = offset,
		.len = len,
		.is_partial = offset == RS_OFFSET_CURRENT,
	};
}

Test(chunk, advance)
{
	static const struct {
		const char *what;
		uint64_t offset;
		size_t len; /* in the chunk before */
		int64_t res;
		enum rs_chunk_next next;
		size_t ret_len;
		int error;
		bool is_end;
	} rows[] = {
		{ "file: all at once", 0, 0, WANT, RS_CHUNK_DONE, WANT, 0, false },
		{ "file: short", 0, 0, 60, RS_CHUNK_AGAIN, 60, 0, false },
		{ "file: one byte", 7, 0, 1, RS_CHUNK_AGAIN, 1, 0, false },
		{ "file: the rest", 0, 60, 40, RS_CHUNK_DONE, WANT, 0, false },
		{ "file: short again", 0, 60, 39, RS_CHUNK_AGAIN, 99, 0, false },
		{ "file: nothing", 0, 0, 0, RS_CHUNK_DONE, 0, 0, true },
		{ "file: the end behind some bytes", 0, 60, 0, RS_CHUNK_DONE, 60, 0, true },
		{ "file: interrupted", 0, 0, -EINTR, RS_CHUNK_AGAIN, 0, 0, false },
		{ "file: interrupted half-way", 0, 60, -EINTR, RS_CHUNK_AGAIN, 60, 0, false },
		{ "file: not now", 0, 60, -EAGAIN, RS_CHUNK_POLL, 60, 0, false },
		{ "file: broken disk", 0, 0, -EIO, RS_CHUNK_DONE, 0, -EIO, false },
		{ "file: broken disk half-way", 0, 60, -EIO, RS_CHUNK_DONE, 60, -EIO, false },
		{ "file: more than asked for", 0, 0, WANT + 1, RS_CHUNK_DONE, 0, -EIO, false },
		{ "file: more than was left", 0, 60, 41, RS_CHUNK_DONE, 60, -EIO, false },
		{ "stream: full", RS_OFFSET_CURRENT, 0, WANT, RS_CHUNK_DONE, WANT, 0, false },
		{ "stream: some", RS_OFFSET_CURRENT, 0, 1, RS_CHUNK_DONE, 1, 0, false },
		{ "stream: the end", RS_OFFSET_CURRENT, 0, 0, RS_CHUNK_DONE, 0, 0, true },
		{ "stream: interrupted", RS_OFFSET_CURRENT, 0, -EINTR, RS_CHUNK_AGAIN, 0, 0, false },
		{ "stream: nothing yet", RS_OFFSET_CURRENT, 0, -EAGAIN, RS_CHUNK_POLL, 0, 0, false },
		{ "stream: reset by the peer", RS_OFFSET_CURRENT, 0, -ECONNRESET, RS_CHUNK_DONE, 0, -ECONNRESET, false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct rs_chunk chunk = posted(rows[i].offset, rows[i].len);

		cr_expect_eq(rs_chunk_advance(&chunk, rows[i].res), rows[i].next, "%s", rows[i].what);
		cr_expect_eq(chunk.len, rows[i].ret_len, "%s: %zu bytes", rows[i].what, chunk.len);
		cr_expect_eq(chunk.error, rows[i].error, "%s: error %d", rows[i].what, chunk.error);
		cr_expect_eq(chunk.is_end, rows[i].is_end, "%s", rows[i].what);
		cr_expect_eq(chunk.state, rows[i].next == RS_CHUNK_DONE ? RS_CHUNK_READY : RS_CHUNK_POSTED, "%s",
			     rows[i].what);
	}
}

/* A pipe may be empty for as long as it likes; a file that never stops saying "not now" must not hang the program. */
Test(chunk, endless_eagain)
{
	struct rs_chunk stream = posted(RS_OFFSET_CURRENT, 0);
	struct rs_chunk file = posted(0, 60);
	unsigned n = 0;

	for (unsigned i = 0; i < 100000; i++)
		cr_assert_eq(rs_chunk_advance(&stream, -EAGAIN), RS_CHUNK_POLL);
	while (rs_chunk_advance(&file, -EAGAIN) == RS_CHUNK_POLL)
		cr_assert_lt(++n, 100000u);
	cr_assert_gt(n, 10u);
	cr_assert_eq(file.error, -EAGAIN);
}

Test(chunk, eagain_is_forgiven_by_a_byte)
{
	struct rs_chunk chunk = posted(0, 0);

	chunk.want = 100000;
	for (unsigned i = 0; i < 50000; i++) {
		cr_assert_eq(rs_chunk_advance(&chunk, -EAGAIN), RS_CHUNK_POLL);
		cr_assert_eq(rs_chunk_advance(&chunk, 1), RS_CHUNK_AGAIN);
	}
	cr_assert_eq(chunk.len, 50000u);
}

Test(pool, hands_out_what_it_has)
{
	struct rs_chunk *chunks[5];
	struct rs_pool *pool;
	struct rs_chunk *more = NULL;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	cr_assert_eq(rs_pool_create(2 * page, 5, RS_POOL_MEMORY, &pool), 0);
	for (unsigned i = 0; i < 5; i++) {
		cr_assert_eq(rs_pool_take(pool, &chunks[i]), 0);
		cr_assert_eq(chunks[i]->cap, 2 * page);
		cr_assert_eq((uintptr_t)chunks[i]->buf % page, 0u);
		memset(chunks[i]->buf, (int)i, chunks[i]->cap);
	}
	cr_assert_eq(rs_pool_take(pool, &more), -EAGAIN);
	cr_assert_null(more);
	for (unsigned i = 0; i < 5; i++)
		cr_assert(chunks[i]->buf[0] == i && chunks[i]->buf[2 * page - 1] == i, "chunks overlap");
	rs_chunk_give(chunks[3]);
	rs_chunk_give(chunks[1]);
	cr_assert_eq(rs_pool_take(pool, &more), 0);
	cr_assert_eq(more, chunks[1], "the warm one comes first");
	cr_assert_eq(rs_pool_take(pool, &more), 0);
	cr_assert_eq(more, chunks[3]);
	cr_assert_eq(rs_pool_take(pool, &more), -EAGAIN);
	rs_pool_destroy(pool);
}

Test(pool, nothing_is_fine)
{
	struct rs_pool *pool;

	rs_chunk_give(NULL);
	rs_pool_destroy(NULL);
	cr_assert_eq(rs_pool_create(4096, 1, RS_POOL_MEMORY, &pool), 0);
	rs_pool_destroy(pool);
}
