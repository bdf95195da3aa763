/* SPDX-License-Identifier: MIT */
/*
 * Blocks in memory: measured in this process, in several, or with the processor masked; then printed.
 */
#ifndef RINGSPEED_BLOCKS_H
#define RINGSPEED_BLOCKS_H

#include "session.h"

/** blocks_run() - do what the options ask for. Return: false: something is missing, and the user has been told. */
bool blocks_run(struct session *session);

#endif
