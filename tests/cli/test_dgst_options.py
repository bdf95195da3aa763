# SPDX-License-Identifier: MIT
"""Options that openssl does not have, or has no more: what they say, and that none is taken and ignored."""
import os
import re

from dgst import dgst, read, sha256
from harness import ABC, case, main
from samples import SUMS


def refused(box, label, *words, says=".", **how):
    run = dgst(box, *words, **how)
    return box.check(run.rc == 1 and run.out == b"" and re.search(says.encode(), run.err), label, run.notes())


@case
def no_more(box):
    """-engine, -rand and what belongs to them: one clear line, nothing else"""
    box.write("a")
    for words in (["-engine", "x", "a"], ["-engine_impl", "a"], ["-rand", "a", "a"], ["-writerand", "of", "a"],
                  ["-engine=x", "a"], ["--engine", "x", "a"], ["-sha1", "-rand", "nope", "a"]):
        run = dgst(box, *words)
        box.check(run.rc == 1 and run.out == b"" and run.err.count(b"\n") == 1, " ".join(words), run.notes())
        name = words[-3] if "-sha1" in words else words[0]
        box.check(name.strip("-").split("=")[0].encode() in run.err, "it names the option", run.notes())
    box.check(not os.path.exists("of"), "nothing is written")


@case
def about(box):
    """-help and -version"""
    run = dgst(box, "-help")
    box.check(run.rc == 0 and run.out == b"" and b"Usage: ringdgst" in run.err, "-help, where openssl has it",
              run.notes())
    run = dgst(box, "--help")
    box.check(run.rc == 0 and run.err == b"" and b"Usage: ringdgst" in run.out, "--help", run.notes())
    text = run.out.decode()
    box.check(max(map(len, text.splitlines())) <= 80 and text.count("\n") <= 60, "fits a screen")
    for option in ("help", "version", "list", "xoflen", "check", "c", "r", "hex", "binary", "out", "label", "d",
                   "debug",
                   "hmac", "hmac-env", "hmac-stdin", "mac", "macopt", "fips-fingerprint", "sign", "verify", "prverify",
                   "signature", "sigopt", "keyform", "passin", "provider", "provider-path", "provparam", "propquery", "sha256"):
        box.check(re.search(r"(^|[\s,])-%s(?![\w-])" % option, text), "--help tells of -" + option)
    for words in (["-help", "-bogus"], ["-bogus", "-help"], ["-r", "-help", "a"]):
        box.check(b"Usage" in dgst(box, *words).err, " ".join(words))
    run = dgst(box, "-version")
    box.check(run.rc == 0 and run.err == b"", "-version", run.notes())
    for pattern in (rb"^ringdgst\b.*\d+\.\d+", rb"OpenSSL \d", rb"(?i)io_uring", rb"(?i)cpu"):
        box.check(re.search(pattern, run.out), "-version tells /%s/" % pattern.decode(), run.notes())


@case
def unknown(box):
    """options that do not exist, or have a value that means nothing"""
    box.write("a")
    for words in (["-bogus", "a"], ["--bogus", "a"], ["-ra", "a"], ["-cr", "a"], ["-rc", "a"], ["-sha256x", "a"],
                  ["-sha256=x", "a"], ["-Hmac", "k", "a"], ["-OUT", "of", "a"], ["-x", "a"], ["-0", "a"],
                  ["-\xff", "a"]):
        refused(box, " ".join(words), *words)
    refused(box, "-shake128 -xoflen 0x10", "-shake128", "-xoflen", "0x10", "a")
    refused(box, "-shake128 -xoflen 1000000000", "-shake128", "-xoflen", "1000000000", "a")
    box.check(not os.path.exists("of"), "nothing is written")
    run = dgst(box, "-bogus", "a")
    box.check(run.err.startswith(b"ringdgst: "), "messages begin with the program's name", run.notes())


@case
def files_named_like_options(box):
    """behind the first file everything is a file"""
    for name in ("a", "-r", "-sha1", "--", "-check", "dgst", "sha256", "speed"):
        box.write(name)
    box.out(dgst(box, "a", "-r", "-sha1", "--", "-check"),
            "".join("SHA256(%s)= %s\n" % (name, ABC) for name in ("a", "-r", "-sha1", "--", "-check")),
            "options behind")
    box.out(dgst(box, "dgst", "sha256", "speed"),
            "".join("SHA256(%s)= %s\n" % (name, ABC) for name in ("dgst", "sha256", "speed")), "words are no commands")
    box.out(dgst(box, "--", "-r"), "SHA256(-r)= %s\n" % ABC, "behind --")


@case
def debug(box):
    """-d tells on standard error what was done, and changes nothing on standard output"""
    box.write("a")
    box.write_random("big", 5000001)
    for option in ("-d", "-debug"):
        plain, told = dgst(box, "a", "big"), dgst(box, option, "a", "big")
        box.check(told.rc == 0 and told.out == plain.out and told.err and not plain.err, option, told.notes())
        box.check(b"a" in told.err and b"big" in told.err and told.err.count(b"\n") >= 2, option + ": each file",
                  told.notes())
        run = dgst(box, option, "nope")
        box.check(run.rc == 1 and b"nope" in run.err, option + ": a missing file", run.notes())
        run = dgst(box, option, "-hmac", "k", "a")
        box.check(run.rc == 0 and run.out.startswith(b"HMAC-SHA256(a)= "), option + " with a key", run.notes())


@case
def names(box):
    """without openssl: digests by their names, -r, -c, -binary, -out"""
    box.write("a")
    for option, key in (("-md5", "md5"), ("-sha1", "sha1"), ("-sha224", "sha224"), ("-sha256", "sha256"),
                        ("-sha384", "sha384"),
                        ("-sha512", "sha512"), ("-sha3-256", "sha3_256"), ("-sha3-512", "sha3_512"), ("-sm3", "sm3"),
                        ("-blake2b512", "blake2b"), ("-blake2s256", "blake2s"), ("-sha512-256", "sha512_256"),
                        ("-sha512-224", "sha512_224"), ("-ripemd160", "ripemd160"), ("-SHA2-256", "sha256")):
        box.out(dgst(box, option, "-r", "a"), "%s *a\n" % SUMS[key], option)
    box.out(dgst(box, "-r", stdin=b"abc"), "%s *stdin\n" % ABC, "-r of standard input")
    box.out(dgst(box, "-c", "a"), "SHA256(a)= %s\n" % bytes.fromhex(ABC).hex(":"), "-c")
    box.out(dgst(box, "-binary", "a"), bytes.fromhex(ABC), "-binary")
    run = dgst(box, "-out", "of", "a")
    box.check(run.rc == 0 and run.out == b"" and read("of") == b"SHA256(a)= %s\n" % ABC.encode(), "-out", run.notes())
    box.write(b"n\nl", b"x")
    box.out(dgst(box, "-r", b"n\nl"), "\\%s *n\\nl\n" % sha256(b"x"), "-r of a name with a newline")


if __name__ == "__main__":
    main()
