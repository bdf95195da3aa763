/* SPDX-License-Identifier: MIT */
/*
 * What libcrypto says about the processor, and what the kernel does.
 */
#ifndef RINGSPEED_MACHINE_H
#define RINGSPEED_MACHINE_H

#include "rates.h"

#include <stddef.h>

/** enum machine_sha - are there instructions for SHA-1 and SHA-256? */
enum machine_sha {
	MACHINE_SHA_UNKNOWN,
	MACHINE_SHA_ABSENT,
	MACHINE_SHA_PRESENT,
};

/** machine_note() - write down in @run what libcrypto uses of this processor */
void machine_note(struct rates_run *run);

/** machine_allows_sha() - does "OPENSSL_ia32cap=0x…:0x…", or "OPENSSL_armcap=0x…", allow SHA extensions? */
bool machine_allows_sha(const char *cpuinfo);

/** machine_sha() - what the kernel knows of the processor, whatever is masked */
enum machine_sha machine_sha(void);

/** machine_name() - the processor's name, printable ASCII; "" where the kernel does not tell */
void machine_name(char ret_name[RATES_NAME_MAX]);

#endif
