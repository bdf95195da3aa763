/* SPDX-License-Identifier: MIT */
/*
 * The table of algorithms: what each is called and how long its digest is. The public functions over it are declared
 * in ringsum.h.
 */
#ifndef RS_ALGO_H
#define RS_ALGO_H

#include <ringsum.h>

#endif
