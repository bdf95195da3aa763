#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
ringspeed -compare and -plot seen from outside. Documents are those of testdata/speed; the conclusions that must come out
of them stand in its README, the figures were worked out apart from ringspeed.
"""
import csv
import io
import json
import os
import pty
import re
import select
import struct
import subprocess
import termios
import fcntl
import xml.dom.minidom

import harness
from harness import case

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "testdata", "speed")
JOINED, QUOTED, PAGE = (os.path.join(DATA, name) for name in ("good-joined.txt", "good-quoted.txt", "good-page.html"))
NO_NUMBER = re.compile(rb"\b-?(nan|inf)\b", re.I)


def compare(box, *args, **how):
    """ringspeed -compare, of which no number may be none"""
    run = box.call(box.program, "ringspeed", "-compare", *args, **how)
    box.check(not NO_NUMBER.search(run.out + run.err), "neither nan nor inf", run.notes())
    return run


def data(name):
    return os.path.join(DATA, name)


def conclusions(run, digest):
    """the sentences about a digest"""
    return [line for line in run.lines() if line.startswith(digest.encode() + b": ")]


@case
def new_assembler(box):
    """1.0.2g to 1.1.0-pre4, as a page"""
    run = compare(box, PAGE)
    box.rc(run, 0)
    box.equal(conclusions(run, "sha1"),
              [b"sha1: per-call overhead 263 -> 62.9 ns, per-byte cost 1.09 -> 1.09 ns: "
               b"the gain is in the overhead, so it fades as blocks grow"], "conclusion")
    box.has_line(run, "       16 bytes          49201.09k         124598.50k     2.53")
    box.has_line(run, "    16384 bytes                  -         924112.21k        -", "what only one side has")


@case
def extensions(box):
    """SHA extensions, a document of one line"""
    run = compare(box, JOINED)
    box.rc(run, 0)
    got = [line.split(b" ns: ")[-1] for line in conclusions(run, "sha1")]
    same, stays = b"no difference beyond the errors", b"the gain is per byte: it stays as blocks grow"
    box.equal(got, [same, stays, same, stays], "conclusions of the four pairs")
    run = compare(box, JOINED + ":7", JOINED + ":8")
    box.has_line(run, "sha1: per-call overhead 110 -> 87.3 ns, per-byte cost 1.027 -> 0.514 ns: " + stays.decode())


@case
def evp(box):
    """-evp md5 and md5, a quoted mail"""
    run = compare(box, QUOTED + ":4", QUOTED + ":3")
    box.rc(run, 0)
    box.has_line(run, "md5: per-call overhead 186 -> 47.9 ns, per-byte cost 1.56 -> 1.56 ns: "
                      "the gain is in the overhead, so it fades as blocks grow")
    box.has_line(run, "sha1: per-call overhead 59.1 -> 62.1 ns, per-byte cost 1.44 -> 1.44 ns: "
                      "no difference beyond the errors")
    run = compare(box, QUOTED)
    box.equal([b"gain is in the overhead" in line or b"loss is in the overhead" in line
               for line in conclusions(run, "md5")], [True, True], "both pairs of md5")


@case
def choosing(box):
    """which run is meant"""
    for name in ("good-3.0.txt", "good-loop.txt"):
        os.symlink(data(name), name)
    three = open(data("good-grep-rows.txt"), "rb").read() + open(data("good-3.5.txt"), "rb").read()
    box.write("three", three)
    run = compare(box, "good-3.0.txt")
    box.rc(run, 1, "one run alone")
    box.err(run, "good-3.0.txt: one run has nothing to be compared with")
    run = compare(box, "three")
    box.rc(run, 1, "three runs")
    box.err(run, "three: 3 runs in it, which do not make pairs: say FILE:NUMBER")
    box.err(run, r"ringspeed:   1: old run\.txt, sha1, md5\n.*  2: new\.txt, sha1, md5\n.*  3: OpenSSL 3\.5\.0, sha1")
    box.rc(compare(box, "three:3", "three:1"), 0, "numbers")
    run = compare(box, "three:4", "three:1")
    box.rc(run, 1, "no such number")
    box.err(run, "three: there is no run 4, only 3")
    run = compare(box, "three", "good-3.0.txt")
    box.rc(run, 1, "several where one is needed")
    box.err(run, "three: 3 runs in it, say FILE:NUMBER for one of them")
    run = compare(box, "good-loop.txt:1")
    box.rc(run, 1, "a number and nothing else")
    os.rename("three", "a:2")
    box.rc(compare(box, "a:2:1", "a:2:2"), 0, "a colon in the name")
    box.rc(compare(box, "a:2"), 1, "a name that exists is no number")
    run = compare(box, "a:2", "a:3", "good-3.0.txt")
    box.check(run.rc in (1, 2), "three operands", run.notes())
    run = compare(box)
    box.check(run.rc in (1, 2), "no operand", run.notes())


@case
def standard_input(box):
    """- is standard input"""
    run = compare(box, "-", stdin=open(PAGE, "rb").read())
    box.rc(run, 0)
    box.has_line(run, "A: standard input:1, openssl-1.0.2g-speed.txt")
    run = compare(box, "-:2", "-:1", stdin=open(PAGE, "rb").read())
    box.rc(run, 0, "twice the same")
    box.check(b"the loss is in the overhead" in run.out, "turned round", run.notes())


@case
def sides(box):
    """digests of one side"""
    run = compare(box, data("good-3.0.txt"), data("good-3.0-mr.txt"))
    box.rc(run, 0)
    box.has_line(run, "sha512: only A has it")
    run = compare(box, data("good-3.0-mr.txt"), data("good-3.0.txt"))
    box.has_line(run, "sha512: only B has it")
    run = compare(box, data("good-3.0-mr.txt"), data("good-3.5.txt"))
    box.rc(run, 1, "nothing in common")
    box.err(run, "no digest is on both sides, sha256 and sha1")
    run = compare(box, data("good-3.0-elapsed.txt"), data("good-3.0-elapsed.txt"))
    box.rc(run, 0, "with itself")
    box.has_line(run, "A: %s, OpenSSL 3.0.19, elapsed time" % data("good-3.0-elapsed.txt"))


@case
def unclear(box):
    """too few, or too wild"""
    box.write("few", "type 16 bytes 64 bytes\nsha1 100.00k 200.00k\n")
    box.write("wild", "type 16 bytes 64 bytes 256 bytes 1024 bytes\nsha1 100.00k 20.00k 900.00k 30.00k\n")
    run = compare(box, "few", "few")
    box.rc(run, 0)
    box.has_line(run, "sha1: unclear, A and B: fewer than three block sizes that differ")
    run = compare(box, "few", "wild")
    box.check(any(b"unclear, A: fewer" in line for line in run.lines()), "one side too few", run.notes())
    run = compare(box, "wild", "wild")
    box.check(any(b"unclear, A and B: " in line for line in run.lines()), "too wild", run.notes())


@case
def as_json(box):
    """-json"""
    run = compare(box, PAGE, "-json")
    box.rc(run, 0)
    digest = json.loads(run.out)["comparisons"][0]["digests"][0]
    box.equal(digest["verdict"], "overhead", "verdict")
    box.check(abs(digest["fit"]["a"]["overhead_ns"] - 263.36) < 0.01, "overhead", [digest])
    box.check(abs(digest["fit"]["b"]["cost_ns"] - 1.0876) < 0.0001, "cost", [digest])
    box.equal([size["bytes"] for size in digest["sizes"]], [16, 64, 256, 1024, 8192, 16384], "sizes")
    box.equal(digest["sizes"][5]["rate_a"], None, "a size of one side")
    run = compare(box, JOINED, "-json")
    box.equal([pair["digests"][0]["verdict"] for pair in json.loads(run.out)["comparisons"]],
              ["same", "per-byte", "same", "per-byte"], "verdicts of all pairs")
    run = compare(box, data("good-3.0.txt"), data("good-3.0-mr.txt"), "-json")
    box.equal([("fit" in digest) for digest in json.loads(run.out)["comparisons"][0]["digests"]], [True, False],
              "no fit for one side alone")


@case
def as_csv(box):
    """-csv"""
    run = compare(box, QUOTED + ":4", QUOTED + ":3", "-csv")
    box.rc(run, 0)
    rows = list(csv.DictReader(io.StringIO(run.out.decode())))
    box.equal(len(rows), 12, "lines")
    box.equal([rows[0][key] for key in ("digest", "bytes", "rate_a", "rate_b", "ratio", "verdict")],
              ["md5", "16", "56006900.00", "108391990.00", "1.9353", "overhead"], "first line")
    box.check(abs(float(rows[0]["overhead_a"]) - 186.10) < 0.01, "overhead", [rows[0]])
    box.check(all(None not in row and None not in row.values() for row in rows), "as many fields as names", [rows])
    box.write('a,"b', open(PAGE, "rb").read())
    run = compare(box, 'a,"b', "-csv")
    rows = list(csv.DictReader(io.StringIO(run.out.decode())))
    box.equal((rows[0]["a"], rows[5]["rate_a"]), ('a,"b', ""), "a name with comma and quote; a size of one side")


@case
def every_good_document(box):
    """every good document, with itself"""
    for name in sorted(os.listdir(DATA)):
        if not name.startswith("good-"):
            continue
        run = compare(box, data(name) + ":1", data(name) + ":1")
        box.rc(run, 0, name)
        box.check(not run.err, name + ": nothing on standard error", run.notes())
        box.check(b"1.00" in run.out, name + ": the ratio is 1", run.notes())


@case
def bad_documents(box):
    """bad input is one clear line each"""
    wanted = {
        "bad-empty.txt": "no results of openssl speed or ringspeed in it",
        "bad-no-results.txt": "no results of openssl speed or ringspeed in it",
        "bad-binary.txt": "line 1: it has NUL bytes",
        "bad-long-line.txt": "line 1: a line of more than 64 KiB",
        "bad-cut-row.txt": "line 2: sha1: 4 rates for 5 block sizes",
        "bad-cut-doing.txt": "line 2: sha1, 64 bytes: count and seconds are missing",
        "bad-cut.json": "line 1: JSON that is wrong here, or breaks off",
        "bad-other.json": "JSON, but not what ringspeed -json writes",
        "bad-zero.txt": "line 1: sha1, 16 bytes: no rate above 0",
        "bad-mr.txt": "line 3: a \\+R line that is not as openssl prints it",
        "bad-contradiction.txt": "line 3: sha1, 16 bytes: the table does not fit the counts",
    }
    for name, words in wanted.items():
        run = compare(box, data(name), data("good-3.5.txt"))
        box.rc(run, 1, name)
        box.err(run, r"ringspeed: \S*%s: %s" % (re.escape(name), words), name)
    run = compare(box, data("bad-cut-row.txt"), data("good-3.5.txt"))
    box.check(b"66356.44k" in run.out, "what is sound is compared all the same", run.notes())


@case
def bad_files(box):
    """files that cannot be read"""
    run = compare(box, "none", PAGE)
    box.rc(run, 1, "missing")
    box.err(run, "^ringspeed: none: No such file or directory\n$")
    run = compare(box, box.dir, PAGE)
    box.rc(run, 1, "a folder")
    box.err(run, "Is a directory")
    with open("large", "wb") as file:
        file.truncate((8 << 20) + 1)
    run = compare(box, "large", PAGE)
    box.rc(run, 1, "too large")
    box.err(run, "large: more than 8 MiB")
    box.write("many", "type 16 bytes\n" + "".join("md%d 100.00k\n" % i for i in range(100000)))
    run = compare(box, "many", "many")
    box.rc(run, 1, "very many rows")
    box.err(run, "many: line 4002: more than 4000 rows")
    box.err(run, "many: 95992 more like these")
    box.write("esc\033[2J", "type 16 bytes\n\033[31mmd5 100.00k\n")
    run = compare(box, "esc\033[2J", "esc\033[2J")
    box.check(b"\033" not in run.out + run.err, "no escape reaches the terminal", run.notes())
    run = compare(box, PAGE, stdout=os.open("/dev/full", os.O_WRONLY))
    box.rc(run, 1, "a full disk")


@case
def locale(box):
    """the locale changes nothing"""
    want = compare(box, QUOTED + ":4", QUOTED + ":3").out
    for name in ("C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8"):
        box.out(compare(box, QUOTED + ":4", QUOTED + ":3", env={"LC_ALL": name}), want, name)


@case
def real_openssl(box):
    """what the installed openssl prints"""
    openssl = harness.need_tool("openssl")
    argv = [openssl, "speed", "-seconds", "1", "-bytes", "64", "md5"]
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise harness.Skip("openssl speed does not work here")
    box.write("both", done.stderr + done.stdout)
    box.write("table", done.stdout)
    run = compare(box, "both", "table")
    box.rc(run, 0)
    box.check(not run.err and b"   1.00\n" in run.out, "lines and table agree", run.notes())


# ---- pictures ----

@case
def picture(box):
    """-plot as SVG and PNG"""
    harness.need_tool("gnuplot")
    run = compare(box, PAGE, "-plot", "out.svg")
    box.rc(run, 0)
    box.check(b"the gain is in the overhead" in run.out and not run.err, "the text is there too", run.notes())
    with open("out.svg", "rb") as file:
        svg = file.read()
    xml.dom.minidom.parseString(svg)
    for word in (b"sha1 A", b"sha1 B", b"MB/s", b"16384", b"A: openssl-1.0.2g-speed.txt", b"rgb(  0, 114, 178)", b"dasharray"):
        box.check(word.lower() in svg.lower(), "the picture has " + word.decode(), [svg[:2000]])
    box.rc(compare(box, JOINED, "-plot", "out.PNG"), 0, "PNG of four pairs")
    with open("out.PNG", "rb") as file:
        box.equal(file.read(8), b"\x89PNG\r\n\x1a\n", "it is a PNG")
    box.equal(sorted(os.listdir(".")), ["out.PNG", "out.svg"], "nothing else is left")


@case
def picture_names(box):
    """names never reach gnuplot as commands"""
    harness.need_tool("gnuplot")
    evil = "it's \"; system('touch hit') `touch hit` $(touch hit)\n.svg"
    box.write("x' . system('touch hit') . '", open(PAGE, "rb").read())
    run = compare(box, "x' . system('touch hit') . ':1", "x' . system('touch hit') . ':2", "-plot", evil)
    box.rc(run, 0)
    box.check(os.path.getsize(evil) > 1000, "the picture is there", os.listdir("."))
    box.write("n", "type 16 bytes 64 bytes\n'.`touch_hit`.' 100.00k 200.00k\n{/_x}^2 1.00k 2.00k\n")
    box.rc(compare(box, "n", "n", "-plot", "n.svg"), 0, "names of digests")
    with open("n.svg", encoding="utf-8") as file:
        box.check("{/_x}^2 A" in file.read(), "braces are no formatting")
    box.check(not os.path.exists("hit") and not os.path.exists("touch_hit"), "nothing was run", os.listdir("."))


@case
def no_picture(box):
    """no picture, and why"""
    before = box.write("out.svg", "old")
    run = compare(box, PAGE, "-plot", "out.svg", env={"PATH": box.dir})
    box.rc(run, 1, "without gnuplot")
    box.err(run, "^ringspeed: -plot: gnuplot is not here; install gnuplot.*\n$")
    with open(before, encoding="ascii") as file:
        box.equal(file.read(), "old", "what was there stays")
    os.mkdir("bin")
    box.write("bin/gnuplot", "#!/bin/sh\nexit 3\n")
    os.chmod("bin/gnuplot", 0o755)
    run = compare(box, PAGE, "-plot", "out.svg", env={"PATH": os.path.abspath("bin")})
    box.rc(run, 1, "gnuplot fails at once")
    box.err(run, "gnuplot failed, out.svg was not written")
    with open(before, encoding="ascii") as file:
        box.equal(file.read(), "old", "what was there stays again")
    box.check(sorted(os.listdir(".")) == ["bin", "out.svg"], "nothing half done is left", os.listdir("."))
    for target in ("out.pdf", "svg", ""):
        run = compare(box, PAGE, "-plot", target)
        box.check(run.rc in (1, 2), "no such kind: %r" % target, run.notes())
        box.err(run, r"\.svg")
    box.write("many", "type 16 bytes\n" + "".join("md%d 100.00k\n" % i for i in range(40)))
    run = compare(box, "many", "many", "-plot", "many.svg")
    box.rc(run, 1, "80 lines")
    box.err(run, "-plot: more than 64 lines")
    run = compare(box, PAGE, "-plot", "none/out.svg")
    box.rc(run, 1, "no such folder")


@case
def bars(box):
    """-plot - draws bars"""
    run = compare(box, PAGE, "-plot", "-")
    box.rc(run, 0)
    box.check(b"sha1, MB/s\n" in run.out and b"\033" not in run.out, "no colours outside of a terminal", run.notes())
    drawn = [line for line in run.lines() if re.match(rb" +(\d+ )?[AB] [=#]+ ", line)]
    box.equal(len(drawn), 11, "a bar for each rate")
    box.check(max(map(len, drawn)) <= 80, "80 columns", drawn)


    run = compare(box, PAGE, "-plot", "-", "-json")
    box.check(run.rc in (1, 2) and not run.out, "not with -json", run.notes())


def on_terminal(box, columns, *args, **env):
    """what the program prints on a terminal of so many columns"""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = subprocess.Popen([box.program, "-compare", *args], stdout=slave, stderr=subprocess.STDOUT,
                             env={"PATH": os.environ["PATH"], "TERM": "xterm", "LC_ALL": "C", **env})
    os.close(slave)
    out = b""
    while select.select([master], [], [], 20)[0]:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    child.wait(20)
    os.close(master)
    return out.replace(b"\r\n", b"\n")


@case
def terminal(box):
    """bars on a terminal"""
    out = on_terminal(box, 50, PAGE, "-plot", "-")
    lines = [re.sub(rb"\033\[\d+m", b"", line) for line in out.split(b"\n") if b"\033[" in line]
    box.equal(len(lines), 11, "coloured bars")
    box.check(lines and max(map(len, lines)) <= 50, "as wide as the terminal", lines)
    out = on_terminal(box, 120, PAGE, "-plot", "-", NO_COLOR="1")
    box.check(b"\033" not in out, "NO_COLOR", [out])
    box.check(any(80 < len(line) <= 120 for line in out.split(b"\n") if b" A =" in line or b" B #" in line),
              "a wide terminal is used", [out])


if __name__ == "__main__":
    harness.main()
