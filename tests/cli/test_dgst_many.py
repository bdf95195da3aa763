# SPDX-License-Identifier: MIT
"""Several files at once: their order, their number, pipes and FIFOs among them, and files that change."""
import hashlib
import os
import random
import subprocess
import threading

from dgst import dgst, need_same_openssl, openssl, same
from harness import ABC, EMPTY, case, main, wait_for, wait_until_idle


def labelled(names_and_data, label="SHA256", digest="sha256"):
    return "".join("%s(%s)= %s\n" % (label, name, hashlib.new(digest, data).hexdigest())
                   for name, data in names_and_data)


@case
def order(box):
    """files of very different sizes: the lines stand in the order of the files"""
    rng = random.Random(7)
    sizes = [20000000, 0, 1, 3, 5000000, 63, 64, 65, 100, 1 << 20, 17, 4096, 4095, 4097, 9000001, 2, 1 << 18, 7] * 2
    files = [("f%02d" % i, rng.randbytes(size)) for i, size in enumerate(sizes)]
    for name, data in files:
        box.write(name, data)
    names = [name for name, _ in files]
    box.out(dgst(box, *names), labelled(files), "SHA-256")
    box.out(dgst(box, *names[::-1]), labelled(files[::-1]), "backwards")
    box.out(dgst(box, "-sha1", *names), labelled(files, "SHA1", "sha1"), "SHA-1")
    box.out(dgst(box, "-sha3-256", *names), labelled(files, "SHA3-256", "sha3_256"), "SHA3-256")
    box.out(dgst(box, "-sha256", "-binary", *names),
            b"".join(hashlib.sha256(data).digest() for _, data in files), "-binary")
    need_same_openssl(box)
    same(box, ["-hmac", "k", *names], "-hmac of all")
    same(box, ["-mac", "siphash", "-macopt", "key:0123456789abcdef", *names], "SipHash of all")
    same(box, ["-mac", "CMAC", "-macopt", "cipher:aes-128-cbc", "-macopt", "key:0123456789abcdef", *names],
         "CMAC of all")
    same(box, ["-shake256", "-xoflen", "200", "-r", *names], "SHAKE256 of all")


@case
def thousand(box):
    """1,000 files, some of them missing"""
    files = [("f%03d" % i, ("%d" % i).encode() * (i % 50 * i % 97)) for i in range(1000)]
    for name, data in files:
        box.write(name, data)
    names = [name for name, _ in files]
    box.out(dgst(box, *names), labelled(files), "1,000 files")
    wanted = openssl(box, "dgst", "-sha256", "-hmac", "k", "-r", *names).out
    box.out(dgst(box, "-sha256", "-hmac", "k", "-r", *names), wanted, "1,000 MACs")
    box.out(dgst(box, *names * 10), labelled(files) * 10, "10,000 operands")
    some = [name if i % 7 else "nope%d" % i for i, name in enumerate(names)]
    run = dgst(box, *some)
    box.rc(run, 1, "some are missing")
    box.out(run, labelled([pair for i, pair in enumerate(files) if i % 7]), "the others stand in order")
    box.equal([b"nope%d: No such file or directory" % i in run.err for i in range(0, 1000, 7)], [True] * 143,
              "each missing one is told")
    run = dgst(box, *["nope"] * 256)
    box.check(run.rc == 1 and run.out == b"", "256 missing files are no success", run.notes())


@case
def messages_in_order(box):
    """messages stand where they belong between the lines when both go to one place"""
    box.write("a")
    box.write("b", b"bcd")
    with open("all", "wb") as out:
        run = dgst(box, "nope1", "a", "nope2", "b", "nope3", stdout=out, stderr=out)
    box.rc(run, 1)
    with open("all", "rb") as out:
        lines = out.read().splitlines()
    for name in (b"nope1", b"SHA256(a)= ", b"nope2", b"SHA256(b)= ", b"nope3"):
        box.check(sum(name in line for line in lines) == 1, "%s once" % name.decode(), lines)


def write_later(name, data):
    threading.Thread(target=lambda: open(name, "wb").write(data), daemon=True).start()


@case
def fifos(box):
    """FIFOs among files"""
    box.write("a")
    data = {name: random.Random(i).randbytes(700000 + i) for i, name in enumerate(("p1", "p2"))}
    for name in data:
        os.mkfifo(name)
        write_later(name, data[name])
    box.out(dgst(box, "a", "p1", "a", "p2"),
            labelled([("a", b"abc"), ("p1", data["p1"]), ("a", b"abc"), ("p2", data["p2"])]), "two FIFOs")
    write_later("p1", b"")
    box.out(dgst(box, "p1"), "SHA256(p1)= %s\n" % EMPTY, "an empty one")
    write_later("p1", data["p1"])
    write_later("p2", data["p2"])
    wanted = openssl(box, "dgst", "-hmac", "k", "p1", "p2").out
    write_later("p1", data["p1"])
    write_later("p2", data["p2"])
    box.out(dgst(box, "-hmac", "k", "p1", "p2"), wanted, "MACs of two FIFOs")


@case
def standard_input(box):
    """standard input: a pipe, a file, a file from its middle, nothing; and by name"""
    data = random.Random(5).randbytes(2500001)
    box.write("big", data)
    digest = hashlib.sha256(data).hexdigest()
    box.out(dgst(box, stdin=data), "SHA256(stdin)= %s\n" % digest, "a pipe")
    with open("big", "rb") as file:
        box.out(dgst(box, stdin=file), "SHA256(stdin)= %s\n" % digest, "a file")
    fd = os.open("big", os.O_RDONLY)
    os.lseek(fd, 1000001, 0)
    box.out(dgst(box, stdin=fd), "SHA256(stdin)= %s\n" % hashlib.sha256(data[1000001:]).hexdigest(),
            "from where it stands")
    box.out(dgst(box, stdin=fd), "SHA256(stdin)= %s\n" % EMPTY, "and again: nothing is left")
    os.close(fd)
    box.out(dgst(box), "SHA256(stdin)= %s\n" % EMPTY, "/dev/null")
    run = dgst(box, "/dev/stdin", stdin=data)
    box.out(run, "SHA256(/dev/stdin)= %s\n" % digest, "/dev/stdin")
    run = dgst(box, "/dev/stdin", "/dev/stdin", stdin=b"abc")
    box.out(run, "SHA256(/dev/stdin)= %s\nSHA256(/dev/stdin)= %s\n" % (ABC, EMPTY),
            "/dev/stdin twice: it can be read once")
    os.rename("big", "-")
    box.out(dgst(box, "--", "-", stdin=b"abc"), "SHA256(-)= %s\n" % digest, "- is a file of that name")


@case
def slow_input(box):
    """a line is printed before a later file is there"""
    box.write("a")
    os.mkfifo("fifo")
    fifo = os.open("fifo", os.O_RDWR)
    with open("out", "wb") as out:
        child = subprocess.Popen([box.program, "a", "fifo"], stdout=out)
    box.check(wait_until_idle(child.pid), "it waits for the FIFO")
    box.check(wait_for(lambda: os.path.getsize("out") in (0, len("SHA256(a)= \n") + 64)), "whole lines only")
    writer = os.open("fifo", os.O_WRONLY)
    os.close(fifo)
    os.write(writer, b"abc")
    os.close(writer)
    box.equal(child.wait(60), 0, "exit")
    with open("out", encoding="ascii") as out:
        box.equal(out.read(), "SHA256(a)= %s\nSHA256(fifo)= %s\n" % (ABC, ABC), "both lines")


@case
def special_files(box):
    """files of /proc and /sys, whose sizes lie"""
    for name in ("/proc/version", "/proc/sys/kernel/ostype", "/sys/kernel/mm/transparent_hugepage/enabled"):
        if os.path.exists(name):
            with open(name, "rb") as file:
                data = file.read()
            box.out(dgst(box, name), labelled([(name, data)]), name)
    run = dgst(box, "/proc/self/mem")
    box.check(run.rc == 1 and run.out == b"" and b"/proc/self/mem" in run.err, "a file that fails", run.notes())


@case
def growing(box):
    """a file that changes while it is read is told, and no signature over it is good"""
    with open("log", "wb") as file:
        file.truncate(3 << 30)
    done = threading.Event()

    def touch():
        while not done.is_set():
            with open("log", "r+b") as file:
                file.write(os.urandom(8))
            done.wait(0.01)
    thread = threading.Thread(target=touch)
    thread.start()
    run = dgst(box, "log")
    done.set()
    thread.join()
    box.check(run.rc == 1 and b"log" in run.err, "it is reported", run.notes())


if __name__ == "__main__":
    main()
