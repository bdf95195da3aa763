# SPDX-License-Identifier: MIT
"""What people wrap scripts around: --expect, --only, -C, --strip-path."""
import os

from harness import ABC, EMPTY, ZEROS, case, main
from samples import SUMS, spoil


@case
def expect(box):
    """--expect: one digest given on the command line"""
    box.standard()
    for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
        run = box.ringsum("--expect", SUMS[name], "a.bin")
        box.rc(run, 0, name)
        run = box.ringsum("--expect", spoil(SUMS[name]), "a.bin")
        box.refused(run, name + ", off by a digit")
        box.check(b"FAILED" in run.out, name + " says FAILED", run.notes())
    box.rc(box.ringsum("--expect=" + ABC.upper(), "a.bin"), 0, "upper case")
    box.rc(box.ringsum("a.bin", "--expect", ABC), 0, "behind the file")
    box.rc(box.ringsum("--expect", EMPTY, "empty"), 0, "the digest of nothing")
    box.refused(box.ringsum("--expect", EMPTY, "a.bin"), "the digest of nothing for a file with something")
    box.rc(box.ringsum("--expect", ABC, "-", stdin=b"abc"), 0, "stdin")
    box.refused(box.ringsum("--expect", ABC, "-", stdin=b"abd"), "other bytes on stdin")
    box.rc(box.ringsum("-a", "sha3-256", "--expect", SUMS["sha3_256"], "a.bin"), 0, "-a sha3-256")
    box.refused(box.ringsum("-a", "sha3-256", "--expect", ABC, "a.bin"), "-a sha3-256 and the digest of SHA-256")
    box.refused(box.ringsum("--expect", SUMS["sha3_256"], "a.bin"), "SHA3-256 is never guessed")
    for hex_, label in (("", "nothing"), (ABC[:-1], "63 digits"), (ABC[:-2], "62 digits"), (ABC + "0", "65 digits"),
                        (ABC + "00", "66 digits"), (ABC[:-1] + "g", "a letter"), ("0x" + ABC, "0x"), (ABC + "\n", "LF"),
                        (" " + ABC, "a blank"), (ABC[:8], "8 digits"), ("-", "a dash")):
        run = box.ringsum("--expect=" + hex_, "a.bin")
        box.refused(run, label)
    box.refused(box.ringsum("--expect", ABC, "nope"), "an absent file")
    box.refused(box.ringsum("--expect", ABC, "/proc/self/mem"), "a file that cannot be read")
    run = box.ringsum("--expect", ABC, "a.bin", "empty")
    box.rc(run, 1, "two files, one of which differs")
    run = box.ringsum("-a", "sha1", "--expect", ABC, "a.bin")
    box.refused(run, "-a and length disagree")


@case
def only(box):
    """--only: exact names out of a list"""
    box.standard()
    text = f"{ABC}  a.bin\n{ZEROS}  a.bin.sbom.json\n{ZEROS}  aXbin\n{ABC} *b c.bin\n{ZEROS}  ./a.bin\n"
    box.write("m", text)
    run = box.ringsum("-c", "m", "--only", "a.bin")
    box.verified(run, 1, "exact")
    box.out(run, "a.bin: OK\n")
    box.verified(box.ringsum("-c", "--only=b c.bin", "m"), 1, "the mark is not part of the name")
    box.verified(box.ringsum("-c", "--only", "a.bin", "--only", "b c.bin", "m"), 2, "twice")
    for name in ("a.bi", "a.bin ", "A.BIN", "a?bin", "a.b", "", "*", "m", "/a.bin"):
        run = box.ringsum("-c", "m", "--only", name)
        box.refused(run, "%r is not listed" % name)
    box.err(box.ringsum("-c", "m", "--only", "nope"), "nope.*not listed|not listed.*nope")
    run = box.ringsum("-c", "m", "--only", "a.bin", "--only", "nope")
    box.rc(run, 1, "one of two is not listed")
    box.has_line(run, "a.bin: OK")
    box.rc(box.ringsum("-c", "m", "--only", "aXbin"), 1, "a listed one that is absent")
    box.rc(box.ringsum("-c", "m", "--only", "nope", "--ignore-missing"), 1, "not listed, --ignore-missing")
    box.rc(box.ringsum("-c", "m", "--only", "nope", "--status"), 1, "not listed, --status")
    box.rc(box.ringsum("-c", "m", "--only", "nope", "--quiet"), 1, "not listed, --quiet")
    box.write("m", text + f"{ZEROS}  a.bin\n")
    run = box.ringsum("-c", "m", "--only", "a.bin")
    box.rc(run, 1, "two entries of one name, one bad")
    box.out(run, "a.bin: OK\na.bin: FAILED\n")
    box.fails(box.ringsum("--only", "a.bin", "a.bin"), "without -c")


@case
def only_and_escapes(box):
    """--only compares unescaped names"""
    for name in ("new\nline", "back\\slash", "n"):
        box.write(name)
    box.write("m", f"\\{ABC}  new\\nline\n\\{ABC}  back\\\\slash\n{ZEROS}  n\n")
    box.verified(box.ringsum("-c", "m", "--only", "new\nline"), 1, "newline")
    box.verified(box.ringsum("-c", "m", "--only", "back\\slash"), 1, "backslash")
    box.refused(box.ringsum("-c", "m", "--only", "new\\nline"), "the escaped spelling is another name")


@case
def only_in_several_lists(box):
    """--only with several lists: listed in one of them is listed"""
    box.standard()
    box.write("one", f"{ABC}  a.bin\n")
    box.write("two", f"{ABC}  b c.bin\n")
    run = box.ringsum("-c", "one", "two", "--only", "b c.bin")
    box.check(run.ok_names() == [b"'b c.bin'"], "verified in the second", run.notes())
    run = box.ringsum("-c", "one", "two", "--only", "nope")
    box.refused(run, "in neither")


@case
def folder(box):
    """-C DIR: the listed names are in DIR"""
    os.mkdir("sub")
    box.write("sub/a.bin")
    box.write("a.bin", "abd")
    box.write("sub/m", f"{ABC}  a.bin\n")
    path = box.dir + "/sub/m"
    box.rc(box.ringsum("-c", path), 1, "without -C the file is the one here")
    run = box.ringsum("-C", "sub", "-c", path)
    box.verified(run, 1, "-C sub")
    box.verified(box.ringsum("-C", box.dir + "/sub", "-c", path), 1, "an absolute folder")
    box.refused(box.ringsum("-C", "nope", "-c", path), "an absent folder")
    box.refused(box.ringsum("-C", "a.bin", "-c", path), "a folder that is none")
    box.verified(box.ringsum("-C", "sub", "-c", stdin=f"{ABC}  a.bin\n".encode()), 1, "the list from stdin")
    run = box.ringsum("-C", "sub", "a.bin")
    box.check(run.rc == 0 and run.out == f"{ABC}  a.bin\n".encode(), "in sum mode", run.notes())


@case
def strip_path(box):
    """--strip-path: leading folders of the listed names do not count"""
    box.standard()
    os.makedirs("x/y")
    box.write("x/y/f")
    box.write("f", "abd")
    box.write("m", f"{ABC}  out/release/a.bin\n")
    box.refused(box.ringsum("-c", "m"), "without it")
    box.verified(box.ringsum("-c", "--strip-path", "m"), 1, "all folders")
    box.verified(box.ringsum("-c", "--strip-path=2", "m"), 1, "two folders")
    box.refused(box.ringsum("-c", "--strip-path=1", "m"), "one is too few")
    box.refused(box.ringsum("-c", "--strip-path", box.write("m", f"{ABC}  out/f\n")), "the base name is another file")
    box.verified(box.ringsum("-c", "--strip-path=1", box.write("m", f"{ABC}  w/x/y/f\n")), 1, "one folder")
    box.verified(box.ringsum("-c", "--strip-path=0", box.write("m", f"{ABC}  x/y/f\n")), 1, "none")
    box.verified(box.ringsum("-c", "--strip-path", box.write("m", f"{ABC}  /opt/a.bin\n")), 1, "an absolute path")
    for value in ("x", "-1", "", "1x", "99999999999999999999"):
        box.refused(box.ringsum("-c", "--strip-path=" + value, "m"), "--strip-path=" + value)
    box.closed(box.ringsum("-c", "--strip-path=9", box.write("m", f"{ABC}  out/a.bin\n")), ["a.bin"],
               "more than there are")
    box.refused(box.ringsum("-c", "--strip-path", box.write("m", f"{ABC}  out/\n")), "nothing is left")


if __name__ == "__main__":
    main()
