# SPDX-License-Identifier: MIT
"""Output that cannot be written, descriptors that are closed, and ends by a signal."""
import os
import resource
import signal
import subprocess

from harness import ABC, IO_MODE, ZEROS, case, main


def full():
    return open("/dev/full", "wb")


def both_ways(box, *args, **how):
    """a call of ringsum, and the same of the GNU link"""
    yield "ringsum", box.ringsum(*args, **how)
    yield "sha256sum", box.gnu("sha256sum", *args, **how)


@case
def full_disk(box):
    """standard output on a full disk"""
    box.standard()
    box.write("m", f"{ABC}  a.bin\n")
    box.write("bad", f"{ZEROS}  a.bin\n")
    for args in (["a.bin"], ["--tag", "a.bin"], ["-z", "a.bin"], ["-c", "m"], ["-c", "bad"], ["a.bin"] * 3000):
        with full() as out:
            for name, run in both_ways(box, *args, stdout=out):
                label = f"{name} {' '.join(args[:2])}"
                box.rc(run, 1, label)
                box.err(run, f"^{name}: write error: No space left on device$" if len(args) == 1
                        else "write error: No space left on device", label)
                box.check(run.err.count(b"write error") == 1, "said once, " + label, run.notes())
    with full() as out:
        for name, run in both_ways(box, "-c", "--status", "m", stdout=out):
            box.rc(run, 0, name + ": --status writes nothing, so nothing can fail")
        for name, run in both_ways(box, "-c", "--quiet", "m", stdout=out):
            box.rc(run, 0, name + ": --quiet and all is well")
    for args in (["--raw", "a.bin"], ["--expect", ABC, "a.bin"], ["--layout=hashdeep", "a.bin"]):
        with full() as out:
            run = box.ringsum(*args, stdout=out)
            box.rc(run, 1, " ".join(args))
            box.err(run, "write error")


@case
def full_after_a_while(box):
    """a disk that is full after the first lines: the program stops soon, with exit 1"""
    box.standard()
    with open("out", "wb") as out:
        run = box.ringsum(*["a.bin"] * 20000, stdout=out, limits={resource.RLIMIT_FSIZE: 100000},
                          before=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
    box.rc(run, 1)
    box.err(run, "write error: File too large")
    with open("out", "rb") as out:
        data = out.read()
    box.equal(data, (f"{ABC}  a.bin\n".encode() * 20000)[:len(data)], "what is there is whole up to its end")
    box.check(len(data) <= 100000, "no more than the limit")


@case
def closed_descriptors(box):
    """standard descriptors that are closed"""
    box.standard()
    box.write("m", f"{ABC}  a.bin\n")
    for name, run in both_ways(box, "a.bin", closed=[1]):
        box.rc(run, 1, name + ", no stdout")
        box.err(run, "write error: Bad file descriptor")
    for name, run in both_ways(box, closed=[0]):
        box.check(run.rc == 1 and run.out == b"", name + ", no stdin: no digest", run.notes())
        box.err(run, "-: Bad file descriptor")
    for name, run in both_ways(box, "-c", closed=[0]):
        box.check(run.rc == 1 and run.out == b"", name + ", no stdin for the list", run.notes())
    for name, run in both_ways(box, "a.bin", closed=[0]):
        box.check(run.rc == 0 and run.out == f"{ABC}  a.bin\n".encode(), name + ", no stdin, a file", run.notes())
    for name, run in both_ways(box, "a.bin", "-", closed=[0]):
        box.check(run.rc == 1 and run.out == f"{ABC}  a.bin\n".encode(),
                  name + ": a file opened as descriptor 0 is not stdin", run.notes())
    for name, run in both_ways(box, "-", "a.bin", closed=[0]):
        box.check(run.rc == 1 and run.out == f"{ABC}  a.bin\n".encode(), name + ": the other order", run.notes())
    for name, run in both_ways(box, "-c", "m", closed=[0]):
        box.verified(run, 1, name + ": a list in a file, no stdin")
    for name, run in both_ways(box, "nope", closed=[2]):
        box.rc(run, 1, name + ", no stderr")
    for name, run in both_ways(box, "a.bin", "nope", closed=[2]):
        box.check(run.rc == 1 and run.out == f"{ABC}  a.bin\n".encode(),
                  name + ", no stderr: messages go nowhere else", run.notes())
    for name, run in both_ways(box, "a.bin", closed=[0, 1, 2]):
        box.rc(run, 1, name + ", none of the three")
    for name, run in both_ways(box, "-c", "--status", "m", closed=[0, 1, 2]):
        box.rc(run, 0, name + ", none of the three, --status")
    box.equal(open("a.bin", "rb").read(), b"abc", "no message went into a file")


@case
def files_on_the_standard_descriptors(box):
    """messages never reach a file that was opened where stdout or stderr should be"""
    box.standard()
    before = open("b c.bin", "rb").read()
    for closed in ([1], [2], [1, 2], [0, 1, 2]):
        for args in (["a.bin", "nope", "b c.bin"], ["-c", "a.bin", "b c.bin"]):
            run = box.ringsum(*args, closed=closed)
            box.rc(run, 1, f"closed {closed}, {' '.join(args)}")
    box.equal(open("b c.bin", "rb").read(), before, "the files are as they were")


@case
def write_only_stdin(box):
    """a stdin that is open for writing only"""
    box.write("f")
    with open("f", "r+b") as file:
        fd = os.open("f", os.O_WRONLY)
        run = box.ringsum(stdin=fd)
        box.check(run.rc == 1 and run.out == b"", "no digest", run.notes())
        box.err(run, "-: Bad file descriptor")
        os.close(fd)
        file.seek(0)
        box.out(box.ringsum(stdin=file), f"{ABC}  -\n", "read and write")
    os.mkdir("d")
    fd = os.open("d", os.O_RDONLY)
    run = box.ringsum(stdin=fd)
    box.check(run.rc == 1 and run.out == b"", "a folder as stdin", run.notes())
    box.err(run, "-: Is a directory")
    os.close(fd)


@case
def broken_pipe(box):
    """nobody reads the output: the default signal ends the program; ignored, it is a write error"""
    box.standard()
    for program, options in ((box.program, ["--io=" + IO_MODE]), (box.link("sha256sum"), [])):
        reading, writing = os.pipe()
        child = subprocess.Popen([program, *options, *["a.bin"] * 4000], stdout=writing, stderr=subprocess.PIPE)
        os.close(writing)
        os.read(reading, 1)
        os.close(reading)
        err = child.stderr.read()
        box.equal((child.wait(60), err), (-signal.SIGPIPE, b""), os.path.basename(program) + " ends by SIGPIPE")
        child.stderr.close()
        reading, writing = os.pipe()
        os.close(reading)
        run = box.run([program, *options, "a.bin"], stdout=writing,
                      before=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
        os.close(writing)
        box.rc(run, 1, "SIGPIPE ignored")
        box.err(run, "write error: Broken pipe")


if __name__ == "__main__":
    main()
