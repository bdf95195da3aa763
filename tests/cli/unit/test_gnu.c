/* SPDX-License-Identifier: MIT */
/*
 * What a name makes of the program.
 */
#include "gnu.h"

#include <criterion/criterion.h>

static void expect_gnu(const char *argv0, const char *algo_name, unsigned bits)
{
	struct personality personality;

	personality_find(argv0, &personality);
	cr_expect(personality.is_gnu, "%s", argv0);
	cr_expect_str_eq(personality.program, argv0);
	cr_expect_str_eq(personality.algo_name, algo_name);
	cr_expect_eq(personality.bits, bits);
}

static void expect_own(const char *argv0, const char *program)
{
	struct personality personality;

	personality_find(argv0, &personality);
	cr_expect_not(personality.is_gnu, "%s", argv0);
	cr_expect_str_eq(personality.program, program);
	cr_expect_str_eq(personality.algo_name, "SHA256");
}

Test(gnu, names)
{
	expect_gnu("sha256sum", "SHA256", 256);
	expect_gnu("/usr/local/bin/md5sum", "MD5", 128);
	expect_gnu("./sha1sum", "SHA1", 160);
	expect_gnu("sha224sum", "SHA224", 224);
	expect_gnu("sha384sum", "SHA384", 384);
	expect_gnu("sha512sum", "SHA512", 512);
}

Test(gnu, others)
{
	expect_own("ringsum", "ringsum");
	expect_own("/opt/bin/ringsum", "ringsum");
	expect_own("xsha256sum", "xsha256sum");
	expect_own("sha256sum2", "sha256sum2");
	expect_own("sha256sum/ringsum", "ringsum");
	expect_own("SHA256SUM", "SHA256SUM");
	expect_own("", "ringsum");
	expect_own(NULL, "ringsum");
}
