# SPDX-License-Identifier: MIT
"""Errors that strace puts into system calls: what may be tried again is, and what may not gives no digest."""
import os
import subprocess

from harness import ABC, IO_MODE, NO_LEAKS, Skip, case, main, need_tool, ring_error


def strace(*words):
    return [need_tool("strace"), "-f", "-qq", "-o", "/dev/null", *words]


def need_strace(box):
    run = box.run(strace("-e", "trace=none", "true"))
    if run.rc:
        raise Skip("strace may not trace here")


def sample(box):
    return box.write_random("f", 20000003), box.write_random("small", 5001)


@case
def interrupted_enter(box):
    """io_uring_enter is interrupted or busy, at its first calls and later"""
    need_strace(box)
    if ring_error() or IO_MODE == "plain":
        raise Skip("no io_uring")
    large, small = sample(box)
    wanted = f"{large}  f\n{small}  small\n".encode()
    for error in ("EINTR", "EAGAIN", "EBUSY"):
        for when in ("1", "2", "3", "5", "1..3", "2+2", "4+3"):
            wrap = strace("-e", "trace=none", "-e", f"inject=io_uring_enter:error={error}:when={when}")
            run = box.ringsum("f", "small", wrap=wrap, env=NO_LEAKS, timeout=30)
            box.check(run.rc == 0 and run.out == wanted, f"{error} at {when}", run.notes())


@case
def refused_enter(box):
    """io_uring_enter is refused after it has worked"""
    need_strace(box)
    if ring_error() or IO_MODE == "plain":
        raise Skip("no io_uring")
    large, small = sample(box)
    wanted = f"{large}  f\n{small}  small\n".encode()
    for error in ("EPERM", "ENOSYS", "ENOMEM"):
        for when in ("1+", "2+", "3+"):
            wrap = strace("-e", "trace=none", "-e", f"inject=io_uring_enter:error={error}:when={when}")
            run = box.ringsum("f", "small", io="auto", wrap=wrap, env=NO_LEAKS, timeout=30)
            box.check(run.rc == 0 and run.out == wanted, f"{error} from {when}: plain calls take over", run.notes())


@case
def interrupted_read(box):
    """read and pread64 are interrupted"""
    need_strace(box)
    large, _ = sample(box)
    path = os.path.join(box.dir, "f")
    for when in ("1", "2", "3", "1..4", "2+2"):
        wrap = strace("-P", path, "-e", "trace=read,pread64,preadv,preadv2",
                      "-e", f"inject=read,pread64,preadv,preadv2:error=EINTR:when={when}")
        run = box.ringsum("f", wrap=wrap, env=NO_LEAKS, timeout=30)
        box.check(run.rc == 0 and run.out == f"{large}  f\n".encode(), f"EINTR at {when}", run.notes())
        with open("f", "rb") as file:
            run = box.ringsum(wrap=wrap, env=NO_LEAKS, stdin=file, timeout=30)
        box.check(run.rc == 0 and run.out == f"{large}  -\n".encode(), f"EINTR at {when}, stdin", run.notes())


@case
def failing_read(box):
    """a read fails for good: no digest, and the others go on"""
    need_strace(box)
    _, small = sample(box)
    path = os.path.join(box.dir, "f")
    for when in ("1+", "2+", "3+"):
        wrap = strace("-P", path, "-e", "trace=read,pread64,preadv,preadv2",
                      "-e", f"inject=read,pread64,preadv,preadv2:error=EIO:when={when}")
        run = box.ringsum("f", "small", io="plain", wrap=wrap, env=NO_LEAKS, timeout=30)
        box.check(run.rc == 1 and run.out == f"{small}  small\n".encode(), f"EIO from {when}", run.notes())
        box.err(run, "f: Input/output error")
        box.write("m", f"{box.write_random('f', 20000003)}  f\n{small}  small\n")
        run = box.ringsum("-c", "m", io="plain", wrap=wrap, env=NO_LEAKS, timeout=30)
        box.rc(run, 1, f"-c, EIO from {when}")
        box.has_line(run, "f: FAILED open or read")
        box.has_line(run, "small: OK")


@case
def failing_open(box):
    """open fails for want of something: told as such"""
    need_strace(box)
    sample(box)
    path = os.path.join(box.dir, "f")
    for error, text in (("EACCES", "Permission denied"), ("EIO", "Input/output error"), ("ENOMEM", "Cannot allocate"),
                        ("ELOOP", "Too many levels")):
        wrap = strace("-P", path, "-P", "f", "-e", "trace=openat", "-e", f"inject=openat:error={error}")
        run = box.ringsum("f", io="plain", wrap=wrap, env=NO_LEAKS, timeout=30)
        box.check(run.rc == 1 and run.out == b"" and text.encode() in run.err, error, run.notes())


@case
def failing_stat(box):
    """the file cannot be looked at: no digest that says it did not change"""
    need_strace(box)
    box.write("f")
    path = os.path.join(box.dir, "f")
    wrap = strace("-P", path, "-e", "trace=fstat,newfstatat,statx", "-e",
                  "inject=fstat,newfstatat,statx:error=EIO:when=1+")
    run = box.ringsum("f", io="plain", wrap=wrap, env=NO_LEAKS, timeout=30)
    box.check(run.rc == 1 or run.out == f"{ABC}  f\n".encode(), "fails, or reads it all the same", run.notes())


@case
def interrupted_write(box):
    """write is interrupted or takes a part"""
    need_strace(box)
    _, small = sample(box)
    wanted = f"{small}  small\n".encode()
    for when in ("1", "2", "1..3"):
        wrap = strace("-e", "trace=write", "-e", f"inject=write:error=EINTR:when={when}")
        for name, run in (("ringsum", box.ringsum(*["small"] * 5, wrap=wrap, env=NO_LEAKS, timeout=30)),
                          ("sha256sum", box.gnu("sha256sum", *["small"] * 5, wrap=wrap, env=NO_LEAKS, timeout=30))):
            box.check(run.rc == 0 and run.out == wanted * 5, f"{name}, EINTR at {when}", run.notes())
    with open("out", "wb") as out:
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=out) as cat:
            run = box.ringsum(*["small"] * 3000, stdout=cat.stdin)
    box.rc(run, 0, "through a pipe that fills up")
    with open("out", "rb") as out:
        box.equal(out.read(), wanted * 3000, "through a pipe that fills up")


if __name__ == "__main__":
    main()
