# SPDX-License-Identifier: MIT
"""
What the tests of ringspeed share: a strict reader of the tables and lines that openssl speed prints. It is run on those of
the installed openssl as well, so that it is openssl's form and not ours that it holds.
"""
import re

SIZES = [16, 64, 256, 1024, 8192, 16384]
NO_NUMBER = re.compile(rb"\b-?(nan|inf)\b", re.I)
RATE = re.compile(r" ( *\d+\.\d\d)([k ])")
DOING = re.compile(r"Doing (\S.*?) (?:ops )?for ([\d.]+)s on (\d+) size blocks: (\d+) (\S.*?)'s in ([\d.]+)s$")


class Wrong(Exception):
    """text that is not as openssl prints it"""


def speed(box, *args, **how):
    """run ringspeed; whatever it prints, no number may be none"""
    run = box.call(box.program, "ringspeed", *args, **how)
    said = run.out if {"nan", "inf"} & set(args) else run.out + run.err
    box.check(not NO_NUMBER.search(said), "neither nan nor inf", run.notes())
    return run


def read_row(line, n_sizes):
    """(name, rates): 13 columns of name, more where it is longer, and 13 for each rate"""
    cells = line[len(line) - 13 * n_sizes:]
    name = line[:len(line) - 13 * n_sizes]
    if len(name) < 13 or not name.strip():
        raise Wrong("name: %r" % line)
    rates = []
    for at in range(0, len(cells), 13):
        match = RATE.fullmatch(cells[at:at + 13])
        if not match:
            raise Wrong("rate: %r" % cells[at:at + 13])
        rates.append(float(match.group(1)) * (1000 if match.group(2) == "k" else 1))
    return name.rstrip(), rates


def read_table(out):
    """{row: {size: bytes per second}}: a header, then rows up to the end"""
    lines = out.decode().split("\n")
    if lines.pop() != "":
        raise Wrong("the last line has no end")
    at = lines.index("The 'numbers' are in 1000s of bytes per second processed.")
    for word, line in zip(("version: ", "built on: ", "options: ", "compiler: "), lines):
        if not line.startswith(word):
            raise Wrong("%r is not in %r" % (word, line))
    header = lines[at + 1]
    if not header.startswith("type        "):
        raise Wrong("header: %r" % header)
    sizes = [int(word) for word in re.findall(r"(\d+) bytes", header)]
    if header.split() != ["type"] + [word for size in sizes for word in (str(size), "bytes")]:
        raise Wrong("header: %r" % header)
    rows = dict(read_row(line, len(sizes)) for line in lines[at + 2:])
    if not rows:
        raise Wrong("no row")
    return {name: dict(zip(sizes, rates)) for name, rates in rows.items()}


def read_doing(err):
    """[(name, size, count, seconds)] of the lines on standard error, all of which must be such"""
    found = []
    for line in err.decode().splitlines():
        match = DOING.match(line)
        if not match or match.group(1) != match.group(5):
            raise Wrong("Doing: %r" % line)
        found.append((match.group(1), int(match.group(3)), int(match.group(4)), float(match.group(6))))
    return found


def read_mr(out):
    """{row: {size: bytes per second}} of -mr's lines"""
    lines = out.decode().splitlines()
    head = re.fullmatch(r"\+H((?::\d+)+)", lines[0])
    if not head:
        raise Wrong("+H: %r" % lines[0])
    sizes, rows = [int(size) for size in head.group(1)[1:].split(":")], {}
    for line in lines[1:]:
        match = re.fullmatch(r"\+F:\d+:([^:]+)((?::\d+\.\d\d)+)", line)
        if not match:
            raise Wrong("+F: %r" % line)
        rows[match.group(1)] = dict(zip(sizes, map(float, match.group(2)[1:].split(":")), strict=True))
    return rows


def read(box, reader, text, label):
    """what a reader finds; {} after a failed check"""
    try:
        return reader(text)
    except (Wrong, ValueError, IndexError) as error:
        box.check(False, label, ["%s: %s" % (type(error).__name__, error), text[:3000]])
        return {}


def refused(box, label, *words, says=".", **how):
    """exit 1, nothing on standard output, and a line that says why"""
    run = speed(box, *words, **how)
    return box.check(run.rc == 1 and run.out == b"" and re.search(rb"(?m)^ringspeed: .*" + says.encode(), run.err), label,
                     run.notes())
