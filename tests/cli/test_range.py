# SPDX-License-Identifier: MIT
"""--bytes and --offset: exactly that range, or a failure."""
import hashlib
import os

from harness import EMPTY, case, main


def sha(data):
    return hashlib.sha256(data).hexdigest()


@case
def limit(box):
    """--bytes=N: the image at the front of a larger medium"""
    data = os.urandom(1000001)
    box.write("img", data)
    box.write("dev", data + bytes(999999))
    run = box.ringsum("--bytes=1000001", "dev")
    box.rc(run, 0)
    box.check(run.out.startswith(sha(data).encode()), "the image's digest", run.notes())
    with open("dev", "rb") as file:
        run = box.ringsum("--bytes=1000001", stdin=file)
        box.check(run.rc == 0 and run.out.startswith(sha(data).encode()), "of stdin", run.notes())
        box.equal(os.lseek(file.fileno(), 0, os.SEEK_CUR), 1000001, "stdin stands behind the last byte hashed")
    run = box.ringsum("--bytes=1000001", stdin=data + b"more" * 1000)
    box.check(run.rc == 0 and run.out.startswith(sha(data).encode()), "of a pipe", run.notes())
    for n in (2000001, 3000000, 2 ** 62):
        run = box.ringsum("--bytes=%d" % n, "dev")
        box.check(run.rc == 1 and run.out == b"", "%d is more than there is" % n, run.notes())
        box.check(run.err.startswith(b"ringsum: dev: "), "and it says so", run.notes())
    run = box.ringsum("--bytes=2000001", stdin=data)
    box.check(run.rc == 1 and run.out == b"", "more than the pipe holds", run.notes())
    run = box.ringsum("--bytes=0", "dev")
    box.check(run.rc == 0 and run.out.startswith(EMPTY.encode()), "no byte", run.notes())
    box.check(box.ringsum("--bytes=2000000", "dev").out.startswith(sha(data + bytes(999999)).encode()), "all bytes")
    run = box.ringsum("--bytes", "1000001", "dev", "img")
    box.equal([line.split()[0].decode() for line in run.lines()], [sha(data)] * 2, "for each operand")
    run = box.ringsum("--bytes=1000001", "nope", "dev")
    box.rc(run, 1)
    box.equal(len(run.lines()), 1, "a bad operand does not end the run")


@case
def ranges(box):
    """--offset and --bytes around every boundary"""
    data = os.urandom(3 * 1048576 + 77)
    box.write("f", data)
    size = len(data)
    for offset in (0, 1, 511, 512, 4095, 4096, 4097, 65537, 1048576, 1048577, size - 1, size):
        for n in (0, 1, 512, 4096, 65536, 1048577, size - offset):
            if offset + n > size:
                continue
            wanted = sha(data[offset:offset + n])
            run = box.ringsum("--offset=%d" % offset, "--bytes=%d" % n, "f")
            ok = run.rc == 0 and run.out.startswith(wanted.encode())
            box.check(ok, "%d bytes from %d" % (n, offset), run.notes())
        run = box.ringsum("--offset=%d" % offset, "f")
        box.check(run.rc == 0 and run.out.startswith(sha(data[offset:]).encode()), "from %d to the end" % offset,
                  run.notes())
        run = box.ringsum("--offset=%d" % offset, "--bytes=%d" % (size - offset + 1), "f")
        box.check(run.rc == 1 and run.out == b"", "one byte too many from %d" % offset, run.notes())


@case
def beyond_the_end(box):
    """an offset behind the end is a failure, not an empty digest"""
    box.write("f")
    for offset in (4, 100, 2 ** 40):
        run = box.ringsum("--offset=%d" % offset, "f")
        box.check(run.rc == 1 and run.out == b"", "--offset=%d of three bytes" % offset, run.notes())
    run = box.ringsum("--offset=4", stdin=b"abc")
    box.check(run.rc == 1 and run.out == b"", "in a pipe", run.notes())


@case
def offset_of_stdin(box):
    """--offset counts from the current position of stdin"""
    data = bytes(range(256)) * 40
    box.write("f", data)
    with open("f", "rb") as file:
        os.lseek(file.fileno(), 100, os.SEEK_SET)
        run = box.ringsum("--offset=1000", "--bytes=500", stdin=file)
        box.check(run.rc == 0 and run.out.startswith(sha(data[1100:1600]).encode()), "a file", run.notes())
        box.equal(os.lseek(file.fileno(), 0, os.SEEK_CUR), 1600, "where it stands afterwards")
    run = box.ringsum("--offset=1000", "--bytes=500", stdin=data)
    box.check(run.rc == 0 and run.out.startswith(sha(data[1000:1500]).encode()), "a pipe", run.notes())


@case
def suffixes(box):
    """suffixes of sizes"""
    data = os.urandom(2 * 1048576)
    box.write("f", data)
    for text, n in (("1K", 1024), ("1KiB", 1024), ("2M", 2097152), ("1MiB", 1048576), ("1kB", 1000), ("1MB", 1000000)):
        run = box.ringsum("--bytes=" + text, "f")
        box.check(run.rc == 0 and run.out.startswith(sha(data[:n]).encode()), text, run.notes())
    for text in ("", "x", "-1", "1x", "1.5K", "K", "+", " ", "1 K", "0x10", "18446744073709551616", "99999999999999E",
                 "1KK", "1Kib", "1e3"):
        for option in ("--bytes=", "--offset="):
            run = box.ringsum(option + text, "f")
            box.check(run.rc == 1 and run.out == b"" and run.err, option + repr(text), run.notes())


@case
def devices_without_an_end(box):
    """a range of a device that never ends"""
    run = box.ringsum("--bytes=5000000", "/dev/zero")
    box.check(run.rc == 0 and run.out.startswith(sha(bytes(5000000)).encode()), "/dev/zero", run.notes())
    run = box.ringsum("--bytes=1", "/dev/null")
    box.check(run.rc == 1 and run.out == b"", "/dev/null has no byte", run.notes())


if __name__ == "__main__":
    main()
