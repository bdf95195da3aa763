/* SPDX-License-Identifier: MIT */
/*
 * `gpg --print-md` and `--print-mds`; the fixtures hold what gpg itself prints.
 */
#include "listing.h"

#include <criterion/criterion.h>

#define A ABC_SHA256
/* The digest as gpg groups it, in two lines. */
#define GPG_HEAD "BA7816BF 8F01CFEA 414140DE 5DAE2223 B00361A3 96177A9C B410FF61"
#define GPG_TAIL "F20015AD"

Test(gpg, one_line_or_several)
{
	expect_wide("a.bin: " GPG_HEAD " " GPG_TAIL "\n", "1 gpg SHA2-256 abc <a.bin>\n");
	expect_wide("a.bin: " GPG_HEAD "\n       " GPG_TAIL "\n", "1 gpg SHA2-256 abc <a.bin>\n");
	expect_wide("a.bin: \n" GPG_HEAD "\n " GPG_TAIL "\nb: 90 01 50 98 3C D2 4F B0  D6 96 3F 7D 28 E1 7F 72\n",
		    "1 gpg SHA2-256 abc <a.bin>\n4 gpg MD5 abc <b>\n");
	expect_wide("a: b: A999 3E36 4706 816A BA3E  2571 7850 C26C 9CD0 D89D\n" A "  c\n",
		    "1 gpg SHA1 abc <a: b>\n2 gnu SHA2-256 abc <c>\n");
}

Test(gpg, tagged)
{
	expect_wide("a:    MD5 = 90 01 50 98 3C D2 4F B0  D6 96 3F 7D 28 E1 7F 72\n"
		    "a: RMD160 = 8EB2 08F7 E05D 987A 9B04  4A8E 98C6 B087 F15A 0BFC\na: SHA256 = " GPG_HEAD
		    "\n            " GPG_TAIL "\n",
		    "1 gpg MD5 abc <a>\n2 gpg RIPEMD-160 abc <a>\n3 gpg SHA2-256 abc <a>\n");
	expect_wide("a: SHA1 = " GPG_HEAD " " GPG_TAIL "\na: TIGER = " GPG_HEAD " " GPG_TAIL "\n",
		    "1 bad the length of the digest does not fit the algorithm\n"
		    "2 bad the tag names no known algorithm\n");
	expect_only("SHA256", "a: SHA1 = A999 3E36 4706 816A BA3E  2571 7850 C26C 9CD0 D89D\n",
		    "1 gpg SHA1 other abc <a>\n");
}

/* A digest that lost its tail, or has one too long, or one that is something else, is no digest. */
Test(gpg, damage)
{
	expect_wide("a.bin: BA7816BF 8F01CFEA 414140DE 5DAE2223 B00361A3 96177A9C\n", "1 bad\n");
	expect_wide("a.bin: " GPG_HEAD " " GPG_TAIL "\n       00000000\n", "1 bad\n");
	expect_wide("a.bin: BA7816BF 8F01CFEA 414140DE 5DAE2223\n       junk\n" A "  b\n",
		    "1 bad a digest that does not go on with digits\n3 gnu SHA2-256 abc <b>\n");
	expect_wide("a.bin: BA7816BF 8F01CFEA 414140DE 5DAE2223\n       B00361A3 96177A9C B410FF61 F20015AD0\n",
		    "1 bad\n");
	expect_wide("a.bin: " GPG_HEAD " F20015A\n", "1 bad\n");
	expect_wide("a.bin: ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad\n", "1 bad\n");
	expect_wide("Checksums:\n   " A "  a\n", "1 bad\n2 gnu SHA2-256 abc <a>\n");
	expect_wide("note: CAFE\n: " GPG_HEAD " " GPG_TAIL "\n", "1 bad no known layout\n2 bad\n");
}
