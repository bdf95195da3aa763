# SPDX-License-Identifier: MIT
"""Under a GNU name ringsum is that program of coreutils 9.11: the recorded answers, and what follows from them."""
import glob
import hashlib
import json
import os
import re
import select
import subprocess

from harness import ABC, EMPTY, NO_LEAKS, ZEROS, case, main, need_tool

RECORDED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../testdata/gnu/answers-9.11.json")
# recorded answers that ringsum gives under its own name too; the others meet a rule of its own
ALIKE = re.compile(r"^(gen-|tag-name-|status-name|io-(devfull|closedstdin$|closedstdout|c-devfull)"
                   r"|opt-(bogus|status|quiet|warn|strict|ignmiss|tag-c|perm)"
                   r"|c-(ok$|ok--|star|crlf$|upper|lead-sp$|lead-tab|comment$|nonl|fail|dir|onlymissing--status"
                   r"|ok-missing--status|stdin$|stdin-dash|file-dash|nofile|two|empty|only-comment)"
                   r"|f-(bsd$|openssl1|bsd-upperhex|bsd-crlf|bsd-paren|bsd-awk|bsd-esc|dotslash|esc-(nl|bs|cr)|noesc))")
# fds: what "<&-" and ">&-" close
CLOSING = {"<&-": 0, ">&-": 1}


def answers():
    with open(RECORDED, encoding="utf-8") as file:
        return json.load(file)


def latin(text):
    return text.encode("latin-1")


def make_tree(tree, files):
    for name, data in [*tree.items(), *files.items()]:
        if data is None:
            os.makedirs(latin(name), exist_ok=True)
        else:
            with open(latin(name), "wb") as file:
                file.write(latin(data))


def ask(box, path, called, answer):
    """run one recorded command line"""
    argv = [called, *map(latin, answer["args"])]
    redirect = answer.get("redirect")
    if redirect in CLOSING:
        return box.run(argv, path, closed=[CLOSING[redirect]])
    if redirect:
        with open(redirect.lstrip(">"), "wb") as file:
            return box.run(argv, path, stdout=file)
    return box.run(argv, path, stdin=latin(answer.get("stdin", "")))


def compare(box, run, answer, called):
    wanted = [answer["rc"], latin(answer["stdout"]),
              latin(answer["stderr"].replace(answer["program"] + ":", called + ":")
                    .replace(f"'{answer['program']} --help'", f"'{called} --help'"))]
    box.check([run.rc, run.out, run.err] == wanted, f"{called} {answer['name']}", [f"wanted {wanted}", *run.notes()])


@case
def recorded(box):
    """recorded answers under the GNU name"""
    data = answers()
    for answer in data["answers"]:
        if answer["program"] != "sha256sum":
            continue
        make_tree(data["tree"], answer.get("files", {}))
        compare(box, ask(box, box.link("sha256sum"), "sha256sum", answer), answer, "sha256sum")
        for name in answer.get("files", {}):
            os.unlink(latin(name))


@case
def recorded_for_ringsum(box):
    """recorded answers that ringsum gives too"""
    data = answers()
    for answer in data["answers"]:
        if answer["program"] != "cksum" and not ALIKE.match(answer["name"]):
            continue
        make_tree(data["tree"], answer.get("files", {}))
        compare(box, ask(box, box.program, "ringsum", answer), answer, "ringsum")
        for name in answer.get("files", {}):
            os.unlink(latin(name))


@case
def every_name(box):
    """each GNU name is its own algorithm"""
    box.standard()
    for name in ("md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum"):
        digest = hashlib.new(name[:-3], b"abc").hexdigest()
        tag = name[:-3].upper()
        box.out(box.gnu(name, "a.bin"), f"{digest}  a.bin\n", name)
        box.out(box.gnu(name, "--tag", "a.bin"), f"{tag} (a.bin) = {digest}\n", name + " --tag")
        box.write("m", f"{digest}  a.bin\n{tag} (b c.bin) = {digest}\n")
        box.verified(box.gnu(name, "-c", "--strict", "m"), 2, name + " -c")
        other = hashlib.sha1(b"abc").hexdigest() if name != "sha1sum" else ABC
        run = box.gnu(name, "-c", box.write("m", f"{other}  a.bin\n"))
        box.rc(run, 1, name)
        box.equal(run.err, f"{name}: m: no properly formatted checksum lines found\n".encode(),
                  "another length is no line for " + name)
        run = box.gnu(name, "-c", "-w", box.write("m", f"junk\n{digest}  a.bin\n"))
        box.rc(run, 0, name + ", GNU's rule for damaged lines")
        box.err(run, f"^{name}: m: 1: improperly formatted {tag} checksum line\n"
                     f"{name}: WARNING: 1 line is improperly formatted\n$")
        box.err(box.gnu(name, "nope"), f"^{name}: nope: No such file or directory\n$")
        box.err(box.gnu(name, "-Q"), f"Try '{name} --help' for more information")


@case
def called_by_path(box):
    """the last part of argv[0] decides, whatever the program file is called"""
    box.standard()
    run = box.run([box.link("sha256sum"), "--io=plain", "a.bin"])
    box.check(run.rc == 1 and run.out == b"", "a path that ends in the name", run.notes())
    run = box.run(["/no/such/folder/sha1sum", "a.bin"], box.program)
    box.out(run, hashlib.sha1(b"abc").hexdigest() + "  a.bin\n", "argv[0] alone")
    copy = box.link("sha256sum2")
    box.check(box.run([copy, "--io=plain", "a.bin"]).rc == 0, "another name is ringsum")
    for name in ("sha256sum", "md5sum"):
        box.check(b"Usage: " + name.encode() in box.gnu(name, "--help").out, name + " --help")
        run = box.gnu(name, "--version")
        box.check(run.rc == 0 and run.out.startswith(name.encode()), name + " --version", run.notes())


@case
def options_of_ringsum_alone(box):
    """options that GNU lacks are refused under a GNU name"""
    box.standard()
    box.write("m", f"{ABC}  a.bin\n")
    for args in (["--io=plain", "a.bin"], ["--lenient", "-c", "m"], ["--expect", ABC, "a.bin"], ["--bytes=1", "a.bin"],
                 ["--only", "a.bin", "-c", "m"], ["--layout=bsd", "a.bin"], ["-C", ".", "a.bin"], ["-j", "1", "a.bin"],
                 ["--base64", "a.bin"], ["--raw", "a.bin"], ["--untagged", "a.bin"], ["-a", "md5", "a.bin"],
                 ["--strip-path", "-c", "m"], ["--offset=1", "a.bin"], ["--verbose", "a.bin"], ["--debug", "a.bin"]):
        run = box.gnu("sha256sum", *args)
        box.check(run.rc == 1 and run.out == b"", " ".join(args), run.notes())
        box.err(run, "^sha256sum: (unrecognized option|invalid option --) '")


@case
def the_narrow_dialect(box):
    """what ringsum reads and sha256sum does not"""
    box.standard()
    sha1 = hashlib.sha1(b"abc").hexdigest()
    for text in (f"SHA2-256(a.bin)= {ABC}\n", f"{sha1}  a.bin\n", b"\xef\xbb\xbf" + f"{ABC}  a.bin\n".encode(),
                 f"{ABC}\n", f"SHA1 (a.bin) = {sha1}\n", "; x\n"):
        run = box.gnu("sha256sum", "-c", box.write("a.bin.sha256", text))
        box.check(run.rc == 1 and run.out == b"", repr(text[:16]), run.notes())
        box.equal(run.err, b"sha256sum: a.bin.sha256: no properly formatted checksum lines found\n", "the message")
    box.write("one", f"{ABC} a.bin\n")
    box.write("two", f"{ABC}  a.bin\n")
    run = box.gnu("sha256sum", "-c", "one", "two")
    box.check(run.rc == 1, "the first line's spacing holds for the next list", run.notes())


@case
def exit_statuses(box):
    """GNU's exit statuses under --strict and without"""
    box.standard()
    for text, plain, strict in ((f"junk\n{ABC}  a.bin\n", 0, 1), (f"{ABC}  a.bin\n", 0, 0), ("junk\n", 1, 1),
                                (f"{ZEROS}  a.bin\n", 1, 1), (f"{EMPTY}  empty\n" * 3, 0, 0)):
        box.write("m", text)
        box.rc(box.gnu("sha256sum", "-c", "m"), plain, repr(text[:9]))
        box.rc(box.gnu("sha256sum", "-c", "--strict", "m"), strict, "--strict " + repr(text[:9]))
        box.rc(box.gnu("sha256sum", "-c", "--status", "m"), plain, "--status " + repr(text[:9]))


@case
def plural_forms(box):
    """one and many in the warnings"""
    box.standard()
    for n, line, mismatch, unread in (
            (1, "WARNING: 1 line is improperly formatted", "WARNING: 1 computed checksum did NOT match",
             "WARNING: 1 listed file could not be read"),
            (2, "WARNING: 2 lines are improperly formatted", "WARNING: 2 computed checksums did NOT match",
             "WARNING: 2 listed files could not be read"),
            (1000, "WARNING: 1000 lines are improperly formatted", "WARNING: 1000 computed checksums did NOT match",
             "WARNING: 1000 listed files could not be read")):
        run = box.gnu("sha256sum", "-c", box.write("m", "junk\n" * n + f"{ZEROS}  a.bin\n" * n + f"{ABC}  nope\n" * n))
        box.rc(run, 1, str(n))
        warnings = [text for text in run.err.decode().splitlines() if "WARNING" in text]
        box.equal(warnings, ["sha256sum: " + text for text in (line, unread, mismatch)], "in GNU's order")


@case
def results_come_early(box):
    """each line is written as soon as it is known"""
    box.write("a.bin")
    os.mkfifo("fifo")
    for start in ([box.link("sha256sum")], [box.program], [box.program, "-j1"]):
        child = subprocess.Popen([*start, "a.bin", "fifo"], stdout=subprocess.PIPE, env={"LC_ALL": "C"})
        is_there, _, _ = select.select([child.stdout], [], [], 10)
        box.check(is_there, "the first line is there while the next file waits", [start])
        with open("fifo", "wb") as fifo:
            fifo.write(b"abc")
        box.equal(child.stdout.read(), f"{ABC}  a.bin\n{ABC}  fifo\n".encode(), "and then the second")
        box.equal(child.wait(60), 0, "exit 0")
        child.stdout.close()


@case
def one_write_a_line(box):
    """under a GNU name each line is one write"""
    strace = need_tool("strace")
    box.write("a.bin")
    run = box.gnu("sha256sum", *["a.bin"] * 20, wrap=[strace, "-ff", "-o", "trace", "-e", "trace=write"],
                  env=NO_LEAKS)
    box.rc(run, 0)
    sizes = []
    for name in glob.glob("trace.*"):
        with open(name, encoding="latin-1") as trace:
            sizes += re.findall(r"write\(1, .*\) = (\d+)", trace.read())
    box.equal(sizes, ["72"] * 20, "twenty lines, twenty writes")


if __name__ == "__main__":
    main()
