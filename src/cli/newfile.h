/* SPDX-License-Identifier: MIT */
/*
 * A file that appears when it is complete: it is written without a name, or under another one beside it, and takes its
 * place at the end. What is no regular file, such as a pipe or a terminal, is written as it is.
 */
#ifndef CLI_NEWFILE_H
#define CLI_NEWFILE_H

#include <stdbool.h>

/** struct newfile - a file on its way; zero it before the first use */
struct newfile {
	/** @fd: to write to; -1: none */
	int fd;
	/** @target: what it will be called, without symbolic links; NULL: written as it is */
	char *target;
	/** @temp: what it is called until then */
	char *temp;
	/** @is_named: @temp exists */
	bool is_named;
};

/**
 * newfile_open() - begin a file
 * @path: what it will be called; an existing file keeps its permissions, and a symbolic link stays one
 *
 * Owner: the caller, who calls newfile_finish().
 * Return: 0, or a negative errno value; -EACCES also for an existing file that must not be written.
 */
int newfile_open(const char *path, struct newfile *ret_file);

/** newfile_complete() - all is written: see that it has reached the disk, and close it. Return: 0, or -errno. */
int newfile_complete(struct newfile *file);

/** newfile_place() - put a complete file into its place, over what was there. Return: 0, or -errno. */
int newfile_place(struct newfile *file);

/** newfile_finish() - free all; what was not placed is gone */
void newfile_finish(struct newfile *file);

#endif
