/* SPDX-License-Identifier: MIT */
/*
 * The pass phrase of a private key: from where -passin says, else from the terminal.
 */
#ifndef RINGDGST_PASSPHRASE_H
#define RINGDGST_PASSPHRASE_H

#include "session.h"

/**
 * passphrase_read() - read what -passin names
 * @source: pass:TEXT, env:VARIABLE, file:PATH, fd:NUMBER or stdin
 *
 * Owner: the caller, who calls secret_finish(). Return: 0; -EINVAL: the user has been told why not.
 */
int passphrase_read(struct session *session, const char *source, struct secret *ret_secret);

/** passphrase_ask() - ask for that of the key @path. Return: as passphrase_read() */
int passphrase_ask(struct session *session, const char *path, struct secret *ret_secret);

#endif
