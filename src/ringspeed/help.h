/* SPDX-License-Identifier: MIT */
/*
 * What -help and -version print.
 */
#ifndef RINGSPEED_HELP_H
#define RINGSPEED_HELP_H

#include "cli/out.h"

/** help_print() - the options */
void help_print(struct out *out);

/** help_print_version() - versions, and what of the processor is in use */
void help_print_version(struct out *out);

#endif
