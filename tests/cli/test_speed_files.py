# SPDX-License-Identifier: MIT
"""ringspeed -file: whole files, warm and cold, beside openssl dgst, and files that cannot be timed."""
import csv
import io
import json
import os
import re

import harness
from harness import case
from speed import refused, speed

LONG = 64 << 20


def long_file(box, name="long"):
    """long enough for any digest to take more than 10 ms"""
    with open(name, "wb") as file:
        for _ in range(LONG >> 20):
            file.write(os.urandom(1 << 10) * (1 << 10))
    return name


@case
def warm(box):
    """in the page cache"""
    long_file(box)
    run = speed(box, "md5", "-warm", "-rounds", "2", "-file", "long")
    box.rc(run, 0)
    box.check(re.search(rb"^md5 of long, 67\.1 MB; one stream in memory: [\d.]+ [MG]B/s; median of 2 runs$", run.out, re.M),
              "what it is about", run.notes())
    box.check(re.search(rb"^warm ringsum +\d+\.\d{3} +\d+\.\d{3} +\d+\.\d{3} +\d+\.\d{3} +\d+\.\d% +\d+\.\d%", run.out, re.M),
              "the row", run.notes())
    box.check(run.err.count(b"long: run ") == 2, "each run is told", run.notes())
    box.check(b"cold" not in run.out, "not cold", run.notes())


@case
def beside_openssl(box):
    """-vs openssl"""
    harness.need_tool("openssl")
    long_file(box)
    run = speed(box, "sha1", "-warm", "-vs", "openssl", "-rounds", "2", "-file", "long", "-json")
    box.rc(run, 0)
    report = json.loads(run.out)["files"][0]
    box.equal((report["path"], report["bytes"], report["digest"]), ("long", LONG, "sha1"), "what it is about")
    box.equal([(one["program"], one["state"], len(one["runs"])) for one in report["series"]],
              [("ringsum", "warm", 2), ("openssl", "warm", 2)], "series")
    box.check(report["start"] > 0 and report["limit"] > 0, "limit and start", [report])
    turns = re.findall(rb"run (\d) of 2, warm (\w+)", run.err)
    box.equal(turns, [(b"1", b"ringsum"), (b"1", b"openssl"), (b"2", b"openssl"), (b"2", b"ringsum")],
              "they take turns, and each round begins with another one")
    for series in report["series"]:
        real = sorted(one["real"] for one in series["runs"])[0]
        box.check(abs(series["rate"] - LONG / real) < 0.001 * series["rate"], series["program"] + ": rate", [series])
    run = speed(box, "sha1", "-warm", "-vs", "openssl", "-rounds", "1", "-file", "long")
    box.check(re.search(rb"^warm: ringsum is \d+\.\d\d times as fast as openssl dgst$", run.out, re.M), "in words", run.notes())


@case
def cold(box):
    """not in the page cache"""
    long_file(box)
    os.sync()
    run = speed(box, "-cold", "-rounds", "1", "-file", "long", "-csv")
    rows = list(csv.DictReader(io.StringIO(run.out.decode())))
    if run.rc == 1 and b"so there are no cold runs" in run.err:
        box.check(not rows or rows[0]["state"] == "cold", "what cannot be made cold is told", run.notes())
        return
    box.rc(run, 0)
    box.equal([(row["file"], row["state"], row["program"]) for row in rows], [("long", "cold", "ringsum")], "a line")
    box.check(b"cold runs read past it" in run.err or float(rows[0]["resident"]) <= 0.001, "nothing was cached", run.notes())


@case
def memory_only(box):
    """a file system without a disk"""
    folder = "/dev/shm"
    if not os.access(folder, os.W_OK) or os.statvfs(folder).f_bavail * os.statvfs(folder).f_bsize < 2 * LONG:
        raise harness.Skip("no room in " + folder)
    name = "%s/ringspeed-%d" % (folder, os.getpid())
    try:
        long_file(box, name)
        run = speed(box, "-cold", "-rounds", "1", "-file", name)
        box.check(run.rc == 1 and not run.out and b"so there are no cold runs" in run.err, "never cold", run.notes())
        run = speed(box, "-rounds", "1", "-file", name)
        box.check(run.rc == 0 and b"warm ringsum" in run.out and b"cold" not in run.out, "but warm", run.notes())
    finally:
        os.unlink(name)


@case
def cannot(box):
    """files that cannot be timed: a clear line, and the others go on"""
    long_file(box)
    box.write("empty", b"")
    box.write("tiny", b"x")
    os.mkfifo("fifo")
    os.mkdir("folder")
    box.write("esc\033[31m", b"")
    rules = {"empty": "empty: empty, so there is nothing to time", "none": "none: No such file or directory",
             "folder": "folder: Is a directory", "fifo": "fifo: not a regular file", "/dev/zero": "not a regular file"}
    for name, words in rules.items():
        run = speed(box, "md5", "-warm", "-rounds", "1", "-file", name)
        box.check(run.rc == 1 and not run.out and re.search(words.encode(), run.err), name, run.notes())
        box.equal(run.err.count(b"\n"), 1, name + ": one line")
    run = speed(box, "md5", "-warm", "-rounds", "1", "-file", "tiny")
    box.rc(run, 1, "too short")
    box.err(run, r"tiny: a run takes \d+\.\d ms, and below 10 ms it says nothing about a rate: take a larger file")
    box.check(b"too short to tell" in run.out and b"GB/s" in run.out, "no rate is printed", run.notes())
    run = speed(box, "md5", "-warm", "-rounds", "1", "-json", "-file", "tiny")
    box.equal(json.loads(run.out)["files"][0]["series"][0]["rate"], None, "nor in JSON")
    run = speed(box, "md5", "-warm", "-rounds", "1", "-json", "-file", "empty")
    box.check(run.rc == 1 and json.loads(run.out)["files"] == [], "JSON without files", run.notes())
    run = speed(box, "md5", "-warm", "-rounds", "1", "-file", "none", "long", "empty", "esc\033[31m")
    box.check(run.rc == 1 and b"md5 of long" in run.out, "the others go on", run.notes())
    box.check(b"\033" not in run.out + run.err, "no escape reaches the terminal", run.notes())


@case
def unreadable(box):
    """a file of somebody else"""
    harness.need_root()
    os.chmod(box.write("secret"), 0)
    run = speed(box, "-warm", "-file", "secret", uid=harness.NOBODY)
    box.check(run.rc == 1 and b"secret: Permission denied" in run.err and not run.out, "told", run.notes())


@case
def others(box):
    """-vs: programs that are missing, fail, lie or print nonsense"""
    long_file(box)
    box.write("lies", "#!/bin/sh\necho \"MD5($3)= 00112233445566778899aabbccddeeff\"\n")
    box.write("fails", "#!/bin/sh\nexit 3\n")
    box.write("dies", "#!/bin/sh\nkill -9 $$\n")
    box.write("babbles", "#!/bin/sh\necho hello\n")
    rules = {"none": "-vs: ./none cannot be run: is it installed", "fails": "fails dgst has failed with status 3",
             "dies": "dies dgst was ended by signal 9", "babbles": "babbles dgst printed no digest",
             "lies": "long: the programs disagree: "}
    for name, words in rules.items():
        if name != "none":
            os.chmod(name, 0o755)
        run = speed(box, "md5", "-warm", "-rounds", "1", "-vs", "./" + name, "-file", "long")
        box.check(run.rc == 1 and re.search(words.encode(), run.err), name, run.notes())


@case
def digests(box):
    """several digests; digests that are not there"""
    long_file(box)
    run = speed(box, "md5", "sha512", "-warm", "-rounds", "1", "-csv", "-file", "long")
    box.rc(run, 0)
    box.equal([row["digest"] for row in csv.DictReader(io.StringIO(run.out.decode()))], ["md5", "sha512"], "one after another")
    refused(box, "unknown", "nope", "-warm", "-file", "long", says="nope: libcrypto has no such digest")
    refused(box, "SHAKE", "shake128", "-warm", "-file", "long", says="shake128: ")


@case
def names(box):
    """names that are hard to print or to hand on"""
    harness.need_tool("openssl")
    name = "-a,\"b\" \n\\c"
    os.rename(long_file(box), name)
    run = speed(box, "md5", "-warm", "-rounds", "1", "-csv", "-vs", "openssl", "-file=" + name)
    box.rc(run, 0)
    rows = list(csv.DictReader(io.StringIO(run.out.decode(), newline="")))
    box.equal([row["file"] for row in rows], [name, name], "the name in CSV")
    os.rename(name, b"\xff\xfe")
    run = speed(box, "md5", "-warm", "-rounds", "1", "-json", "-file", b"\xff\xfe")
    box.equal(json.loads(run.out)["files"][0]["path_hex"], "fffe", "a name that is no UTF-8")


if __name__ == "__main__":
    harness.main()
