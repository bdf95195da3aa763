# SPDX-License-Identifier: MIT
"""Several digests in one reading: -a LIST, --out, and lists with several algorithms for a file."""
import base64
import hashlib
import json
import os
import signal
import stat
import subprocess

from harness import ABC, EMPTY, ZEROS, case, main, wait_for, wait_until_idle

TRIO = ("sha256", "sha1", "md5")


def digest(name, data=b"abc"):
    return hashlib.new(name, data).hexdigest()


@case
def order_and_layouts(box):
    """-a LIST: a line for each digest, in the order of the list, file by file, in every layout"""
    box.standard()
    for names in (TRIO, TRIO[::-1], ("md5", "sha512")):
        run = box.ringsum("-a", ",".join(names), "a.bin", "empty")
        wanted = "".join(f"{digest(n, d)}  {f}\n" for f, d in (("a.bin", b"abc"), ("empty", b"")) for n in names)
        box.check(run.rc == 0 and run.out == wanted.encode(), "gnu: " + ",".join(names), run.notes())
    hexes = [digest(name) for name in TRIO]
    for option, forms in (("--tag", ("SHA256 (a.bin) = %s\n", "SHA1 (a.bin) = %s\n", "MD5 (a.bin) = %s\n")),
                          ("--layout=openssl", ("SHA2-256(a.bin)= %s\n", "SHA1(a.bin)= %s\n", "MD5(a.bin)= %s\n")),
                          ("--layout=openssl1", ("SHA256(a.bin)= %s\n", "SHA1(a.bin)= %s\n", "MD5(a.bin)= %s\n")),
                          ("--layout=hex", ("%s\n",) * 3), ("-z", ("%s  a.bin\0",) * 3), ("-b", ("%s *a.bin\n",) * 3)):
        run = box.ringsum("-a", "sha256,sha1,md5", option, "a.bin")
        box.out(run, "".join(form % text for form, text in zip(forms, hexes)), option)
    bases = [base64.b64encode(hashlib.new(n, b"abc").digest()).decode() for n in ("sha256", "sha512")]
    box.out(box.ringsum("-a", "sha256,sha512", "--layout=sri", "a.bin"),
            f"sha256-{bases[0]}  a.bin\nsha512-{bases[1]}  a.bin\n", "sri")
    box.out(box.ringsum("-a", "sha256,sha512", "--base64", "a.bin"), f"{bases[0]}  a.bin\n{bases[1]}  a.bin\n",
            "--base64")
    run = box.ringsum("-a", "sha256,sha1", stdin=b"abc")
    box.out(run, f"{ABC}  -\n{digest('sha1')}  -\n", "stdin")
    run = box.ringsum("-a", "sha1,sha256", "nope", "a.bin")
    box.rc(run, 1, "a missing file")
    box.out(run, f"{digest('sha1')}  a.bin\n{ABC}  a.bin\n", "the other file has both")
    box.equal(run.err.count(b"nope"), 1, "it is told once")
    run = box.ringsum("-a", "sha1,sha256", "--layout=openssl", box.write("new\nline"))
    box.check(run.rc == 1 and run.out == b"" and run.err.count(b"\n") == 1, "an unfit name is told once", run.notes())


@case
def all_that_fit(box):
    """-a LIST: up to eight, large files, ranges, SHAKE"""
    names = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3-256", "sha3-512")
    python = [name.replace("sha3-", "sha3_") for name in names]
    box.write_random("large", 9000001)
    data = open("large", "rb").read()
    run = box.ringsum("-a", ",".join(names), "large")
    box.out(run, "".join(f"{digest(name, data)}  large\n" for name in python), "eight of 9 MB")
    run = box.ringsum("-a", ",".join(names), stdin=data)
    box.out(run, "".join(f"{digest(name, data)}  -\n" for name in python), "eight of a pipe")
    run = box.ringsum("-a", "sha1,md5", "--offset=5000", "--bytes=4000001", "large")
    part = data[5000:4005001]
    box.out(run, f"{digest('sha1', part)}  large\n{digest('md5', part)}  large\n", "a range")
    run = box.ringsum("-a", "sha1,md5", "--bytes=9000002", "large")
    box.check(run.rc == 1 and run.out == b"", "a range that is not there", run.notes())
    box.refused(box.ringsum("-a", ",".join(names) + ",sha512-256", "large"), "nine are too many")
    run = box.ringsum("-a", "shake128,sha256,sha2", "-l", "224", "large")
    box.out(run, f"{hashlib.shake_128(data).hexdigest(28)}  large\n{digest('sha256', data)}  large\n"
            f"{digest('sha224', data)}  large\n", "-l is for those that need it")
    many = [f"f{i}" for i in range(300)]
    for name in many:
        box.write(name, name * 50)
    run = box.ringsum("-a", "md5,sha256", *many)
    box.out(run, "".join(f"{digest(a, (n * 50).encode())}  {n}\n" for n in many for a in ("md5", "sha256")), "many files")


@case
def refused(box):
    """-a LIST: what makes no sense is refused before any file is opened"""
    box.standard()
    for text in ("sha256,sha256", "sha256,SHA2-256", "md5,sha1,md5", "sha256,", ",sha256", "sha256,,md5", ",",
                 "sha256,nope", "sha256, sha1", "sha2,sha256"):
        run = box.ringsum("-a", text, "a.bin")
        box.check(run.rc == 1 and run.out == b"" and run.err, "-a " + text, run.notes())
    box.err(box.ringsum("-a", "sha256,SHA-256", "a.bin"), "twice")
    box.refused(box.ringsum("-a", "sha2,sha256", "-l", "256", "a.bin"), "twice by -l")
    box.refused(box.ringsum("-a", "sha256,md5", "-l", "256", "a.bin"), "-l for none")
    box.refused(box.ringsum("-a", "sha256,sha1", "--raw", "a.bin"), "--raw")
    box.refused(box.ringsum("-a", "sha256,sha1", "--expect", ABC, "a.bin"), "--expect")
    box.refused(box.ringsum("-a", "sha256,sha1", "-c", box.write("m", f"{ABC}  a.bin\n")), "-c")
    box.refused(box.ringsum("-a", "sha256,md5", "--layout=sri", "a.bin"), "sri cannot carry MD5")
    run = box.ringsum("-a", "sha256,md5", "--layout=hashdeep", "a.bin")
    box.refused(run, "two algorithms in one table of hashdeep")
    box.err(run, "--out")


@case
def out(box):
    """--out: lines of one algorithm go to a file"""
    box.standard()
    run = box.ringsum("-a", "sha256,sha1,md5", "--out", "sha1=S1", "--out=MD5=S5", "a.bin", "empty")
    box.rc(run, 0)
    box.out(run, f"{ABC}  a.bin\n{EMPTY}  empty\n", "the rest on stdout")
    for name, file in (("sha1", "S1"), ("md5", "S5")):
        box.equal(open(file).read(), f"{digest(name)}  a.bin\n{digest(name, b'')}  empty\n", file)
        box.verified(box.ringsum("-c", file), 2, file)
        box.verified(box.gnu(name + "sum", "-c", file), 2, file + " by the GNU name")
    run = box.ringsum("--out", "sha256=S", "a.bin")
    box.check(run.rc == 0 and run.out == b"" and open("S").read() == f"{ABC}  a.bin\n", "a single one", run.notes())
    box.out(box.ringsum("-a", "md5,sha256", "--out", "sha256=-", "a.bin"), f"{digest('md5')}  a.bin\n{ABC}  a.bin\n",
            "- is stdout")
    run = box.ringsum("-a", "sha256,md5", "--layout=hashdeep", "--out", "md5=H5", "--out", "sha256=H256", "a.bin")
    box.rc(run, 0, "hashdeep")
    box.verified(box.ringsum("-c", "H5", "H256"), 2, "hashdeep's tables")
    run = box.ringsum("-C", "/", "--out", "sha256=HERE", box.dir + "/a.bin")
    box.check(run.rc == 0 and os.path.exists("HERE"), "-C is not for it", run.notes())
    before = sorted(os.listdir())
    for args in (["sha1=x"], ["nope=x"], ["sha256"], ["sha256="], ["=x"], ["sha256=x", "--out", "sha256=y"],
                 ["sha256=nope/x"], ["sha256=."], ["sha256=x/"]):
        run = box.ringsum("--out", *args, "a.bin")
        box.check(run.rc == 1 and run.out == b"" and run.err, "refused: " + " ".join(args), run.notes())
    run = box.ringsum("-a", "sha256,md5", "--out", "sha256=x", "--out", "md5=./x", "a.bin")
    box.refused(run, "two algorithms for one file")
    box.equal(sorted(os.listdir()), before, "nothing is left of those")
    for args in (["-c", "S"], ["--expect", ABC, "a.bin"]):
        box.refused(box.ringsum("--out", "sha256=x", *args), "with " + args[0])


@case
def out_whole_or_not(box):
    """--out: the file is whole, or what it was before"""
    box.standard()
    box.write("S", "old\n")
    run = box.ringsum("--out", "sha256=S", "a.bin", "nope")
    box.rc(run, 1, "a missing operand")
    box.err(run, "S: not written")
    box.equal(open("S").read(), "old\n", "it is as before")
    with open("/dev/full", "wb") as full:
        run = box.ringsum("-a", "sha256,sha1", "--out", "sha256=S", "a.bin", stdout=full)
    box.rc(run, 1, "stdout is full")
    box.equal(open("S").read(), "old\n", "it is as before")
    run = box.ringsum("-a", "sha256,sha1", "--out", "sha256=S", "--out", "sha1=/dev/full", "a.bin")
    box.rc(run, 1, "another output is full")
    box.err(run, "/dev/full: No space left")
    box.equal(open("S").read(), "old\n", "it is as before")
    os.chmod("S", 0o640)
    os.symlink("S", "link")
    box.rc(box.ringsum("--out", "sha256=link", "a.bin"), 0, "over a link")
    box.check(os.path.islink("link") and open("S").read() == f"{ABC}  a.bin\n", "the link stays")
    box.equal(stat.S_IMODE(os.stat("S").st_mode), 0o640, "permissions stay")
    run = box.ringsum("--out", "sha256=S", "S", "a.bin")
    box.rc(run, 0, "a file that is hashed too")
    box.equal(open("S").read().splitlines()[1], f"{ABC}  a.bin", "what it is when the run is over")
    box.equal(sorted(os.listdir()), ["S", "a.bin", "b c.bin", "empty", "link"], "nothing else is left")


@case
def out_killed(box):
    """--out: a program that is killed leaves the old file, and no half one under its name"""
    box.write("S", "old\n")
    read, write = os.pipe()
    child = subprocess.Popen([box.program, "--out", "sha256=S", "-"], stdin=read)
    os.close(read)
    os.write(write, b"abc")
    box.check(wait_until_idle(child.pid), "waits for more")
    child.send_signal(signal.SIGKILL)
    child.wait()
    os.close(write)
    box.equal(open("S").read(), "old\n", "it is as before")


@case
def out_to_a_pipe(box):
    """--out: a pipe is written as it is"""
    box.standard()
    os.mkfifo("pipe")
    fd = os.open("pipe", os.O_RDWR)
    box.rc(box.ringsum("-a", "sha1,sha256", "--out", "sha256=pipe", "a.bin"), 0)
    box.equal(os.read(fd, 1000).decode(), f"{ABC}  a.bin\n", "the reader gets it")
    os.close(fd)
    box.check(stat.S_ISFIFO(os.stat("pipe").st_mode), "it is still a pipe")


def n_readings(run):
    """how many files were read, by --stats=json"""
    return json.loads(run.err.splitlines()[-1])["total"]["files"]


@case
def checked_in_one_reading(box):
    """-c: several algorithms for a file read it once"""
    box.standard()
    lines = [f"{digest(n, d)}  {f}\n" for f, d in (("a.bin", b"abc"), ("b c.bin", b"abc"), ("empty", b""))
             for n in TRIO]
    for label, text in (("file by file", lines), ("algorithm by algorithm", lines[0::3] + lines[1::3] + lines[2::3]),
                        ("tagged and not", lines[:-1] + ["MD5 (empty) = " + lines[-1][:32] + "\n"])):
        box.write("m", "".join(text))
        run = box.ringsum("-c", "--stats=json", "m")
        box.verified(run, 9, label)
        names = [line.split("  ")[1].strip() if "  " in line else "empty" for line in text]
        box.equal([name.decode().strip("'") for name in run.ok_names()], names, label + ": in the list's order")
        box.equal(n_readings(run), 3, label + ": three readings")
    box.write("m", f"{ABC}  -\n{digest('sha1')}  -\n")
    box.verified(box.ringsum("-c", "m", stdin=b"abc"), 2, "standard input, which can be read once")
    box.verified(box.ringsum("-c", stdin="".join(lines).encode()), 9, "a list on stdin")
    box.write("m", "".join(lines * 3))
    run = box.ringsum("-c", "--stats=json", "m")
    box.verified(run, 27, "the same three times")
    box.equal(n_readings(run), 9, "one algorithm is never joined with itself")
    box.write("m", f"{ABC}  a.bin\n{digest('sha1')}  a.bin\n{digest('sha1')}  a.bin\n")
    run = box.ringsum("-c", "--stats=json", "m")
    box.verified(run, 3, "the second of them twice")
    box.equal(n_readings(run), 2, "nor is that joined with itself")


@case
def checked_with_failures(box):
    """-c: each line has its own status, as if it stood alone"""
    box.standard()
    sha1, md5 = digest("sha1"), digest("md5")
    box.write("m", f"{ABC}  a.bin\n{'0' * 40}  a.bin\n{md5}  a.bin\n{ABC}  nope\n{sha1}  nope\njunk\n{ZEROS}  empty\n")
    run = box.ringsum("-c", "m")
    box.rc(run, 1)
    box.out(run, "a.bin: OK\na.bin: FAILED\na.bin: OK\nnope: FAILED open or read\nnope: FAILED open or read\n"
            "empty: FAILED\n")
    box.equal(run.err.count(b"nope: No such file"), 2, "each missing one is told")
    box.err(run, "2 listed files could not be read")
    box.err(run, "2 computed checksums did NOT match")
    run = box.ringsum("-c", "--ignore-missing", "--lenient", "m")
    box.out(run, "a.bin: OK\na.bin: FAILED\na.bin: OK\nempty: FAILED\n", "--ignore-missing")
    run = box.ringsum("-c", "--warn", "m")
    box.check(run.err.index(b"nope: No such") < run.err.index(b"m: 6: improperly"), "remarks keep their place",
              run.notes())
    box.out(box.ringsum("-c", "--only", "a.bin", "m"), "a.bin: OK\na.bin: FAILED\na.bin: OK\n", "--only")
    run = box.ringsum("-c", "-a", "sha1", "m")
    box.out(run, "a.bin: FAILED\nnope: FAILED open or read\n", "-a: one of them")
    run = box.gnu("sha256sum", "-c", "m")
    box.out(run, "a.bin: OK\nnope: FAILED open or read\nempty: FAILED\n", "a GNU name: its own")


@case
def checked_far_apart(box):
    """-c: lists of any length are verified; within 64 files lines are joined"""
    names = [f"f{i:03}" for i in range(300)]
    for name in names:
        box.write(name, name)
    for count, readings in ((64, 64), (300, 600)):
        some = names[:count]
        box.write("m", "".join(f"{digest(a, n.encode())}  {n}\n" for a in ("sha1", "sha256") for n in some))
        run = box.ringsum("-c", "--stats=json", "m")
        box.verified(run, 2 * count, f"{count} names")
        box.equal(n_readings(run), readings, f"{count} names: readings")
        box.equal([name.decode() for name in run.ok_names()], some * 2, f"{count} names: order")
    names = [f"f{i:03}" for i in range(200)]
    box.write("m", "".join(f"{digest(a, n.encode())}  {n}\n" for n in names for a in TRIO))
    run = box.ringsum("-c", "--stats=json", "m")
    box.verified(run, 600, "200 names file by file")
    box.equal(n_readings(run), 200, "one reading each")


@case
def checked_while_it_comes(box):
    """-c: what has come of a list is verified before more is waited for"""
    box.standard()
    read, write = os.pipe()
    with open("out", "wb") as out_file:
        child = subprocess.Popen([box.program, "-c"], stdin=read, stdout=out_file)
        os.close(read)
        os.write(write, f"{ABC}  a.bin\n".encode())
        box.check(wait_for(lambda: open("out").read() == "a.bin: OK\n"), "the first line is verified at once")
        os.write(write, f"{digest('sha1')}  a.bin\n".encode())
        box.check(wait_for(lambda: open("out").read() == "a.bin: OK\n" * 2), "and the second")
        os.close(write)
        box.equal(child.wait(), 0, "exit 0")


if __name__ == "__main__":
    main()
