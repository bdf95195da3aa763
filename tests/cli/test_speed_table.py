# SPDX-License-Identifier: MIT
"""The table of ringspeed: as openssl speed prints it, to the column, and the other forms of the same numbers."""
import csv
import io
import json
import os
import pty
import re
import subprocess

import harness
from harness import case
from speed import NO_NUMBER, SIZES, read, read_doing, read_mr, read_table, speed

SHORT = ["-seconds", "0.01"]
ONE = [*SHORT, "-bytes", "64"]


def plain(rows):
    """without the rows by CPU time, which depend on how busy the machine is"""
    return {name: cells for name, cells in rows.items() if not name.endswith(" cpu")}


@case
def real_openssl(box):
    """the reader reads what the installed openssl prints"""
    openssl = harness.need_tool("openssl")
    for words in (["md5"], ["-evp", "sha256"], ["-hmac", "md5"]):
        argv = [openssl, "speed", "-elapsed", "-seconds", "1", "-bytes", "64", *words]
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            raise harness.Skip("openssl speed does not work here")
        rows = read(box, read_table, done.stdout, "a table of openssl")
        box.check(len(rows) == 1 and list(rows.values())[0].keys() == {64}, " ".join(words), [rows])
        ours = read(box, read_table, speed(box, *ONE, "-elapsed", *words).out, "a table of ringspeed")
        box.equal(list(ours), list(rows), "the name of the row")


@case
def table(box):
    """all sizes"""
    run = speed(box, *SHORT, "-elapsed", "md5", "sha1", "-evp", "sha256")
    box.rc(run, 0)
    rows = read(box, read_table, run.out, "the table is openssl's")
    box.equal(list(rows), ["md5", "sha1", "sha256"], "rows in the order of the command line")
    box.check(all(list(cells) == SIZES and min(cells.values()) > 0 for cells in rows.values()), "sizes", [rows])
    box.check(re.search(rb"^CPUINFO: ", run.out, re.M), "CPUINFO", run.notes())
    box.check(re.search(rb"^clock: wall", run.out, re.M), "the clock is named", run.notes())
    doing = read(box, read_doing, run.err, "the lines are openssl's")
    box.equal([(name, size) for name, size, _, _ in doing], [(name, size) for name in rows for size in SIZES], "lines")
    for name, size, count, seconds in doing:
        rate, wanted = rows[name][size], count * size / seconds
        box.check(abs(rate / wanted - 1) < 1e-3, "%s, %d bytes: count, seconds and rate agree" % (name, size),
                  [rate, wanted, count, seconds])
        box.check(seconds >= 0.009, "%s, %d bytes: long enough" % (name, size), [seconds])


@case
def usual(box):
    """digests when none is named"""
    rows = read(box, read_table, speed(box, *ONE, "-elapsed").out, "a table")
    box.check({"md5", "sha1", "sha256", "sha512"} <= set(rows), "the usual ones", [rows])


@case
def ways(box):
    """-api: a row for each way"""
    run = speed(box, *ONE, "-elapsed", "-api", "oneshot,evp,fetch,legacy,lanes", "sha256")
    box.rc(run, 0)
    rows = read(box, read_table, run.out, "the table is openssl's")
    lanes = ["sha256 x%d" % n for n in (1, 2, 4, 8, 16)]
    box.equal(list(rows), ["sha256", "sha256 evp", "sha256 fetch", "sha256 legacy"] + lanes, "rows")
    doing = read(box, read_doing, run.err, "lines")
    box.check(all(count % int(name.split("x")[-1]) == 0 for name, _, count, _ in doing if name in lanes),
              "lanes count messages", [doing])
    run = speed(box, *ONE, "-json", "-api", "lanes,evp", "sha256")
    data = json.loads(run.out)["runs"][0]["rows"]
    box.equal([(row["api"], row["streams"]) for row in data],
              [("lanes", n) for n in (1, 2, 4, 8, 16)] + [("evp", 1)], "JSON tells ways and streams")
    box.equal(data[-1]["kernel"], "libcrypto", "and what computed it")
    run = speed(box, *ONE, "-api", "evp,legacy", "blake2b512")
    box.rc(run, 1, "one way is missing")
    box.err(run, "blake2b512 legacy: there are no low-level calls for it")
    box.check("blake2b512 evp" in read(box, read_table, run.out, "the other one is measured"), "and measured")


@case
def hmac(box):
    """-hmac"""
    run = speed(box, *ONE, "-elapsed", "-hmac", "md5", "-hmac", "sha256", "-api", "oneshot,evp,fetch,legacy")
    box.rc(run, 0)
    rows = list(read(box, read_table, run.out, "a table"))
    box.equal(rows, ["hmac(%s)%s" % (name, way) for name in ("md5", "sha256") for way in ("", " evp", " fetch", " legacy")],
              "rows")
    run = speed(box, *ONE, "-hmac", "md5", "-api", "lanes")
    box.rc(run, 1, "lanes")
    box.err(run, "lanes compute no HMAC")


@case
def shakes(box):
    """functions of variable length"""
    run = speed(box, *ONE, "-elapsed", "-api", "oneshot,evp,fetch", "shake128", "shake256")
    box.rc(run, 0)
    box.equal(len(read(box, read_table, run.out, "a table")), 6, "rows")


@case
def for_programs(box):
    """-mr"""
    run = speed(box, *SHORT, "-mr", "md5", "sha256", "-hmac", "md5")
    box.rc(run, 0)
    rows = read(box, read_mr, run.out, "as openssl prints it")
    box.equal(list(rows), ["md5", "sha256", "hmac(md5)"], "rows")
    box.check(all(list(cells) == SIZES and min(cells.values()) > 0 for cells in rows.values()), "sizes", [rows])
    lines = run.err.decode().splitlines()
    box.check(len(lines) == 36 and all(re.fullmatch(r"\+DT:[^:]+:0\.01:\d+", line) for line in lines[::2]) and
              all(re.fullmatch(r"\+R:\d+:[^:]+:\d+\.\d+", line) for line in lines[1::2]), "+DT and +R", lines)


@case
def processes(box):
    """-multi"""
    run = speed(box, *ONE, "-elapsed", "-multi", "2", "md5")
    box.rc(run, 0)
    lines = run.out.decode().splitlines()
    box.equal(lines[:2], ["Forked child 0", "Forked child 1"], "children")
    got = [line for line in lines if line.startswith("Got: ")]
    box.check(len(got) == 4 and got[0] == "Got: +H:64 from 0" and got[2] == "Got: +H:64 from 1" and
              re.fullmatch(r"Got: \+F:\d+:md5:\d+\.\d\d from 1", got[3]), "what they have measured", got)
    table_only = "".join(line + "\n" for line in lines if not line.startswith(("Got: ", "Forked ")))
    rows = read(box, read_table, table_only.encode(), "the table")
    sums = [float(re.search(r":([\d.]+) from", line).group(1)) for line in (got[1], got[3])]
    box.check(abs(rows["md5"][64] - sum(sums)) < 20, "the sum of both", [rows, sums])
    run = speed(box, *ONE, "-multi", "3", "-mr", "md5")
    box.check(run.rc == 0 and read(box, read_mr, run.out, "-mr"), "with -mr", run.notes())
    box.check(json.loads(speed(box, *ONE, "-multi", "2", "-json", "md5").out)["runs"][0]["rows"], "with -json")


@case
def as_json(box):
    """-json"""
    run = speed(box, *SHORT, "-json", "md5", "-hmac", "md5")
    box.rc(run, 0)
    data = json.loads(run.out)
    box.equal((data["program"], len(data["runs"])), ("ringspeed", 1), "one run")
    one = data["runs"][0]
    box.equal((one["label"], one["clock"], one["mask"]), ("", "wall", ""), "about it")
    box.check(one["steal"] is None or 0 <= one["steal"] <= 1, "steal", [one["steal"]])
    box.equal([row["name"] for row in one["rows"]], ["md5", "hmac(md5)"], "rows")
    for cell in one["rows"][0]["cells"]:
        wanted = cell["size"] * cell["count"] / cell["seconds"]
        box.check(abs(cell["rate"] / wanted - 1) < 1e-6, "%d: rate" % cell["size"], [cell])
        box.check(len(cell["batches"]) >= 3, "%d: several batches" % cell["size"], [cell])
        mean = sum(cell["batches"]) / len(cell["batches"])
        spread = (sum((rate - mean) ** 2 for rate in cell["batches"]) / (len(cell["batches"]) - 1)) ** .5 / mean
        box.check(abs(cell["spread"] - spread) < 1e-5, "%d: spread of the batches" % cell["size"], [cell, spread])
    box.write("a", run.out)
    run = speed(box, "-compare", "a", "a")
    box.rc(run, 0, "it can be compared")
    box.check(run.lines()[-1].startswith(b"hmac(md5): "), "both rows", run.notes())


@case
def as_csv(box):
    """-csv"""
    run = speed(box, *SHORT, "-csv", "md5", "sha1")
    box.rc(run, 0)
    rows = list(csv.DictReader(io.StringIO(run.out.decode())))
    box.equal([(row["name"], int(row["size"])) for row in rows],
              [(name, size) for name in ("md5", "sha1") for size in SIZES], "a line for each cell")
    box.check(all(None not in row and None not in row.values() and float(row["rate"]) > 0 and row["clock"] == "wall"
                  for row in rows), "as many fields as names", [rows])


@case
def processors(box):
    """-cpu"""
    words = subprocess.run([box.program, "-cpu", "?", "md5"], stderr=subprocess.PIPE, check=False).stderr
    if b"no-sha" not in words:
        raise harness.Skip("nothing can be masked on this processor")
    run = speed(box, *ONE, "-elapsed", "-cpu", "native,no-sha", "sha1", "sha256")
    box.rc(run, 0)
    names = [line.split(b"  ")[0] for line in run.lines() if re.match(rb"(sha\d+ native|sha\d+ no-sha|native/no-sha)  ", line)]
    box.equal(names, [b"sha1 native", b"sha1 no-sha", b"native/no-sha", b"sha256 native", b"sha256 no-sha",
                      b"native/no-sha"], "rows and ratios")
    number = {line.split(b"  ")[0]: float(line.split()[-1].strip(b"kx")) for line in run.lines() if b"sha256 n" in line
              and line.endswith(b"k")}
    ratio = [line for line in run.lines() if line.startswith(b"native/no-sha")][1]
    box.check(abs(float(ratio.split()[-1][:-1]) - number[b"sha256 native"] / number[b"sha256 no-sha"]) < 0.011, "the ratio",
              run.notes())
    box.check(re.search(rb"^SHA extensions: this processor has (them|none)", run.out, re.M) or
              b"it is unknown whether" in run.out, "in words", run.notes())
    run = speed(box, *SHORT, "-json", "-cpu", "native,no-sha,none", "sha256")
    runs = json.loads(run.out)["runs"]
    box.equal([one["label"] for one in runs], ["native", "no-sha", "none"], "labels")
    box.equal([one["has_sha"] for one in runs[1:]], [False, False], "libcrypto is kept from them")
    box.equal(runs[0]["mask"], "", "native is unmasked")
    box.check("RINGSUM_CPU=no-sha" in runs[1]["mask"], "the mask is told", [runs[1]["mask"]])
    run = speed(box, *ONE, "-csv", "-cpu", "native,no-sha+none", "md5")
    box.equal([row["cpu"] for row in csv.DictReader(io.StringIO(run.out.decode()))], ["native", "no-sha+none"], "CSV")


@case
def kept_from_them(box):
    """the environment masks as well, and that is told"""
    run = speed(box, "-version", env={"OPENSSL_ia32cap": ":~0x20000000", "RINGSUM_CPU": "none"})
    box.rc(run, 0)
    box.check(b"kernels: none" in run.out, "our kernels", run.notes())


@case
def saved_and_compared(box):
    """what it prints can be compared, in every form"""
    for name, words in {"text": [], "mr": ["-mr"], "json": ["-json"]}.items():
        run = speed(box, *SHORT, "-elapsed", *words, "md5", "sha1")
        box.write(name, run.out)
        box.write(name + ".both", run.err + run.out)
        for file in (name, name + ".both") if name == "text" else (name,):
            run = speed(box, "-compare", file, file)
            box.rc(run, 0, file)
            box.check(not run.err and run.out.count(b"   1.00\n") == 12, file + ": both digests", run.notes())


@case
def terminal(box):
    """on a terminal"""
    master, slave = pty.openpty()
    child = subprocess.Popen([box.program, *ONE, "md5", "-plot", "-"], stdout=slave, stderr=subprocess.DEVNULL,
                             env={"PATH": os.environ["PATH"], "TERM": "xterm", "LC_ALL": "C", "NO_COLOR": "1"})
    os.close(slave)
    out = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    os.close(master)
    box.equal(child.wait(20), 0, "exit")
    box.check(re.search(rb"\nmd5 +\d+\.\d\d[k ]\*?\r\n", out), "the row", [out])
    box.check(re.search(rb"md5, MB/s\r\n +64 +=+ \d", out), "bars", [out])
    box.check(not NO_NUMBER.search(out), "neither nan nor inf", [out])


@case
def picture(box):
    """-plot"""
    harness.need_tool("gnuplot")
    run = speed(box, *SHORT, "md5", "sha1", "-api", "evp,fetch", "-plot", "a.svg")
    box.rc(run, 0)
    with open("a.svg", "rb") as file:
        svg = file.read()
    box.check(all(name in svg for name in (b"md5 evp", b"md5 fetch", b"sha1 fetch", b"MB/s", b"16384")), "all rows",
              [svg[:1500]])
    box.check(b"md5 evp" in run.out, "the table is there too", run.notes())


if __name__ == "__main__":
    harness.main()
