/* SPDX-License-Identifier: MIT */
/*
 * peak FILE PROGRAM [ARG]…: run a program and write its peak memory, in KiB, to FILE. Exits as the program does.
 *
 * The kernel counts what a process held before exec too, so a large parent (Python) would be measured instead.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int report(const char *path, long kb)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return -1;
	fprintf(file, "%ld\n", kb);
	return fclose(file);
}

int main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	pid_t pid;

	if (argc < 3) {
		fputs("usage: peak FILE PROGRAM [ARG]...\n", stderr);
		return 125;
	}
	pid = fork();
	if (!pid) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) < 0 || report(argv[1], usage.ru_maxrss) < 0) {
		perror("peak");
		return 126;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
