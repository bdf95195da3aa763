/* SPDX-License-Identifier: MIT */
/*
 * What a file lies on, and how many may be read from there at once: a disk with heads gets slower with each stream that
 * it has to jump between, and a file server is not ours alone.
 */
#ifndef RS_DISK_H
#define RS_DISK_H

#include <stdbool.h>
#include <sys/types.h>

enum rs_disk {
	RS_DISK_FAST,	    /* memory of some kind, or unknown */
	RS_DISK_ROTATIONAL, /* /sys/dev/block/…/queue/rotational says 1, and it is no virtual machine's disk */
	RS_DISK_REMOTE,	    /* a network file system or FUSE */
	RS_DISK_STREAM,	    /* no disk: gives each byte once, to whoever asks first, as pipes do */
};

/** Streams at once from one rotational disk, from one network file system, and of the same bytes. */
#define RS_DISK_ROTATIONAL_STREAMS 1
#define RS_DISK_REMOTE_STREAMS 4
#define RS_DISK_STREAM_STREAMS 1

/** rs_disk_is_remote() - whether @fd is on a network file system or FUSE. Blocks: on statfs(2). */
bool rs_disk_is_remote(int fd);

/**
 * rs_disk_of() - what an open file lies on
 * @dev: its st_dev
 *
 * Thread: any. Blocks: on statfs(2) and a small file of /sys.
 */
enum rs_disk rs_disk_of(int fd, dev_t dev);

/**
 * rs_disk_at() - for rs_disk_of() and its tests: what the folder @sys_dir says of a block device, "/sys/dev/block/8:0"
 */
enum rs_disk rs_disk_at(const char *sys_dir);

/** struct rs_place - where a source lies, as far as that keeps others from it */
struct rs_place {
	enum rs_disk disk;
	dev_t dev;
	ino_t ino; /* of a stream; else 0 */
};

/** struct rs_gate - who is reading from which slow disk or stream; shared by all workers of a batch */
struct rs_gate;

/** rs_gate_create() - Owner: the caller. Return: 0; -ENOMEM. */
int rs_gate_create(struct rs_gate **ret_gate);

/** rs_gate_destroy() - nobody may be inside; NULL is allowed */
void rs_gate_destroy(struct rs_gate *gate);

/**
 * rs_gate_enter() - begin to read from a place
 * @place: everybody may enter RS_DISK_FAST
 * @wake_fd: where not: the eventfd(2) to write to when it is worth asking again; -1: none
 *
 * Thread: any. Blocks: for a moment.
 * Return: 0: the caller is inside, and rs_gate_leave() lets it out; -EAGAIN: not now; -ENOMEM.
 */
int rs_gate_enter(struct rs_gate *gate, const struct rs_place *place, int wake_fd);

/** rs_gate_leave() - as many times as entered */
void rs_gate_leave(struct rs_gate *gate, const struct rs_place *place);

#endif
