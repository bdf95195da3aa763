/* SPDX-License-Identifier: MIT */
/*
 * Where lines go: standard output, or the file of -out.
 */
#ifndef RINGDGST_OUTPUT_H
#define RINGDGST_OUTPUT_H

#include "session.h"

/** output_open() - have session->out lead to the file of -out, if there is one. Return: 0; -EINVAL, told */
int output_open(struct session *session);

/** output_finish() - write all, and tell where that fails; no output may be asked for after it */
void output_finish(struct session *session);

#endif
