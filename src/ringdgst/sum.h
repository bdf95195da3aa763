/* SPDX-License-Identifier: MIT */
/*
 * ringdgst's main work: compute what was chosen of each operand.
 */
#ifndef RINGDGST_SUM_H
#define RINGDGST_SUM_H

#include "session.h"

/** sum_run() - compute and print; what fails is remembered in @session */
void sum_run(struct session *session);

#endif
