/* SPDX-License-Identifier: MIT */
/*
 * --help and --version.
 */
#ifndef RINGSUM_HELP_H
#define RINGSUM_HELP_H

#include "gnu.h"

#include "cli/out.h"

/** help_print() - what the program of this name can do */
void help_print(const struct personality *personality, struct out *out);

/** help_print_version() - the program's version and what it runs on */
void help_print_version(const struct personality *personality, struct out *out);

#endif
