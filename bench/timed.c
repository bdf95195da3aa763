/* SPDX-License-Identifier: MIT */
/*
 * timed FD COMMAND [ARGUMENT]…: run a command and write what it took to descriptor FD, which the command does not
 * see: "WALL USER SYSTEM PEAK STATUS", in seconds, seconds, seconds, KiB of memory, and as wait(2) gives it.
 *
 * A process of its own because a child's peak memory, as the kernel counts it, starts with that of the process it was
 * made from: this one is small, an interpreter is not. What the command's own children took is counted in.
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
	struct timespec start, end;
	struct rusage usage;
	int status, fd;
	pid_t pid;

	if (argc < 3)
		errx(125, "usage: timed FD COMMAND [ARGUMENT]...");
	fd = atoi(argv[1]);
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)
		err(125, "descriptor %d", fd);
	clock_gettime(CLOCK_MONOTONIC, &start);
	pid = fork();
	if (pid < 0)
		err(125, "fork");
	if (pid == 0) {
		execvp(argv[2], argv + 2);
		err(127, "%s", argv[2]);
	}
	if (wait4(pid, &status, 0, &usage) != pid)
		err(125, "wait4");
	clock_gettime(CLOCK_MONOTONIC, &end);
	dprintf(fd, "%.6f %.6f %.6f %ld %d\n",
		(double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9,
		seconds_of(&usage.ru_utime), seconds_of(&usage.ru_stime), usage.ru_maxrss, status);
	return 0;
}
