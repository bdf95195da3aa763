# SPDX-License-Identifier: MIT
"""Output that cannot be written, descriptors that are closed, ends by a signal: what openssl dgst does not tell."""
import os
import resource
import signal
import subprocess

from dgst import dgst, ec_key, made, read
from harness import ABC, EMPTY, NOBODY, SANITIZED, Skip, case, main, need_reach, need_root

LINE = ("SHA256(a)= %s\n" % ABC).encode()


def full():
    return open("/dev/full", "wb")


def prepare(box):
    box.write("a")
    box.write("b", b"bcd")
    made(box, "version")
    ec_key(box)
    made(box, "dgst", "-sign", "ec.pem", "-out", "s", "a")
    box.write("list", "SHA256(a)= %s\n" % ABC)
    box.write("bad", "SHA256(a)= %s\n" % ("0" * 64))


WRITERS = (["a"], ["-r", "a"], ["-c", "a"], ["-binary", "a"], ["-hmac", "k", "a"], ["a"] * 3000, ["-list"],
           ["-sign", "ec.pem", "a"], ["-sign", "ec.pem", "-hex", "a"], ["-verify", "ec.pub", "-signature", "s", "a"],
           ["-verify", "ec.pub", "-signature", "s", "b"], ["-check", "list"], ["-check", "bad"], ["-version"],
           ["-shake128", "-xoflen", "60000", "a"], ["--help"], ["-hmac", "k", "-binary", "a", "b"])


@case
def full_disk(box):
    """standard output on a full disk: exit 1, told once"""
    prepare(box)
    for words in WRITERS:
        label = " ".join(words[:5])
        with full() as out:
            run = dgst(box, *words, stdout=out)
        box.rc(run, 1, label)
        box.check(run.err.count(b"No space left on device") == 1, "told once, " + label, run.notes())
    with full() as out:
        run = dgst(box, stdin=b"abc", stdout=out)
        box.check(run.rc == 1 and b"No space left" in run.err, "standard input", run.notes())
        run = dgst(box, "-out", "of", "a", stdout=out)
        box.check(run.rc == 0 and read("of") == LINE, "-out elsewhere: nothing is written to it", run.notes())
        run = dgst(box, "nope", stdout=out)
        box.check(run.rc == 1 and b"nope" in run.err, "no line at all", run.notes())


@case
def full_output_file(box):
    """-out on a full disk"""
    prepare(box)
    for words in WRITERS:
        if words[0] in ("-list", "-version", "--help"):
            continue
        run = dgst(box, "-out", "/dev/full", *words)
        label = " ".join(words[:5])
        box.check(run.rc == 1 and run.out == b"" and b"/dev/full" in run.err and b"No space left" in run.err, label,
                  run.notes())


@case
def full_after_a_while(box):
    """a disk that is full after the first lines: what is there is right up to its end"""
    prepare(box)
    limit = {"limits": {resource.RLIMIT_FSIZE: 100000}, "before": lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN)}
    with open("out", "wb") as out:
        run = dgst(box, *["a"] * 20000, stdout=out, **limit)
    box.rc(run, 1)
    box.err(run, "File too large")
    data = read("out")
    box.check(data == (LINE * 20000)[:len(data)] and len(data) <= 100000, "standard output", [len(data)])
    run = dgst(box, "-out", "of", *["a"] * 20000, **limit)
    box.check(run.rc == 1 and b"File too large" in run.err, "-out", run.notes())
    box.equal(read("of"), (LINE * 20000)[:len(read("of"))], "what is there is whole up to its end")


@case
def closed_descriptors(box):
    """standard descriptors that are closed"""
    prepare(box)
    for words in (["a"], ["-r", "a", "b"], ["-binary", "a"], ["-list"], ["-hmac", "k", "a"], ["-sign", "ec.pem", "a"],
                  ["-verify", "ec.pub", "-signature", "s", "a"], ["-check", "list"]):
        run = dgst(box, *words, closed=[1])
        label = " ".join(words)
        box.rc(run, 1, "no stdout: " + label)
        box.err(run, "Bad file descriptor", "it says so: " + label)
    run = dgst(box, "-out", "of", "a", closed=[1])
    box.check(run.rc == 0 and read("of") == LINE, "no stdout, but -out", run.notes())
    run = dgst(box, closed=[0])
    box.check(run.rc == 1 and run.out == b"" and b"Bad file descriptor" in run.err, "no stdin: no digest", run.notes())
    for words in (["-hmac", "k"], ["-hmac-stdin", "a"], ["-sign", "ec.pem"], ["-check", "-"],
                  ["-mac", "HMAC", "-macopt", "keystdin", "-sha256", "a"]):
        run = dgst(box, *words, closed=[0])
        box.check(run.rc == 1 and run.out == b"" and run.err, "no stdin: " + " ".join(words), run.notes())
    run = dgst(box, "a", closed=[0])
    box.check(run.rc == 0 and run.out == LINE, "no stdin, a file", run.notes())
    run = dgst(box, "a", "nope", closed=[2])
    box.check(run.rc == 1 and run.out == LINE, "no stderr: messages go nowhere else", run.notes())
    box.rc(dgst(box, "a", closed=[0, 1, 2]), 1, "none of the three")
    run = dgst(box, "-sign", "ec.pem", "-out", "of", "a", closed=[0, 1, 2])
    box.check(run.rc == 0 and len(read("of")) > 60, "none of the three, a signature to a file", run.notes())
    before = {name: read(name) for name in ("a", "b", "ec.pem", "list")}
    for closed in ([1], [2], [1, 2], [0, 1, 2]):
        for words in (["a", "nope", "b"], ["-sign", "ec.pem", "nope"], ["-check", "a"], ["-hmac-stdin", "a"]):
            dgst(box, *words, closed=closed)
    box.equal({name: read(name) for name in before}, before, "no message went into a file")


@case
def write_only_stdin(box):
    """a stdin that cannot be read"""
    box.write("f")
    with open("f", "ab") as file:
        run = dgst(box, stdin=file)
        box.check(run.rc == 1 and run.out == b"" and b"Bad file descriptor" in run.err, "open for writing", run.notes())
    os.mkdir("d")
    fd = os.open("d", os.O_RDONLY)
    run = dgst(box, stdin=fd)
    os.close(fd)
    box.check(run.rc == 1 and run.out == b"" and run.err, "a folder", run.notes())


@case
def broken_pipe(box):
    """nobody reads the output: the default signal ends the program; ignored, it is an error"""
    box.write("a")
    reading, writing = os.pipe()
    child = subprocess.Popen([box.program, *["a"] * 4000], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    os.read(reading, 1)
    os.close(reading)
    err = child.stderr.read()
    box.equal((child.wait(60), err), (-signal.SIGPIPE, b""), "ends by SIGPIPE")
    child.stderr.close()
    reading, writing = os.pipe()
    os.close(reading)
    run = dgst(box, "a", stdout=writing, before=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
    os.close(writing)
    box.rc(run, 1, "SIGPIPE ignored")
    box.err(run, "Broken pipe")


@case
def output_places(box):
    """-out where nothing can be written: told before any file is read, and nothing else is touched"""
    need_root()
    need_reach(box)
    box.write("a")
    os.mkfifo("fifo")
    os.mkdir("shut", 0o555)
    box.write("locked", b"old")
    os.chmod("locked", 0o444)
    for name, why in (("shut/of", "Permission denied"), ("locked", "Permission denied"), ("nodir/of", "No such file"),
                      ("a/of", "Not a directory"), (".", "Is a directory")):
        # nobody writes the FIFO: a program that reads first would wait
        run = dgst(box, "-out", name, "fifo", uid=NOBODY, timeout=20)
        box.check(run.rc == 1 and run.out == b"" and why.encode() in run.err, name, run.notes())
    box.equal(read("locked"), b"old", "what was there is there")


@case
def same_file(box):
    """-out onto a file that is hashed"""
    box.write("a")
    run = dgst(box, "-out", "a", "a")
    data = read("a")
    # as in openssl, the file is emptied first; what stands there afterwards must be true of something
    box.check(run.rc == 1 or data == b"SHA256(a)= " + EMPTY.encode() + b"\n",
              "an honest line, or an error", [*run.notes(), data])


@case
def messages(box):
    """what came from a file or the command line is not printed raw to a terminal"""
    for name in (b"esc\x1b[31m", b"new\nline", b"cr\rname", b"bell\x07", b"bad\xff"):
        for words in ([name], ["-hmac", "k", name], ["-sign", name, "a"], ["-out", b"nodir/" + name, "a"],
                      ["-verify", "k", "-signature", name, "a"], ["-passin", b"file:" + name, "-sign", "k", "a"],
                      ["-check", name], [b"-" + name, "a"], ["-keyform", name, "a"], ["-mac", name, "a"],
                      ["-mac", "HMAC", "-macopt", b"x:" + name, "a"], ["-provider", name, "a"],
                      ["-xoflen", name, "-shake128", "a"], ["-sigopt", name, "-sign", "k", "a"], ["-label", name, "a"]):
            run = dgst(box, *words)
            shown = run.err.replace(b"\n", b"")
            is_plain = all(31 < byte < 127 for byte in shown) and b"new\nline" not in run.err
            box.check(run.rc == 1 and run.out == b"" and is_plain,
                      "%r" % (words,), run.notes())


@case
def no_memory(box):
    """little memory: an error, no crash"""
    if SANITIZED:
        raise Skip("a sanitizer needs memory of its own")
    box.write_random("big", 3000001)
    for limit in (30, 60, 100):
        run = dgst(box, "big", limits={resource.RLIMIT_AS: limit << 20})
        box.check(run.rc in (0, 1, 127) and (run.rc == 0) == (b"big" in run.out), "%d MiB" % limit, run.notes())


@case
def few_descriptors(box):
    """as few descriptors as a program can have"""
    box.write("a")
    for limit in (64, 16, 10):
        run = dgst(box, *["a"] * 200, limits={resource.RLIMIT_NOFILE: limit})
        box.check(run.rc == 0 and run.out == LINE * 200 or run.rc == 1 and run.err, "%d" % limit, run.notes())


if __name__ == "__main__":
    main()
