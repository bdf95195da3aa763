#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Looks at the symbols of the built library.

    exports.py SHARED_LIBRARY STATIC_CORE PUBLIC_HEADER

The shared library exports the functions that the header declares RINGSUM_API, and nothing else; the core calls nothing
that prints or ends the process. Prints TAP.
"""
import re
import subprocess
import sys

FORBIDDEN = re.compile(r"^(_*v?f?printf(_chk)?|_*v?dprintf(_chk)?|f?puts|f?putc|putchar|perror|exit|_exit|_Exit|abort"
                       r"|quick_exit|errx?|warnx?)$")


def nm(*args):
    out = subprocess.run(["nm", "-P", *args], stdout=subprocess.PIPE, check=True, text=True).stdout
    rows = [line.split() for line in out.splitlines()]
    return [row for row in rows if len(row) >= 2 and not row[0].endswith(":")]


def declared(header):
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    return set(re.findall(r"RINGSUM_API\b[^;(]*?(\w+)\s*\(", text))


def point(number, faults, name):
    print("%sok %d - %s" % ("not " if faults else "", number, name))
    for fault in faults:
        print("# " + fault)
    return bool(faults)


def main():
    library, core, header = sys.argv[1:]
    wanted = declared(header)
    got = {row[0].split("@")[0] for row in nm("-D", "--defined-only", library)}
    called = {row[0].split("@")[0] for row in nm("-u", core)}
    print("1..4")
    n_failed = point(1, [] if wanted else ["none found"], "the header declares functions")
    n_failed += point(2, ["missing: " + name for name in sorted(wanted - got)], "all of them are exported")
    n_failed += point(3, ["exported: " + name for name in sorted(got - wanted)], "nothing else is exported")
    n_failed += point(4, ["called: " + name for name in sorted(called) if FORBIDDEN.match(name)],
                      "the library neither prints nor exits")
    sys.exit(n_failed > 0)


if __name__ == "__main__":
    main()
