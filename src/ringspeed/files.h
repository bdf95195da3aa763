/* SPDX-License-Identifier: MIT */
/*
 * -file: whole files, hashed by the library as ringsum does it and by another program in turn, in the page cache and
 * not.
 */
#ifndef RINGSPEED_FILES_H
#define RINGSPEED_FILES_H

#include "session.h"

/** files_run() - time the files of the options. Return: false: something has failed, and the user has been told. */
bool files_run(struct session *session);

#endif
