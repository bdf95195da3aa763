#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Every file of code says its licence on its first line, or on its second, behind "#!".

    spdx.py ROOT

Prints TAP.
"""
import os
import sys

FOLDERS = [".ci", "bench", "examples", "include", "man", "src", "tests"]
FILES = ["dev", "meson.build", "meson_options.txt"]
ENDINGS = (".c", ".h", ".inc", ".py", ".sh", ".1", "meson.build", "meson_options.txt", ".ci/run", "dev")


def code(root):
    for folder in FOLDERS:
        for base, folders, names in os.walk(os.path.join(root, folder)):
            folders.sort()
            yield from (os.path.join(base, name) for name in sorted(names))
    yield from (os.path.join(root, name) for name in FILES)


def main():
    root = sys.argv[1]
    unmarked = []
    for path in code(root):
        if not path.endswith(ENDINGS) or not os.path.getsize(path):
            continue
        with open(path, encoding="utf-8") as file:
            head = [file.readline(), file.readline()]
        if not any("SPDX-License-Identifier: MIT" in line for line in head):
            unmarked.append(os.path.relpath(path, root))
    print("1..1\n%sok 1 - licence lines" % ("not " if unmarked else ""))
    print("".join("# %s\n" % path for path in unmarked), end="")
    sys.exit(bool(unmarked))


if __name__ == "__main__":
    main()
