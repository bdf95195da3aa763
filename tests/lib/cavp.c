/* SPDX-License-Identifier: MIT */
/*
 * Reads .rsp files line by line. Holds one vector at a time; a line that it does not know (a comment, "[L = 32]",
 * "COUNT") is passed over, one that it knows and cannot read ends the process: the test data is part of the test.
 */
#include "cavp.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
	uint8_t *data;
	size_t len;
};

struct cavp_file {
	FILE *stream;
	char *line;
	size_t line_cap;
	size_t msg_bits;
	struct bytes msg;
	struct bytes digest;
	struct bytes seed;
};

struct cavp_file *cavp_open(const char *stem, const char *kind)
{
	struct cavp_file *file = calloc(1, sizeof(*file));
	char path[4096];

	assert(file);
	snprintf(path, sizeof(path), "%s/%s%s.rsp", CAVP_DIR, stem, kind);
	file->stream = fopen(path, "re");
	if (!file->stream) {
		free(file);
		return NULL;
	}
	return file;
}

void cavp_close(struct cavp_file *file)
{
	if (!file)
		return;
	fclose(file->stream);
	free(file->line);
	free(file->msg.data);
	free(file->digest.data);
	free(file->seed.data);
	free(file);
}

static void unhex(const char *hex, struct bytes *ret_bytes)
{
	size_t len = strlen(hex) / 2;
	uint8_t *data = malloc(len ? len : 1);

	assert(data && strlen(hex) % 2 == 0);
	for (size_t i = 0; i < len; i++) {
		unsigned byte;
		int n = sscanf(hex + 2 * i, "%2x", &byte);

		assert(n == 1);
		data[i] = (uint8_t)byte;
	}
	free(ret_bytes->data);
	ret_bytes->data = data;
	ret_bytes->len = len;
}

/* The value of a "KEY = VALUE" line; NULL when the line is another one. */
static const char *value_of(const char *line, const char *key)
{
	size_t key_len = strlen(key);

	if (strncmp(line, key, key_len) != 0 || strncmp(line + key_len, " = ", 3) != 0)
		return NULL;
	return line + key_len + 3;
}

static bool next_line(struct cavp_file *file)
{
	if (getline(&file->line, &file->line_cap, file->stream) < 0)
		return false;
	file->line[strcspn(file->line, "\r\n")] = '\0';
	return true;
}

/* Keep what a line says. Return: whether it was the digest, the last of a vector. */
static bool take_line(struct cavp_file *file)
{
	const char *value;

	if ((value = value_of(file->line, "Len")))
		file->msg_bits = strtoul(value, NULL, 10);
	else if ((value = value_of(file->line, "Msg")))
		unhex(value, &file->msg);
	else if ((value = value_of(file->line, "Seed")))
		unhex(value, &file->seed);
	else if ((value = value_of(file->line, "MD")))
		unhex(value, &file->digest);
	return value && value_of(file->line, "MD");
}

bool cavp_next(struct cavp_file *file, struct cavp_vector *ret_vector)
{
	while (next_line(file)) {
		if (!take_line(file))
			continue;
		/* The empty message is written as one byte, "00". */
		assert(file->msg_bits % 8 == 0 && file->msg_bits / 8 <= file->msg.len);
		*ret_vector = (struct cavp_vector){
			.msg = file->msg.data,
			.msg_len = file->msg_bits / 8,
			.digest = file->digest.data,
			.digest_len = file->digest.len,
		};
		return true;
	}
	return false;
}

const uint8_t *cavp_seed(const struct cavp_file *file, size_t *ret_len)
{
	*ret_len = file->seed.len;
	return file->seed.data;
}
