# SPDX-License-Identifier: MIT
"""Keys of MACs that do not stand on the command line: where they come from, and that they are seen nowhere."""
import hmac
import os
import re
import subprocess

from dgst import dgst, need_same_openssl, same
from harness import NOBODY, SANITIZED, Skip, case, main, need_reach, need_root, wait_until_idle

KEY = b"3f9c-a key that nobody should see-71d2"
SOURCES = {
    "-hmac-env": ["-sha256", "-hmac-env", "KEY"],
    "-hmac-stdin": ["-sha256", "-hmac-stdin"],
    "keyenv": ["-sha256", "-mac", "HMAC", "-macopt", "keyenv:KEY"],
    "keyenvhex": ["-sha256", "-mac", "HMAC", "-macopt", "keyenvhex:HEX"],
    "keyfile": ["-sha256", "-mac", "HMAC", "-macopt", "keyfile:key"],
    "keystdin": ["-sha256", "-mac", "HMAC", "-macopt", "keystdin"],
}


def mac(data=b"abc", key=KEY, digest="sha256"):
    return hmac.new(key, data, digest).hexdigest()


def line(name="a", **how):
    return "HMAC-SHA2-256(%s)= %s\n" % (name, mac(**how))


def environment(key):
    return {"KEY": os.fsdecode(key), "HEX": key.hex()}


def feed(source):
    """what a source needs beside its options"""
    return {"stdin": KEY + b"\n"} if "stdin" in source else {"env": {"HEX": KEY.hex()}} if "hex" in source else \
        {"env": {"KEY": KEY.decode()}} if "env" in source else {}


@case
def sources(box):
    """a key from the environment, standard input or a file is the key"""
    box.write("a")
    box.write("b", b"bcd")
    box.write("key", KEY)
    for source, words in SOURCES.items():
        box.out(dgst(box, *words, "a", "b", **feed(source)), line() + line("b", data=b"bcd"), source)
        box.out(dgst(box, *words, "-r", "a", **feed(source)), mac() + " *a\n", source + " -r")
        box.out(dgst(box, "-binary", *words, "a", **feed(source)), bytes.fromhex(mac()), source + " -binary")
    for word in ("-hmac-env=KEY", "--hmac-env=KEY"):
        box.out(dgst(box, word, "-sha256", "a", env={"KEY": KEY.decode()}), line(), word)
    box.out(dgst(box, "--hmac-stdin", "-sha1", "a", stdin=KEY), "HMAC-SHA1(a)= %s\n" % mac(digest="sha1"),
            "--hmac-stdin")
    box.out(dgst(box, "-hmac-env", "KEY", "a", env={"KEY": KEY.decode()}), line().replace("SHA2-256", "SHA256"),
            "no digest named")
    aes = ["-mac", "CMAC", "-macopt", "cipher:aes-128-cbc", "-macopt"]
    wanted = dgst(box, *aes, "key:0123456789abcdef", "a")
    box.write("key16", b"0123456789abcdef")
    for word in ("keyfile:key16", "keystdin", "keyenv:KEY", "keyenvhex:HEX"):
        run = dgst(box, *aes, word, "a", stdin=b"0123456789abcdef\n", env=environment(b"0123456789abcdef"))
        box.check(run.rc == 0 and run.out == wanted.out != b"", "CMAC " + word, run.notes())


@case
def messages_behind_keys(box):
    """-hmac-stdin: the first line is the key, what follows is the message when no file is named"""
    box.write("a")
    box.out(dgst(box, "-sha256", "-hmac-stdin", stdin=KEY + b"\nabc"), "SHA2-256(stdin)= %s\n" % mac(), "a message")
    big = bytes(range(256)) * 3000 + b"\n\n"
    box.out(dgst(box, "-sha256", "-hmac-stdin", "-r", stdin=KEY + b"\n" + big), mac(data=big) + " *stdin\n",
            "a large one")
    box.out(dgst(box, "-sha256", "-hmac-stdin", "-r", stdin=KEY + b"\n"), mac(data=b"") + " *stdin\n", "an empty one")
    box.write("both", KEY + b"\nabc")
    with open("both", "rb") as file:
        box.out(dgst(box, "-sha256", "-hmac-stdin", "-r", stdin=file), mac() + " *stdin\n", "both in a file")
    box.out(dgst(box, "-sha256", "-hmac-stdin", "a", stdin=KEY), line(), "no newline behind the key")
    box.out(dgst(box, "-sha256", "-hmac-stdin", "a", stdin=KEY + b"\nignored\n"), line(), "more behind it, and a file")
    reading, writing = os.pipe()
    child = subprocess.Popen([box.program, "-sha256", "-hmac-stdin", "-r"], stdin=reading, stdout=subprocess.PIPE)
    os.close(reading)
    for piece in (KEY[:10], KEY[10:], b"\n", b"a", b"bc"):
        os.write(writing, piece)
        wait_until_idle(child.pid)
    os.close(writing)
    out = child.communicate(timeout=60)[0]
    box.equal(out, (mac() + " *stdin\n").encode(), "in pieces")


@case
def odd_keys(box):
    """keys of all lengths and bytes; a binary key file is never cut short in silence"""
    box.write("a")
    for key in (b"k", b"x" * 64, b"y" * 65, b"z" * 4000, b"\xff\xfe\x01", b" lead and trail ", b"a:b=c", b"\t"):
        for source, words in SOURCES.items():
            box.write("key", key)
            how = {"stdin": key} if "stdin" in source else {"env": environment(key)}
            box.out(dgst(box, *words, "a", **how), line(key=key), "%s: %r, %d" % (source, key[:8], len(key)))
    for key in (b"\1\n\2", b"\n\1\2", b"\1\0\2", b"\0\1", b"\1\2\n\n", bytes(range(32)), b"two\nlines\n", b"\n",
                b"\x80\n", b"\xc3\n", b"\xff\xff", b"ends in DEL\x7f\n", b"k\0\n", b"text\n", bytes(8190) + b"\n"):
        box.write("key", key)
        run = dgst(box, "-sha256", "-mac", "HMAC", "-macopt", "keyfile:key", "-r", "a")
        box.out(run, mac(key=key) + " *a\n", "a key file with %r, all of it" % key[:20])
    box.write("key", bytes(8192))
    run = dgst(box, "-sha256", "-mac", "HMAC", "-macopt", "keyfile:key", "a")
    box.check(run.rc == 1 and run.out == b"" and b"8191" in run.err, "a key file that is too large", run.notes())


@case
def hex_in_environment(box):
    """-macopt keyenvhex: the key in hex in the environment"""
    box.write("a")
    for key in (b"\xff\xff", b"\0", bytes(range(256)), b"k"):
        for text in (key.hex(), key.hex().upper(), key.hex(":")):
            run = dgst(box, "-sha256", "-mac", "HMAC", "-macopt", "keyenvhex:KEY", "a", env={"KEY": text})
            box.out(run, line(key=key), "%s..." % text[:8])
    for text in ("f", "xx", "0x00", "ff ff", "fff", "f:f", ":ff", "ff::ff"):
        run = dgst(box, "-sha256", "-mac", "HMAC", "-macopt", "keyenvhex:KEY", "a", env={"KEY": text})
        box.check(run.rc == 1 and run.out == b"" and b"keyenvhex: KEY" in run.err and text.encode() not in run.err,
                  "no hex: %s" % text, run.notes())


@case
def last_key_holds(box):
    """of several keys the last one holds, wherever each of them is"""
    box.write("a")
    box.write("key", KEY)
    words = {"key:k": b"k", "hexkey:6c": b"l", "keyenv:A": b"m", "keyenvhex:B": b"n", "keyfile:key": KEY,
             "keystdin": b"o"}
    for first in words:
        for second, key in words.items():
            # libcrypto 3.0 loses the first of two that it is given
            if first != second and not (SANITIZED and first.startswith(("key:", "hexkey:"))):
                run = dgst(box, "-sha256", "-mac", "HMAC", "-macopt", first, "-macopt", second, "a",
                           env={"A": "m", "B": "6e"}, stdin=b"o\n")
                box.out(run, line(key=key), "%s, %s" % (first, second))


@case
def as_openssl_4(box):
    """where keys come from, as OpenSSL 4 has it"""
    if (need_same_openssl(box) or (0, 0)) < (4, 0):
        raise Skip("openssl has none of this before 4.0")
    box.write("a")
    for key in (b"k", b"123456", KEY, b"\xff\xff", b" x ", b"x" * 200):
        for end in (b"", b"\n", b"\nmore"):
            box.write("key", key + end)
            how = {"env": environment(key), "stdin": key + end}
            for source, words in SOURCES.items():
                same(box, [*words, "a"], "%s: %r" % (source, (key + end)[:12]), **how)
                same(box, [*words, "-r"], "%s: %r, -r of standard input" % (source, (key + end)[:12]), **how)
    for first in SOURCES.values():
        for second in SOURCES.values():
            if first != second:
                same(box, [*first, *second, "a"], env=environment(b"k"), stdin=b"s\n")


@case
def missing(box):
    """no key where one should be: an error before any file is read"""
    box.write("a")
    box.write("empty", b"")
    os.mkdir("d")
    os.mkfifo("fifo")
    for words in (["-hmac-env", "NOT_THERE"], ["-mac", "HMAC", "-sha256", "-macopt", "keyenv:NOT_THERE"],
                  ["-mac", "HMAC", "-sha256", "-macopt", "keyenvhex:NOT_THERE"],
                  ["-mac", "HMAC", "-sha256", "-macopt", "keyfile:nope"],
                  ["-mac", "HMAC", "-sha256", "-macopt", "keyfile:d"],
                  ["-mac", "HMAC", "-sha256", "-macopt", "keyfile:"], ["-mac", "HMAC", "-sha256", "-macopt", "keyenv:"],
                  ["-mac", "HMAC", "-sha256", "-macopt", "keyfile:empty"], ["-mac", "HMAC", "-sha256"],
                  ["-hmac-env", ""],
                  ["-hmac-stdin"], ["-mac", "HMAC", "-sha256", "-macopt", "keystdin"]):
        run = dgst(box, *words, "fifo", timeout=20)
        box.check(run.rc == 1 and run.out == b"" and run.err.count(b"\n") <= 2 and run.err, " ".join(words),
                  run.notes())
    for words in (["-hmac-stdin"], ["-mac", "HMAC", "-sha256", "-macopt", "keystdin"]):
        for key in (b"\n", b"\nkey\n", b"k\0ey\n", b"\0", b"x" * 8192):
            run = dgst(box, *words, "fifo", stdin=key, timeout=20)
            box.check(run.rc == 1 and run.out == b"" and run.err.count(b"\n") == 1, "%s: %r" % (words[-1], key[:9]),
                      run.notes())
    for words in (["-hmac-env"], ["-hmac-env", "KEY", "-hmac", "k", "-mac", "HMAC", "a"],
                  ["-hmac-env", "KEY", "-mac", "HMAC", "-macopt", "key:k", "a"],
                  ["-hmac-env", "KEY", "-sign", "a", "a"],
                  ["-hmac-stdin", "-sign", "a", "a"], ["-hmac-stdin=x", "a"]):
        run = dgst(box, *words, env={"KEY": KEY.decode()}, stdin=KEY)
        box.check(run.rc == 1 and run.out == b"" and run.err, " ".join(words), run.notes())
        box.check(KEY not in run.err, "the key is not told: " + " ".join(words), run.notes())


@case
def unreadable(box):
    """a key file that may not be read"""
    need_root()
    need_reach(box)
    box.write("a")
    box.write("key", KEY)
    os.chmod("key", 0o600)
    run = dgst(box, *SOURCES["keyfile"], "a", uid=NOBODY)
    box.check(run.rc == 1 and run.out == b"" and b"ermission denied" in run.err, "says why", run.notes())


def held(box, source, *options):
    """a program that has its key and waits for its message on a FIFO that nobody writes yet; and the writer's end"""
    if not os.path.exists("fifo"):
        os.mkfifo("fifo")
    fifo = os.open("fifo", os.O_RDWR)
    how = feed(source)
    child = subprocess.Popen([box.program, *options, *SOURCES[source], "fifo"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env={"PATH": "/usr/bin:/bin", **how.get("env", {})})
    child.stdin.write(how.get("stdin", b""))
    child.stdin.close()
    child.stdin = None
    if not wait_until_idle(child.pid):
        child.kill()
        raise Skip("it does not come to rest")
    return child, fifo


def release(box, child, fifo, source):
    """let it have the message, and see that the key was right"""
    writer = os.open("fifo", os.O_WRONLY)
    os.close(fifo)
    os.write(writer, b"abc")
    os.close(writer)
    out, err = child.communicate(timeout=60)
    box.equal((child.returncode, out), (0, line("fifo").encode()), source + ": the MAC")
    return err


@case
def not_in_proc(box):
    """/proc shows no key: not on the command line, not in the environment"""
    box.write("key", KEY)
    for source in SOURCES:
        child, fifo = held(box, source)
        for what in ("cmdline", "environ", "comm", "status"):
            with open("/proc/%d/%s" % (child.pid, what), "rb") as file:
                text = file.read()
            box.check(KEY not in text and KEY.hex().encode() not in text, "%s: %s" % (source, what))
        for task in os.listdir("/proc/%d/task" % child.pid):
            with open("/proc/%d/task/%s/environ" % (child.pid, task), "rb") as file:
                box.check(KEY not in file.read(), "%s: environ of a thread" % source)
        release(box, child, fifo, source)


def copies(pid):
    """how many times the key is in the memory of a process that may be written"""
    n = 0
    with open("/proc/%d/maps" % pid, encoding="ascii", errors="replace") as maps, \
            open("/proc/%d/mem" % pid, "rb", 0) as memory:
        for area in maps:
            found = re.match(r"([0-9a-f]+)-([0-9a-f]+) rw", area)
            if found:
                start, end = (int(number, 16) for number in found.groups())
                try:
                    memory.seek(start)
                    data = memory.read(end - start)
                    n += data.count(KEY) + data.count(KEY.hex().encode())
                except OSError:
                    continue
    return n


@case
def wiped(box):
    """while it works, memory holds the key where libcrypto needs it, and nowhere else"""
    if SANITIZED:
        raise Skip("a sanitizer maps more memory than can be searched")
    box.write("key", KEY)
    for source in SOURCES:
        child, fifo = held(box, source)
        try:
            n = copies(child.pid)
        except PermissionError as why:
            box.skip(source, str(why))
        else:
            # libcrypto keeps one in the key and one in the state that each message begins with
            box.check(n <= 2, "%s: %d copies" % (source, n))
        release(box, child, fifo, source)


@case
def not_told(box):
    """-d and errors say nothing of a key"""
    box.write("a")
    box.write("key", KEY)
    for source, words in SOURCES.items():
        for more in (["-d", "a"], ["-debug", "nope"], ["-sigopt", "nope:x", "a"], ["-xoflen", "4", "a"]):
            run = dgst(box, *words, *more, **feed(source))
            box.check(KEY not in run.err + run.out, "%s %s" % (source, more[0]), run.notes())


if __name__ == "__main__":
    main()
