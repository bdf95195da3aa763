# SPDX-License-Identifier: MIT
"""-c: what is verified, what is reported, and when the run succeeds: only if every entry was verified."""
import hashlib
import os

from harness import ABC, EMPTY, NOBODY, ZEROS, case, main, need_reach, need_root

SHA1 = hashlib.sha1(b"abc").hexdigest()
MD5 = hashlib.md5(b"abc").hexdigest()


def check(box, text, *args, name="m", **how):
    box.write(name, text)
    return box.ringsum("-c", *args, name, **how)


@case
def plain(box):
    """good, bad and absent entries"""
    box.standard()
    box.verified(check(box, f"{ABC}  a.bin\n{ABC} *b c.bin\n{EMPTY}  empty\n"), 3, "text and binary marks")
    run = check(box, f"{ABC}  a.bin\n{ZEROS}  b c.bin\n{ABC}  nope\n{EMPTY}  empty\n")
    box.rc(run, 1)
    box.out(run, "a.bin: OK\n'b c.bin': FAILED\nnope: FAILED open or read\nempty: OK\n", "statuses in order")
    box.err(run, "ringsum: nope: No such file or directory")
    box.err(run, "ringsum: WARNING: 1 listed file could not be read")
    box.err(run, "ringsum: WARNING: 1 computed checksum did NOT match")
    box.err(run, "ringsum: WARNING: 1 listed file is missing")
    box.verified(check(box, f"{ABC.upper()}  a.bin\n"), 1, "upper case")
    box.verified(check(box, f"{ABC[:30].upper()}{ABC[30:]}  a.bin\n"), 1, "mixed case")
    box.verified(check(box, f"{ABC}  a.bin"), 1, "no newline at the end")
    box.verified(check(box, f"{ABC}  a.bin\n" * 3), 3, "one file three times")
    run = check(box, f"{ABC}  a.bin\n{ZEROS}  a.bin\n")
    box.rc(run, 1)
    box.out(run, "a.bin: OK\na.bin: FAILED\n", "two entries that disagree")


@case
def every_digit_counts(box):
    """a digest that is off by one digit, anywhere, is no match"""
    box.standard()
    for at in range(len(ABC)):
        digit = "0" if ABC[at] != "0" else "1"
        text = f"{ABC[:at]}{digit}{ABC[at + 1:]}  a.bin\n"
        box.refused(check(box, text), "digit %d" % at)


@case
def lengths(box):
    """a digest that is too short or too long is malformed, not a prefix"""
    box.standard()
    full = hashlib.sha512(b"abc").hexdigest()
    for n in (0, 1, 2, 7, 8, 31, 33, 39, 41, 55, 57, 63, 65, 66, 95, 97, 127):
        box.refused(check(box, f"{full[:n]}  a.bin\n"), "%d digits of SHA-512" % n)
    for n in (8, 16, 31, 32, 40, 56, 62, 63):
        box.refused(check(box, f"{ABC[:n]}  a.bin\n"), "%d digits of SHA-256" % n)
        box.refused(check(box, f"SHA256 (a.bin) = {ABC[:n]}\n"), "%d digits behind a tag" % n)
    for more in ("0", "00", ABC, "g", "-"):
        box.refused(check(box, f"{ABC}{more}  a.bin\n"), "with %r after it" % more[:4])
        box.refused(check(box, f"SHA256 (a.bin) = {ABC}{more}\n"), "tag with %r after it" % more[:4])
    box.refused(check(box, f"{ABC}  a.bin \n"), "a blank behind the name is part of it")
    box.refused(check(box, f"0x{ABC}  a.bin\n"), "0x before it")
    box.refused(check(box, f"{ABC[:-1]}g  a.bin\n"), "a letter that is no digit")


@case
def algorithm_by_length(box):
    """an untagged digest is of the SHA-2 family, SHA-1 or MD5 by its length, and of nothing else"""
    box.standard()
    for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
        digest = hashlib.new(name, b"abc").hexdigest()
        box.verified(check(box, f"{digest}  a.bin\n"), 1, name)
        run = check(box, f"{digest}  empty\n")
        box.rc(run, 1, name)
        box.has_line(run, "empty: FAILED")
    for name in ("sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"):
        digest = hashlib.new(name, b"abc").hexdigest()
        run = check(box, f"{digest}  a.bin\n")
        box.rc(run, 1, name)
        box.has_line(run, "a.bin: FAILED", name + " is not taken for another algorithm, nor guessed")
    box.verified(check(box, hashlib.sha3_256(b"abc").hexdigest() + "  a.bin\n", "-a", "sha3-256"), 1, "-a sha3-256")
    box.verified(check(box, hashlib.blake2b(b"abc").hexdigest() + "  a.bin\n", "-a", "blake2b512"), 1, "-a blake2b512")


@case
def mixed_algorithms(box):
    """several algorithms in one list"""
    box.standard()
    kernel = f"# Checksums-Sha1:\n{SHA1}  a.bin\n#\n# Checksums-Sha256:\n{ABC}  a.bin\n"
    box.verified(check(box, kernel), 2, "a list in two sections")
    run = check(box, f"MD5 (a.bin) = {MD5}\nSHA256 (a.bin) = {ZEROS}\n")
    box.rc(run, 1, "one of two is bad")
    box.out(run, "a.bin: OK\na.bin: FAILED\n")
    for text in (f"MD5 (a.bin) = {ABC}\n", f"SHA256 (a.bin) = {SHA1}\n", f"SHA512 (a.bin) = {ABC}\n",
                 f"SHA3-256 (a.bin) = {ABC[:-2]}\n", f"SHA1(a.bin)= {MD5}\n"):
        box.refused(check(box, text), "tag and length disagree: " + text[:16])
    run = check(box, f"SHA3-256 (a.bin) = {ABC}\n")
    box.refused(run, "SHA-256's digest behind another tag of the same length")


@case
def fixed_algorithm(box):
    """-a with -c: other lines are counted, not verified"""
    box.standard()
    text = f"{SHA1}  a.bin\nMD5 (a.bin) = {MD5}\n{ABC}  a.bin\nSHA256 (b c.bin) = {ABC}\n"
    run = check(box, text, "-a", "sha256")
    box.out(run, "a.bin: OK\n'b c.bin': OK\n", "only SHA-256 is verified")
    box.err(run, r"2 lines are for other algorithms")
    box.no_err(run, "improperly")
    run = check(box, f"{SHA1}  a.bin\n{ABC}  a.bin\n", "-a", "sha256")
    box.err(run, r"1 line is for (another algorithm|other algorithms)", "singular")
    run = check(box, f"{SHA1}  a.bin\n", "-a", "sha256")
    box.refused(run, "nothing for the algorithm asked for")
    box.refused(check(box, f"SHA256 (a.bin) = {ABC}\n", "-a", "sha512"), "a tag of another algorithm")
    box.refused(check(box, f"SHA256 (a.bin) = {ABC}\n", "-a", "sha3-256"), "another of the same length")
    box.refused(check(box, f"{ABC}  a.bin\n", "-a", "sha3-256"), "untagged, another of the same length")
    box.refused(check(box, f"{ABC}  a.bin\n", "-a", "nope"), "an unknown algorithm")
    run = check(box, f"{ZEROS}  a.bin\n{SHA1}  a.bin\n", "-a", "sha256")
    box.rc(run, 1)
    box.out(run, "a.bin: FAILED\n")


@case
def malformed_lines(box):
    """one malformed line makes exit 1; --lenient lifts that"""
    box.standard()
    for junk in ("bad", "I am no hash", "deadbeef  a.bin", ABC, "=======", "<html><body>404 Not Found</body></html>",
                 f"{ABC}a.bin", f"{ABC}:a.bin", f"sha256:{ABC}  a.bin", "\\", f"\\{ABC}  x\\q",
                 f"SHA256 (a.bin = {ABC}", "SHA256 (", f"Foo (a.bin) = {ABC}", "-----BEGIN"):
        for text in (f"{ABC}  a.bin\n{junk}\n", f"{junk}\n{ABC}  a.bin\n"):
            run = check(box, text)
            box.check(run.rc == 1 and run.ok_names() == [b"a.bin"], "a list with %r" % junk[:24], run.notes())
            run = check(box, text, "--lenient")
            box.check(run.rc == 0 and run.ok_names() == [b"a.bin"], "--lenient with %r" % junk[:24], run.notes())
    run = check(box, f"{ABC}  a.bin\nbad\nbad\n")
    box.err(run, "WARNING: 2 lines are improperly formatted")
    run = check(box, f"{ABC}  a.bin\nbad\n", "--strict")
    box.rc(run, 1, "--strict is what happens anyhow")
    run = check(box, f"{ABC}  a.bin\nbad\n{ZEROS}  empty\n", "--lenient")
    box.rc(run, 1, "--lenient does not excuse a mismatch")
    run = check(box, "bad\n", "--lenient")
    box.rc(run, 1, "--lenient does not excuse a list with nothing in it")


@case
def report_switches(box):
    """--quiet, --status and --warn: the last one wins; --strict changes nothing that is printed"""
    box.standard()
    text = f"{ABC}  a.bin\nbad\n"
    run = check(box, text, "--quiet", "--warn")
    box.rc(run, 1)
    box.oks(run, 1, "--quiet --warn")
    box.err(run, "m: 2: improperly|m: 2: ")
    run = check(box, text, "--warn", "--quiet")
    box.oks(run, 0, "--warn --quiet")
    box.err(run, "1 line is improperly formatted")
    run = check(box, text, "--lenient", "--warn", "--status")
    box.check(run.rc == 0 and run.out == run.err == b"", "--lenient --warn --status is silent", run.notes())
    run = check(box, text, "--status")
    box.check(run.rc == 1 and run.out == b"", "--status still fails", run.notes())
    box.rc(check(box, text, "--strict", "--status"), 1, "--strict --status")
    failing = f"{ABC}  a.bin\n{ZEROS}  empty\n"
    for args in (["-c", "--quiet", "m"], ["--quiet", "-c", "m"], ["-c", "m", "--quiet"], ["m", "--quiet", "-c"]):
        box.write("m", failing)
        run = box.ringsum(*args)
        box.check(run.rc == 1 and run.out == b"empty: FAILED\n", " ".join(args), run.notes())
    run = check(box, failing, "--status")
    box.check(run.rc == 1 and run.out == b"" and run.err == b"", "--status is silent on a mismatch", run.notes())
    run = check(box, failing, "--status", "--quiet")
    box.out(run, "empty: FAILED\n", "--status --quiet is --quiet")
    run = check(box, f"{ABC}  a.bin\n", "--quiet")
    box.check(run.rc == 0 and run.out == run.err == b"", "--quiet is silent when all is well", run.notes())


@case
def nothing_valid(box):
    """a list without one valid line is a failure that says so, whatever the switches"""
    box.standard()
    for text in ("I am no hash", "# only a comment", "", "\n\n", "\r\n", "#\n#", f"#{ABC}  a.bin\n", ";\n"):
        for args in ([], ["--status"], ["--quiet"], ["--ignore-missing"], ["--lenient"], ["--warn"]):
            run = check(box, text, *args)
            box.check(run.rc == 1 and b": OK" not in run.out and run.err.strip(), "%r %s" % (text, " ".join(args)),
                      run.notes())
    box.err(check(box, ""), "m: no properly formatted checksum lines found")
    box.err(check(box, "I am no hash\n"), "no properly formatted|line 1|m: 1")


@case
def blank_and_comment_lines(box):
    """blank lines and comments are no damage"""
    box.standard()
    for text in (f"# made by x\n\n{ABC}  a.bin\n\r\n\n", f"\n\n\n{ABC}  a.bin\n", f"; x\n{ABC}  a.bin\n",
                 f"#\r\n{ABC}  a.bin\r\n\r\n", f"{ABC}  a.bin\n# {ABC}  nope\n"):
        run = check(box, text, "--strict")
        box.verified(run, 1, repr(text[:14]))
        box.no_err(run, "improperly")
    box.write("#x")
    box.verified(check(box, f"{ABC}  #x\n"), 1, "a name that begins with #")
    box.write(";x")
    box.verified(check(box, f"{ABC} *;x\n"), 1, "a name that begins with ;")


@case
def ignore_missing(box):
    """--ignore-missing: absent files only, and never a run that verified nothing"""
    box.standard()
    none = f"{ABC}  nope\n"
    run = check(box, none, "--ignore-missing")
    box.rc(run, 1)
    box.err(run, "m: no file was verified")
    box.lacks(run, "nope")
    run = check(box, none, "--ignore-missing", "--status")
    box.check(run.rc == 1 and run.out == b"", "nothing verified under --status", run.notes())
    box.write("good", f"{ABC}  a.bin\n")
    box.rc(box.ringsum("-c", "--ignore-missing", "good", "m"), 1, "one list does not excuse the next")
    box.rc(box.ringsum("-c", "--ignore-missing", "m", "good"), 1, "nor the one before")
    box.verified(check(box, f"{ABC}  a.bin\n{none}", "--ignore-missing"), 1, "one is there")
    box.verified(check(box, f"{none}{ABC}  a.bin\n", "--ignore-missing"), 1, "one is there, the last")
    run = check(box, f"{ZEROS}  a.bin\n{none}", "--ignore-missing")
    box.rc(run, 1, "present and bad")
    box.has_line(run, "a.bin: FAILED")
    os.symlink("nowhere", "dangling")
    box.verified(check(box, f"{ABC}  dangling\n{ABC}  a.bin\n", "--ignore-missing"), 1, "a dangling link is missing")
    run = check(box, f"{ABC}  dangling\n{ABC}  a.bin\n")
    box.rc(run, 1, "and a failure without the option")
    box.has_line(run, "dangling: FAILED open or read")


@case
def digests_that_begin_with_zero(box):
    """--ignore-missing and a digest that begins with 00"""
    box.write("z", "286")
    digest = hashlib.sha256(b"286").hexdigest()
    box.equal(digest[:2], "00", "the sample is one")
    box.verified(check(box, f"{digest}  z\n", "--ignore-missing"), 1)
    box.write("z", "286x")
    run = check(box, f"{digest}  z\n", "--ignore-missing")
    box.rc(run, 1)
    box.has_line(run, "z: FAILED")


@case
def other_errors_are_not_missing(box):
    """--ignore-missing hides no other error, and the list goes on"""
    box.standard()
    os.mkdir("d1")
    os.symlink("loop", "loop")
    for path in ("d1", "loop", "a.bin/x", "/proc/self/mem", "n" * 300):
        run = check(box, f"{ABC}  {path}\n{ABC}  a.bin\n", "--ignore-missing")
        box.rc(run, 1, path[:20])
        box.has_line(run, f"{path}: FAILED open or read", path[:20] + " is told")
        box.has_line(run, "a.bin: OK")
        box.err(run, "1 listed file could not be read")


@case
def unreadable_files(box):
    """files that may not be read"""
    need_root()
    need_reach(box)
    box.standard()
    box.write("secret")
    os.chmod("secret", 0)
    box.write("m", f"{ABC}  secret\n{ABC}  a.bin\n")
    for args in (["-c", "m"], ["-c", "--ignore-missing", "m"]):
        run = box.ringsum(*args, uid=NOBODY)
        box.rc(run, 1, " ".join(args))
        box.has_line(run, "secret: FAILED open or read")
        box.has_line(run, "a.bin: OK")
        box.err(run, "secret: Permission denied")
    run = box.ringsum("secret", "a.bin", uid=NOBODY)
    box.rc(run, 1)
    box.out(run, f"{ABC}  a.bin\n", "in sum mode the others go on")
    os.chmod("m", 0)
    run = box.ringsum("-c", "m", uid=NOBODY)
    box.refused(run, "a list that may not be read")
    box.err(run, "m: Permission denied")
    os.mkdir("closed", 0o700)
    box.write("closed/f")
    os.chmod("m", 0o644)
    run = check(box, f"{ABC}  closed/f\n{ABC}  a.bin\n", "--ignore-missing", uid=NOBODY)
    box.rc(run, 1, "a folder that may not be entered is no missing file")
    box.has_line(run, "closed/f: FAILED open or read")


@case
def several_lists(box):
    """several lists: each starts afresh"""
    box.standard()
    box.write("one", f"{ABC} a.bin\n")
    box.write("two", f"{ABC}  b c.bin\n")
    box.verified(box.ringsum("-c", "one", "two"), 2, "one blank, then two")
    box.verified(box.ringsum("-c", "two", "one"), 2, "two blanks, then one")
    run = box.ringsum("-c", "nofile", "one")
    box.rc(run, 1)
    box.out(run, "a.bin: OK\n", "an absent list does not end the run")
    box.err(run, "nofile: No such file or directory")
    box.write("bad", f"{ZEROS}  a.bin\n")
    box.rc(box.ringsum("-c", "bad", "one"), 1, "bad, then good")
    box.rc(box.ringsum("-c", "one", "bad"), 1, "good, then bad")
    box.write("junk", "junk\n")
    box.rc(box.ringsum("-c", "one", "junk"), 1, "good, then junk")
    box.rc(box.ringsum("-c", "junk", "one"), 1, "junk, then good")


@case
def list_from_stdin(box):
    """the list from standard input"""
    box.standard()
    for args in (["-c"], ["-c", "-"], ["-c", "/dev/stdin"]):
        box.verified(box.ringsum(*args, stdin=f"{ABC}  a.bin\n{ABC}  b c.bin\n".encode()), 2, " ".join(args))
        box.refused(box.ringsum(*args, stdin=b""), "nothing on stdin, " + " ".join(args))
        box.refused(box.ringsum(*args, stdin=b"junk\n"), "junk on stdin, " + " ".join(args))
    run = box.ringsum("-c", stdin=b"junk\n")
    box.err(run, "'standard input'")
    run = box.ringsum("-c", "-w", stdin=f"junk\n{ABC}  a.bin\n".encode())
    box.err(run, "'standard input': 1: ")


@case
def reading_the_list(box):
    """lists that cannot be read are read errors, not bad formats"""
    box.standard()
    os.mkdir("d")
    run = box.ringsum("-c", "d")
    box.refused(run, "a folder")
    box.err(run, "directory|read error")
    run = box.ringsum("-c", "/proc/self/mem")
    box.refused(run, "a device that fails")
    box.err(run, "input/output|read error")
    box.no_err(run, "properly formatted")
    run = box.ringsum("-c", "nope")
    box.refused(run, "an absent list")
    box.err(run, "nope: No such file or directory")
    for args in (["--status"], ["--ignore-missing"], ["--lenient"]):
        box.refused(box.ringsum("-c", *args, "nope"), "an absent list with " + args[0])


if __name__ == "__main__":
    main()
