#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Holds the arrows between the rooms: who may include whom. The tables of CONTRIBUTING.md are the rule, so that what
people read and what is checked cannot differ.

    arrows.py ROOT

A table's line is | room | owns | needs |; a room is the stem of its files, a * in it stands for anything, and it may
also include what its needs may. Prints TAP.
"""
import fnmatch
import os
import re
import sys

# A house: its folder, and the other folders that it may see.
HOUSES = {
    "src/lib": ["include"],
    "src/manifest": ["include"],
    "src/cli": ["include"],
    "src/ringsum": ["include", "src/manifest", "src/cli"],
    "src/ringdgst": ["include", "src/manifest", "src/cli"],
    "src/ringspeed": ["include", "src/manifest", "src/cli"],
}
# Headers of other libraries, and the only rooms that may include them.
FOREIGN = {"liburing": ["src/lib/ring"], "openssl/": ["src/lib/digest", "src/lib/key", "src/lib/keyed", "src/ringdgst/crypto", "src/ringspeed/*"]}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def tables(text):
    """{house: {room: its needs}} from the tables below headings that name a folder"""
    found, house = {}, None
    for line in text.splitlines():
        heading = re.match(r"#+ .*`(src/\w+)/?`", line)
        if line.startswith("#"):
            house = heading and heading.group(1)
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if house and line.startswith("|") and len(cells) == 3 and cells[0].startswith("`"):
            for room in re.findall(r"`([^`]+)`", cells[0]):
                found.setdefault(house, {})[room] = re.findall(r"`([^`]+)`", cells[2])
    return found


def closure(rooms, room):
    """all that a room may include: its needs, and theirs"""
    seen, todo = set(), [room]
    while todo:
        for need in rooms.get(todo.pop(), []):
            if need == "*":
                return set(rooms)
            if need not in seen:
                seen.add(need)
                todo.append(need)
    return seen


def match(rooms, path):
    """the line of the table that a path inside its house falls under"""
    stem = os.path.splitext(path)[0]
    return next((room for room in rooms if fnmatch.fnmatchcase(stem, room)), None)


def sources(root, folder):
    for base, _, names in os.walk(os.path.join(root, folder)):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".inc")):
                yield os.path.relpath(os.path.join(base, name), root)


def resolve(root, path, wanted):
    """where an included file is: beside the one that includes it, or in a folder of the tree"""
    for folder in [os.path.dirname(path), "include", "src", *HOUSES]:
        found = os.path.normpath(os.path.join(folder, wanted))
        if os.path.exists(os.path.join(root, found)):
            return found
    return None


def house_of(path):
    return next((house for house in [*HOUSES, "include"] if path.startswith(house + "/")), None)


def faults_of(root, path, rooms):
    """what is wrong with the includes of one file"""
    house = house_of(path)
    mine = match(rooms, os.path.relpath(path, house))
    if rooms and not mine:
        yield "%s stands in no table of CONTRIBUTING.md" % path
        return
    with open(os.path.join(root, path), encoding="utf-8") as file:
        text = file.read()
    for mark, wanted in INCLUDE.findall(text):
        for prefix, only in FOREIGN.items():
            stem = os.path.splitext(path)[0]
            if wanted.startswith(prefix) and not any(fnmatch.fnmatchcase(stem, one) for one in only):
                yield "%s includes <%s>, which is for %s alone" % (path, wanted, " and ".join(only))
        target = resolve(root, path, wanted)
        if target is None:
            if mark == '"':
                yield "%s includes \"%s\", which is nowhere" % (path, wanted)
            continue
        there = house_of(target)
        if there != house:
            if there not in HOUSES[house]:
                yield "%s includes %s" % (path, target)
        elif rooms:
            other = match(rooms, os.path.relpath(target, house))
            if other != mine and other not in closure(rooms, mine):
                yield "%s includes %s, but %s may only include %s" % (
                    path, target, mine, ", ".join(sorted(closure(rooms, mine))) or "nothing")


def main():
    root = sys.argv[1]
    with open(os.path.join(root, "CONTRIBUTING.md"), encoding="utf-8") as file:
        rules = tables(file.read())
    houses = [house for house in HOUSES if os.path.isdir(os.path.join(root, house))]
    print("1..%d" % (len(houses) + 1))
    known = {"src/lib", "src/manifest"} <= set(rules)
    print("%sok 1 - CONTRIBUTING.md has the tables" % ("" if known else "not "))
    n_failed = not known
    for number, house in enumerate(houses, 2):
        faults = [fault for path in sources(root, house) for fault in faults_of(root, path, rules.get(house, {}))]
        n_failed += bool(faults)
        print("%sok %d - arrows out of %s" % ("not " if faults else "", number, house))
        for fault in faults:
            print("# " + fault)
    sys.exit(n_failed > 0)


if __name__ == "__main__":
    main()
