/* SPDX-License-Identifier: MIT */
/*
 * Owns two texts, one for ringsum and one for the GNU names. Every option is in the man page too.
 */
#include "help.h"

#include <ringsum.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ringsum_help[] =
	"Usage: ringsum [OPTION]... [FILE]...\n"
	"Print digests of FILEs, or verify files against checksum files.\n"
	"Without FILE, or where FILE is -, standard input is read.\n"
	"\n"
	"Digests:\n"
	"  -a, --algorithm=NAME   any digest of libcrypto: sha256 (default), sha512, sha1, md5,\n"
	"                         sha3-256, blake2b512, sm3, shake128 and so on; several with commas\n"
	"                         between (sha256,sha1,md5) are computed in one reading\n"
	"  -l, --length=BITS      bits of output, for shake128, shake256, sha2 and sha3\n"
	"      --offset=N         begin N bytes into each file (K, M, G: powers of 1024; KB, MB: of 1000)\n"
	"      --bytes=N          hash exactly N bytes; a shorter file is an error\n"
	"  -C, --directory=DIR    names of files are relative to DIR; those of checksum files are not\n"
	"\n"
	"Output:\n"
	"      --layout=LAYOUT    gnu (default), bsd, openssl, openssl1, hashdeep, sri or hex\n"
	"      --tag              the same as --layout=bsd; --untagged is --layout=gnu\n"
	"  -b, --binary           mark names with * instead of a blank; -t, --text: do not\n"
	"      --base64           digests in base64; --raw: the bare bytes, for one file\n"
	"      --out=NAME=FILE    lines of algorithm NAME go to FILE, which appears when all has succeeded\n"
	"  -z, --zero             end lines with NUL and escape no names\n"
	"      --progress         show progress, also when standard error is no terminal\n"
	"      --no-progress      never show it\n"
	"\n"
	"Verifying:\n"
	"  -c, --check            read FILEs as checksum files, of any common layout\n"
	"      --expect=DIGEST    FILE must have this digest, whose length tells the algorithm\n"
	"      --only=NAME        verify only the entries called NAME exactly; can be repeated\n"
	"      --strip-path[=N]   drop N leading directories of listed names, or all of them\n"
	"      --ignore-missing   skip listed files that do not exist\n"
	"      --quiet            no line for each file that is OK\n"
	"      --status           no output; the exit status tells\n"
	"  -w, --warn             name each malformed line\n"
	"      --lenient          malformed lines do not make the check fail; --strict: they do (default)\n"
	"\n"
	"Work:\n"
	"      --io=WAY           auto (default), ring (io_uring), plain (read and pread),\n"
	"                         direct, buffered or sqpoll; see the manual\n"
	"  -j, --jobs=N           threads; default: one for each CPU\n"
	"      --stats[=json]     tell speeds, times and what held the work up, on standard error\n"
	"      --verbose          tell how each file was read and hashed, and why, on standard error\n"
	"\n"
	"      --help             print this\n"
	"      --version          print versions, CPU features in use and the state of io_uring\n"
	"\n"
	"The exit status is 0 when every file was hashed, or verified; else 1.\n"
	"Called as md5sum, sha1sum, sha224sum, sha256sum, sha384sum or sha512sum, it behaves as that program.\n"
	"The manual is ringsum(1).\n";

/* The program's name and the algorithm's are put in where the marks stand. */
static const char gnu_help[] =
	"Usage: %s [OPTION]... [FILE]...\n"
	"Print %s digests (%u bits) of FILEs, or verify files against lists of them.\n"
	"Without FILE, or where FILE is -, standard input is read.\n"
	"\n"
	"  -b, --binary           mark names with * instead of a blank\n"
	"  -c, --check            read FILEs as lists of digests and verify what they name\n"
	"      --tag              write BSD lines, which name the algorithm\n"
	"  -t, --text             mark names with a blank (default)\n"
	"  -z, --zero             end lines with NUL and escape no names\n"
	"\n"
	"With --check:\n"
	"      --ignore-missing   skip listed files that do not exist\n"
	"      --quiet            no line for each file that is OK\n"
	"      --status           no output; the exit status tells\n"
	"      --strict           malformed lines make the check fail\n"
	"  -w, --warn             name each malformed line\n"
	"\n"
	"      --help             print this\n"
	"      --version          print versions\n"
	"\n"
	"This is ringsum, which under this name takes the options of the GNU program of this name and gives its answers.\n"
	"The manual is ringsum(1).\n";

static void put_format(struct out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put_format(struct out *out, const char *format, ...)
{
	char *text = NULL;
	va_list args;
	int len;

	va_start(args, format);
	len = vasprintf(&text, format, args);
	va_end(args);
	if (len < 0)
		return;
	out_write(out, text, len);
	free(text);
}

void help_print(const struct personality *personality, struct out *out)
{
	if (personality->is_gnu)
		put_format(out, gnu_help, personality->program, personality->algo_name, personality->bits);
	else
		out_puts(out, ringsum_help);
}

void help_print_version(const struct personality *personality, struct out *out)
{
	struct ringsum_about about;

	ringsum_about(&about);
	if (personality->is_gnu)
		put_format(out, "%s (ringsum) %s\n", personality->base, RINGSUM_VERSION);
	else
		put_format(out, "ringsum %s\n", RINGSUM_VERSION);
	if (strcmp(about.version, RINGSUM_VERSION) != 0)
		put_format(out, "libringsum: %s\n", about.version);
	put_format(out, "libcrypto: %s\n", about.crypto);
	put_format(out, "CPU features in use: %s\n", about.cpu);
	if (about.ring_error)
		put_format(out, "io_uring: not in use, %s\n", strerror(-about.ring_error));
	else
		put_format(out, "io_uring: in use\n");
}
