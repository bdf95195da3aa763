# SPDX-License-Identifier: MIT
"""-check: lists of openssl dgst are verified, with a key where the lines are MACs, and whatever is odd fails."""
import hashlib
import hmac
import os

from dgst import dgst, openssl
from harness import ABC, NOBODY, SANITIZED, ZEROS, case, main, need_reach
from samples import ODD, SUMS, spoil

KEY = "k"
MAC = hmac.new(b"k", b"abc", "sha256").hexdigest()
SHA1_MAC = hmac.new(b"k", b"abc", "sha1").hexdigest()
DIGESTS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256", "sha3-224", "sha3-256",
           "sha3-384", "sha3-512", "blake2b512", "blake2s256", "sm3", "ripemd160")


def prepare(box):
    box.write("a")
    box.write("s p")
    box.write("empty", b"")


def check(box, text, *options, **how):
    """-check of a list with this text"""
    box.write("list", text)
    return dgst(box, *options, "-check", "list", **how)


def spoiled(text):
    """the list with the last digit of its first digest changed, however it is written"""
    lines = text.split(b"\n")
    for i, line in enumerate(lines):
        for word in line.replace(b"=", b" ").split():
            bare = word.lstrip(b"\\").replace(b":", b"")
            if len(bare) >= 32 and not bare.strip(b"0123456789abcdef"):
                lines[i] = line.replace(word, spoil(word.decode()).encode())
                return b"\n".join(lines)
    raise ValueError(text)


def round_trip(box, label, text, n, *options, **how):
    """a list verifies, and no longer when a digit of it is another"""
    box.verified(check(box, text, *options, **how), n, label)
    run = check(box, spoiled(text), *options, **how)
    box.check(run.rc == 1 and len(run.ok_names()) == n - 1 and run.out.count(b": FAILED\n") == 1, label + ", spoiled",
              run.notes())


@case
def by_openssl(box):
    """what the installed openssl prints, with each digest and in each form"""
    prepare(box)
    for digest in DIGESTS:
        for form in ([], ["-c"], ["-r"]):
            text = openssl(box, "dgst", "-" + digest, *form, "a", "s p", "empty").out
            label = " ".join([digest, *form])
            if text and (form != ["-r"] or digest in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")):
                round_trip(box, label, text, 3)
                round_trip(box, label + ", named", text, 3, "-" + digest)
            elif text:
                # a bare digest tells no more than its length
                run = check(box, text, "-" + digest)
                box.verified(run, 3, label + ", named, as the length is no proof")
    round_trip(box, "no digest named", openssl(box, "dgst", "a", "s p").out, 2)
    text = b"".join(openssl(box, "dgst", "-" + digest, "a", "s p").out for digest in DIGESTS[:6])
    round_trip(box, "several digests in one list", text, 12)


@case
def by_ourselves(box):
    """what ringdgst prints"""
    prepare(box)
    for words in (["-sha256"], ["-sha1", "-c"], ["-sha512", "-r"], ["--label=1.1", "-sha256"],
                  ["-md5", "--label=1.1", "-c"],
                  ["-sha3-256"]):
        round_trip(box, " ".join(words), dgst(box, *words, "a", "s p", "empty").out, 3)
    for words in (["-sha256"], ["-sha256", "-c"], ["-sha1", "--label=1.1"]):
        text = dgst(box, *words, "-hmac", KEY, "a", "empty").out
        round_trip(box, "HMAC " + " ".join(words), text, 2, "-hmac", KEY)


@case
def old_lists(box):
    """lists of OpenSSL 1.x: as its source prints them"""
    prepare(box)
    names = {"md5": "MD5", "sha1": "SHA1", "sha224": "SHA224", "sha256": "SHA256", "sha384": "SHA384",
             "sha512": "SHA512",
             "sha512_256": "SHA512-256", "sha512_224": "SHA512-224", "sha3_256": "SHA3-256", "sha3_512": "SHA3-512",
             "blake2b": "BLAKE2b512", "blake2s": "BLAKE2s256", "sm3": "SM3", "ripemd160": "RIPEMD160"}
    for digest, label in names.items():
        round_trip(box, label, ("%s(a)= %s\n%s(s p)= %s\n" % (label, SUMS[digest], label, SUMS[digest])).encode(), 2)
    round_trip(box, "-r of 1.x", ("%s *a\n%s *s p\n" % (ABC, ABC)).encode(), 2)
    box.verified(check(box, "SHA256(a)= %s\r\nSHA256(s p)= %s\r\n" % (ABC, ABC)), 2, "CRLF")
    box.verified(check(box, "SHA256(a)= %s" % ABC), 1, "no newline at the end")
    box.verified(check(box, "SHA256(a)= %s\n" % ABC.upper()), 1, "capital digits")


@case
def macs(box):
    """lists of HMACs, with the key from anywhere"""
    prepare(box)
    box.write("key", KEY)
    new, old = "HMAC-SHA2-256(a)= %s\n" % MAC, "HMAC-SHA256(a)= %s\n" % MAC
    sources = ((["-hmac", KEY], {}), (["-hmac-env", "KEY"], {"env": {"KEY": KEY}}),
               (["-hmac-stdin"], {"stdin": b"k\n"}),
               (["-mac", "HMAC", "-macopt", "key:k"], {}), (["-mac", "HMAC", "-macopt", "hexkey:6b"], {}),
               (["-mac", "HMAC", "-macopt", "keyfile:key"], {}),
               (["-mac", "HMAC", "-macopt", "keyenv:KEY"], {"env": {"KEY": KEY}}))
    for words, how in sources:
        for label, text in (("3.x", new), ("1.x", old)):
            round_trip(box, "%s, %s" % (label, " ".join(words)), text.encode(), 1, *words, **how)
    for digest in ("md5", "sha1", "sha512", "sha3-256", "ripemd160"):
        text = openssl(box, "dgst", "-" + digest, "-hmac", KEY, "a", "s p").out
        round_trip(box, digest, text, 2, "-hmac", KEY)
    round_trip(box, "several digests", (new + "HMAC-SHA1(a)= %s\n" % SHA1_MAC).encode(), 2, "-hmac", KEY)
    colons = openssl(box, "dgst", "-sha256", "-hmac", KEY, "-c", "a").out
    round_trip(box, "-c", colons, 1, "-hmac", KEY)
    round_trip(box, "-r", ("%s *a\n" % MAC).encode(), 1, "-sha256", "-hmac", KEY)
    for label, text in (("3.x", new), ("1.x", old), ("-r", "%s *a\n" % MAC)):
        run = check(box, text, "-sha256", "-hmac", "wrong")
        box.check(run.rc == 1 and run.out == b"a: FAILED\n", "the wrong key, " + label, run.notes())
        box.refused(check(box, text.replace(MAC, ABC), "-sha256", "-hmac", KEY), "a plain digest as MAC, " + label)
    for text in (new, old):
        run = check(box, text)
        box.refused(run, "no key")
        box.check(b"a: " not in run.out, "no key: no verdict", run.notes())
        box.refused(check(box, text.replace(MAC, ABC)), "a plain digest in a MAC's line, no key")
        box.refused(check(box, text, "-sha1", "-hmac", KEY), "for another digest")
    run = check(box, "SHA256(a)= %s\n" % ABC, "-hmac", KEY)
    box.refused(run, "a line of a plain digest with a key")
    run = check(box, new + "SHA2-256(s p)= %s\n" % ABC, "-hmac", KEY)
    box.check(run.rc == 1 and run.out == b"a: OK\n", "one of each: the MAC is verified, the other makes it fail",
              run.notes())
    box.refused(check(box, "HMAC-SHA256(a)= %s\n" % ABC, "-hmac", ""), "an empty key is no absent key")


@case
def damaged(box):
    """lines that are none: told, never OK, and the exit status says so"""
    prepare(box)
    box.write("b")
    good = "SHA256(b)= %s\n" % ABC
    for line in ("SHA256(a)= %s" % ABC[:-1], "SHA256(a)= %s0" % ABC, "SHA256(a)= %s" % ABC[:40], "SHA256(a)=",
                 "SHA256(a)",
                 "SHA256()= %s" % ABC, "(a)= %s" % ABC, "SHA256(a= %s" % ABC, "SHA256a)= %s" % ABC,
                 "XSHA256(a)= %s" % ABC,
                 "SHA2-2560(a)= %s" % ABC, "SHA256(a)= %sg" % ABC[:-1], "MD5(a)= %s" % ABC, "SHA256(a)= %s x" % ABC,
                 "HMAC(a)= %s" % MAC, "HMAC-(a)= %s" % MAC, "HMAC-NOPE(a)= %s" % MAC, "HMACSHA256(a)= %s" % MAC,
                 "RSA-SHA256(a)= %s" % ABC, "SHA256(a)= ba:78:16", "SHA256(a)= " + ":".join(ABC), "junk", "%s" % ABC,
                 "CMAC(a)= %s" % ABC[:32], "SHA256(x\0y)= %s" % ABC, "=" * 5000,
                 "\\%s *x\\y\\nz" % ABC, "SHA256(new", "line)= %s" % ABC):
        run = check(box, line + "\n" + good)
        label = repr(line[:8] + "..." + line[-12:])
        box.check(run.rc == 1 and run.ok_names() == [b"b"], "beside a good one: " + label, run.notes())
        box.check(run.err and b"FAILED" not in run.out, "it is told: " + label, run.notes())
        run = check(box, line + "\n", "-hmac", KEY)
        box.refused(run, "alone, with a key: " + label)
    run = check(box, good + "junk\n" + good + "more\n")
    box.check(run.rc == 1 and len(run.ok_names()) == 2, "two of four", run.notes())
    box.err(run, r"\b2\b", "the line's number, or how many")


@case
def stdin_lines(box):
    """(stdin)= is no file: absent means failure, and our own standard input is never taken for it"""
    prepare(box)
    for line in ("SHA2-256(stdin)= %s", "SHA256(stdin)= %s", "(stdin)= %s", "%s *stdin", "%s *-", "SHA256(-)= %s"):
        run = check(box, line % ABC + "\n", stdin=b"abc")
        if "-)" not in line and "*-" not in line:
            box.refused(run, line)
        else:
            box.check(run.rc in (0, 1), line, run.notes())
    box.write("stdin", b"abc")
    box.verified(check(box, "SHA256(stdin)= %s\n" % ABC), 1, "a file of that name is a file")


@case
def files_that_fail(box):
    """files that are missing, are none, or may not be read"""
    prepare(box)
    os.mkdir("d")
    run = check(box, "SHA256(nope)= %s\nSHA256(a)= %s\nSHA256(d)= %s\nSHA256(empty)= %s\n" % ((ABC,) * 4))
    box.rc(run, 1)
    box.out(run, "nope: FAILED open or read\na: OK\nd: FAILED open or read\nempty: FAILED\n")
    box.err(run, "nope: No such file")
    box.err(run, "d: Is a directory")
    run = check(box, "HMAC-SHA256(nope)= %s\nHMAC-SHA256(a)= %s\n" % (MAC, MAC), "-hmac", KEY)
    box.check(run.rc == 1 and run.out == b"nope: FAILED open or read\na: OK\n", "with a key", run.notes())
    if os.geteuid() == 0:
        need_reach(box)
        os.chmod("a", 0)
        run = check(box, "SHA256(a)= %s\n" % ABC, uid=NOBODY)
        box.check(run.rc == 1 and run.out == b"a: FAILED open or read\n" and b"ermission" in run.err, "unreadable",
                  run.notes())


@case
def lists(box):
    """where lists come from, and lists that are none"""
    prepare(box)
    good = "SHA256(a)= %s\n" % ABC
    box.write("list", good)
    box.verified(dgst(box, "-check", "-", stdin=good.encode()), 1, "-check -")
    box.verified(dgst(box, "-check=list"), 1, "-check=list")
    box.verified(dgst(box, "--check", "list"), 1, "--check list")
    os.rename("list", "-")
    box.verified(dgst(box, "-check", "./-"), 1, "a list called -")
    for words in (["-check", "nope"], ["-check", "empty"], ["-check", "d"], ["-check", ""], ["-check"]):
        if words[-1] == "d":
            os.mkdir("d")
        run = dgst(box, *words, stdin=good.encode())
        box.refused(run, " ".join(words))
        box.check(run.err, "it is told: " + " ".join(words), run.notes())
    box.refused(dgst(box, "-check", "-", stdin=b""), "nothing on standard input")
    box.refused(dgst(box, "-check", "-", "-hmac-stdin", stdin=b"k\n" + good.encode()), "key and list: no plain digests")
    for text, label in (("# only\n# remarks\n", "remarks alone"), ("\n\n", "empty lines alone")):
        box.refused(check(box, text), label)
    box.verified(check(box, b"\xef\xbb\xbf" + good.encode()), 1, "a byte-order mark")
    box.verified(check(box, good.encode("utf-16")), 1, "UTF-16")
    box.verified(check(box, good * 3000), 3000, "3,000 lines")
    os.mkfifo("fifo")
    if not SANITIZED:
        box.refused(check(box, "x" * (40 << 20)), "a line without end")
    box.verified(check(box, "SHA256 (a) = %s\n%s  s p\n" % (ABC, ABC)), 2, "lines of other programs")


@case
def combined(box):
    """what does not go together with -check is an error, never ignored"""
    prepare(box)
    box.write("list", "SHA256(a)= %s\n" % ABC)
    for words in (["-check", "list", "-sign", "a"], ["-check", "list", "-verify", "a", "-signature", "a"],
                  ["-sign", "a", "-check", "list"], ["-check", "list", "nope"], ["-check", "list", "-bogus"],
                  ["-check", "list", "-mac", "HMAC"], ["-check", "list", "-hmac-env", "NOT_THERE"],
                  ["-check", "list", "-hmac", KEY, "-mac", "HMAC", "-macopt", "key:k"]):
        run = dgst(box, *words)
        box.refused(run, " ".join(words))
        box.check(run.err, "it is told: " + " ".join(words), run.notes())
    run = dgst(box, "-sha1", "-check", "list")
    box.refused(run, "a digest that the list does not have")
    run = check(box, "SHA256(a)= %s\nSHA1(a)= %s\n" % (ABC, SUMS["sha1"]), "-sha1")
    box.check(run.rc == 1 and run.out == b"a: OK\n", "a digest that some lines do not have: not all was verified",
              run.notes())


@case
def nothing_raw(box):
    """names in lists reach the terminal quoted, or not at all"""
    for name in ODD:
        box.write(name)
    names = [name for name in ODD if b"\n" not in name]
    for form in ([], ["-r"]):
        text = openssl(box, "dgst", "-sha256", *form, "--", *names).out
        run = check(box, text)
        shown = (run.out + run.err).replace(b"\n", b"")
        box.check(all(31 < byte < 127 for byte in shown), " ".join(["good", *form]), run.notes())
        run = check(box, text.replace(ABC.encode(), ZEROS.encode()))
        shown = (run.out + run.err).replace(b"\n", b"")
        box.check(run.rc == 1 and b": OK" not in run.out and all(31 < byte < 127 for byte in shown),
                  " ".join(["bad", *form]), run.notes())
    for name in ("esc\x1b[31m", "nope\x1b]0;x\x07", "bad\xff\x80", "cr\rx"):
        for line in ("SHA256(%s)= %s" % (name, ABC), "HMAC-SHA256(%s)= %s" % (name, MAC), "%s *%s" % (ABC, name),
                     "%s(x)= %s" % (name, ABC), name, "SHA256(%s" % name):
            for options in ([], ["-hmac", KEY]):
                run = check(box, line.encode("latin-1") + b"\n", *options)
                shown = (run.out + run.err).replace(b"\n", b"")
                box.check(all(31 < byte < 127 for byte in shown), "%r %s" % (line[:30], " ".join(options)), run.notes())


@case
def odd_names(box):
    """each name that a line can carry is found again"""
    for name in ODD:
        box.write(name)
    names = [name for name in ODD if b"\n" not in name and b"\r" not in name]
    text = openssl(box, "dgst", "-sha256", "--", *names).out
    run = check(box, text)
    box.check(run.rc == 0 and len(run.ok_names()) == len(names), "%d names" % len(names),
              ["missing: %r" % [name for name in names if name not in run.out], *run.notes()])
    box.write(b"x\\y\nz", b"abd")
    box.write(b"x\\y\\nz")
    box.refused(check(box, openssl(box, "dgst", "-r", "--", b"x\\y\nz").out), "a line that openssl -r escapes by half")


@case
def many(box):
    """order of the report with files of different sizes"""
    lines, wanted = [], []
    for i in range(300):
        data = os.urandom(1) * (i * 7919 % 200000)
        name = box.write("f%03d" % i, data)
        digest = hashlib.sha256(data).hexdigest()
        lines.append("SHA256(%s)= %s\n" % (name, digest if i % 10 else spoil(digest)))
        wanted.append("%s: %s\n" % (name, "OK" if i % 10 else "FAILED"))
    run = check(box, "".join(lines))
    box.check(run.rc == 1 and run.out.decode() == "".join(wanted), "300 files", run.notes())


if __name__ == "__main__":
    main()
