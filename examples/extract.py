# SPDX-License-Identifier: MIT
"""Print the example program that stands in the comment at the top of the public header."""
import sys

with open(sys.argv[1], encoding="utf-8") as header:
    text = header.read().split(" * Example:", 1)[1].split(" */", 1)[0]
for line in text.splitlines()[2:]:
    print(line.removeprefix(" *").removeprefix("\t"))
