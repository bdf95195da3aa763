/* SPDX-License-Identifier: MIT */
/*
 * Output: nothing lost, lines in one piece, errors kept.
 */
#include "cli/out.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Each write arrives as one packet. */
static void open_packets(int fds[2])
{
	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds), 0);
}

static void expect_packet(int fd, const char *text)
{
	char got[256];
	ssize_t len = recv(fd, got, sizeof(got), MSG_DONTWAIT);

	cr_assert_eq(len, (ssize_t)strlen(text));
	cr_expect_arr_eq(got, text, len);
}

static void expect_nothing(int fd)
{
	char got;

	cr_expect_eq(recv(fd, &got, 1, MSG_DONTWAIT), -1);
	cr_expect_eq(errno, EAGAIN);
}

Test(out, line_is_one_write)
{
	struct out *out = malloc(sizeof(*out));
	int fds[2];

	open_packets(fds);
	out_init(out, fds[0], OUT_LINE, NULL);
	out_puts(out, "a: ");
	out_puts(out, "OK\n");
	expect_nothing(fds[1]);
	out_end_line(out);
	expect_packet(fds[1], "a: OK\n");
	cr_expect_eq(out_finish(out), 0);
	free(out);
}

Test(out, block_waits_for_flush)
{
	struct out *out = malloc(sizeof(*out));
	int fds[2];

	open_packets(fds);
	out_init(out, fds[0], OUT_BLOCK, NULL);
	out_puts(out, "1\n");
	out_end_line(out);
	out_puts(out, "2\n");
	out_end_line(out);
	expect_nothing(fds[1]);
	out_flush(out);
	expect_packet(fds[1], "1\n2\n");
	out_puts(out, "3\n");
	cr_expect_eq(out_finish(out), 0);
	expect_packet(fds[1], "3\n");
	free(out);
}

/* Pieces smaller than, as large as and larger than the buffer come out in order. */
Test(out, all_sizes)
{
	static const size_t lens[] = { 1, OUT_BUF_LEN - 1, OUT_BUF_LEN, OUT_BUF_LEN + 1, 3 * OUT_BUF_LEN, 7 };
	struct out *out = malloc(sizeof(*out));
	char *piece = malloc(3 * OUT_BUF_LEN), c;
	int fd = open("/tmp", O_TMPFILE | O_RDWR, 0600), copy = dup(fd);
	off_t at = 0;

	out_init(out, fd, OUT_BLOCK, NULL);
	for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		memset(piece, 'a' + (int)i, lens[i]);
		out_write(out, piece, lens[i]);
	}
	cr_assert_eq(out_finish(out), 0);
	for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		cr_assert_eq(pread(copy, &c, 1, at), 1);
		cr_expect_eq(c, 'a' + (int)i);
		at += lens[i];
		cr_assert_eq(pread(copy, &c, 1, at - 1), 1);
		cr_expect_eq(c, 'a' + (int)i);
	}
	cr_expect_eq(lseek(copy, 0, SEEK_END), at);
	close(copy);
	free(piece);
	free(out);
}

Test(out, full_disk_is_told)
{
	struct out *out = malloc(sizeof(*out));

	out_init(out, open("/dev/full", O_WRONLY), OUT_LINE, NULL);
	out_puts(out, "a\n");
	cr_expect_eq(out->error, 0);
	out_end_line(out);
	cr_expect_eq(out->error, -ENOSPC);
	out_puts(out, "b\n");
	out_end_line(out);
	cr_expect_eq(out_finish(out), -ENOSPC);
	free(out);
}

/* With nothing to say, a bad descriptor does no harm. */
Test(out, unused)
{
	struct out *out = malloc(sizeof(*out));

	out_init(out, open("/dev/full", O_WRONLY), OUT_BLOCK, NULL);
	cr_expect_eq(out_finish(out), 0);
	free(out);
}
