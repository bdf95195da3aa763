/* SPDX-License-Identifier: MIT */
/*
 * A worker whose ring is taken away between two of its steps.
 */
#include "hand.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KIB 1024u

/*
 * The ring is taken away once @n_steps steps are done. Every file gets its right digest; a pipe does too, or an error.
 * Chunks that the kernel has are leaked on purpose.
 */
static void lose_ring(enum ringsum_io io, unsigned n_steps)
{
	const size_t len = 1200 * KIB;
	uint8_t *data = fixture_bytes(len);
	struct rs_worker *worker = worker_create(io);
	struct ringsum_job job;
	int fds[2];

	fixture_pipe(fds);
	job = fixture_job(NULL, fds[0]);
	job.cookie = (void *)(uintptr_t)1;
	worker_add(worker, worker_new_job(&job));
	for (unsigned i = 0; i < 6; i++) {
		int fd = fixture_file(data, len >> i);

		job = fixture_job(fixture_path(fd), AT_FDCWD);
		job.cookie = (void *)(uintptr_t)(len >> i);
		worker_add(worker, worker_new_job(&job));
		close(fd);
	}
	fixture_write(fds[1], data, 20000);
	for (unsigned i = 0; i < n_steps; i++)
		rs_worker_step(worker, 0);
	fixture_deny(SYS_io_uring_enter, EPERM);
	fixture_write(fds[1], data + 20000, 20000);
	close(fds[1]);
	while (rs_worker_n_active(worker) > 0) {
		struct rs_job *done = worker_next_finished(worker);
		uintptr_t number = (uintptr_t)done->job.cookie;

		if (number > 1) {
			worker_expect(done, data, number);
		} else if (done->error) {
			cr_assert_eq(done->stage, RINGSUM_STAGE_READ);
			/* A polling kernel thread may take a request at any time, so it counts as taken. */
			cr_assert(io == RINGSUM_IO_SQPOLL || (io != RINGSUM_IO_PLAIN && n_steps > 0),
				  "error %d where nothing was lost", done->error);
		} else {
			worker_expect(done, data, 40000);
		}
		worker_free_job(done);
	}
	rs_worker_destroy(worker);
	close(fds[0]);
	free(data);
}

struct loss {
	enum ringsum_io io;
	unsigned n_steps;
};

/* Each in a process of its own, as there is no way back from a filter. */
ParameterizedTestParameters(worker_lost_ring, after_some_steps)
{
	static struct loss losses[FIXTURE_N_IOS * 16];
	size_t n = 0;

	for (size_t i = 0; i < FIXTURE_N_IOS; i++) {
		for (unsigned n_steps = 0; n_steps < 16; n_steps++)
			losses[n++] = (struct loss){ fixture_all_ios[i], n_steps };
	}
	return cr_make_param_array(struct loss, losses, n);
}

ParameterizedTest(struct loss *loss, worker_lost_ring, after_some_steps, .timeout = 20)
{
	lose_ring(loss->io, loss->n_steps);
}
