/* SPDX-License-Identifier: MIT */
/*
 * Messages: cut into whole blocks, padded (FIPS 180-4, 5.1.1), and put into the lanes of a kernel.
 *
 * A message is a queue of whole blocks: next and n_next say what comes first, in the tail or in the caller's memory,
 * and refill() finds what comes after. Only what is less than a block is ever copied. Padding is a block like any
 * other.
 */
#include "lanes.h"

#include <assert.h>
#include <string.h>

/*
 * Blocks between two looks at who has most left, where messages wait for a lane: 8 KiB. Looking costs about as much as
 * one block.
 */
#define TURN_BLOCKS 128

struct entry {
	const char *name;
	enum rs_compression compression;
	struct rs_lanes_algo lanes;
};

static const struct entry entries[] = {
	{ "SHA2-256", RS_SHA256, { rs_sha256_initial, 32, &rs_kernel_sets[RS_SHA256] } },
	{ "SHA2-224", RS_SHA256, { rs_sha224_initial, 28, &rs_kernel_sets[RS_SHA256] } },
	{ "SHA1", RS_SHA1, { rs_sha1_initial, 20, &rs_kernel_sets[RS_SHA1] } },
};

const struct rs_lanes_algo *rs_lanes_algo(const struct ringsum_algo *algo)
{
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
		const struct entry *entry = &entries[i];

		if (strcmp(entry->name, algo->name) == 0)
			return rs_kernel_select(rs_kernel_set(entry->compression), 1) ? &entry->lanes : NULL;
	}
	return NULL;
}

const char *rs_lanes_kernel(const struct rs_lanes_algo *algo, size_t n_messages)
{
	return rs_kernel_select(algo->kernels, n_messages)->name;
}

/* ---- messages ---- */

static void store_be32(uint8_t *p, uint32_t x)
{
	p[0] = (uint8_t)(x >> 24);
	p[1] = (uint8_t)(x >> 16);
	p[2] = (uint8_t)(x >> 8);
	p[3] = (uint8_t)x;
}

/* The tail becomes one or two whole blocks, the last of the message. */
static void pad(struct rs_message *message)
{
	size_t len = message->tail_len < RS_BLOCK_LEN - 8 ? RS_BLOCK_LEN : 2 * RS_BLOCK_LEN;
	uint64_t n_bits = message->n_bytes * 8;

	memset(message->tail + message->tail_len, 0, len - message->tail_len);
	message->tail[message->tail_len] = 0x80;
	store_be32(message->tail + len - 8, (uint32_t)(n_bits >> 32));
	store_be32(message->tail + len - 4, (uint32_t)n_bits);
	message->tail_len = 0;
	message->is_padded = true;
	message->next = message->tail;
	message->n_next = len / RS_BLOCK_LEN;
}

/* What comes first was used up: the borrowed blocks follow, then what is left of them, then padding. */
static void refill(struct rs_message *message)
{
	if (message->data_len >= RS_BLOCK_LEN) {
		message->next = message->data;
		message->n_next = message->data_len / RS_BLOCK_LEN;
		message->data += message->n_next * RS_BLOCK_LEN;
		message->data_len %= RS_BLOCK_LEN;
		return;
	}
	if (message->data_len > 0) {
		memcpy(message->tail + message->tail_len, message->data, message->data_len);
		message->tail_len += (unsigned)message->data_len;
		message->data_len = 0;
	}
	if (message->is_ended && !message->is_padded)
		pad(message);
}

void rs_message_init(struct rs_message *message, const struct rs_lanes_algo *algo)
{
	message->algo = algo;
	memcpy(message->state, algo->initial, sizeof(message->state));
	message->n_bytes = 0;
	message->n_next = 0;
	message->data_len = 0;
	message->tail_len = 0;
	message->is_ended = false;
	message->is_padded = false;
}

void rs_message_feed(struct rs_message *message, const void *data, size_t len)
{
	size_t missing = RS_BLOCK_LEN - message->tail_len;

	assert(rs_message_is_idle(message) && !message->is_ended);
	message->n_bytes += len;
	message->data = data;
	message->data_len = len;
	if (message->tail_len == 0 || len < missing) {
		refill(message);
		return;
	}
	memcpy(message->tail + message->tail_len, data, missing);
	message->data += missing;
	message->data_len -= missing;
	message->tail_len = 0;
	message->next = message->tail;
	message->n_next = 1;
}

void rs_message_end(struct rs_message *message)
{
	assert(!message->is_ended);
	message->is_ended = true;
	if (rs_message_is_idle(message))
		pad(message);
}

void rs_message_final(struct rs_message *message, uint8_t *ret_digest)
{
	assert(rs_message_is_idle(message) && message->is_padded);
	for (size_t i = 0; i < message->algo->digest_len / 4; i++)
		store_be32(ret_digest + 4 * i, message->state[i]);
	explicit_bzero(message->state, sizeof(message->state));
	explicit_bzero(message->tail, sizeof(message->tail));
}

/* ---- lanes ---- */

/* The busy messages that have most left. */
struct picked {
	size_t n_busy;
	size_t n; /* of them in here, most first */
	struct rs_message *messages[RS_LANES_MAX];
};

/* Only those that have more than one in here must move others: few do, since all have about the same left. */
static void pick_one(struct picked *picked, struct rs_message *message)
{
	size_t i = picked->n;

	if (i < RS_LANES_MAX)
		picked->n++;
	else if (picked->messages[--i]->n_next >= message->n_next)
		return;
	for (; i > 0 && picked->messages[i - 1]->n_next < message->n_next; i--)
		picked->messages[i] = picked->messages[i - 1];
	picked->messages[i] = message;
}

static void pick(struct picked *picked, struct rs_message *const *messages, size_t n)
{
	picked->n_busy = 0;
	picked->n = 0;
	for (size_t i = 0; i < n; i++) {
		if (rs_message_is_idle(messages[i]))
			continue;
		picked->n_busy++;
		pick_one(picked, messages[i]);
	}
}

/* Blocks that all of these lanes can do. With messages waiting, no more than a turn. */
static size_t turn_of(const struct picked *picked, size_t n_used)
{
	size_t n_blocks = picked->messages[n_used - 1]->n_next;

	return picked->n_busy > n_used && n_blocks > TURN_BLOCKS ? TURN_BLOCKS : n_blocks;
}

static void run_turn(const struct picked *picked, const struct rs_kernel *kernel)
{
	size_t n_used = picked->n < kernel->n_lanes ? picked->n : kernel->n_lanes;
	size_t n_blocks = turn_of(picked, n_used);
	uint32_t spare[RS_LANES_MAX][RS_STATE_WORDS];
	uint32_t *states[RS_LANES_MAX];
	const uint8_t *data[RS_LANES_MAX];

	for (size_t l = 0; l < n_used; l++) {
		states[l] = picked->messages[l]->state;
		data[l] = picked->messages[l]->next;
	}
	/* Empty lanes read what the first one reads, and their states are thrown away. */
	for (size_t l = n_used; l < kernel->n_lanes; l++) {
		memset(spare[l], 0, sizeof(spare[l]));
		states[l] = spare[l];
		data[l] = data[0];
	}
	kernel->compress(states, data, n_blocks);
	for (size_t l = 0; l < n_used; l++) {
		struct rs_message *message = picked->messages[l];

		message->next += n_blocks * RS_BLOCK_LEN;
		message->n_next -= n_blocks;
		if (message->n_next == 0)
			refill(message);
	}
}

size_t rs_lanes_run(struct rs_message *const *messages, size_t n, size_t min_busy)
{
	struct picked picked;

	for (;;) {
		pick(&picked, messages, n);
		if (picked.n_busy == 0 || picked.n_busy < min_busy)
			return picked.n_busy;
		run_turn(&picked, rs_kernel_select(picked.messages[0]->algo->kernels, picked.n_busy));
	}
}
