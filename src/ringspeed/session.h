/* SPDX-License-Identifier: MIT */
/*
 * What every part of the program works with.
 */
#ifndef RINGSPEED_SESSION_H
#define RINGSPEED_SESSION_H

#include "options.h"

#include "cli/diag.h"
#include "cli/fd.h"
#include "cli/out.h"
#include "cli/quote.h"

/** struct session - one run of the program; large, there is one */
struct session {
	struct fd_std std;
	struct options options;
	struct out out;
	struct diag diag;
	struct quote quote;
};

#endif
