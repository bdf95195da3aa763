# SPDX-License-Identifier: MIT
"""
Files that change while they are read: told, exit 1, never OK, never a signal.

Each change is made after a millisecond of work on the opened file, so it falls between open and end: behind
the data comes so large a hole that hashing it takes longer than making the change.
"""
import ctypes
import os
import select
import subprocess

from harness import ABC, IO_MODE, Skip, case, main, wait_for

IN_OPEN = 0x20
SIZE, DATA = 1 << 29, 24 << 20


class Watch:
    """waits until a program has opened a file and worked on it for a while"""

    def __init__(self, path):
        libc = ctypes.CDLL(None, use_errno=True)
        self.fd = libc.inotify_init1(os.O_CLOEXEC)
        if self.fd < 0 or libc.inotify_add_watch(self.fd, path.encode(), IN_OPEN) < 0:
            raise Skip("no inotify")

    def wait(self, pid):
        opened, _, _ = select.select([self.fd], [], [], 30)
        os.close(self.fd)
        if not opened:
            raise Skip("the program did not open the file")
        before = cpu_time(pid)
        # not for long: a kernel without ticks brings the times up to date late
        wait_for(lambda: cpu_time(pid) > before + 1000000, 0.03, 0.0005)


def cpu_time(pid):
    """nanoseconds that the threads of a program have run"""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat", "rb") as stat:
            total += int(stat.read().split()[0])
    return total


def make(is_cold):
    """the file "f": data, in the page cache or not, and a hole"""
    with open("f", "wb") as file:
        file.write(bytes(DATA))
        file.truncate(SIZE)
        if is_cold:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    os.utime("f", (1, 1))


def while_reading(box, change, *args, program=None, stdin=None, is_cold=True):
    """run the program on the file "f", change the file while it is read, and return exit status and outputs"""
    make(is_cold)
    watch = Watch("f")
    argv = [program] if program else [box.program, "--io=" + IO_MODE]
    child = subprocess.Popen([*argv, *args], stdin=stdin or subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env={"LC_ALL": "C"})
    watch.wait(child.pid)
    is_running = child.poll() is None
    change()
    out, err = child.communicate(timeout=100)
    if not is_running:
        raise Skip("the program was faster than the change")
    return child.returncode, out, err


def truncate(size):
    def change():
        os.truncate("f", size)
    return change


def append():
    with open("f", "ab") as file:
        file.write(b"more")


def overwrite():
    with open("f", "r+b") as file:
        file.seek(SIZE - 10)
        file.write(b"x")


def touch():
    os.utime("f")


def keep_times():
    """bytes changed and mtime put back: only ctime tells"""
    overwrite()
    os.utime("f", (1, 1))


CHANGES = (("emptied", truncate(0)), ("cut in the middle", truncate(SIZE // 2)),
           ("cut by one byte", truncate(SIZE - 1)), ("grown", append), ("grown by truncate", truncate(SIZE + 1)),
           ("overwritten", overwrite), ("overwritten, mtime put back", keep_times), ("touched", touch))


@case
def in_sum_mode(box):
    """a file that changes while it is hashed"""
    box.write("a")
    for label, change in CHANGES:
        for state in ("cold", "warm"):
            rc, out, err = while_reading(box, change, "f", "a", is_cold=state == "cold")
            box.equal(rc, 1, f"{label}, {state}: exit 1")
            box.check(b"ringsum: f: " in err and b"chang" in err, f"{label}, {state}: told", [rc, out, err])
            box.check(out.endswith(f"{ABC}  a\n".encode()), f"{label}, {state}: the next file goes on", [out])


@case
def in_check_mode(box):
    """a file that changes while it is verified is not OK, nor is it a plain mismatch"""
    zeros = "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767"  # 512 MiB of zeros, from sha256sum
    box.write("a")
    box.write("m", f"{zeros}  f\n{ABC}  a\n")
    for label, change in CHANGES:
        for state in ("cold", "warm"):
            rc, out, err = while_reading(box, change, "-c", "m", is_cold=state == "cold")
            box.check(rc == 1 and out == b"f: FAILED open or read\na: OK\n", f"{label}, {state}: told", [rc, out, err])
    rc, out, err = while_reading(box, touch, "--expect", zeros, "f")
    box.check(rc == 1 and b"OK" not in out, "--expect", [rc, out, err])


@case
def under_a_gnu_name(box):
    """GNU's programs tell nothing, but neither do they end by a signal"""
    for label, change in CHANGES[:4]:
        for state in ("cold", "warm"):
            rc, out, err = while_reading(box, change, "f", program=box.link("sha256sum"), is_cold=state == "cold")
            box.check(rc == 0 and len(out) == 68 and err == b"", f"{label}, {state}", [rc, out, err])


@case
def as_stdin(box):
    """a file as standard input that changes"""
    for label, change in CHANGES[1:4]:
        box.write("f", b"")
        with open("f", "rb") as stdin:
            rc, out, err = while_reading(box, change, stdin=stdin)
        box.check(rc == 1 and b"chang" in err, label, [rc, out, err])


@case
def atime_is_no_change(box):
    """reading a file changes its access time, which is no change"""
    box.write("f")
    os.utime("f", (1, 1))
    run = box.ringsum("f", "f", "f")
    box.check(run.rc == 0 and run.err == b"", "three times", run.notes())


@case
def growing_log(box):
    """a file that grows all the time ends"""
    stop = os.path.join(box.dir, "stop")
    with open("f", "wb") as file:
        file.truncate(SIZE // 4)
    writer = subprocess.Popen(["sh", "-c", 'while [ ! -e stop ]; do head -c 10000 /dev/zero >>f; done'])
    run = box.ringsum("f", timeout=60)
    box.write(stop)
    writer.wait()
    box.rc(run, 1)
    box.err(run, "f: .*chang")


if __name__ == "__main__":
    main()
