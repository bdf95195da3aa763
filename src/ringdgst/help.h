/* SPDX-License-Identifier: MIT */
/*
 * What -help, -version and -list print.
 */
#ifndef RINGDGST_HELP_H
#define RINGDGST_HELP_H

#include "cli/out.h"

/** help_text() - the help, whole */
const char *help_text(void);

/** help_print_version() - print versions and what is in use */
void help_print_version(struct out *out);

/** help_print_list() - print the names of all digests that the linked libcrypto lists, as `openssl dgst -list` does */
void help_print_list(struct out *out);

#endif
