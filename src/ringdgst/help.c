/* SPDX-License-Identifier: MIT */
/*
 * Owns the texts. Every option is in the manual page too.
 */
#include "help.h"

#include "crypto.h"

#include <ringsum.h>

#include <stdio.h>
#include <string.h>

static const char text[] =
	"Usage: ringdgst [options] [file...]\n"
	"\n"
	"General options:\n"
	" -help               Display this summary\n"
	" -version            Versions, CPU features in use, state of io_uring\n"
	" -list               List digests\n"
	" -*                  Any of them: -sha256 (default), -sha3-512, -blake2b512\n"
	" -xoflen +int        Bytes of output, for -shake128 and -shake256\n"
	" -check infile       Verify a list of lines as this program, openssl dgst and\n"
	"                     sha256sum write them; -: standard input\n"
	"\n"
	"Output options:\n"
	" -c                  Print the digest with colons\n"
	" -r                  Print it as sha256sum does\n"
	" -hex                Print hex; -binary: print bytes, as -sign does by default\n"
	" -out outfile        Output to a file, not to standard output\n"
	" -label 1.1          Print the labels of OpenSSL 1.x\n"
	" -d, -debug          Tell how each file was read and hashed\n"
	"\n"
	"MAC options:\n"
	" -hmac val           HMAC with this key, which others can see in ps\n"
	" -hmac-env var       HMAC with the key in an environment variable\n"
	" -hmac-stdin         HMAC with the first line of standard input\n"
	" -mac val            HMAC, CMAC, SIPHASH or POLY1305, with -macopt\n"
	" -macopt val         Its parameter: key:text, hexkey:hex, keyenv:var,\n"
	"                     keyenvhex:var, keyfile:path, keystdin, cipher:name;\n"
	"                     may be repeated\n"
	" -fips-fingerprint   HMAC with the key of OpenSSL's own fingerprint\n"
	"\n"
	"Signing options (one file):\n"
	" -sign val           Sign with this private key\n"
	" -verify val         Verify -signature with this public key\n"
	" -prverify val       Verify -signature with this private key\n"
	" -signature infile   The signature\n"
	" -sigopt val         Its parameter: rsa_padding_mode:pss; may be repeated\n"
	" -keyform format     PEM, DER or P12; without it, whatever the key is\n"
	" -passin val         Its pass phrase: pass:text, env:var, file:path, fd:number,\n"
	"                     stdin; without it, the terminal is asked\n"
	"\n"
	"Provider options:\n"
	" -provider-path val  Where providers are, before -provider\n"
	" -provider val       Load a provider; may be repeated\n"
	" -provparam val      Set a parameter of one: [name:]key=value (OpenSSL 3.5)\n"
	" -propquery val      Property query for what is fetched\n"
	"\n"
	"Options may begin with two dashes and have their value behind = as well.\n"
	"Without file, standard input is read. The exit status is 0 when all went well,\n"
	"else 1. The manual is ringdgst(1).\n";

const char *help_text(void)
{
	return text;
}

static void put_line(struct out *out, const char *name, const char *value)
{
	out_puts(out, name);
	out_puts(out, value);
	out_puts(out, "\n");
}

void help_print_version(struct out *out)
{
	struct ringsum_about about;
	const char *reason;

	ringsum_about(&about);
	reason = about.ring_error ? strerror(-about.ring_error) : "";
	put_line(out, "ringdgst ", RINGSUM_VERSION);
	if (strcmp(about.version, RINGSUM_VERSION) != 0)
		put_line(out, "libringsum: ", about.version);
	put_line(out, "libcrypto: ", about.crypto);
	put_line(out, "CPU features in use: ", about.cpu);
	out_puts(out, "io_uring: ");
	put_line(out, about.ring_error ? "not in use, " : "in use", reason);
}

/* Three names in a line. */
struct columns {
	struct out *out;
	unsigned n;
};

static void put_name(void *context, const char *name)
{
	struct columns *columns = context;
	char cell[CRYPTO_NAME_MAX];

	snprintf(cell, sizeof(cell), "-%-25s", name);
	out_puts(columns->out, cell);
	out_puts(columns->out, ++columns->n % 3 == 0 ? "\n" : " ");
}

void help_print_list(struct out *out)
{
	struct columns columns = { .out = out };

	out_puts(out, "Supported digests:\n");
	crypto_each_digest(put_name, &columns);
	out_puts(out, "\n");
}
