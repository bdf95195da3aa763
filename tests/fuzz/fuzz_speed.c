/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer's entry: any bytes are a saved output of `openssl speed`.
 */
#include "property.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	property_check(data, len, false);
	return 0;
}
