/* SPDX-License-Identifier: MIT */
/*
 * One io_uring for one thread. Every request carries its chunk as user data, with the lowest bit set where it only waits
 * for the descriptor to become readable. Requests are counted from queueing to completion, so it is always known whether
 * the kernel may still write to a chunk. What a result means is chunk.c's affair.
 */
#include "ring.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include <liburing.h>

/* user_data of requests that belong to no chunk */
#define TAG_WAKE 1u
#define TAG_CANCEL 2u
/* lowest bit of a chunk's address: the request was a poll */
#define TAG_POLL 1u

/* Tries in a row that may end in EAGAIN or EBUSY before the ring counts as broken. */
#define MAX_REFUSALS 1000

struct rs_ring {
	struct io_uring uring;
	int wake_fd;
	unsigned n_out; /* requests of chunks, queued or with the kernel */
	unsigned n_other; /* wake and cancel requests, likewise */
	unsigned n_refusals;
	bool is_closing; /* nothing is posted again */
	int error;	 /* broken for good */
};

static int setup(unsigned n_entries, struct io_uring *uring)
{
	/* Completions are only wanted when this one thread asks for them: no interrupts between two blocks of a digest. */
	static const unsigned flags[] = {
		IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
		IORING_SETUP_COOP_TASKRUN,
		0,
	};
	int r = -EINVAL;

	for (size_t i = 0; r == -EINVAL && i < sizeof(flags) / sizeof(flags[0]); i++)
		r = io_uring_queue_init(n_entries, uring, flags[i]);
	return r;
}

/* Room for a request; the ring is made large enough, so that only a broken one has none. */
static int get_sqe(struct rs_ring *ring, struct io_uring_sqe **ret_sqe)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring->uring);

	if (!sqe && rs_ring_submit(ring) == 0)
		sqe = io_uring_get_sqe(&ring->uring);
	if (!sqe) {
		if (!ring->error)
			ring->error = -EBUSY;
		return ring->error;
	}
	*ret_sqe = sqe;
	return 0;
}

static int queue_poll(struct rs_ring *ring, int fd, uint64_t user_data)
{
	struct io_uring_sqe *sqe = NULL;
	int r = get_sqe(ring, &sqe);

	if (r < 0)
		return r;
	io_uring_prep_poll_add(sqe, fd, POLLIN);
	io_uring_sqe_set_data64(sqe, user_data);
	return 0;
}

static int queue_wake(struct rs_ring *ring)
{
	int r;

	if (ring->wake_fd < 0)
		return 0;
	r = queue_poll(ring, ring->wake_fd, TAG_WAKE);
	if (r == 0)
		ring->n_other++;
	return r;
}

int rs_ring_create(unsigned n_chunks, int wake_fd, struct rs_ring **ret_ring)
{
	struct rs_ring *ring = calloc(1, sizeof(*ring));
	int r;

	if (!ring)
		return -ENOMEM;
	ring->wake_fd = wake_fd;
	/* Each chunk has one request at a time; two more for waking and cancelling. */
	r = setup(n_chunks + 2, &ring->uring);
	if (r < 0) {
		free(ring);
		return r;
	}
	r = queue_wake(ring);
	if (r < 0) {
		rs_ring_destroy(ring);
		return r;
	}
	*ret_ring = ring;
	return 0;
}

int rs_ring_probe(void)
{
	struct io_uring uring;
	int r = setup(2, &uring);

	if (r == 0)
		io_uring_queue_exit(&uring);
	return r;
}

/*
 * What an enter of the kernel said: done, not now, or never again. EAGAIN and EBUSY go away once completions are reaped
 * or memory comes back; a ring that says nothing else is no use.
 */
static int judge(struct rs_ring *ring, int r)
{
	if (r >= 0 || r == -ETIME) {
		ring->n_refusals = 0;
		return r == -ETIME ? -ETIMEDOUT : 0;
	}
	if (r == -EINTR)
		return 0;
	if ((r == -EAGAIN || r == -EBUSY) && ++ring->n_refusals < MAX_REFUSALS)
		return 0;
	ring->error = r;
	return r;
}

int rs_ring_submit(struct rs_ring *ring)
{
	if (ring->error)
		return ring->error;
	if (io_uring_sq_ready(&ring->uring) == 0)
		return 0;
	return judge(ring, io_uring_submit(&ring->uring));
}

static int queue_read(struct rs_ring *ring, struct rs_chunk *chunk)
{
	struct io_uring_sqe *sqe = NULL;
	uint64_t offset = chunk->offset;
	int r = get_sqe(ring, &sqe);

	if (r < 0)
		return r;
	if (offset != RS_OFFSET_CURRENT)
		offset += chunk->len;
	/* RS_OFFSET_CURRENT is -1, which means the same to the kernel. */
	io_uring_prep_read(sqe, chunk->fd, chunk->buf + chunk->len, (unsigned)(chunk->want - chunk->len), offset);
	io_uring_sqe_set_data(sqe, chunk);
	return 0;
}

int rs_ring_post(struct rs_ring *ring, struct rs_chunk *chunk)
{
	int r;

	if (ring->error)
		return ring->error;
	r = queue_read(ring, chunk);
	if (r == 0)
		ring->n_out++;
	return r;
}

int rs_ring_wait(struct rs_ring *ring, int timeout_ms)
{
	struct __kernel_timespec ts = { .tv_sec = timeout_ms / 1000, .tv_nsec = (timeout_ms % 1000) * 1000000LL };
	struct io_uring_cqe *cqe;

	if (ring->error)
		return ring->error;
	return judge(ring, io_uring_submit_and_wait_timeout(&ring->uring, &cqe, 1, timeout_ms < 0 ? NULL : &ts, NULL));
}

static void drain_wake(struct rs_ring *ring)
{
	uint64_t n;

	ring->n_other--;
	while (read(ring->wake_fd, &n, sizeof(n)) < 0 && errno == EINTR)
		;
	if (!ring->error && !ring->is_closing)
		queue_wake(ring);
}

/* The chunk of one completion where it is ready now; where not, its next request is on its way. */
static struct rs_chunk *complete(struct rs_ring *ring, uint64_t user_data, int res)
{
	struct rs_chunk *chunk = (struct rs_chunk *)(uintptr_t)(user_data & ~(uint64_t)TAG_POLL);
	enum rs_chunk_next next = RS_CHUNK_AGAIN;
	int r;

	ring->n_out--;
	if (!(user_data & TAG_POLL))
		next = rs_chunk_advance(chunk, res);
	else if (res < 0 && res != -EINTR)
		next = rs_chunk_advance(chunk, res);
	if (next == RS_CHUNK_DONE)
		return chunk;
	if (ring->is_closing)
		return NULL;
	r = next == RS_CHUNK_AGAIN ? queue_read(ring, chunk) :
				     queue_poll(ring, chunk->fd, (uint64_t)(uintptr_t)chunk | TAG_POLL);
	/* Where the ring is broken the chunk stays in state posted, for the caller to post elsewhere. */
	if (r == 0)
		ring->n_out++;
	return NULL;
}

struct rs_chunk *rs_ring_reap(struct rs_ring *ring)
{
	struct io_uring_cqe *cqe;

	while (io_uring_peek_cqe(&ring->uring, &cqe) == 0) {
		uint64_t user_data = io_uring_cqe_get_data64(cqe);
		int res = cqe->res;
		struct rs_chunk *chunk;

		io_uring_cqe_seen(&ring->uring, cqe);
		if (user_data == TAG_WAKE) {
			drain_wake(ring);
		} else if (user_data == TAG_CANCEL) {
			ring->n_other--;
		} else {
			chunk = complete(ring, user_data, res);
			if (chunk)
				return chunk;
		}
	}
	return NULL;
}

bool rs_ring_is_idle(const struct rs_ring *ring)
{
	return ring->n_out == 0;
}

bool rs_ring_has_sent(const struct rs_ring *ring)
{
	return ring->n_out > 0 && ring->n_out + ring->n_other > io_uring_sq_ready(&ring->uring);
}

/* Ask for an end of everything and reap until the kernel has let go of every chunk. */
static int drain(struct rs_ring *ring)
{
	struct io_uring_sqe *sqe = NULL;
	int r;

	ring->is_closing = true;
	r = get_sqe(ring, &sqe);
	if (r < 0)
		return r;
	io_uring_prep_cancel64(sqe, 0, IORING_ASYNC_CANCEL_ANY | IORING_ASYNC_CANCEL_ALL);
	io_uring_sqe_set_data64(sqe, TAG_CANCEL);
	ring->n_other++;
	while (ring->n_out > 0) {
		r = rs_ring_wait(ring, -1);
		if (r < 0)
			return r;
		while (rs_ring_reap(ring))
			;
	}
	return 0;
}

bool rs_ring_destroy(struct rs_ring *ring)
{
	bool is_clean;

	if (!ring)
		return true;
	is_clean = !rs_ring_has_sent(ring) || drain(ring) == 0;
	io_uring_queue_exit(&ring->uring);
	free(ring);
	return is_clean;
}
