/* SPDX-License-Identifier: MIT */
/*
 * Kinds of disk, and the gate in front of the slow ones. The gate is only ever asked about those, so its lock is no
 * concern of anybody in a hurry.
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

/* Slow disks that are being read from at once; one more is not held up. */
#define MAX_DISKS 16
/* Workers that wait for one to be free: as many as a batch can have. */
#define MAX_WAITING 1024

struct entry {
	dev_t dev;
	unsigned n_inside; /* 0: free */
};

struct rs_gate {
	pthread_mutex_t lock;
	/* guarded by lock */
	struct entry disks[MAX_DISKS];
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
	free(gate);
}

/* The entry of a disk, or a free one for it, or NULL when there is none. */
static struct entry *find(struct rs_gate *gate, dev_t dev)
{
	struct entry *free_entry = NULL;

	for (unsigned i = 0; i < MAX_DISKS; i++) {
		struct entry *entry = &gate->disks[i];

		if (entry->n_inside > 0 && entry->dev == dev)
			return entry;
		if (entry->n_inside == 0)
			free_entry = entry;
	}
	return free_entry;
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

static bool enter(struct rs_gate *gate, unsigned max, dev_t dev, int wake_fd)
{
	struct entry *entry = find(gate, dev);

	if (!entry)
		return true;
	if (entry->n_inside >= max) {
		note_waiting(gate, wake_fd);
		return false;
	}
	entry->dev = dev;
	entry->n_inside++;
	return true;
}

bool rs_gate_enter(struct rs_gate *gate, enum rs_disk disk, dev_t dev, int wake_fd)
{
	unsigned max = disk == RS_DISK_ROTATIONAL ? RS_DISK_ROTATIONAL_STREAMS : RS_DISK_REMOTE_STREAMS;
	bool is_inside;

	if (disk == RS_DISK_FAST)
		return true;
	pthread_mutex_lock(&gate->lock);
	is_inside = enter(gate, max, dev, wake_fd);
	pthread_mutex_unlock(&gate->lock);
	return is_inside;
}

void rs_gate_leave(struct rs_gate *gate, enum rs_disk disk, dev_t dev)
{
	struct entry *entry;

	if (disk == RS_DISK_FAST)
		return;
	pthread_mutex_lock(&gate->lock);
	entry = find(gate, dev);
	if (entry && entry->n_inside > 0 && entry->dev == dev)
		entry->n_inside--;
	/* All may ask again; there are few of them, and seldom. */
	for (unsigned i = 0; i < gate->n_waiting; i++)
		rs_wake_raise(gate->waiting[i]);
	gate->n_waiting = 0;
	pthread_mutex_unlock(&gate->lock);
}
