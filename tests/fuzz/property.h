/* SPDX-License-Identifier: MIT */
/*
 * What must hold for any bytes at all, given to a parser: property.c for src/manifest, speed_property.c for saved
 * outputs of `openssl speed`. Used by the fuzzers and by the replay of their corpora.
 */
#ifndef PROPERTY_H
#define PROPERTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * property_check() - try the properties on @data; says which one does not hold and aborts
 * @is_thorough: in every layout and with every option; else @data itself picks some, so that a fuzzer gets on
 */
void property_check(const uint8_t *data, size_t len, bool is_thorough);

#endif
