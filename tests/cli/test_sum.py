# SPDX-License-Identifier: MIT
"""Digests of files and of standard input: right, in operand order, and every file that can be read gets one."""
import base64
import hashlib
import os
import shutil
import subprocess
import tempfile

from harness import ABC, EMPTY, Skip, case, main, need_tool, tool_output

# around every size that a chunk, a page, a block of the disk or of the digest may have
EDGES = [0, 1, 2, 55, 56, 57, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 511, 512, 513, 4095, 4096, 4097, 5000,
         8191, 8193, 65535, 65536, 65537, 131071, 131072, 131073, 262143, 262144, 262145, 524289, 1048575, 1048576,
         1048577, 2097151, 2097152, 2097153, 4194303, 4194304, 4194305, 8388609, 12582913]


def edges(box, folder):
    for size in EDGES:
        path = os.path.join(folder, "f")
        wanted = box.write_random(path, size)
        run = box.ringsum(path)
        with open(path, "rb") as file:
            piped = box.ringsum(stdin=file)
        ok = run.rc == 0 and run.out == ("%s  %s\n" % (wanted, path)).encode()
        ok = ok and piped.rc == 0 and piped.out == ("%s  -\n" % wanted).encode()
        box.check(ok, "%d bytes, as file and as stdin" % size, [*run.notes(), *piped.notes(), "wanted " + wanted])
        os.unlink(path)


@case
def edges_on_disk(box):
    """sizes around every boundary, on the disk"""
    edges(box, ".")


@case
def edges_on_tmpfs(box):
    """sizes around every boundary, on tmpfs"""
    if not os.access("/dev/shm", os.W_OK):
        raise Skip("no /dev/shm")
    folder = tempfile.mkdtemp(dir="/dev/shm")
    try:
        edges(box, folder)
    finally:
        shutil.rmtree(folder)


@case
def one_pipe_by_several_names(box):
    """what can be read only once goes to the first operand, and none gets a part of it"""
    data = os.urandom(20000001)
    digest = hashlib.sha256(data).hexdigest()
    for jobs in ("1", "2", "4"):
        run = box.ringsum("-j", jobs, "/dev/stdin", "/dev/stdin", "-", stdin=data)
        box.out(run, "%s  /dev/stdin\n%s  /dev/stdin\n%s  -\n" % (digest, EMPTY, EMPTY), "a pipe, -j " + jobs)
    with open("f", "wb") as file:
        file.write(data)
    with open("f", "rb") as file:
        run = box.ringsum("-j", "2", "-", "-", stdin=file)
    box.out(run, "%s  -\n%s  -\n" % (digest, EMPTY), "a file as standard input")


@case
def cold_file(box):
    """a file that is not in the page cache"""
    for size in (1, 4097, 1048577, 9437185):
        wanted = box.write_random("f", size)
        with open("f", "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        box.out(box.ringsum("f"), "%s  f\n" % wanted, "%d cold bytes" % size)
        with open("f", "r+b") as file:
            os.posix_fadvise(file.fileno(), 0, max(1, size // 2), os.POSIX_FADV_DONTNEED)
        box.out(box.ringsum("f"), "%s  f\n" % wanted, "%d half-cold bytes" % size)


@case
def dirty_file(box):
    """a file just written and not yet on the disk"""
    for size in (3, 1048577, 9437185):
        wanted = box.write_random("f", size, seed=7)
        box.out(box.ringsum("f", "f"), ("%s  f\n" % wanted) * 2, "%d dirty bytes, twice" % size)


@case
def holes(box):
    """holes hash as zeros, wherever they are"""
    for label, size, parts in (("data first", 100003, [(0, b"abc")]), ("data in the middle", 100003, [(50000, b"abc")]),
                               ("data last", 5000001, [(5000000, b"x")]), ("a hole only", 3000017, []),
                               ("in turn", 9000000, [(i * 1048576 + 5, b"data" * 500) for i in range(0, 8, 2)]),
                               ("an unaligned end", 1048577, [(4096, b"y" * 4096)])):
        data = bytearray(size)
        with open("f", "wb") as file:
            file.truncate(size)
            for at, part in parts:
                os.pwrite(file.fileno(), part, at)
                data[at:at + len(part)] = part
        wanted = hashlib.sha256(data).hexdigest()
        box.out(box.ringsum("f"), f"{wanted}  f\n", label)
        with open("f", "r+b") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        box.out(box.ringsum("f"), f"{wanted}  f\n", label + ", cold")
        with open("f", "rb") as file:
            file.seek(777)
            box.out(box.ringsum(stdin=file), hashlib.sha256(data[777:]).hexdigest() + "  -\n", label + ", from 777")


@case
def operands(box):
    """operands: order, repetition, stdin among them"""
    box.standard()
    run = box.ringsum("a.bin", "b c.bin", "empty", "a.bin")
    box.rc(run, 0)
    box.out(run, f"{ABC}  a.bin\n{ABC}  b c.bin\n{EMPTY}  empty\n{ABC}  a.bin\n")
    box.out(box.ringsum(stdin=b"abc"), f"{ABC}  -\n", "no operand is stdin")
    box.out(box.ringsum("-", stdin=b"abc"), f"{ABC}  -\n", "- is stdin")
    box.out(box.ringsum(stdin=b""), f"{EMPTY}  -\n", "an empty pipe")
    box.out(box.ringsum("empty", "-", "a.bin", stdin=b"abc"), f"{EMPTY}  empty\n{ABC}  -\n{ABC}  a.bin\n",
            "stdin in the middle")
    box.out(box.ringsum("./a.bin", box.dir + "/a.bin"), f"{ABC}  ./a.bin\n{ABC}  {box.dir}/a.bin\n", "paths as given")


@case
def bad_operands(box):
    """a bad operand does not end the run"""
    box.standard()
    os.mkdir("d1")
    os.symlink("loop", "loop")
    os.symlink("nowhere", "dangling")
    run = box.ringsum("a.bin", "d1", "nope", "/proc/self/mem", "loop", "dangling", "a.bin/x", "b c.bin", "empty")
    box.rc(run, 1)
    box.out(run, f"{ABC}  a.bin\n{ABC}  b c.bin\n{EMPTY}  empty\n", "the good ones, in order")
    for pattern in ("d1: Is a directory", "nope: No such file", "/proc/self/mem: Input/output error",
                    "loop: Too many levels", "dangling: No such file", "a.bin/x: Not a directory"):
        box.err(run, r"^ringsum: " + pattern if pattern.startswith("d1") else pattern)
    box.equal(len(run.err.splitlines()), 6, "one line a bad operand")
    for name in ("", "a.bin/", "d1", "x" * 300):
        run = box.ringsum(name)
        box.rc(run, 1, repr(name[:9]))
        box.out(run, "", "no digest for %r" % name[:9])
    run = box.ringsum("nope", "-", stdin=b"abc")
    box.rc(run, 1)
    box.out(run, f"{ABC}  -\n", "stdin after a bad operand")


@case
def line_styles(box):
    """the styles of a line"""
    box.standard()
    b64 = base64.b64encode(hashlib.sha256(b"abc").digest()).decode()
    for args, wanted in (
            (["-b", "a.bin"], f"{ABC} *a.bin\n"), (["--binary", "a.bin"], f"{ABC} *a.bin\n"),
            (["-t", "a.bin"], f"{ABC}  a.bin\n"), (["-b", "-t", "a.bin"], f"{ABC}  a.bin\n"),
            (["-t", "-b", "a.bin"], f"{ABC} *a.bin\n"), (["--tag", "a.bin"], f"SHA256 (a.bin) = {ABC}\n"),
            (["--tag", "--untagged", "a.bin"], f"{ABC}  a.bin\n"),
            (["--untagged", "--tag", "a.bin"], f"SHA256 (a.bin) = {ABC}\n"),
            (["--untagged", "-b", "a.bin"], f"{ABC} *a.bin\n"),
            (["-z", "a.bin", "empty"], f"{ABC}  a.bin\0{EMPTY}  empty\0"),
            (["-z", "--tag", "a.bin"], f"SHA256 (a.bin) = {ABC}\0"),
            (["--zero", "-b", "a.bin"], f"{ABC} *a.bin\0"),
            (["--base64", "a.bin"], f"{b64}  a.bin\n"), (["--base64", "--tag", "a.bin"], f"SHA256 (a.bin) = {b64}\n")):
        run = box.ringsum(*args)
        box.check(run.rc == 0 and run.out == wanted.encode(), " ".join(args), [f"wanted {wanted!r}", *run.notes()])


@case
def raw(box):
    """--raw: the bytes of one digest"""
    box.standard()
    box.out(box.ringsum("--raw", "a.bin"), hashlib.sha256(b"abc").digest(), "32 bytes and no more")
    box.out(box.ringsum("--raw", "-a", "md5", stdin=b"abc"), hashlib.md5(b"abc").digest(), "of stdin")
    run = box.ringsum("--raw", "a.bin", "empty")
    box.rc(run, 1)
    box.out(run, "", "nothing for two files")
    box.err(run, "the --raw option is not supported with multiple files")
    run = box.ringsum("--raw", "--base64", "a.bin")
    box.rc(run, 1)
    box.err(run, "--base64 and --raw are mutually exclusive")
    run = box.ringsum("--raw", "nope")
    box.rc(run, 1)
    box.out(run, "", "nothing for an absent file")


@case
def algorithms(box):
    """-a: every name of an algorithm, against hashlib"""
    data = b"The quick brown fox" * 5000
    box.write("f", data)
    for names, reference in (
            ("sha256 SHA256 sha-256 SHA2-256 Sha-256 sha2-256", "sha256"), ("sha1 SHA1 sha-1 SHA-1", "sha1"),
            ("sha224 SHA2-224 sha-224", "sha224"), ("sha384 SHA2-384 sha-384", "sha384"),
            ("sha512 SHA2-512 sha-512", "sha512"), ("md5 MD5", "md5"), ("sha3-256 SHA3-256", "sha3_256"),
            ("sha3-224", "sha3_224"), ("sha3-384", "sha3_384"), ("sha3-512", "sha3_512"),
            ("blake2b512 BLAKE2B-512 BLAKE2b512", "blake2b"), ("blake2s256 BLAKE2S-256", "blake2s"),
            ("sm3 SM3", "sm3"), ("ripemd160 RIPEMD-160 rmd160", "ripemd160"),
            ("sha512-256 SHA2-512/256 sha512/256", "sha512_256"), ("sha512-224 SHA2-512/224", "sha512_224")):
        if reference not in hashlib.algorithms_available:
            box.skip(reference, "hashlib has it not")
            continue
        wanted = hashlib.new(reference, data).hexdigest()
        for name in names.split():
            run = box.ringsum("-a", name, "f")
            box.check(run.rc == 0 and run.out == ("%s  f\n" % wanted).encode(), "-a " + name, run.notes())
    box.out(box.ringsum("--algorithm=sha1", "f"), hashlib.sha1(data).hexdigest() + "  f\n", "--algorithm=sha1")
    box.out(box.ringsum("-asha1", "f"), hashlib.sha1(data).hexdigest() + "  f\n", "-asha1")


@case
def bad_algorithms(box):
    """-a: an unknown or refused algorithm is one line, before any file is opened"""
    box.standard()
    for name in ("sha", "nope", "", "sha2560", "sha-2-56", "SHA256 ", " sha256", "HMAC", "null", "../sha256",
                 "sha256\n", "x" * 5000):
        run = box.ringsum("-a", name, "a.bin", "nope")
        box.refused(run, "-a %r" % name[:12])
        box.check(run.out == b"" and b"nope: No such" not in run.err, "-a %r opens nothing" % name[:12], run.notes())
    run = box.ringsum("-a", "nope", "a.bin")
    box.equal(len(run.err.splitlines()) in (1, 2), True, "one line (and perhaps where to find help)")
    run = box.ringsum("-a", "md4", "a.bin", env={"OPENSSL_CONF": "/dev/null"})
    listed = subprocess.run(["openssl", "dgst", "-md4", "a.bin"], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False) if need_tool("openssl") else None
    if listed and listed.returncode:
        box.refused(run, "md4 without the legacy provider")


@case
def openssl_agrees(box):
    """every digest that openssl lists, against openssl dgst"""
    openssl = need_tool("openssl")
    data = bytes(range(256)) * 999
    box.write("f", data)
    listing = tool_output([openssl, "list", "-digest-algorithms"]).decode()
    names = {line.split("=>")[-1].strip() for line in listing.split("Provided:")[0].splitlines()[1:]}
    n = 0
    for name in sorted(names):
        if name.upper().startswith("SHAKE"):
            continue
        there = subprocess.run([openssl, "dgst", "-r", "-" + name, "f"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, check=False)
        if there.returncode:
            continue
        run = box.ringsum("-a", name, "f")
        wanted = there.stdout.split()[0] + b"  f\n"
        box.check(run.rc == 0 and run.out == wanted, "-a " + name, [wanted, *run.notes()])
        n += 1
    box.check(n >= 10, "at least ten digests were compared")


@case
def odd_places(box):
    """files reached through links, long paths and many blanks"""
    deep = "/".join(["d" * 200] * 15)
    os.makedirs(deep)
    box.write(deep + "/f")
    os.symlink(deep + "/f", "link")
    os.link(deep + "/f", "hard")
    box.write("n" * 255)
    run = box.ringsum(deep + "/f", "link", "hard", "n" * 255)
    box.rc(run, 0)
    box.out(run, "".join("%s  %s\n" % (ABC, name) for name in (deep + "/f", "link", "hard", "n" * 255)))
    run = box.ringsum("d" * 5000, "link")
    box.rc(run, 1, "a path that is too long")
    box.err(run, "File name too long")
    box.has_line(run, ABC + "  link")


if __name__ == "__main__":
    main()
