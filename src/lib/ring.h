/* SPDX-License-Identifier: MIT */
/*
 * Reads through io_uring(7): post chunks, wait, reap them. The only room that includes <liburing.h>.
 *
 * A ring that fails after its set-up (a seccomp filter that lets io_uring_setup(2) pass but not io_uring_enter(2), say)
 * is broken for good: -errno, never -ENOMEM, comes from post or wait, and the caller goes on without it.
 */
#ifndef RS_RING_H
#define RS_RING_H

#include "chunk.h"

/** Files shorter than this, in bytes, come as chains. */
#define RS_CHAIN_MAX (64 * 1024)

/** struct rs_chain - a small file opened, read whole and closed in one go, without a descriptor of the process */
struct rs_chain {
	/* set by the caller; both must stay until the chain is reaped */
	_Alignas(8) const char *path;
	int dir_fd;

	/* set by post */
	struct rs_chunk *chunk;

	/* valid once reaped */
	bool is_whole; /* chunk->buf holds the whole file, chunk->len bytes: a second read found the end behind it */

	/* owner: ring */
	unsigned slot;
	unsigned n_out; /* completions to come */
	struct rs_chain *next;
};

struct rs_ring;

/**
 * rs_ring_create() - set a ring up
 * @n_chunks: most chunks that will be posted at once
 * @n_chains: most chains, 0: none
 * @is_polled: have a kernel thread look for requests; no chains then
 * @wake_fd: an eventfd(2) that ends a wait from outside, or -1
 *
 * Owner: the caller. Thread: the one that will use it, and no other. Blocks: no.
 * Return: 0 or -errno: ENOSYS, EPERM, EACCES, ENOMEM, EMFILE … where the kernel refuses.
 */
int rs_ring_create(unsigned n_chunks, unsigned n_chains, bool is_polled, int wake_fd, struct rs_ring **ret_ring);

/**
 * rs_ring_destroy() - cancel what is under way, wait until the kernel is done with all chunks; NULL is allowed
 *
 * Return: true; false: the ring is broken and the kernel may still write to chunks that were posted. Their memory must
 * never be used again, nor freed.
 */
bool rs_ring_destroy(struct rs_ring *ring);

/**
 * rs_ring_post() - queue the read that fills @chunk; sent off by rs_ring_submit() or rs_ring_wait(). Return: 0 or
 * -errno.
 */
int rs_ring_post(struct rs_ring *ring, struct rs_chunk *chunk);

/** rs_ring_chain_room() - how many more chains may be posted; 0 for ever where the kernel lacks something for them */
unsigned rs_ring_chain_room(struct rs_ring *ring);

/**
 * rs_ring_post_chain() - queue the opening, reading and closing of a file; there must be room
 * @chunk: where to read it; a file that does not leave a byte of it free is not is_whole
 *
 * Return: 0 or -errno: broken.
 */
int rs_ring_post_chain(struct rs_ring *ring, struct rs_chain *chain, struct rs_chunk *chunk);

/**
 * rs_ring_wait_chains() - send off what is queued and wait until all chains are done, but not for long
 *
 * What is in the page cache is there at once; for what is not it is better to have most of it together than to look
 * after each one.
 *
 * Return: 0: look with rs_ring_reap(); other -errno: broken.
 */
int rs_ring_wait_chains(struct rs_ring *ring);

/** rs_ring_reap_chain() - a chain that is done, found by rs_ring_reap(), or NULL */
struct rs_chain *rs_ring_reap_chain(struct rs_ring *ring);

/**
 * rs_ring_submit() - send off what is queued; data that is in the page cache arrives during this call. Return: 0 or
 * -errno.
 */
int rs_ring_submit(struct rs_ring *ring);

/**
 * rs_ring_wait() - send off what is queued and wait until a chunk may be ready
 * @timeout_ms: negative: as long as it takes
 *
 * A wake that rs_ring_reap() saw before the wait ends it, too.
 *
 * Return: 0: look with rs_ring_reap(), which may still find nothing; -ETIMEDOUT; other -errno: broken.
 */
int rs_ring_wait(struct rs_ring *ring, int timeout_ms);

/** rs_ring_reap() - one chunk that is ready, or NULL. Reads that came short are posted again here. Blocks: no. */
struct rs_chunk *rs_ring_reap(struct rs_ring *ring);

/** rs_ring_is_idle() - no chunk and no chain is posted */
bool rs_ring_is_idle(const struct rs_ring *ring);

/** rs_ring_has_sent() - the kernel has chunks that it has not given back */
bool rs_ring_has_sent(const struct rs_ring *ring);

/** rs_ring_probe() - whether a ring can be set up here; @is_polled: as above. Return: 0 or -errno. */
int rs_ring_probe(bool is_polled);

#endif
