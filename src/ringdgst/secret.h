/* SPDX-License-Identifier: MIT */
/*
 * Keys and pass phrases, where nobody can read them on the command line. Memory that has held one is wiped.
 */
#ifndef RINGDGST_SECRET_H
#define RINGDGST_SECRET_H

#include <stddef.h>

/** The longest secret that is read from somewhere, in bytes. */
#define SECRET_MAX 8191

/** struct secret - bytes and a NUL behind them; zero it before the first use */
struct secret {
	char *data;
	size_t len;
	/** @room: bytes at @data */
	size_t room;
};

/** secret_from_text() - copy one, however long. Return: 0; -ENOMEM */
int secret_from_text(const char *text, struct secret *ret_secret);

/**
 * secret_from_env() - copy an environment variable, and wipe it where /proc shows it
 *
 * Return: as secret_from_text(); -ENOENT: there is no such variable.
 */
int secret_from_env(const char *name, struct secret *ret_secret);

/** secret_from_env_hex() - the same where it is in hex. Return: as secret_from_env(); -EINVAL: it is no hex */
int secret_from_env_hex(const char *name, struct secret *ret_secret);

/**
 * secret_from_fd() - read a line, and not a byte beyond it; its end is no part of it
 *
 * Return: 0; -ENODATA: there is nothing to read; -EILSEQ: there is a NUL in it, where OpenSSL would have it end;
 * -E2BIG: it is longer than SECRET_MAX; -ENOMEM; what read(2) said.
 */
int secret_from_fd(int fd, struct secret *ret_secret);

/** secret_from_file() - the first line of a file. Return: as secret_from_fd(); what open(2) said */
int secret_from_file(const char *path, struct secret *ret_secret);

/** secret_from_key_file() - all bytes of a file, be it a newline at its end. Return: as secret_from_file() */
int secret_from_key_file(const char *path, struct secret *ret_secret);

/**
 * secret_ask() - ask at the terminal, which does not show the answer
 *
 * Return: 0; -ENOTTY: there is none; -ECANCELED: nobody answered; else as secret_from_fd().
 */
int secret_ask(const char *prompt, struct secret *ret_secret);

/** secret_finish() - wipe it */
void secret_finish(struct secret *secret);

#endif
