# SPDX-License-Identifier: MIT
"""--stats, --stats=json and --verbose: what is told of the work, and that it changes nothing."""
import json
import math
import os
import re
import subprocess

from harness import ABC, IO_MODE, ZEROS, case, main, wait_until_idle

FILE_KEYS = {"name", "error", "bytes", "wall_s", "read_s", "hash_s", "digest_waited_s", "data_waited_s", "reader",
             "reader_reason", "kernel", "kernel_reason", "disk", "bytes_direct", "bytes_holes",
             "bytes_copied", "bytes_per_s", "limit_bytes_per_s", "percent_of_limit", "bound_by"}
TOTAL_KEYS = {"files", "failed", "bytes", "wall_s", "user_s", "system_s", "read_s", "hash_s", "digest_waited_s",
              "data_waited_s", "readers", "kernels", "peak_bytes", "bytes_per_s", "limit_bytes_per_s",
              "percent_of_limit", "bound_by"}
BOUNDS = {"digest", "storage", "stream", "unknown"}


def no_constant(text):
    raise ValueError(text)


def numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for part in value for number in numbers(part)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


def parse(box, run, label):
    """the object on the last line, whose form is checked"""
    line = run.err.split(b"\n")[-2]
    try:
        stats = json.loads(line.decode("utf-8"), parse_constant=no_constant)
    except ValueError as why:
        box.check(False, label + ": JSON", [why, *run.notes()])
        return None
    box.check(set(stats) == {"version", "files", "digests", "total"} and set(stats["total"]) == TOTAL_KEYS
              and all(set(file) - {"name_hex"} == FILE_KEYS for file in stats["files"]), label + ": members", [stats])
    box.check(all(math.isfinite(n) and n >= 0 for n in numbers(stats)), label + ": numbers", [stats])
    box.check({x["bound_by"] for x in [stats["total"], *stats["files"]]} <= BOUNDS, label + ": verdicts", [stats])
    box.equal(stats["total"]["files"], len(stats["files"]), label + ": files")
    box.equal(stats["total"]["bytes"], sum(f["bytes"] for f in stats["files"] if not f["error"]), label + ": bytes")
    return stats


@case
def as_json(box):
    """--stats=json: one valid object, whatever the files are called and whatever becomes of them"""
    box.standard()
    size = 3000000
    box.write_random("large", size)
    odd = [b"new\nline", b"q\"uote\\", "\u00fc\u20ac\U0001f600".encode(), b"bad\xff", b"\x01\x1f\x7f", b"cut\xe2\x82"]
    for name in odd:
        box.write(os.fsdecode(name))
    os.mkdir("dir")
    plain = box.ringsum("a.bin", "large")
    run = box.ringsum("--stats=json", "a.bin", "large")
    box.check(run.rc == 0 and run.out == plain.out, "stdout is the same", run.notes())
    box.equal(run.err.count(b"\n"), 1, "one line")
    stats = parse(box, run, "two files")
    box.equal([f["bytes"] for f in stats["files"]], [3, size], "bytes")
    box.equal([f["error"] for f in stats["files"]], [None, None], "no errors")
    box.equal([d["name"] for d in stats["digests"]], ["SHA2-256"], "digests")
    box.check(stats["digests"][0]["limit_bytes_per_s"] > 1e6, "the limit was measured", [stats])
    box.check(stats["files"][1]["percent_of_limit"] > 0, "per cent of it", [stats])
    box.check(stats["total"]["peak_bytes"] > 100000, "peak memory", [stats])
    large = stats["files"][1]
    box.equal(sum(large["bytes_" + way] for way in ("direct", "holes", "copied")), size,
              "each byte came one way")

    run = box.ringsum("--stats=json", *odd)
    stats = parse(box, run, "odd names")
    for name, file in zip(odd, stats["files"]):
        try:
            wanted = {"name": name.decode("utf-8"), "name_hex": None}
        except UnicodeDecodeError:
            wanted = {"name": file["name"] if "\ufffd" in file["name"] else None, "name_hex": name.hex()}
        box.equal({"name": file["name"], "name_hex": file.get("name_hex")}, wanted, "name %r" % name)

    run = box.ringsum("--stats=json", "nope", "dir", "empty", "a.bin")
    box.rc(run, 1, "failures")
    stats = parse(box, run, "failures")
    box.equal([bool(f["error"]) for f in stats["files"]], [True, True, False, False], "which failed")
    box.equal(stats["total"]["failed"], 2, "how many failed")
    box.err(run, "^ringsum: nope: No such file", "messages stand before it")
    stats = parse(box, box.ringsum("--stats=json", "empty"), "nothing to hash")
    box.equal((stats["total"]["bytes"], stats["total"]["bound_by"]), (0, "unknown"), "too little to tell")
    with open("/dev/full", "wb") as full:
        run = box.ringsum("--stats=json", "a.bin", stdout=full)
    box.rc(run, 1, "stdout is full")
    parse(box, run, "stdout is full")


@case
def digests_in_one_reading(box):
    """--stats: several digests are one reading of the bytes"""
    size = 2000000
    box.write_random("large", size)
    stats = parse(box, box.ringsum("--stats=json", "-a", "sha256,sha1,md5", "large", "-", stdin=b"x" * 1000), "sum")
    box.equal(stats["total"]["bytes"], size + 1000, "bytes count once")
    box.equal([d["name"] for d in stats["digests"]], ["SHA2-256", "SHA1", "MD5"], "each was measured")
    least = min(d["limit_bytes_per_s"] for d in stats["digests"])
    box.check(0 < stats["files"][0]["limit_bytes_per_s"] <= least * 1.000001, "the slowest sets the limit", [stats])


@case
def of_a_check(box):
    """--stats with -c and --expect"""
    box.standard()
    box.write("m", f"{ABC}  a.bin\n{ZEROS}  empty\nMD5 (a.bin) = 900150983cd24fb0d6963f7d28e17f72\n{ABC}  nope\n")
    run = box.ringsum("-c", "--stats=json", "m")
    box.rc(run, 1)
    stats = parse(box, run, "-c")
    box.equal([f["name"] for f in stats["files"]], ["a.bin", "empty", "nope"], "each reading once")
    box.equal([d["name"] for d in stats["digests"]], ["SHA2-256", "MD5"], "digests")
    run = box.ringsum("--expect", ABC, "--stats=json", "a.bin")
    box.rc(run, 0, "--expect")
    parse(box, run, "--expect")
    run = box.ringsum("-c", "--status", "--stats", box.write("m", f"{ABC}  a.bin\n"))
    box.check(run.rc == 0 and run.out == b"" and b"total: 1 file" in run.err, "--status", run.notes())
    run = box.ringsum("-c", "--stats=json", box.write("m", "junk\n"))
    box.rc(run, 1, "no entry")
    parse(box, run, "no entry")


@case
def verdicts(box):
    """--stats: bound by the digest, or by a slow stream"""
    box.write("zeros", b"\0" * 40000000)
    stats = parse(box, box.ringsum("-a", "sha3-512", "--stats=json", "zeros"), "a slow digest")
    box.equal(stats["files"][0]["bound_by"], "digest", "a slow digest of a file in memory")
    read, write = os.pipe()
    with open("err", "w+b") as err:
        way = [] if IO_MODE == "auto" else ["--io=" + IO_MODE]
        child = subprocess.Popen([box.program, *way, "--stats"], stdin=read, stdout=subprocess.DEVNULL, stderr=err)
        os.close(read)
        for _ in range(3):
            os.write(write, b"abc")
            box.check(wait_until_idle(child.pid), "waits for the stream")
        os.close(write)
        box.equal(child.wait(), 0, "exit 0")
        err.seek(0)
        text = err.read().decode()
    box.check(text.count("bound by a slow stream") == 2, "a slow stream, for the file and in total", [text])


@case
def as_text(box):
    """--stats: a line for each file, one for each digest, one for the total"""
    box.standard()
    plain = box.ringsum("a.bin", "b c.bin", "empty")
    run = box.ringsum("--stats", "a.bin", "b c.bin", "empty")
    box.check(run.rc == 0 and run.out == plain.out, "stdout is the same", run.notes())
    lines = run.err.decode().splitlines()
    box.equal(len(lines), 5, "lines")
    for line, start in zip(lines, ("a.bin: 3 bytes in ", "'b c.bin': 3 bytes in ", "empty: 0 bytes in ",
                                   "one stream of SHA2-256 in memory: ", "total: 3 files, 0 failed; 6 bytes in ")):
        box.check(line.startswith("ringsum: " + start), start, [line])
    for pattern in (r"user \d", r"system \d", r"digests waited \d", r"data waited \d", r"readers: ", r"kernels: ",
                    r"peak memory \d"):
        box.check(re.search(pattern, lines[-1]), "total tells /%s/" % pattern, lines)
    box.no_err(run, r"\b(inf|nan)\b")
    run = box.ringsum("--stats", "nope")
    box.rc(run, 1, "nothing hashed")
    box.err(run, "nope: failed after 0 bytes")
    box.no_err(run, r"\b(inf|nan)\b")
    for value in ("--stats=text", "--stats=", "--stats=JSON"):
        box.refused(box.ringsum(value, "a.bin"), value)


@case
def verbose(box):
    """--verbose: how each file was read, and what was decided for the run"""
    box.standard()
    box.write_random("large", 5000000)
    plain = box.ringsum("a.bin", "b c.bin", "large")
    run = box.ringsum("--verbose", "a.bin", "b c.bin", "large")
    box.check(run.rc == 0 and run.out == plain.out, "stdout is the same", run.notes())
    lines = run.err.decode().splitlines()
    form = re.compile(r"ringsum: (a\.bin|'b c\.bin'|large): reader (ring|plain|chain|none) \(.+\), kernel [^(]+ \(.+\), "
                      r"disk \w+ \(.+\); bytes: (\d+) direct, (\d+) in holes, (\d+) copied$")
    found = [form.match(line) for line in lines[:3]]
    box.check(len(lines) == 4 and all(found), "lines", lines)
    box.equal([sum(map(int, f.groups()[2:])) for f in found if f], [3, 3, 5000000], "each byte came one way")
    box.check(re.match(r"ringsum: workers: up to \d+, .*io_uring: ", lines[-1]), "the run", lines)
    box.err(box.ringsum("--verbose", "-j", "3", "a.bin", "large"), "workers: up to 3, as --jobs says")
    box.err(box.ringsum("--verbose", "a.bin"), "workers: 1, as there is no second file")
    run = box.ringsum("--verbose", "a.bin", io="plain")
    box.err(run, r"reader plain \(--io says so\)")
    run = box.ringsum("--verbose", "-c", box.write("m", f"{ABC}  a.bin\n{ABC}  new\\nline\n"))
    box.err(run, "a.bin: reader ")
    run = box.ringsum("--verbose", box.write("new\nline"))
    box.err(run, re.escape("'new'$'\\n''line': reader"), "names are quoted")
    with open("holes", "wb") as file:
        file.truncate(100000000)
    run = box.ringsum("--verbose", "holes", io="auto")
    box.err(run, r"[1-9]\d* in holes")


if __name__ == "__main__":
    main()
