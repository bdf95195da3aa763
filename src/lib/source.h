/* SPDX-License-Identifier: MIT */
/*
 * A source: one open input, or a range of one. Knows what kind of thing it is, where to start and where to stop, and
 * whether it changed between open and end.
 */
#ifndef RS_SOURCE_H
#define RS_SOURCE_H

#include <ringsum.h>

#include <sys/stat.h>

/** struct rs_source - owner: worker */
struct rs_source {
	int fd;
	bool is_owned;	    /* opened here, to be closed here */
	bool is_addressed;  /* offsets are known: a regular file or block device, read by pread(2) */
	bool is_regular;
	bool is_fifo;	    /* opened here without a writer, maybe: wait for data, or for the last writer to go */
	bool is_impatient;  /* a regular file that was opened with O_NONBLOCK, see rs_source_make_patient() */
	bool starts_late;   /* the range begins behind what seems to be the end */
	uint64_t start;	    /* is_addressed: first byte; else: bytes to read and drop before the first */
	uint64_t length;    /* bytes wanted, or RINGSUM_TO_END */
	uint64_t size_hint; /* is_addressed: bytes from start that are probably there; for planning only */
	struct stat before; /* as it was when opened */
};

/**
 * rs_source_open() - open what a job names
 * @job: its path and fd, offset and length
 * @ret_source: to be closed by rs_source_close()
 * @ret_stage: where it failed, when it does
 *
 * Blocks: as open(2) does, but not on a FIFO without a writer.
 * Return: 0 or -errno; a directory is -EISDIR.
 */
int rs_source_open(const struct ringsum_job *job, struct rs_source *ret_source, enum ringsum_stage *ret_stage);

/**
 * rs_source_is_whole() - whether the job wants a regular file, opened here, from its first byte to its last
 *
 * A file without a size is none: those of /proc have more than that.
 */
bool rs_source_is_whole(const struct rs_source *source);

/** rs_source_make_patient() - to be called before reads that may have to wait */
void rs_source_make_patient(struct rs_source *source);

/** rs_source_is_same() - whether a file seems to be the same in the same state: inode, size, mtime and ctime */
bool rs_source_is_same(const struct stat *a, const struct stat *b);

/**
 * rs_source_end() - all bytes were read: leave a borrowed descriptor behind the last one, and look for changes
 * @n_bytes: bytes hashed
 * @ret_is_torn: size, mtime or ctime of a regular file are not what they were at open
 *
 * Return: 0 or -errno.
 */
int rs_source_end(struct rs_source *source, uint64_t n_bytes, bool *ret_is_torn);

/**
 * rs_source_rewind() - put a borrowed descriptor back to where it was at open; @offset: the job's. Return: 0 or -errno.
 */
int rs_source_rewind(struct rs_source *source, uint64_t offset);

/** rs_source_close() - close what was opened; no read may be under way */
void rs_source_close(struct rs_source *source);

#endif
