/* SPDX-License-Identifier: MIT */
/*
 * How many CPUs this process may keep busy.
 */
#ifndef RS_CPUS_H
#define RS_CPUS_H

/**
 * rs_cpus_usable() - CPUs of the affinity mask (sched_setaffinity(2)), or fewer where a cgroup's quota is less
 *
 * Reads /proc/self/cgroup and cpu.max (v2) or cpu.cfs_quota_us (v1) of the process's group and those above it; a part
 * of a CPU counts as one.
 *
 * Thread: any. Blocks: on these small files.
 * Return: at least 1.
 */
unsigned rs_cpus_usable(void);

/** rs_cpus_of_quota() - how many CPUs a quota of @quota in each @period microseconds keeps busy; UINT_MAX: no limit */
unsigned rs_cpus_of_quota(long long quota, long long period);

#endif
