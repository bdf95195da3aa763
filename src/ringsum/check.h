/* SPDX-License-Identifier: MIT */
/*
 * ringsum --check: read checksum files, verify what they list.
 */
#ifndef RINGSUM_CHECK_H
#define RINGSUM_CHECK_H

#include "session.h"

/** check_run() - check the lists that are the operands, or standard input; what fails is remembered in @session */
void check_run(struct session *session);

#endif
