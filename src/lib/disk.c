/* SPDX-License-Identifier: MIT */
/*
 * Kinds of disk, and the gate in front of the slow ones and of streams. The gate is only ever asked about those, so its
 * lock is no concern of anybody in a hurry.
 */
#include "disk.h"
#include "wake.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

/* From statfs(2) and <linux/magic.h>, which old systems have incomplete. */
#define MAGIC_FUSE 0x65735546UL
#define MAGIC_NFS 0x6969UL
#define MAGIC_SMB2 0xfe534d42UL
#define MAGIC_CIFS 0xff534d42UL
#define MAGIC_CEPH 0x00c36400UL
#define MAGIC_9P 0x01021997UL
#define MAGIC_AFS 0x5346414fUL
#define MAGIC_LUSTRE 0x0bd00bd0UL

/* Entries that the gate grows by. */
#define MORE_ENTRIES 16
/* Workers that wait for one to be free: as many as a batch can have. */
#define MAX_WAITING 1024

struct entry {
	struct rs_place place;
	unsigned n_inside; /* 0: free */
};

struct rs_gate {
	pthread_mutex_t lock;
	/* guarded by lock */
	struct entry *entries; /* of places that are being read from */
	size_t n_entries;
	int waiting[MAX_WAITING];
	unsigned n_waiting;
};

bool rs_disk_is_remote(int fd)
{
	struct statfs fs;

	if (fstatfs(fd, &fs) < 0)
		return true;
	switch ((unsigned long)fs.f_type & 0xffffffffUL) {
	case MAGIC_FUSE:
	case MAGIC_NFS:
	case MAGIC_SMB2:
	case MAGIC_CIFS:
	case MAGIC_CEPH:
	case MAGIC_9P:
	case MAGIC_AFS:
	case MAGIC_LUSTRE:
		return true;
	default:
		return false;
	}
}

/* The first byte of a file, or 0. */
static char first_byte(const char *dir, const char *name)
{
	char path[PATH_MAX];
	char byte = 0;
	int fd;

	if ((size_t)snprintf(path, sizeof(path), "%s/%s", dir, name) >= sizeof(path))
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	if (read(fd, &byte, 1) != 1)
		byte = 0;
	close(fd);
	return byte;
}

/* The disk of a virtual machine says what its maker forgot to think about: 1, whatever is behind it. */
static bool is_virtual_machines(const char *sys_dir)
{
	char target[PATH_MAX];
	ssize_t n = readlink(sys_dir, target, sizeof(target) - 1);

	if (n <= 0)
		return false;
	target[n] = '\0';
	return strstr(target, "/virtio") || strstr(target, "/vbd-");
}

enum rs_disk rs_disk_at(const char *sys_dir)
{
	char byte = first_byte(sys_dir, "queue/rotational");

	/* A partition has no queue of its own. */
	if (!byte)
		byte = first_byte(sys_dir, "../queue/rotational");
	return byte == '1' && !is_virtual_machines(sys_dir) ? RS_DISK_ROTATIONAL : RS_DISK_FAST;
}

enum rs_disk rs_disk_of(int fd, dev_t dev)
{
	char sys_dir[64];

	/* Devices without a major number belong to file systems that have no one disk below them. */
	if (major(dev) == 0)
		return rs_disk_is_remote(fd) ? RS_DISK_REMOTE : RS_DISK_FAST;
	snprintf(sys_dir, sizeof(sys_dir), "/sys/dev/block/%u:%u", major(dev), minor(dev));
	return rs_disk_at(sys_dir);
}

int rs_gate_create(struct rs_gate **ret_gate)
{
	struct rs_gate *gate = calloc(1, sizeof(*gate));

	if (!gate)
		return -ENOMEM;
	if (pthread_mutex_init(&gate->lock, NULL) != 0) {
		free(gate);
		return -ENOMEM;
	}
	*ret_gate = gate;
	return 0;
}

void rs_gate_destroy(struct rs_gate *gate)
{
	if (!gate)
		return;
	pthread_mutex_destroy(&gate->lock);
	free(gate->entries);
	free(gate);
}

static bool is_same_place(const struct rs_place *a, const struct rs_place *b)
{
	return a->disk == b->disk && a->dev == b->dev && a->ino == b->ino;
}

/* The entry of a place, or a free one for it, or NULL when there is none. */
static struct entry *find(const struct rs_gate *gate, const struct rs_place *place)
{
	struct entry *free_entry = NULL;

	for (size_t i = 0; i < gate->n_entries; i++) {
		struct entry *entry = &gate->entries[i];

		if (entry->n_inside > 0 && is_same_place(&entry->place, place))
			return entry;
		if (entry->n_inside == 0)
			free_entry = entry;
	}
	return free_entry;
}

/* NULL: no memory. */
static struct entry *find_or_make(struct rs_gate *gate, const struct rs_place *place)
{
	struct entry *entry = find(gate, place);
	struct entry *more;

	if (entry)
		return entry;
	more = reallocarray(gate->entries, gate->n_entries + MORE_ENTRIES, sizeof(*more));
	if (!more)
		return NULL;
	entry = &more[gate->n_entries];
	memset(entry, 0, MORE_ENTRIES * sizeof(*entry));
	gate->entries = more;
	gate->n_entries += MORE_ENTRIES;
	return entry;
}

static void note_waiting(struct rs_gate *gate, int wake_fd)
{
	for (unsigned i = 0; i < gate->n_waiting; i++) {
		if (gate->waiting[i] == wake_fd)
			return;
	}
	if (wake_fd >= 0 && gate->n_waiting < MAX_WAITING)
		gate->waiting[gate->n_waiting++] = wake_fd;
}

static unsigned max_inside(enum rs_disk disk)
{
	switch (disk) {
	case RS_DISK_REMOTE:
		return RS_DISK_REMOTE_STREAMS;
	case RS_DISK_STREAM:
		return RS_DISK_STREAM_STREAMS;
	case RS_DISK_ROTATIONAL:
	case RS_DISK_FAST:
	default:
		return RS_DISK_ROTATIONAL_STREAMS;
	}
}

static int enter(struct rs_gate *gate, const struct rs_place *place, int wake_fd)
{
	struct entry *entry = find_or_make(gate, place);

	if (!entry)
		return -ENOMEM;
	if (entry->n_inside >= max_inside(place->disk)) {
		note_waiting(gate, wake_fd);
		return -EAGAIN;
	}
	entry->place = *place;
	entry->n_inside++;
	return 0;
}

int rs_gate_enter(struct rs_gate *gate, const struct rs_place *place, int wake_fd)
{
	int r;

	if (place->disk == RS_DISK_FAST)
		return 0;
	pthread_mutex_lock(&gate->lock);
	r = enter(gate, place, wake_fd);
	pthread_mutex_unlock(&gate->lock);
	return r;
}

void rs_gate_leave(struct rs_gate *gate, const struct rs_place *place)
{
	struct entry *entry;

	if (place->disk == RS_DISK_FAST)
		return;
	pthread_mutex_lock(&gate->lock);
	entry = find(gate, place);
	if (entry && entry->n_inside > 0)
		entry->n_inside--;
	/* All may ask again; there are few of them, and seldom. */
	for (unsigned i = 0; i < gate->n_waiting; i++)
		rs_wake_raise(gate->waiting[i]);
	gate->n_waiting = 0;
	pthread_mutex_unlock(&gate->lock);
}
