/* SPDX-License-Identifier: MIT */
/*
 * ringsum FILE…: print digests.
 */
#ifndef RINGSUM_SUM_H
#define RINGSUM_SUM_H

#include "session.h"

/**
 * sum_is_possible() - can the layout that is asked for carry the algorithms?
 *
 * Return: it can; else the user has been told.
 */
bool sum_is_possible(struct session *session);

/** sum_run() - hash the operands, or standard input; what fails is remembered in @session */
void sum_run(struct session *session);

#endif
