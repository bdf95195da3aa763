/* SPDX-License-Identifier: MIT */
/*
 * refuse ERRNO CALL[,CALL]… PROGRAM [ARG]…: run a program whose named system calls fail with an errno value.
 *
 * A seccomp filter that the program inherits. It stands in for the containers and old kernels where calls are refused;
 * the calls listed in `calls` are those that ringsum can do without.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define N_FILTER_MAX 32

struct name {
	const char *name;
	int value;
};

static const struct name calls[] = {
	{"io_uring_setup", 425}, {"io_uring_enter", 426}, {"io_uring_register", 427}, {"cachestat", 451},
	{"mincore", __NR_mincore}, {"statx", __NR_statx}, {"fadvise64", __NR_fadvise64},
	{"sched_getaffinity", __NR_sched_getaffinity}, {"clone3", 435}, {NULL, 0},
};

static const struct name errors[] = {
	{"EPERM", EPERM}, {"EINTR", EINTR}, {"EAGAIN", EAGAIN}, {"ENOMEM", ENOMEM}, {"EACCES", EACCES},
	{"EBUSY", EBUSY}, {"EINVAL", EINVAL}, {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"ENOSYS", ENOSYS},
	{"EOPNOTSUPP", EOPNOTSUPP}, {NULL, 0},
};

static int find(const struct name *names, const char *name)
{
	for (; names->name; names++)
		if (!strcmp(names->name, name))
			return names->value;
	fprintf(stderr, "refuse: %s is not in the table\n", name);
	exit(125);
}

static int install(char *list, int error)
{
	struct sock_filter filter[N_FILTER_MAX];
	struct sock_fprog program = {.filter = filter};
	unsigned n = 0;

	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	for (char *call = strtok(list, ","); call && n + 3 <= N_FILTER_MAX; call = strtok(NULL, ",")) {
		filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)find(calls, call), 0, 1);
		filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error);
	}
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	program.len = (unsigned short)n;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv)
{
	if (argc < 4) {
		fputs("usage: refuse ERRNO CALL[,CALL]... PROGRAM [ARG]...\n", stderr);
		return 125;
	}
	if (install(argv[2], find(errors, argv[1])) < 0) {
		perror("refuse: seccomp");
		return 126;
	}
	execvp(argv[3], argv + 3);
	perror(argv[3]);
	return 127;
}
