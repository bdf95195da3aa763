/* SPDX-License-Identifier: MIT */
/*
 * One io_uring for one thread. Every request carries its chunk or its chain as user data, with the kind of request in
 * the lowest bits. Requests are counted from queueing to completion, so it is always known whether the kernel may still
 * write to a chunk. What the result of a read means is chunk.c's affair.
 */
#include "ring.h"
#include "wake.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include <liburing.h>

/* The lowest bits of user_data; the rest is the address of a chunk or chain, or 0. */
enum tag {
	TAG_READ,	/* chunk */
	TAG_POLL,	/* chunk: wait until its descriptor is readable */
	TAG_CHAIN_OPEN,
	TAG_CHAIN,	/* chain: the read that brings the file */
	TAG_CHAIN_REST, /* chain: the read that should bring nothing */
	TAG_CHAIN_CLOSE,
	TAG_WAKE,
	TAG_CANCEL,
};
#define TAG_MASK 7u

_Static_assert(_Alignof(struct rs_chunk) > TAG_MASK && _Alignof(struct rs_chain) > TAG_MASK,
	       "tags need the lowest bits");

/* How long the kernel's thread looks for requests before it goes to sleep. */
#define POLLED_IDLE_MS 100

/* What is not in the page cache takes longer than this, or much less. */
#define CHAINS_WAIT_MS 2

/* Tries in a row that may end in EAGAIN or EBUSY before the ring counts as broken. */
#define MAX_REFUSALS 1000

struct rs_ring {
	struct io_uring uring;
	int wake_fd;
	unsigned n_out; /* requests of chunks and chains, queued or with the kernel */
	unsigned n_other; /* wake and cancel requests, likewise */
	bool is_polled;	  /* the kernel takes requests when it likes */
	bool has_sent;	  /* of those n_out the kernel may have some */
	unsigned n_refusals;
	/* chains */
	unsigned n_chain_out; /* of n_out, those of chains */
	unsigned n_chains; /* wanted; 0: none, or none possible */
	bool has_slots;	   /* n_chains direct descriptors are registered */
	uint64_t free_slots;
	struct rs_chain *done;

	bool is_woken;	 /* since the last wait */
	bool is_closing; /* nothing is posted again */
	int error;	 /* broken for good */
};

/* Before Linux 5.11 such a ring only knows registered files. */
static int setup_polled(unsigned n_entries, struct io_uring *uring)
{
	struct io_uring_params params = { .flags = IORING_SETUP_SQPOLL, .sq_thread_idle = POLLED_IDLE_MS };
	int r = io_uring_queue_init_params(n_entries, uring, &params);

	if (r == 0 && !(params.features & IORING_FEAT_SQPOLL_NONFIXED)) {
		io_uring_queue_exit(uring);
		r = -EOPNOTSUPP;
	}
	return r;
}

static int setup(unsigned n_entries, bool is_polled, struct io_uring *uring)
{
	/*
	 * Completions are only wanted when this one thread asks for them: no interrupts between two blocks of a digest.
	 * The flag tells a mere look that there are some, or a file that is always ready would hide all others.
	 */
	static const unsigned flags[] = {
		IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG,
		IORING_SETUP_COOP_TASKRUN | IORING_SETUP_TASKRUN_FLAG,
		0,
	};
	int r = -EINVAL;

	if (is_polled)
		return setup_polled(n_entries, uring);
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

static void set_user_data(struct io_uring_sqe *sqe, const void *object, enum tag tag)
{
	io_uring_sqe_set_data64(sqe, (uint64_t)(uintptr_t)object | tag);
}

static int queue_poll(struct rs_ring *ring, int fd, const void *object, enum tag tag)
{
	struct io_uring_sqe *sqe = NULL;
	int r = get_sqe(ring, &sqe);

	if (r < 0)
		return r;
	io_uring_prep_poll_add(sqe, fd, POLLIN);
	set_user_data(sqe, object, tag);
	return 0;
}

static int queue_wake(struct rs_ring *ring)
{
	int r;

	if (ring->wake_fd < 0)
		return 0;
	r = queue_poll(ring, ring->wake_fd, NULL, TAG_WAKE);
	if (r == 0)
		ring->n_other++;
	return r;
}

int rs_ring_create(unsigned n_chunks, unsigned n_chains, bool is_polled, int wake_fd, struct rs_ring **ret_ring)
{
	struct rs_ring *ring = calloc(1, sizeof(*ring));
	int r;

	if (!ring)
		return -ENOMEM;
	ring->wake_fd = wake_fd;
	ring->is_polled = is_polled;
	ring->n_chains = is_polled ? 0 : n_chains < 64 ? n_chains : 64;
	/* Each chunk has one request at a time, a chain has four; two more are for waking and cancelling. */
	r = setup(n_chunks + 4 * ring->n_chains + 2, is_polled, &ring->uring);
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

int rs_ring_probe(bool is_polled)
{
	struct io_uring uring;
	int r = setup(2, is_polled, &uring);

	if (r == 0)
		io_uring_queue_exit(&uring);
	return r;
}

/* To be called behind each enter of the kernel: whether it took something that is counted in n_out. */
static void note_sent(struct rs_ring *ring, unsigned n_ready_before)
{
	if (ring->n_out > 0 && (ring->is_polled || io_uring_sq_ready(&ring->uring) < n_ready_before))
		ring->has_sent = true;
}

static void count_down(struct rs_ring *ring)
{
	if (--ring->n_out == 0)
		ring->has_sent = false;
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
	/* The ring's lack of memory is not the caller's, who can go on without a ring. */
	ring->error = r == -ENOMEM ? -ENOBUFS : r;
	return ring->error;
}

int rs_ring_submit(struct rs_ring *ring)
{
	unsigned n_ready = io_uring_sq_ready(&ring->uring);
	int r;

	if (ring->error)
		return ring->error;
	if (n_ready == 0 && ring->n_out == 0)
		return 0;
	/* Without asking for events, what has arrived for others would stay with the kernel until somebody waits. */
	r = io_uring_submit_and_get_events(&ring->uring);
	note_sent(ring, n_ready);
	return judge(ring, r);
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
	set_user_data(sqe, chunk, TAG_READ);
	return 0;
}

int rs_ring_post(struct rs_ring *ring, struct rs_chunk *chunk)
{
	int r;

	if (ring->error)
		return ring->error;
	r = chunk->is_polled ? queue_poll(ring, chunk->fd, chunk, TAG_POLL) : queue_read(ring, chunk);
	if (r == 0)
		ring->n_out++;
	return r;
}

static int wait_for(struct rs_ring *ring, unsigned n_events, int timeout_ms)
{
	struct __kernel_timespec ts = { .tv_sec = timeout_ms / 1000, .tv_nsec = (timeout_ms % 1000) * 1000000LL };
	unsigned n_ready = io_uring_sq_ready(&ring->uring);
	struct io_uring_cqe *cqe;
	int r;

	if (ring->error)
		return ring->error;
	r = io_uring_submit_and_wait_timeout(&ring->uring, &cqe, n_events, timeout_ms < 0 ? NULL : &ts, NULL);
	note_sent(ring, n_ready);
	return judge(ring, r);
}

int rs_ring_wait(struct rs_ring *ring, int timeout_ms)
{
	/* Whoever wakes may be faster than the thread that is about to wait. */
	if (ring->is_woken) {
		ring->is_woken = false;
		return rs_ring_submit(ring);
	}
	return wait_for(ring, 1, timeout_ms);
}

int rs_ring_wait_chains(struct rs_ring *ring)
{
	int r = wait_for(ring, ring->n_chain_out, CHAINS_WAIT_MS);

	return r == -ETIMEDOUT ? 0 : r;
}

/*
 * Slots for direct descriptors, registered with the first chain. They count against RLIMIT_NOFILE, so a low limit
 * leaves fewer.
 */
static void register_slots(struct rs_ring *ring)
{
	unsigned n = ring->n_chains;
	int r = io_uring_register_files_sparse(&ring->uring, n);

	while (r == -EMFILE && (n /= 2) > 0)
		r = io_uring_register_files_sparse(&ring->uring, n);
	ring->has_slots = r == 0;
	ring->n_chains = r == 0 ? n : 0;
	ring->free_slots = n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

unsigned rs_ring_chain_room(struct rs_ring *ring)
{
	if (!ring->has_slots && ring->n_chains > 0)
		register_slots(ring);
	return ring->n_chains > 0 && !ring->error ? (unsigned)__builtin_popcountll(ring->free_slots) : 0;
}

/* A link that breaks when @sqe fails, or one that holds all the same: the file is to be closed whatever a read says. */
static void link_next(struct io_uring_sqe *sqe, unsigned flag)
{
	io_uring_sqe_set_flags(sqe, sqe->flags | flag);
}

static void queue_slot_read(struct io_uring_sqe *sqe, struct rs_chain *chain, void *to, size_t len, enum tag tag)
{
	/* At the descriptor's own position, so that the second read goes on where the first one stopped. */
	io_uring_prep_read(sqe, (int)chain->slot, to, (unsigned)len, RS_OFFSET_CURRENT);
	io_uring_sqe_set_flags(sqe, IOSQE_FIXED_FILE);
	link_next(sqe, IOSQE_IO_HARDLINK);
	set_user_data(sqe, chain, tag);
}

/* The parts of a chain must be sent in one go, or the links between them are cut. */
static int make_space(struct rs_ring *ring, unsigned n)
{
	int r = 0;

	if (io_uring_sq_space_left(&ring->uring) < n)
		r = rs_ring_submit(ring);
	if (r == 0 && io_uring_sq_space_left(&ring->uring) < n)
		r = ring->error = -EBUSY;
	return r;
}

int rs_ring_post_chain(struct rs_ring *ring, struct rs_chain *chain, struct rs_chunk *chunk)
{
	struct io_uring_sqe *sqe;
	int r = ring->error ? ring->error : make_space(ring, 4);

	if (r < 0)
		return r;
	chain->slot = (unsigned)__builtin_ctzll(ring->free_slots);
	ring->free_slots &= ring->free_slots - 1;
	chain->chunk = chunk;
	chain->is_whole = false;
	chain->n_out = 4;
	chunk->len = 0;
	chunk->error = 0;
	ring->n_out += chain->n_out;
	ring->n_chain_out += chain->n_out;

	sqe = io_uring_get_sqe(&ring->uring);
	io_uring_prep_openat_direct(sqe, chain->dir_fd, chain->path, O_RDONLY | O_NOCTTY, 0, chain->slot);
	/*
	 * No IOSQE_CQE_SKIP_SUCCESS: where the open fails, it would swallow the completions of all that is linked to
	 * it.
	 */
	link_next(sqe, IOSQE_IO_LINK);
	set_user_data(sqe, chain, TAG_CHAIN_OPEN);
	/* The last byte of the chunk is for the second read, which should bring none. */
	queue_slot_read(io_uring_get_sqe(&ring->uring), chain, chunk->buf, chunk->cap - 1, TAG_CHAIN);
	queue_slot_read(io_uring_get_sqe(&ring->uring), chain, chunk->buf + chunk->cap - 1, 1, TAG_CHAIN_REST);
	sqe = io_uring_get_sqe(&ring->uring);
	io_uring_prep_close_direct(sqe, chain->slot);
	set_user_data(sqe, chain, TAG_CHAIN_CLOSE);
	return 0;
}

/* One part of a chain is done. Whatever went wrong, the file is not whole, and will be read as any other. */
static void complete_chain(struct rs_ring *ring, struct rs_chain *chain, enum tag tag, int res)
{
	if (tag == TAG_CHAIN) {
		chain->chunk->error = res < 0 ? res : 0;
		chain->chunk->len = res < 0 ? 0 : (size_t)res;
	} else if (tag == TAG_CHAIN_REST) {
		chain->is_whole = res == 0 && !chain->chunk->error;
	}
	count_down(ring);
	ring->n_chain_out--;
	if (--chain->n_out > 0)
		return;
	ring->free_slots |= UINT64_C(1) << chain->slot;
	chain->next = ring->done;
	ring->done = chain;
}

struct rs_chain *rs_ring_reap_chain(struct rs_ring *ring)
{
	struct rs_chain *chain = ring->done;

	if (chain)
		ring->done = chain->next;
	return chain;
}

static void drain_wake(struct rs_ring *ring)
{
	ring->n_other--;
	ring->is_woken = true;
	rs_wake_drain(ring->wake_fd);
	if (!ring->error && !ring->is_closing)
		queue_wake(ring);
}

/* The chunk where it is ready now; where not, its next request is on its way. */
static struct rs_chunk *complete_chunk(struct rs_ring *ring, struct rs_chunk *chunk, enum tag tag, int res)
{
	enum rs_chunk_next next = RS_CHUNK_AGAIN;
	int r;

	count_down(ring);
	if (tag == TAG_READ || (res < 0 && res != -EINTR))
		next = rs_chunk_advance(chunk, res);
	if (next == RS_CHUNK_DONE)
		return chunk;
	if (ring->is_closing)
		return NULL;
	r = next == RS_CHUNK_AGAIN ? queue_read(ring, chunk) : queue_poll(ring, chunk->fd, chunk, TAG_POLL);
	/* Where the ring is broken the chunk stays in state posted, for the caller to post elsewhere. */
	if (r == 0)
		ring->n_out++;
	return NULL;
}

static struct rs_chunk *complete(struct rs_ring *ring, uint64_t user_data, int res)
{
	void *object = (void *)(uintptr_t)(user_data & ~(uint64_t)TAG_MASK);
	enum tag tag = user_data & TAG_MASK;

	switch (tag) {
	case TAG_READ:
	case TAG_POLL:
		return complete_chunk(ring, object, tag, res);
	case TAG_CHAIN_OPEN:
	case TAG_CHAIN:
	case TAG_CHAIN_REST:
	case TAG_CHAIN_CLOSE:
		complete_chain(ring, object, tag, res);
		break;
	case TAG_WAKE:
		drain_wake(ring);
		break;
	case TAG_CANCEL:
		ring->n_other--;
		/* Kernels before 5.19 cannot cancel everything: what waits for a pipe would be waited for. */
		if (res == -EINVAL)
			ring->error = res;
		break;
	}
	return NULL;
}

struct rs_chunk *rs_ring_reap(struct rs_ring *ring)
{
	struct io_uring_cqe *cqe;

	while (io_uring_cq_ready(&ring->uring) > 0 && io_uring_peek_cqe(&ring->uring, &cqe) == 0) {
		uint64_t user_data = io_uring_cqe_get_data64(cqe);
		int res = cqe->res;
		struct rs_chunk *chunk;

		io_uring_cqe_seen(&ring->uring, cqe);
		chunk = complete(ring, user_data, res);
		if (chunk)
			return chunk;
	}
	return NULL;
}

bool rs_ring_is_idle(const struct rs_ring *ring)
{
	return ring->n_out == 0;
}

bool rs_ring_has_sent(const struct rs_ring *ring)
{
	return ring->has_sent;
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
	set_user_data(sqe, NULL, TAG_CANCEL);
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
