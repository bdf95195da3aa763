/* SPDX-License-Identifier: MIT */
/*
 * The affinity mask says where threads may run, a cgroup's quota how much time they get there: more threads than that
 * would only be stopped in turns.
 */
#include "cpus.h"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* More than any kernel can be built for. */
#define MAX_CPUS 16384
#define CGROUP_ROOT "/sys/fs/cgroup"

/* The beginning of a file as a string. Return: whether there is any. */
static int read_start(const char *path, char *buf, size_t cap)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return 0;
	n = read(fd, buf, cap - 1);
	close(fd);
	if (n <= 0)
		return 0;
	buf[n] = '\0';
	return 1;
}

unsigned rs_cpus_of_quota(long long quota, long long period)
{
	long long n;

	if (quota <= 0 || period <= 0)
		return UINT_MAX;
	n = quota / period + (quota % period != 0);
	return n < UINT_MAX ? (unsigned)n : UINT_MAX;
}

/* One group of version 2: "max 100000" or "150000 100000". */
static unsigned limit_v2(const char *dir)
{
	char path[PATH_MAX];
	char text[64];
	long long quota = 0;
	long long period = 0;

	if ((size_t)snprintf(path, sizeof(path), "%s/cpu.max", dir) >= sizeof(path) ||
	    !read_start(path, text, sizeof(text)))
		return UINT_MAX;
	if (sscanf(text, "%lld %lld", &quota, &period) != 2)
		return UINT_MAX;
	return rs_cpus_of_quota(quota, period);
}

/* One group of version 1. */
static unsigned limit_v1(const char *dir)
{
	char path[PATH_MAX];
	char quota[32];
	char period[32];

	if ((size_t)snprintf(path, sizeof(path), "%s/cpu.cfs_quota_us", dir) >= sizeof(path) ||
	    !read_start(path, quota, sizeof(quota)))
		return UINT_MAX;
	if ((size_t)snprintf(path, sizeof(path), "%s/cpu.cfs_period_us", dir) >= sizeof(path) ||
	    !read_start(path, period, sizeof(period)))
		return UINT_MAX;
	return rs_cpus_of_quota(strtoll(quota, NULL, 10), strtoll(period, NULL, 10));
}

/* The least of a group and all above it. */
static unsigned limit_upwards(const char *root, char *group, unsigned (*limit)(const char *))
{
	unsigned n = UINT_MAX;

	for (;;) {
		char dir[PATH_MAX];
		char *slash;
		unsigned here;

		if ((size_t)snprintf(dir, sizeof(dir), "%s%s", root, group) >= sizeof(dir))
			return n;
		here = limit(dir);
		n = here < n ? here : n;
		slash = strrchr(group, '/');
		if (!slash)
			return n;
		*slash = '\0';
	}
}

/* Lines are "ID:CONTROLLERS:GROUP"; version 2 is "0::GROUP". */
static unsigned limit_of_line(char *line)
{
	char *controllers = strchr(line, ':');
	char *group = controllers ? strchr(controllers + 1, ':') : NULL;

	if (!group)
		return UINT_MAX;
	*group++ = '\0';
	controllers++;
	if (!*controllers)
		return limit_upwards(CGROUP_ROOT, group, limit_v2);
	if (strcmp(controllers, "cpu") == 0 || strcmp(controllers, "cpu,cpuacct") == 0)
		return limit_upwards(CGROUP_ROOT "/cpu", group, limit_v1);
	return UINT_MAX;
}

static unsigned limit_of_cgroups(void)
{
	char text[8192];
	char *rest = text;
	char *line;
	unsigned n = UINT_MAX;

	if (!read_start("/proc/self/cgroup", text, sizeof(text)))
		return n;
	while ((line = strsep(&rest, "\n"))) {
		unsigned here = limit_of_line(line);

		n = here < n ? here : n;
	}
	return n;
}

unsigned rs_cpus_usable(void)
{
	unsigned limit = limit_of_cgroups();
	unsigned n = 1;
	cpu_set_t *set = CPU_ALLOC(MAX_CPUS);

	if (set && sched_getaffinity(0, CPU_ALLOC_SIZE(MAX_CPUS), set) == 0)
		n = (unsigned)CPU_COUNT_S(CPU_ALLOC_SIZE(MAX_CPUS), set);
	CPU_FREE(set);
	n = limit < n ? limit : n;
	return n ? n : 1;
}
