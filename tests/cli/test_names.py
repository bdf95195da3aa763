# SPDX-License-Identifier: MIT
"""Names: newlines, backslashes, CR, dashes, NUL, bytes that are no UTF-8, paths of other systems."""
import os

from harness import ABC, EMPTY, ZEROS, case, main, need_tool, tool_output
from samples import ODD


@case
def escapes(box):
    """newline, CR and backslash are escaped as GNU does"""
    for name in (b"new\nline", b"cr\rname", b"back\\slash", b"b\\nn"):
        box.write(name)
    run = box.ringsum(b"new\nline", b"cr\rname", b"back\\slash", b"b\\nn")
    box.rc(run, 0)
    box.out(run, f"\\{ABC}  new\\nline\n\\{ABC}  cr\\rname\n\\{ABC}  back\\\\slash\n\\{ABC}  b\\\\nn\n")
    run = box.ringsum("--tag", b"new\nline", b"back\\slash")
    box.out(run, f"\\SHA256 (new\\nline) = {ABC}\n\\SHA256 (back\\\\slash) = {ABC}\n", "tags")
    run = box.ringsum("-z", b"new\nline", b"back\\slash")
    box.out(run, f"{ABC}  new\nline\0{ABC}  back\\slash\0", "-z writes names raw")
    run = box.ringsum("-b", b"new\nline")
    box.out(run, f"\\{ABC} *new\\nline\n", "-b")


@case
def round_trip(box):
    """every odd name written reads back, one status line each"""
    for name in ODD:
        box.write(name)
    for args in ([], ["--tag"], ["-b"], ["--base64", "--tag"]):
        run = box.ringsum(*args, "--", *ODD)
        box.rc(run, 0, " ".join(args))
        box.write("m", run.out)
        run = box.ringsum("-c", "--strict", "m")
        box.verified(run, len(ODD), " ".join(args))
        box.equal(len(run.lines()), len(ODD), "one status line a file")
        box.check(not any(byte < 32 or byte > 126 for byte in run.out.replace(b"\n", b"")),
                  "nothing raw reaches the terminal", run.notes())
        box.no_err(run)


@case
def against_sha256sum(box):
    """what ringsum writes, sha256sum checks, and the other way round"""
    tool = need_tool("sha256sum")
    for name in ODD:
        box.write(name)
    for args in ([], ["--tag"], ["-b"]):
        ours = box.ringsum(*args, "--", *ODD)
        theirs = tool_output([tool, *args, "--", *ODD])
        box.equal(ours.out, theirs, "the same bytes, " + " ".join(args))
        box.write("m", theirs)
        box.verified(box.ringsum("-c", "m"), len(ODD), "ringsum -c of sha256sum " + " ".join(args))
        box.write("m", ours.out)
        box.rc(box.run([tool, "-c", "--strict", "m"]), 0, "sha256sum -c of ringsum " + " ".join(args))
    box.equal(box.ringsum("-z", "--", *ODD).out, tool_output([tool, "-z", "--", *ODD]), "-z")


@case
def unescaping(box):
    """names are unescaped only where the line begins with a backslash, and only known escapes"""
    box.write(b"back\\slash")
    box.write("x")
    run = box.ringsum("-c", box.write("m", f"{ABC}  back\\slash\n"))
    box.verified(run, 1, "a raw backslash")
    box.out(run, "'back\\slash': OK\n")
    box.verified(box.ringsum("-c", box.write("m", f"\\{ABC}  back\\\\slash\n")), 1, "an escaped backslash")
    box.verified(box.ringsum("-c", box.write("m", f"\\{ABC}  x\n")), 1, "a mark without need")
    for line in (f"\\{ABC}  back\\slash", f"\\{ABC}  x\\", f"\\{ABC}  x\\x", f"\\{ABC}  x\\0", f"\\{ABC}  x\\t",
                 f"\\SHA256 (x\\q) = {ABC}", f"\\SHA256 (x\\) = {ABC}", f"\\\\{ABC}  x"):
        box.refused(box.ringsum("-c", box.write("m", line + "\n")), repr(line[:4] + "..." + line[-8:]))


@case
def half_escaped_lines(box):
    """openssl dgst -r escapes newlines but not backslashes: such a line is never applied to another file"""
    box.write(b"x\\y\nz", "abd")
    box.write(b"x\\y\\nz")
    run = box.ringsum("-c", box.write("m", f"\\{ABC} *x\\y\\nz\n"))
    box.refused(run, "a half-escaped line")
    run = box.ringsum(b"x\\y\nz")
    box.check(b"  x\\\\y\\nz\n" in run.out, "our own writer doubles the backslash", run.notes())
    run = box.ringsum("-c", box.write("m", f"SHA2-256(x\\y\nz)= {ABC}\n"))
    box.refused(run, "a line of OpenSSL's that a newline split")


@case
def forged_entries(box):
    """a name cannot forge an entry of its own"""
    forged = b"x\n" + EMPTY.encode() + b"  y"
    box.write(forged)
    box.write("y", b"")
    for args in ([], ["--tag"], ["-b"]):
        run = box.ringsum(*args, forged)
        box.equal(len(run.lines()), 1, "one line " + " ".join(args))
        run = box.ringsum("-c", box.write("m", run.out))
        box.verified(run, 1, " ".join(args))
        box.equal(len(run.lines()), 1, "one status line " + " ".join(args))
    box.write(b"f\x1b[2K\r: OK")
    run = box.ringsum("-c", box.write("m", b"\\%s  f\x1b[2K\\r: OK\n" % ZEROS.encode()))
    box.rc(run, 1)
    box.check(b"\x1b" not in run.out and b"\r" not in run.out and run.out.endswith(b": FAILED\n"),
              "a control sequence stays quoted", run.notes())
    run = box.ringsum(b"no\x1b[31m\nsuch: OK")
    box.check(b"\x1b" not in run.err and run.err.count(b"\n") == 1, "in error messages too", run.notes())


@case
def dashes(box):
    """names that begin with a dash, and - itself"""
    box.write("-dash")
    box.write("-")
    box.write("--status", "abd")
    box.fails(box.ringsum("-dash"), "-dash is an option")
    run = box.ringsum("--", "-dash", "./-")
    box.out(run, f"{ABC}  -dash\n{ABC}  ./-\n", "-- ends options")
    box.out(box.ringsum("--", "-", stdin=b""), f"{EMPTY}  -\n", "- is stdin behind -- too")
    run = box.ringsum("-c", box.write("m", f"{ABC}  -dash\n{ABC}  ./-\n"))
    box.verified(run, 2, "listed names are no options")
    run = box.ringsum("-c", box.write("m", f"{ABC}  --status\n"))
    box.rc(run, 1)
    box.has_line(run, "--status: FAILED")


@case
def dash_in_a_list(box):
    """- in a list is stdin, but never that of the list itself, and never twice"""
    own = f"{ABC}  -\n".encode()
    for args in (["-c"], ["-c", "-"]):
        box.refused(box.ringsum(*args, stdin=own), "in a list from stdin, " + " ".join(args))
    box.write("m", own)
    with open("m", "rb") as file:
        box.refused(box.ringsum("-c", stdin=file), "from a file on stdin")
    box.verified(box.ringsum("-c", "m", stdin=b"abc"), 1, "in a list on disk")
    box.refused(box.ringsum("-c", "m", stdin=b"abd"), "in a list on disk, other bytes")
    run = box.ringsum("-c", box.write("m", own * 2), stdin=b"abc")
    box.check(run.rc == 1 and len(run.ok_names()) <= 1, "the second one is empty or refused", run.notes())
    for text in (f"SHA256 (-) = {ABC}\n", f"SHA2-256(-)= {ABC}\n"):
        box.refused(box.ringsum("-c", stdin=text.encode()), "tagged: " + text[:12])


@case
def nul_bytes(box):
    """NUL in a list is damage, with a hint where the list looks like output of --zero"""
    box.write("a.bin")
    box.write("empty", b"")
    for label, text in (("in a name", f"{ABC}  a.bin\0junk\n"), ("behind the digest", f"{ABC}\0  a.bin\n"),
                        ("at the end", f"{ABC}  a.bin\0\n"), ("before the line", f"\0{ABC}  a.bin\n"),
                        ("in the digest", f"{ABC[:63]}\0  a.bin\n"), ("in a tag", f"SHA256 (a.bin\0) = {ABC}\n"),
                        ("behind a tag", f"SHA256 (a.bin) = {ABC}\0\n"), ("first of two separated", f"{ABC}  a.bin\0")):
        box.refused(box.ringsum("-c", box.write("m", text)), label)
    run = box.ringsum("-c", box.write("m", f"{ABC}  a.bin\0{ZEROS}  empty\0"))
    box.refused(run, "a list made with --zero")
    box.err(run, "--zero|-z", "the hint")
    run = box.ringsum("-c", box.write("m", f"{ABC}  a.bin\0{ABC}  a.bin\n{ABC}  a.bin\n"))
    box.check(run.rc == 1, "half of a list", run.notes())
    run = box.ringsum("-c", box.write("m", f"# a comment with \0\n{ABC}  a.bin\n"))
    box.closed(run, ["a.bin"], "in a comment")


@case
def windows_paths(box):
    """a backslash is a letter here: never translated, but hinted at"""
    os.mkdir("dir")
    box.write("dir/a.bin")
    run = box.ringsum("-c", box.write("m", f"{ABC} *dir\\a.bin\n"))
    box.refused(run, "dir\\a.bin is not dir/a.bin")
    box.err(run, "dir/a.bin", "the hint")
    box.write(b"dir\\a.bin")
    box.verified(box.ringsum("-c", "m"), 1, "the literal name")
    box.write(b"dir\\a.bin", "abd")
    run = box.ringsum("-c", "m")
    box.refused(run, "the literal name wins, good file behind the slash or not")


@case
def hints(box):
    """hints for names that would exist after a change, and no silent try"""
    os.mkdir("sub")
    box.write("a.bin")
    box.write("sub/b.bin")
    run = box.ringsum("-c", box.write("m", f"{ABC}  a.bin \n"))
    box.refused(run, "a blank behind the name")
    box.err(run, "blank|space", "the hint")
    run = box.ringsum("-c", box.write("m", f"{ABC}  out/release/a.bin\n"))
    box.refused(run, "a path of another place")
    box.err(run, "--strip-path", "the hint")
    run = box.ringsum("-c", "--status", "m")
    box.no_err(run, "--strip-path")


@case
def long_names(box):
    """names as long as they may be, escaped to twice that"""
    os.mkdir("\\" * 250)
    name = "/".join(["\\" * 250] * 1 + ["\n" * 250])
    box.write(name)
    run = box.ringsum(name)
    box.rc(run, 0)
    box.verified(box.ringsum("-c", box.write("m", run.out)), 1, "round trip")
    deep = "/".join(["\\" * 200] * 19)
    os.makedirs(deep)
    box.write(deep + "/f")
    run = box.ringsum(deep + "/f")
    box.rc(run, 0, "close to PATH_MAX")
    box.verified(box.ringsum("-c", box.write("m", run.out)), 1, "round trip close to PATH_MAX")


if __name__ == "__main__":
    main()
