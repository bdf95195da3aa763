# SPDX-License-Identifier: MIT
"""Options: what is refused, how they are abbreviated and mixed with operands, --help and --version."""
import re

from harness import ABC, case, main


@case
def refused_options(box):
    """options that do not exist or lack their value"""
    box.standard()
    for args in (["--bogus"], ["-Q"], ["--checkk"], ["-c-"], ["--=x"], ["--algorithm"], ["-a"], ["--bytes="],
                 ["--io"], ["--io=fast"], ["--io="], ["--check=x"], ["--tag=1"], ["-cQ"], ["--layout=nope"],
                 ["--layout="], ["--bytes=x"], ["--offset=-1"]):
        run = box.ringsum("a.bin", *args)
        box.check(run.rc == 1 and run.out == b"" and run.err, " ".join(args), run.notes())
    run = box.ringsum("--bogus", "a.bin")
    box.err(run, "^ringsum: unrecognized option '--bogus'\nTry 'ringsum --help' for more information.\n$")
    run = box.ringsum("-Q", "a.bin")
    box.err(run, "^ringsum: invalid option -- 'Q'\nTry 'ringsum --help'")


@case
def meaningless_without_check(box):
    """options that mean nothing without -c, or nothing with it, are errors"""
    box.standard()
    for option in ("--quiet", "--status", "--strict", "--warn", "-w", "--ignore-missing", "--lenient"):
        run = box.ringsum(option, "a.bin")
        box.check(run.rc == 1 and run.out == b"", option + " without -c", run.notes())
        box.err(run, r"is meaningful only when verifying checksums")
    box.write("m", f"{ABC}  a.bin\n")
    for option in ("--tag", "-z", "--zero", "-b", "-t", "--binary", "--text"):
        for args in ([option, "-c", "m"], ["-c", option, "m"], ["-c", "m", option]):
            run = box.ringsum(*args)
            box.check(run.rc == 1 and run.out == b"", " ".join(args), run.notes())
    for args in (["--tag", "-t", "a.bin"], ["-t", "--tag", "a.bin"]):
        run = box.ringsum(*args)
        box.check(run.rc == 1 and run.out == b"", " ".join(args), run.notes())


@case
def abbreviations(box):
    """unambiguous beginnings of long options; options behind operands; clusters"""
    box.standard()
    box.write("m", f"{ABC}  a.bin\n")
    box.verified(box.ringsum("--chec", "m"), 1, "--chec")
    box.verified(box.ringsum("m", "-c"), 1, "an option behind the operand")
    run = box.ringsum("--st", "-c", "m")
    box.rc(run, 1, "--st is ambiguous")
    box.err(run, "option '--st' is ambiguous")
    box.out(box.ringsum("a.bin", "--tag"), f"SHA256 (a.bin) = {ABC}\n", "a.bin --tag")
    box.out(box.ringsum("-bz", "a.bin"), f"{ABC} *a.bin\0", "-bz")
    box.verified(box.ringsum("-cw", "m"), 1, "-cw")
    run = box.ringsum("--", "a.bin", "--tag")
    box.rc(run, 1, "behind -- everything is a file")
    box.has_line(run, f"{ABC}  a.bin")
    run = box.ringsum("--tag", "a.bin", env={"POSIXLY_CORRECT": "1"})
    box.out(run, f"SHA256 (a.bin) = {ABC}\n", "POSIXLY_CORRECT, options first")


@case
def files_named_like_words(box):
    """no file is ever taken for a command"""
    for name in ("speed", "sum", "check", "dgst", "help", "version", "sha256", "sha256sum"):
        box.write(name)
        box.out(box.ringsum(name), f"{ABC}  {name}\n", name)


@case
def about(box):
    """--help and --version"""
    run = box.ringsum("--help")
    box.check(run.rc == 0 and run.err == b"" and b"ringsum" in run.out, "--help", run.notes())
    rows = run.out.decode().splitlines()
    box.check(len(rows) <= 100 and max(map(len, rows)) <= 100, "fits a screen or two", [len(rows)])
    for option in ("-a", "-c", "-b", "-t", "-z", "--tag", "--untagged", "--base64", "--raw", "--ignore-missing",
                   "--quiet", "--status", "--strict", "--warn", "--lenient", "--io", "--version"):
        box.check(re.search(r"(^|[\s,\[])" + re.escape(option) + r"(?![a-z-])", run.out.decode()),
                  "--help tells of " + option)
    run = box.ringsum("--version")
    box.check(run.rc == 0 and run.err == b"", "--version", run.notes())
    for pattern in (rb"^ringsum\b.*\d+\.\d+", rb"OpenSSL|libcrypto", rb"(?i)io_uring", rb"(?i)cpu"):
        box.check(re.search(pattern, run.out), "--version tells /%s/" % pattern.decode(), run.notes())
    box.check(box.ringsum("--help", stdout=full()).rc == 1, "--help to a full disk")
    box.check(box.ringsum("--version", stdout=full()).rc == 1, "--version to a full disk")


def full():
    return open("/dev/full", "wb")


@case
def many_operands(box):
    """as many operands as a command line holds"""
    box.write("f")
    run = box.ringsum(*(["f"] * 30000))
    box.rc(run, 0)
    box.equal(run.out.count(f"{ABC}  f\n".encode()), 30000, "a line for each")


if __name__ == "__main__":
    main()
