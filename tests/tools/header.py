#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Compiles the public header alone, as C and as C++, in an old and a new standard of each, warnings as errors.

    header.py HEADER C_COMPILER [CPP_COMPILER]

Prints TAP; without a C++ compiler those points are skipped.
"""
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
CASES = [("c", "c99"), ("c", "c17"), ("c++", "c++11"), ("c++", "c++20")]


def main():
    header, compilers = sys.argv[1], sys.argv[2:]
    print("1..%d" % len(CASES))
    n_failed = 0
    for number, (language, standard) in enumerate(CASES, 1):
        if language == "c++" and len(compilers) < 2:
            print("ok %d - as %s # SKIP no C++ compiler" % (number, standard))
            continue
        compiler = compilers[language == "c++"]
        run = subprocess.run([compiler, "-x", language, "-std=" + standard, "-fsyntax-only", *WARNINGS, header],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        n_failed += run.returncode != 0
        print("%sok %d - as %s" % ("not " if run.returncode else "", number, standard))
        if run.returncode:
            print("".join("# %s\n" % line for line in run.stdout.splitlines()), end="")
    sys.exit(n_failed > 0)


if __name__ == "__main__":
    main()
