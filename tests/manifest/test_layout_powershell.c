/* SPDX-License-Identifier: MIT */
/*
 * PowerShell's Get-FileHash, as table and as list.
 */
#include "listing.h"

#include <criterion/criterion.h>

#define AU ABC_SHA256_UPPER

#define TABLE "Algorithm       Hash    Path\n---------       ----    ----\n"

Test(powershell, table)
{
	expect_wide("\n" TABLE "SHA256          " AU "       C:\\a b.bin   \nMD5             " ABC_MD5 "   D:\\c\n\n",
		    "4 powershell SHA2-256 abc <C:\\x5ca b.bin>\n5 powershell MD5 abc <D:\\x5cc>\n");
	/* without its head a row could be anything */
	expect_wide("SHA256          " AU "       C:\\a\n", "1 bad\n");
}

Test(powershell, table_cut_by_the_window)
{
	expect_wide(TABLE "SHA512          DDAF35A193617ABACC417349AE204...  C:\\a\nSHA256   " AU "   C:\\long-na...\n"
			  "SHA256   " AU "   C:\\long-na\xe2\x80\xa6\nSHA256   " AU "\nSHA1   " AU "   C:\\a\n",
		    "3 bad a row of Get-FileHash that was cut to fit its window\n"
		    "4 bad a row of Get-FileHash that was cut to fit its window\n"
		    "5 bad a row of Get-FileHash that was cut to fit its window\n6 bad the name is missing\n"
		    "7 bad the length of the digest does not fit the algorithm\n");
}

Test(powershell, list)
{
	expect_wide("\nAlgorithm : SHA256\nHash      : " AU "\nPath      : C:\\a b.bin\n\n\n"
		    "Algorithm : SHA256\nHash      : BA7816BF8F01CFEA414140DE5DAE2223\n"
		    "            B00361A396177A9CB410FF61F20015AD\nPath      : C:\\c\n\n",
		    "2 powershell SHA2-256 abc <C:\\x5ca b.bin>\n7 powershell SHA2-256 abc <C:\\x5cc>\n");
}

Test(powershell, list_that_is_not_whole)
{
	expect_wide("Algorithm : SHA256\nHash      : " AU "\nPath      : C:\\long\n            er name\n\n",
		    "1 bad a path of Get-FileHash that was wrapped into several lines\n");
	expect_wide("Algorithm : SHA256\nHash      : " AU "\nAlgorithm : SHA256\nHash      : xyz\nAlgorithm : FOO\n",
		    "1 bad an entry of Get-FileHash that is not whole\n"
		    "3 bad an entry of Get-FileHash that is not whole\n"
		    "4 bad\n5 bad Get-FileHash with no known algorithm\n");
	expect_wide("Algorithm : SHA256\nHash      : " AU "00\nPath      : C:\\a\nAlgorithm : SHA256\n",
		    "1 bad the length of the digest does not fit the algorithm\n"
		    "4 bad an entry of Get-FileHash that is not whole\n");
}
