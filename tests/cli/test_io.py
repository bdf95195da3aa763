# SPDX-License-Identifier: MIT
"""Inputs of every kind: pipes, FIFOs, inherited and non-blocking stdin, terminals, sockets, devices, /proc and /sys."""
import ctypes
import fcntl
import hashlib
import os
import pty
import signal
import socket
import subprocess
import tempfile
import termios
import threading

from harness import ABC, EMPTY, IO_MODE, Skip, case, main, need_root, need_tool, wait_for, wait_until_idle


def sha(data):
    return hashlib.sha256(data).hexdigest()


def start(box, *args, **how):
    """the program, running; its output in a pipe"""
    return subprocess.Popen(["ringsum", "--io=" + IO_MODE, *args], executable=box.program, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, env={"LC_ALL": "C"}, **how)


def finished(box, child, wanted, label):
    try:
        out, err = child.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        child.kill()
        out, err = child.communicate()
        err += b" (hung)"
    box.check(child.returncode == 0 and out == wanted.encode(), label, [child.returncode, out, err, "wanted " + wanted])


def in_pieces(fd, pieces):
    """write pieces, each after the one before has been taken out of the pipe"""
    def is_taken():
        left = ctypes.c_int()
        fcntl.ioctl(fd, termios.FIONREAD, left)
        return not left.value
    try:
        for piece in pieces:
            os.write(fd, piece)
            wait_for(is_taken)
    except BrokenPipeError:
        pass
    os.close(fd)


@case
def slow_pipes(box):
    """a pipe that gives its bytes in pieces"""
    for label, pieces in (("three of 5000", [bytes(5000)] * 3), ("single bytes", [b"a", b"b", b"c"]),
                          ("uneven", [b"x" * n for n in (1, 4095, 4096, 4097, 65536, 1, 65535, 3)]),
                          ("500 small", [b"%d\n" % i for i in range(500)])):
        reading, writing = os.pipe()
        child = start(box, stdin=reading)
        os.close(reading)
        in_pieces(writing, pieces)
        finished(box, child, sha(b"".join(pieces)) + "  -\n", label)


@case
def fast_pipes(box):
    """pipes of several megabytes, filled in blocks of odd sizes"""
    data = b"".join(b"%d\n" % i for i in range(300000))
    for block in (511, 4097, 65537, 1048577):
        reading, writing = os.pipe()
        child = start(box, "-", stdin=reading)
        os.close(reading)
        with os.fdopen(writing, "wb", buffering=0) as pipe:
            for at in range(0, len(data), block):
                pipe.write(data[at:at + block])
        finished(box, child, sha(data) + "  -\n", "blocks of %d" % block)


@case
def empty_pipe(box):
    """pipes with nothing in them"""
    box.out(box.ringsum(stdin=b""), EMPTY + "  -\n", "closed at once")
    box.out(box.ringsum("/dev/null"), EMPTY + "  /dev/null\n", "/dev/null")
    box.out(box.ringsum(), EMPTY + "  -\n", "/dev/null as stdin")


@case
def fifos(box):
    """FIFOs: opened, waited for, read to their end"""
    os.mkfifo("fifo")
    child = start(box, "fifo")
    in_pieces(os.open("fifo", os.O_WRONLY), [b"abc", b"def"])
    finished(box, child, sha(b"abcdef") + "  fifo\n", "two writes")
    child = start(box, "fifo")
    with open("fifo", "wb", buffering=0):
        pass
    finished(box, child, EMPTY + "  fifo\n", "a writer that writes nothing")
    data = os.urandom(3000001)
    child = start(box, "fifo")
    with open("fifo", "wb") as fifo:
        fifo.write(data)
    finished(box, child, sha(data) + "  fifo\n", "three megabytes")
    box.write("m", "%s  fifo\n" % ABC)
    child = start(box, "-c", "m")
    with open("fifo", "wb") as fifo:
        fifo.write(b"abc")
    finished(box, child, "fifo: OK\n", "in a list")


@case
def waiting_can_be_ended(box):
    """a FIFO without a writer, and a silent pipe, wait until a signal ends them"""
    os.mkfifo("fifo")
    reading, writing = os.pipe()
    for label, args, stdin in (("FIFO", ["fifo"], subprocess.DEVNULL), ("pipe", [], reading)):
        for number in (signal.SIGINT, signal.SIGTERM):
            child = start(box, *args, stdin=stdin, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            box.check(wait_until_idle(child.pid), label + " waits")
            child.send_signal(number)
            try:
                status = child.wait(10)
            except subprocess.TimeoutExpired:
                status = "hung"
                child.kill()
            box.equal(status, -number, "%s ends by %s" % (label, number.name))
            out = child.communicate()[0]
            box.equal(out, b"", "and prints nothing")
    os.close(reading)
    os.close(writing)


@case
def position_of_stdin(box):
    """a file as stdin: read from its position, which ends up behind the last byte"""
    data = os.urandom(300001)
    box.write("f", data)
    for at in (0, 1, 3, 4095, 4096, 4097, 200000, 300000, 300001, 300002, 10 ** 9):
        with open("f", "rb") as file:
            os.lseek(file.fileno(), at, os.SEEK_SET)
            run = box.ringsum(stdin=file)
            box.check(run.rc == 0 and run.out == (sha(data[at:]) + "  -\n").encode(), "from %d" % at, run.notes())
            box.equal(os.lseek(file.fileno(), 0, os.SEEK_CUR), max(at, len(data)), "position after %d" % at)
    with open("f", "rb") as file:
        run = box.ringsum("-", "-", stdin=file)
        box.out(run, f"{sha(data)}  -\n{EMPTY}  -\n", "the second - is empty")
    with open("f", "rb") as file:
        run = box.ringsum("-", "f", "-", stdin=file)
        box.out(run, f"{sha(data)}  -\n{sha(data)}  f\n{EMPTY}  -\n", "between others")
    with open("f", "r+b") as file:
        fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_APPEND)
        os.lseek(file.fileno(), 1000, os.SEEK_SET)
        box.out(box.ringsum(stdin=file), sha(data[1000:]) + "  -\n", "append mode")
    with open("f", "rb") as file:
        run = box.ringsum("/dev/stdin", stdin=file)
        box.check(run.rc == 0 and run.out == (sha(data) + "  /dev/stdin\n").encode(), "/dev/stdin", run.notes())
    box.write("m", f"{ABC}  a\n" + "x" * 3)
    with open("m", "rb") as file:
        box.ringsum("-c", stdin=file)
        box.equal(os.lseek(file.fileno(), 0, os.SEEK_CUR), os.path.getsize("m"), "a list on stdin is read to its end")


@case
def non_blocking_stdin(box):
    """O_NONBLOCK on an inherited pipe: wait for the bytes, and leave the flag alone"""
    for label, pieces in (("late", [b"abc"]), ("in pieces", [b"a", b"b" * 70000, b"c"]), ("nothing", [])):
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        child = start(box, stdin=reading)
        wait_until_idle(child.pid)
        thread = threading.Thread(target=in_pieces, args=(writing, pieces), daemon=True)
        thread.start()
        finished(box, child, sha(b"".join(pieces)) + "  -\n", label)
        box.check(not os.get_blocking(reading), "the flag is as it was, " + label)
        os.close(reading)
        thread.join()
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    child = start(box, "-c", stdin=reading)
    box.write("a")
    wait_until_idle(child.pid)
    in_pieces(writing, [f"{ABC}  a\n".encode()])
    finished(box, child, "a: OK\n", "a list")
    os.close(reading)


@case
def sockets(box):
    """a socket as stdin; a socket in the file system"""
    ours, theirs = socket.socketpair()
    child = start(box, stdin=theirs)
    theirs.close()
    data = os.urandom(500001)
    ours.sendall(data)
    ours.close()
    finished(box, child, sha(data) + "  -\n", "a stream")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
        box.write("a")
        run = box.ringsum("sock", "a")
        box.rc(run, 1, "a socket cannot be opened")
        box.out(run, f"{ABC}  a\n")
        box.err(run, "sock: No such device or address")


def terminal(box, typed, wanted, label, args=()):
    ours, theirs = pty.openpty()
    child = start(box, *args, stdin=theirs)
    os.write(ours, typed)
    finished(box, child, wanted, label)
    os.close(theirs)
    os.close(ours)


@case
def terminals(box):
    """a terminal: one end-of-file is enough"""
    terminal(box, b"abc\n\x04", sha(b"abc\n") + "  -\n", "a line and ^D")
    terminal(box, b"abc\x04\x04", ABC + "  -\n", "^D twice behind a half line")
    terminal(box, b"\x04", EMPTY + "  -\n", "^D alone")
    terminal(box, b"one\ntwo\nthree\n\x04", sha(b"one\ntwo\nthree\n") + "  -\n", "several lines")
    box.write("a")
    terminal(box, f"{ABC}  a\n\x04".encode(), "a: OK\n", "a list typed in", ["-c"])


@case
def proc_and_sys(box):
    """files whose size is unknown or wrong"""
    paths = [path for path in ("/proc/version", "/proc/filesystems", "/proc/cmdline", "/proc/kallsyms",
                               "/proc/config.gz", "/proc/iomem", "/sys/kernel/notes",
                               "/sys/kernel/mm/transparent_hugepage/enabled")
             if os.access(path, os.R_OK)]
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        box.out(box.ringsum(path), sha(data) + f"  {path}\n", path)
        with open(path, "rb") as file:
            box.out(box.ringsum(stdin=file), sha(data) + "  -\n", path + " as stdin")
    run = box.ringsum(*paths)
    box.equal(len(run.lines()), len(paths), "all in one run")


@case
def read_errors(box):
    """good bytes, then an error: no digest"""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    address = libc.mmap(None, 4 * 4096, 3, 0x22, -1, 0)
    ctypes.memset(address, 65, 4 * 4096)
    libc.munmap(address + 2 * 4096, 2 * 4096)
    try:
        memory = os.open("/proc/self/mem", os.O_RDONLY)
    except OSError as why:
        raise Skip("no /proc/self/mem: %s" % why) from None
    os.lseek(memory, address, os.SEEK_SET)
    run = box.ringsum(stdin=memory)
    box.check(run.rc == 1 and run.out == b"", "8192 good bytes and then EIO", run.notes())
    box.err(run, "-: Input/output error")
    box.write("a")
    os.lseek(memory, address, os.SEEK_SET)
    run = box.ringsum("-", "a", stdin=memory)
    box.check(run.rc == 1 and run.out == f"{ABC}  a\n".encode(), "the next operand goes on", run.notes())
    os.lseek(memory, address, os.SEEK_SET)
    run = box.ringsum("--bytes=8192", stdin=memory)
    box.check(run.rc == 0 and run.out.startswith(sha(b"A" * 8192).encode()), "a range that ends before the error",
              run.notes())
    ctypes.memset(address, 35, 2 * 4096)
    ctypes.memmove(address, b"\n%s  a\n" % ABC.encode(), 68)
    os.lseek(memory, address, os.SEEK_SET)
    run = box.ringsum("-c", stdin=memory)
    box.rc(run, 1, "a list that ends in a read error")
    box.err(run, "input/output|read error")
    os.close(memory)


@case
def loop_devices(box):
    """a block device"""
    need_root()
    losetup = need_tool("losetup")
    data = os.urandom(3 * 1048576 + 512)
    box.write("img", data)
    there = subprocess.run([losetup, "-f", "-r", "--show", "img"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                           check=False)
    if there.returncode:
        raise Skip("no loop device to be had")
    device = there.stdout.decode().strip()
    try:
        box.out(box.ringsum(device), sha(data) + f"  {device}\n", "as operand")
        with open(device, "rb") as file:
            box.out(box.ringsum(stdin=file), sha(data) + "  -\n", "as stdin")
            box.equal(os.lseek(file.fileno(), 0, os.SEEK_CUR), len(data), "its position afterwards")
            os.lseek(file.fileno(), 1000, os.SEEK_SET)
            box.out(box.ringsum(stdin=file), sha(data[1000:]) + "  -\n", "as stdin, from 1000")
        run = box.ringsum("--bytes=1000001", device)
        box.check(run.rc == 0 and run.out.startswith(sha(data[:1000001]).encode()), "a range", run.notes())
        run = box.ringsum("--bytes=4000000", device)
        box.check(run.rc == 1 and run.out == b"", "more than it holds", run.notes())
    finally:
        subprocess.run([losetup, "-d", device], check=False)


@case
def memory_files(box):
    """memfd, deleted files, and files reached through /proc/self/fd"""
    data = os.urandom(70001)
    fd = os.memfd_create("x")
    os.write(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    box.out(box.ringsum(stdin=fd), sha(data) + "  -\n", "memfd as stdin")
    box.out(box.ringsum("/proc/self/fd/%d" % fd, pass_fds=[fd]), sha(data) + "  /proc/self/fd/%d\n" % fd, "by its link")
    os.close(fd)
    with tempfile.TemporaryFile(dir=".") as file:
        file.write(data)
        file.seek(5)
        box.out(box.ringsum(stdin=file), sha(data[5:]) + "  -\n", "a deleted file")


if __name__ == "__main__":
    main()
