/* SPDX-License-Identifier: MIT */
/*
 * Which options go together.
 */
#ifndef RINGSPEED_RULES_H
#define RINGSPEED_RULES_H

#include "options.h"

/** rules_check() - settle the action, and refuse what would be ignored. Return: false: the user has been told. */
bool rules_check(struct options *options, const struct diag *diag);

#endif
