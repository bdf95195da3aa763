/* SPDX-License-Identifier: MIT */
/*
 * Owns the text. Every option is in the man page too.
 */
#include "help.h"

#include "machine.h"

#include <ringsum.h>

#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>

static const char text[] =
	"Usage: ringspeed [option]... [digest]...\n"
	"  or:  ringspeed [digest]... -file FILE... [option]...\n"
	"  or:  ringspeed -compare A [B] [option]...\n"
	"Time digests of blocks in memory, as 'openssl speed' does, or of whole files;\n"
	"or compare what was measured before. Without digest: md5, sha1, rmd160,\n"
	"sha256 and sha512 in memory, sha256 for files.\n"
	"\n"
	"Blocks in memory, as in openssl:\n"
	"  -evp NAME       time the digest NAME; the same as NAME alone\n"
	"  -hmac NAME      time the HMAC with the digest NAME\n"
	"  -seconds N      for each block size (3; fractions from 0.01)\n"
	"  -bytes N        this block size only (16, 64, 256, 1024, 8192 and 16384)\n"
	"  -elapsed        wall time only: CPU time is not told where it differs\n"
	"  -multi N        N processes at once; their rates are added up\n"
	"  -misalign N     blocks begin N bytes (0 to 63) behind a multiple of 64\n"
	"  -mlock          lock memory\n"
	"  -mr             results for programs\n"
	"\n"
	"Blocks in memory, more than openssl:\n"
	"  -api LIST       ways to compute, with commas between:\n"
	"                    oneshot  EVP_Digest(), algorithm fetched before (default)\n"
	"                    evp      one EVP_MD_CTX for all messages\n"
	"                    fetch    EVP_Digest(), algorithm fetched for each message\n"
	"                    legacy   SHA256_Update() and its like\n"
	"                    lanes    1, 2, 4, 8 and 16 messages at once by ringsum\n"
	"  -cpu LIST       run again with processor features off and show the ratios:\n"
	"                  native,no-sha for example; see the manual\n"
	"\n"
	"Files:\n"
	"  -file FILE...   time whole files, as ringsum hashes them, up to the next option\n"
	"  -warm, -cold    in the page cache only, or not in it only (both)\n"
	"  -rounds N       how often (5)\n"
	"  -vs PROGRAM     take turns with PROGRAM dgst: openssl, or a path\n"
	"\n"
	"Comparing:\n"
	"  -compare A [B]  outputs of openssl speed or ringspeed in files: rates, ratios and\n"
	"                  whether the difference is per call or per byte\n"
	"\n"
	"Output:\n"
	"  -csv, -json     for programs\n"
	"  -plot TARGET    draw: a file that ends with .svg or .png, or - for the terminal\n"
	"  -help           print this\n"
	"  -version        print versions and what of the processor is in use\n"
	"\n"
	"The exit status is 0 when all was measured or compared; else 1.\n"
	"The manual is ringspeed(1).\n";

void help_print(struct out *out)
{
	out_puts(out, text);
}

static void put(struct out *out, const char *what, const char *value)
{
	out_puts(out, what);
	out_puts(out, value);
	out_puts(out, "\n");
}

void help_print_version(struct out *out)
{
	struct rates_run run = { 0 };
	struct ringsum_about about;

	ringsum_about(&about);
	machine_note(&run);
	put(out, "ringspeed ", RINGSUM_VERSION);
	if (strcmp(about.version, RINGSUM_VERSION) != 0)
		put(out, "libringsum: ", about.version);
	put(out, "libcrypto: ", about.crypto);
	put(out, "libcrypto's CPU features: ", run.cpuinfo);
	put(out, "CPU features in use by kernels: ", about.cpu);
}
