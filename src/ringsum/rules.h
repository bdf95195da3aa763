/* SPDX-License-Identifier: MIT */
/*
 * Which options go together.
 */
#ifndef RINGSUM_RULES_H
#define RINGSUM_RULES_H

#include "options.h"

/**
 * rules_check() - tell the user of the first pair of options that makes no sense
 *
 * Return: 0; -EINVAL: told, and --help would help; -E2BIG: told, and it would not.
 */
int rules_check(const struct options *options, const struct diag *diag);

#endif
