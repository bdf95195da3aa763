/* SPDX-License-Identifier: MIT */
/*
 * ringdgst -check: verify what a list of openssl's lines says.
 */
#ifndef RINGDGST_CHECK_H
#define RINGDGST_CHECK_H

#include "session.h"

/** check_is_possible() - does the rest of the command line go with -check? The user is told where it does not. */
bool check_is_possible(struct session *session);

/** check_run() - check the list of the options; what fails is remembered in @session */
void check_run(struct session *session);

#endif
