/* SPDX-License-Identifier: MIT */
/*
 * Run files through the fuzzer's properties without a fuzzer: each argument is a folder, of which every regular file is
 * one input. Fails when a property does not hold (it aborts), when a folder cannot be read, or when there was no file.
 */
#include "property.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define INPUT_MAX (1 << 20)

static int replay_file(const char *path)
{
	uint8_t *data = malloc(INPUT_MAX);
	FILE *file = fopen(path, "rb");
	size_t len = 0;
	int rc = 0;

	if (!data || !file) {
		rc = -errno;
		goto out;
	}
	len = fread(data, 1, INPUT_MAX, file);
	if (ferror(file)) {
		rc = -EIO;
		goto out;
	}
	property_check(data, len, true);
out:
	if (file)
		fclose(file);
	free(data);
	return rc;
}

static int replay_folder(const char *folder, unsigned *n_files)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	struct stat st;
	char path[4096];
	int rc = 0;

	if (!dir)
		return -errno;
	while (rc == 0 && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
			continue;
		rc = replay_file(path);
		*n_files += rc == 0;
	}
	closedir(dir);
	return rc;
}

int main(int argc, char **argv)
{
	unsigned n_files = 0;

	for (int i = 1; i < argc; i++) {
		int rc = replay_folder(argv[i], &n_files);

		if (rc < 0) {
			fprintf(stderr, "%s: %s\n", argv[i], strerror(-rc));
			return 1;
		}
	}
	printf("%u files\n", n_files);
	return n_files == 0;
}
