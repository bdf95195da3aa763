/* SPDX-License-Identifier: MIT */
/*
 * What is said of lines that no layout claims.
 */
#include "listing.h"

#include <criterion/criterion.h>

#define A ABC_SHA256
#define AU ABC_SHA256_UPPER

Test(reason, names_the_layout)
{
	expect_wide("a.bin  " A "\na.bin " AU "\na.bin;" A "\n" A ";a.bin\na.bin," A "\n" A ",a.bin\na.bin: " A "\n" A
		    ":a.bin\n",
		    "1 bad laid out as name  digest, which is not read\n"
		    "2 bad laid out as name  digest, which is not read\n"
		    "3 bad laid out as name;digest, which is not read\n"
		    "4 bad laid out as digest;name, which is not read\n"
		    "5 bad laid out as name,digest, which is not read\n"
		    "6 bad laid out as digest,name, which is not read\n"
		    "7 bad laid out as name: digest, which is not read\n"
		    "8 bad laid out as digest:name, which is not read\n");
	expect_wide("a.bin 352441C2\n\xef\xbb\xbf" A "  a\njunk\n4025478206 3 a\n",
		    "1 bad a CRC-32 behind a name (SFV), which proves nothing\n"
		    "2 bad a byte-order mark that is not at the start of the list\n"
		    "3 bad no known layout\n4 bad no known layout\n");
}
