/* SPDX-License-Identifier: MIT */
/*
 * What the command line asks to compute. Everything that can be wrong with it is said before any file is opened.
 */
#ifndef RINGDGST_CHOOSE_H
#define RINGDGST_CHOOSE_H

#include "session.h"

/** choose_providers() - fill in session->providers. Return: 0; -EINVAL: the user has been told why not */
int choose_providers(struct session *session);

/**
 * choose_digest() - look up the digest that the command line names; SHA-256 where it names none
 *
 * Return: 0; -EINVAL: the user has been told why not.
 */
int choose_digest(struct session *session, struct crypto_digest *ret_found);

/** choose_is_one() - is there one digest at most, where openssl allows no more? The user is told where not. */
bool choose_is_one(struct session *session);

/** choose_all() - fill in session->chosen. Return: 0; -EINVAL: the user has been told why not */
int choose_all(struct session *session);

#endif
