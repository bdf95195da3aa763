# SPDX-License-Identifier: MIT
"""
Sizes around 2 and 4 GiB, and 5 GiB of zeros: as file, pipe and loop device. The digests are those of coreutils 9.1 (its
own code) and of OpenSSL 3.0, which agree.
"""
import hashlib
import os
import subprocess

from harness import EMPTY, Skip, case, main, need_root, need_tool

FIVE_GIB = 5 << 30
LAST = hashlib.sha256(b"Z").hexdigest()
ZEROS_5G = "7f06c62352aebd8125b2a1841e2b9e1ffcbed602f381c3dcb3200200e383d1d5"


def sparse(name, size, tail=b""):
    with open(name, "wb") as file:
        file.truncate(size)
        file.seek(size - len(tail))
        file.write(tail)


@case
def around_two_gib(box):
    """files of about 2 GiB, where one read call ends"""
    for size, digest in (
            (2147479552, "e824c16f16a2ffa5ce0a7f9f9f08f8bcbf28515b0057560dff5703df93934026"),
            (2147483647, "25ba9187e4e7b89d2a7f1a49f0155c233ea8fe0b19c881bc53d23fd7b93deda0"),
            (2147483648, "a7c744c13cc101ed66c29f672f92455547889cc586ce6d44fe76ae824958ea51"),
            (2147483649, "b8030a8ab89280935633d8d991da3d9907c0f12e8b6fc3bfc515f4d440872b6e")):
        sparse("f", size)
        run = box.in_memory(32, "memory", "f", timeout=100)
        box.out(run, f"{digest}  f\n", f"{size} bytes")


@case
def around_four_gib(box):
    """files of about 4 GiB, with data at their end"""
    for size, tail, digest in (
            (4294967296, b"Z", "d7697580068d03dea1a9e7330c092cdd77d47505bfe7891bc6806833baa491b8"),
            (4294967299, b"Z", "711a357edb4c4baf3a16c0b2f0afa130173c4c0d7de92a056b785f6160267c1e")):
        sparse("f", size, tail)
        run = box.ringsum("f", timeout=100)
        box.out(run, f"{digest}  f\n", f"{size} bytes")
        run = box.ringsum(f"--offset={size - 1}", "f")
        box.check(run.rc == 0 and run.out.startswith(LAST.encode()),
                  "the last byte alone", run.notes())
        run = box.ringsum(f"--offset={size}", "--bytes=0", "f")
        box.check(run.rc == 0 and run.out.startswith(EMPTY.encode()), "nothing at the end", run.notes())
        run = box.ringsum(f"--offset={size}", "--bytes=1", "f")
        box.check(run.rc == 1 and run.out == b"", "one byte behind the end", run.notes())
        with open("f", "rb") as file:
            os.lseek(file.fileno(), size - 1, os.SEEK_SET)
            run = box.ringsum(stdin=file)
            box.out(run, LAST + "  -\n", "stdin near the end")
            box.equal(os.lseek(file.fileno(), 0, os.SEEK_CUR), size, "position afterwards")
    run = box.ringsum("-a", "sha1", "f", timeout=100)
    box.out(run, "c0f2a0f9b1ea8263f4a66f8b1d3b0e6be6dbef1e  f\n", "SHA-1")


@case
def five_gib_as_file(box):
    """5 GiB of zeros as a file"""
    sparse("f", FIVE_GIB)
    run = box.in_memory(32, "memory", "f", timeout=100)
    box.out(run, f"{ZEROS_5G}  f\n")


@case
def five_gib_through_a_pipe(box):
    """5 GiB of zeros through a pipe"""
    with subprocess.Popen(["head", "-c", str(FIVE_GIB), "/dev/zero"], stdout=subprocess.PIPE) as head:
        run = box.in_memory(32, "memory", stdin=head.stdout, timeout=200)
    box.out(run, f"{ZEROS_5G}  -\n")


@case
def five_gib_of_a_device(box):
    """5 GiB of zeros from a loop device, and of an endless one"""
    run = box.ringsum("--bytes=5G", "/dev/zero", timeout=200)
    box.check(run.rc == 0 and run.out.startswith(ZEROS_5G.encode()), "/dev/zero", run.notes())
    need_root()
    losetup = need_tool("losetup")
    sparse("f", FIVE_GIB)
    there = subprocess.run([losetup, "-f", "-r", "--show", "f"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                           check=False)
    if there.returncode:
        raise Skip("no loop device to be had")
    device = there.stdout.decode().strip()
    try:
        run = box.in_memory(32, "memory", device, timeout=200)
        box.out(run, f"{ZEROS_5G}  {device}\n")
    finally:
        subprocess.run([losetup, "-d", device], check=False)


if __name__ == "__main__":
    main()
