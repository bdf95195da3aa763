/* SPDX-License-Identifier: MIT */
/*
 * The list of mapped stretches is the one thing in the library that is global and changes, as a signal handler can look
 * nowhere else. It is a fixed number of places, each taken, filled and freed by atomic steps: the handler may interrupt
 * any of them, in any thread. A place is only looked at for addresses of its own stretch, and those are read by nobody
 * while the place is being filled or freed.
 */
#include "map.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_GUARDS 4096

/* Values of guard.start that are no address. */
#define FREE 0
#define TAKEN 1

struct guard {
	_Atomic uintptr_t start;
	_Atomic uintptr_t end;
	_Atomic bool is_damaged;
};

static struct guard guards[MAX_GUARDS];
/* Where a free place was found last, as a hint. */
static _Atomic unsigned last_guard;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int install_error;
static struct sigaction previous;
static uintptr_t page_len;

static struct guard *find_guard(uintptr_t address)
{
	for (unsigned i = 0; i < MAX_GUARDS; i++) {
		uintptr_t start = atomic_load(&guards[i].start);

		if (start != FREE && start != TAKEN && address >= start && address < atomic_load(&guards[i].end))
			return &guards[i];
	}
	return NULL;
}

/* Raised by an instruction, which will run again; else somebody sent it, and nothing will raise it a second time. */
static bool is_fault(const siginfo_t *info)
{
	return info->si_code > 0 && info->si_code != BUS_MCEERR_AO;
}

/* Not ours: do what would have been done without us. */
static void pass_on(int sig, siginfo_t *info, void *context)
{
	if (previous.sa_flags & SA_SIGINFO)
		previous.sa_sigaction(sig, info, context);
	else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
		previous.sa_handler(sig);
	else if (is_fault(info))
		/* Back at the same instruction the default action will take its course. */
		sigaction(sig, &previous, NULL);
	else if (previous.sa_handler == SIG_DFL && sigaction(sig, &previous, NULL) == 0)
		raise(sig);
}

static void on_sigbus(int sig, siginfo_t *info, void *context)
{
	int saved = errno;
	uintptr_t address = (uintptr_t)info->si_addr;
	struct guard *guard = info->si_code > 0 ? find_guard(address) : NULL;
	uintptr_t page = address & ~(page_len - 1);

	/* Zeros from here to the end: what is behind a page that is gone is gone as well. */
	if (guard && mmap((void *)page, atomic_load(&guard->end) - page, PROT_READ,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
		atomic_store(&guard->is_damaged, true);
	else
		pass_on(sig, info, context);
	errno = saved;
}

static void install(void)
{
	struct sigaction action = { .sa_sigaction = on_sigbus, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK };

	page_len = (uintptr_t)sysconf(_SC_PAGESIZE);
	sigemptyset(&action.sa_mask);
	install_error = sigaction(SIGBUS, &action, &previous) < 0 ? -errno : 0;
}

/* Where SIGBUS is blocked, a fault ends the process whatever the handler is. */
static bool is_blocked(void)
{
	sigset_t set;

	return pthread_sigmask(SIG_BLOCK, NULL, &set) != 0 || sigismember(&set, SIGBUS) == 1;
}

/* Take a place. Return: its number, or -EAGAIN. */
static int take_guard(void)
{
	unsigned first = atomic_load_explicit(&last_guard, memory_order_relaxed);

	for (unsigned i = 0; i < MAX_GUARDS; i++) {
		unsigned n = (first + i) % MAX_GUARDS;
		uintptr_t expected = FREE;

		if (atomic_compare_exchange_strong(&guards[n].start, &expected, TAKEN)) {
			atomic_store_explicit(&last_guard, n, memory_order_relaxed);
			return (int)n;
		}
	}
	return -EAGAIN;
}

int rs_map_open(int fd, uint64_t offset, size_t len, struct rs_map *ret_map)
{
	void *start;
	int n;
	int r;

	pthread_once(&once, install);
	if (install_error || is_blocked())
		return install_error ? install_error : -EPERM;
	n = take_guard();
	if (n < 0)
		return n;
	len = (len + page_len - 1) & ~(size_t)(page_len - 1);
	start = mmap(NULL, len, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, (off_t)offset);
	if (start == MAP_FAILED) {
		r = -errno;
		atomic_store(&guards[n].start, FREE);
		return r;
	}
	atomic_store(&guards[n].is_damaged, false);
	atomic_store(&guards[n].end, (uintptr_t)start + len);
	atomic_store(&guards[n].start, (uintptr_t)start);
	*ret_map = (struct rs_map){ start, len, (unsigned)n };
	return 0;
}

bool rs_map_is_damaged(const struct rs_map *map)
{
	return map->start && atomic_load(&guards[map->guard].is_damaged);
}

void rs_map_close(struct rs_map *map)
{
	if (!map->start)
		return;
	/* Out of the handler's sight before the addresses can become somebody else's. */
	atomic_store(&guards[map->guard].start, TAKEN);
	munmap(map->start, map->len);
	atomic_store(&guards[map->guard].start, FREE);
	map->start = NULL;
}
