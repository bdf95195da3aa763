/* SPDX-License-Identifier: MIT */
/*
 * `certutil -hashfile` of Windows, as documented and as found in published lists.
 */
#include "listing.h"

#include <criterion/criterion.h>

#define A ABC_SHA256

#define THANKS "CertUtil: -hashfile command completed successfully.\n"

Test(certutil, new_and_old)
{
	expect_wide("SHA256 hash of a.bin:\n" A "\n" THANKS, "1 certutil SHA2-256 abc <a.bin>\n");
	expect_wide("MD5 hash of file a.bin:\n90 01 50 98 3c d2 4f b0 d6 96 3f 7d 28 e1 7f 72\n" THANKS,
		    "1 certutil MD5 abc <a.bin>\n");
	/* a file called "file x", hashed by the new certutil */
	expect_wide("SHA256 hash of file x:\n" A "\n" THANKS, "1 certutil SHA2-256 abc <file x>\n");
	expect_wide("SHA256 hash of C:\\a hash of b:\n" A "\n", "1 certutil SHA2-256 abc <C:\\x5ca hash of b>\n");
}

Test(certutil, damage)
{
	expect_wide("SHA256 hash of a:\n" THANKS "SHA256 hash of a:\n" A "  b\n",
		    "1 bad certutil's head line without its digest below\n"
		    "3 bad certutil's head line without its digest below\n4 gnu SHA2-256 abc <b>\n");
	expect_wide("SHA256 hash of a:\n" ABC_SHA1 "\nSHA256 hash of a:\n" A A A "\nSHA256 hash of :\n" A "\n",
		    "1 bad\n3 bad\n5 bad the name is missing\n6 bad a digest without a name\n");
	expect_wide("CertUtil: -hashfile command FAILED: 0x80070002\n", "1 bad\n");
	expect_only("SHA1", "SHA256 hash of a:\n" A "\n", "1 certutil SHA2-256 other abc <a>\n");
}
