/* SPDX-License-Identifier: MIT */
/*
 * Signed lists: the wrapping is no damage, what it covers is told from what it does not, and a cut or forged one shows.
 */
#include "listing.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define A ABC_SHA256
#define BEGIN "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
#define END "-----BEGIN PGP SIGNATURE-----\n\niQAAAAAAAAAAAAAAAAAA\n=AAAA\n-----END PGP SIGNATURE-----\n"
#define SIGNIFY "untrusted comment: verify with base.pub\nRWQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"

/* What a list says of signatures. */
static void expect_signed(const char *list, bool is_signed, uint64_t n_unsigned)
{
	struct manifest_parser_options options = { .dialect = MANIFEST_WIDE };
	struct manifest_summary summary;

	free(listing_read(&options, list, strlen(list), 100, &summary));
	cr_expect_eq(summary.is_signed, is_signed, "%s", list);
	cr_expect_eq(summary.n_unsigned, n_unsigned, "%llu, not %llu unsigned in\n%s",
		     (unsigned long long)summary.n_unsigned, (unsigned long long)n_unsigned, list);
}

Test(armour, pgp)
{
	expect_wide(BEGIN "# a: 3 bytes\nSHA256 (a) = " A "\n" A " *b\n" END,
		    "5 bsd SHA2-256 abc <a>\n6 gnu SHA2-256 abc <b>\n");
	expect_wide("-----BEGIN PGP SIGNED MESSAGE----- \r\n\r\n" A "  a\r\n-----BEGIN PGP SIGNATURE-----\r\n"
		    "Version: x\r\n\r\niQAA\r\n-----END PGP SIGNATURE-----\r\n",
		    "3 gnu SHA2-256 abc <a>\n");
	expect_signed(BEGIN A "  a\n" END, true, 0);
	expect_signed(A "  a\n", false, 0);
}

Test(armour, pgp_header_is_not_the_algorithm)
{
	expect_wide("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n" ABC_SHA1 "  a\n" END,
		    "4 gnu SHA1 abc <a>\n");
}

Test(armour, pgp_dashes)
{
	expect_wide(BEGIN "- -a: A999 3E36 4706 816A BA3E  2571 7850 C26C 9CD0 D89D\n- " A "  b\n- - x\n" END,
		    "4 gpg SHA1 abc <-a>\n5 gnu SHA2-256 abc <b>\n6 bad\n");
	/* outside of a signed message a dash is a dash */
	expect_wide("- " A "  b\n", "1 bad\n");
}

Test(armour, unsigned_entries)
{
	const char *list = A "  a\n" BEGIN A "  b\n" END A "  c\n" BEGIN A "  d\n" END;

	expect_wide(list, "1 gnu SHA2-256 abc <a>\n5 gnu SHA2-256 abc <b>\n11 gnu SHA2-256 abc <c> unsigned\n"
			  "15 gnu SHA2-256 abc <d>\n");
	expect_signed(list, true, 2);
	/* a signature that is only added covers nothing that could be told here */
	expect_signed(A "  a\n" END, true, 1);
}

Test(armour, an_entry_held_keeps_its_place)
{
	expect_wide(BEGIN "a: A999 3E36 4706 816A BA3E  2571 7850 C26C 9CD0 D89D\n" END A "  b\n",
		    "4 gpg SHA1 abc <a>\n10 gnu SHA2-256 abc <b> unsigned\n");
	expect_wide("a: A999 3E36 4706 816A BA3E  2571 7850 C26C 9CD0 D89D\n" BEGIN A "  b\n" END,
		    "1 gpg SHA1 abc <a> unsigned\n5 gnu SHA2-256 abc <b>\n");
	expect_named("a.sha256", BEGIN A "\n" END, "4 hex SHA2-256 abc <a>\n");
}

Test(armour, pgp_cut)
{
	expect_wide(BEGIN A "  a\n", "4 gnu SHA2-256 abc <a>\n"
				     "1 bad a PGP signed message without its signature: the list may have been cut\n");
	expect_wide("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n",
		    "1 bad a PGP signed message without its signature: the list may have been cut\n");
	expect_wide(BEGIN A "  a\n-----BEGIN PGP SIGNATURE-----\n\niQ\n",
		    "4 gnu SHA2-256 abc <a>\n5 bad a PGP signature without its end: the list may have been cut\n");
}

Test(armour, nothing_hides_in_it)
{
	expect_wide("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n" A "  a\n\n" A "  b\n" END,
		    "3 bad text among the headers of a PGP signed message\n5 gnu SHA2-256 abc <b>\n");
	expect_wide(BEGIN A "  a\n-----BEGIN PGP SIGNATURE-----\n\niQ\n" A "  b\nb: 9001 5098\n"
			    "-----END PGP SIGNATURE-----\n",
		    "4 gnu SHA2-256 abc <a>\n8 bad text in the midst of a PGP signature\n"
		    "9 bad text in the midst of a PGP signature\n");
	expect_wide(BEGIN BEGIN A "  a\n" END,
		    "4 bad a line of PGP armour in the midst of signed text\n5 bad\n7 gnu SHA2-256 abc <a>\n");
	expect_wide("-----BEGIN PGP MESSAGE-----\n\nowGb\n" A "  a\n-----END PGP MESSAGE-----\n" A "  b\n",
		    "1 bad a PGP block that holds no clear text\n6 gnu SHA2-256 abc <b>\n");
}

Test(armour, signify)
{
	expect_wide(SIGNIFY "SHA256 (a) = " A "\n", "3 bsd SHA2-256 abc <a>\n");
	expect_signed(SIGNIFY "SHA256 (a) = " A "\n", true, 0);
	expect_signed(A "  b\n" SIGNIFY "SHA256 (a) = " A "\n", true, 1);
	/* a comment without a signature behind it signs nothing */
	expect_signed("untrusted comment: x\n" A "  a\n", false, 0);
	expect_wide("untrusted comment: x\n" A "  a\n", "2 gnu SHA2-256 abc <a>\n");
}

Test(armour, minisign)
{
	expect_wide(SIGNIFY "trusted comment: timestamp:0\nbALUFZ6z6KAbZo1SdG7V3oQ=\n" A "  a\n",
		    "5 gnu SHA2-256 abc <a>\n");
	expect_wide(SIGNIFY "trusted comment: timestamp:0\n" A "  a\n", "4 gnu SHA2-256 abc <a>\n");
	expect_wide("trusted comment: timestamp:0\n", "1 bad\n");
}
