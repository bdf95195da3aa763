/* SPDX-License-Identifier: MIT */
/*
 * A file is whole or not there; what it replaces stays until then.
 */
#include "cli/newfile.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[PATH_MAX];

static void enter(void)
{
	snprintf(folder, sizeof(folder), "%s/newfile-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
	umask(022);
}

static unsigned count_files(void)
{
	DIR *dir = opendir(".");
	unsigned n = 0;

	while (readdir(dir))
		n++;
	closedir(dir);
	return n - 2;
}

static void leave(void)
{
	char command[PATH_MAX + 16];

	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	cr_assert_eq(system(command), 0);
}

static void put(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	fputs(text, file);
	fclose(file);
}

static void expect_text(const char *name, const char *wanted)
{
	char text[64] = "";
	FILE *file = fopen(name, "r");

	cr_assert_not_null(file, "%s", name);
	cr_expect(fgets(text, sizeof(text), file) || !*wanted);
	fclose(file);
	cr_expect_str_eq(text, wanted);
}

static void write_new(struct newfile *file)
{
	cr_expect_eq(write(file->fd, "new", 3), 3);
}

Test(newfile, appears_at_the_end, .init = enter, .fini = leave)
{
	struct newfile file;
	struct stat st;

	cr_assert_eq(newfile_open("f", &file), 0);
	write_new(&file);
	cr_expect_eq(access("f", F_OK), -1);
	cr_expect_eq(newfile_complete(&file), 0);
	cr_expect_eq(access("f", F_OK), -1);
	cr_expect_eq(newfile_place(&file), 0);
	newfile_finish(&file);
	expect_text("f", "new");
	cr_expect_eq(stat("f", &st), 0);
	cr_expect_eq(st.st_mode & 0777, 0644);
	cr_expect_eq(count_files(), 1);
}

Test(newfile, dropped_at_any_time, .init = enter, .fini = leave)
{
	struct newfile file;

	put("f", "old");
	cr_assert_eq(newfile_open("f", &file), 0);
	write_new(&file);
	newfile_finish(&file);
	expect_text("f", "old");
	cr_assert_eq(newfile_open("f", &file), 0);
	write_new(&file);
	cr_expect_eq(newfile_complete(&file), 0);
	newfile_finish(&file);
	expect_text("f", "old");
	cr_expect_eq(count_files(), 1);
}

Test(newfile, keeps_links_and_permissions, .init = enter, .fini = leave)
{
	struct newfile file;
	struct stat st;

	put("f", "old");
	cr_expect_eq(chmod("f", 0640), 0);
	cr_expect_eq(symlink("f", "link"), 0);
	cr_assert_eq(newfile_open("link", &file), 0);
	write_new(&file);
	cr_expect_eq(newfile_complete(&file), 0);
	cr_expect_eq(newfile_place(&file), 0);
	newfile_finish(&file);
	expect_text("f", "new");
	cr_expect_eq(lstat("link", &st), 0);
	cr_expect(S_ISLNK(st.st_mode));
	cr_expect_eq(stat("f", &st), 0);
	cr_expect_eq(st.st_mode & 0777, 0640);
}

Test(newfile, what_is_no_file_is_written, .init = enter, .fini = leave)
{
	struct newfile file;
	char got[4] = "";
	int fd;

	cr_assert_eq(mkfifo("pipe", 0600), 0);
	fd = open("pipe", O_RDWR);
	cr_assert_eq(newfile_open("pipe", &file), 0);
	write_new(&file);
	cr_expect_eq(newfile_complete(&file), 0);
	cr_expect_eq(newfile_place(&file), 0);
	newfile_finish(&file);
	cr_expect_eq(read(fd, got, 3), 3);
	cr_expect_str_eq(got, "new");
	close(fd);
	cr_expect_eq(count_files(), 1);
}

Test(newfile, refusals, .init = enter, .fini = leave)
{
	struct newfile file;

	cr_expect_eq(newfile_open("nope/f", &file), -ENOENT);
	cr_expect_eq(newfile_open(".", &file), -EISDIR);
	cr_expect_eq(newfile_open("", &file), -ENOENT);
	cr_expect_eq(newfile_open("nope/", &file), -ENOENT);
	cr_expect_eq(count_files(), 0);
}
