# SPDX-License-Identifier: MIT
"""
Harness of the command-line tests: a fresh folder for each case, programs run with what the case wants of them, and TAP
on standard output, one point for each check.

    test_x.py PROGRAM [WORD]…      run the cases whose name holds one of the WORDs; all without any

Environment:
    RINGSUM_TEST_IO    ring, plain or auto: --io=… for each call of ringsum (never for the GNU-named links)
    RINGSUM_TEST_DIR   where the folders are made; a real file system, not tmpfs
    RINGSUM_TEST_TOOLS where the helpers refuse and peak are
    RINGSUM_TEST_SAN   set: a sanitizer build, whose memory says nothing
"""
import ctypes
import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

NOBODY = 65534
ABC = hashlib.sha256(b"abc").hexdigest()
EMPTY = hashlib.sha256(b"").hexdigest()
ZEROS = "0" * 64

IO_MODE = os.environ.get("RINGSUM_TEST_IO", "auto")
SANITIZED = bool(os.environ.get("RINGSUM_TEST_SAN"))
# for programs below strace, where a sanitizer's search for leaks cannot run
NO_LEAKS = {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}
CASES = []


class Skip(Exception):
    """raised by a case that cannot run here"""


class Tap:
    """counts and prints the points; the plan comes last"""

    def __init__(self):
        self.n = 0
        self.n_failed = 0

    def point(self, ok, name, notes=()):
        self.n += 1
        self.n_failed += not ok
        print("%sok %d - %s" % ("" if ok else "not ", self.n, name.replace("#", "\\#").replace("\n", " ")))
        if not ok:
            for note in notes:
                print("\n".join("# " + line for line in str(note).splitlines() or [""]))
        sys.stdout.flush()

    def skip(self, name, why):
        self.n += 1
        print("ok %d - %s # SKIP %s" % (self.n, name, why), flush=True)


class Run:
    """what became of a program: rc (negative: the signal, 124: too slow), out and err as bytes"""

    def __init__(self, argv, rc, out, err):
        self.argv, self.rc, self.out, self.err = argv, rc, out, err

    def lines(self):
        return self.out.split(b"\n")[:-1]

    def ok_names(self):
        return [line[:-4] for line in self.lines() if line.endswith(b": OK")]

    def notes(self):
        return ["ran: " + shown(list(map(os.fsdecode, self.argv))),
                "exit %s, stdout %s, stderr %s" % (self.rc, shown(self.out), shown(self.err))]


def shown(value):
    """a value for the notes, cut in the middle where it is long"""
    text = repr(value)
    return text if len(text) < 1500 else text[:1000] + " ... " + text[-400:]


def case(function):
    """decorator: a case takes a Box; its docstring's first line is its name"""
    CASES.append(function)
    return function


class Box:
    """one case: a folder, the program under test, and the checks"""

    def __init__(self, tap, program, name, base):
        self.tap, self.program, self.name = tap, program, name
        self.root = tempfile.mkdtemp(prefix="cli-", dir=base)
        self.dir = os.path.join(self.root, "w")
        os.chmod(self.root, 0o755)
        os.mkdir(self.dir, 0o755)
        os.chdir(self.dir)

    def finish(self):
        os.chdir("/")
        subprocess.run(["chmod", "-R", "u+rwX", self.root], check=False)
        shutil.rmtree(self.root, ignore_errors=True)

    # ---- making things ----

    def write(self, name, data=b"abc"):
        """a file in the folder; text is Latin-1 so that any byte can be written"""
        data = data if isinstance(data, bytes) else data.encode("latin-1")
        with open(name, "wb") as file:
            file.write(data)
        return name

    def write_random(self, name, size, seed=1):
        """a file of repeatable noise; returns its SHA-256"""
        import random
        data = random.Random(seed * 1000003 + size).randbytes(size)
        self.write(name, data)
        return hashlib.sha256(data).hexdigest()

    def standard(self):
        """the files that most cases use"""
        self.write("a.bin")
        self.write("b c.bin")
        self.write("empty", b"")

    def link(self, name):
        """the path of a link called `name` to the program"""
        folder = os.path.join(self.root, "links")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name)
        if not os.path.islink(path):
            os.symlink(self.program, path)
        return path

    # ---- running ----

    def ringsum(self, *args, io=IO_MODE, **how):
        return self.call(self.program, "ringsum", *([] if io is None else ["--io=" + io]), *args, **how)

    def gnu(self, name, *args, **how):
        return self.call(self.link(name), name, *args, **how)

    def call(self, path, name, *args, wrap=(), **how):
        """run the program at `path`, called `name`, or behind the words of wrap"""
        if wrap:
            return self.run([*wrap, path, *args], **how)
        return self.run([name, *args], executable=path, **how)

    def run(self, argv, executable=None, stdin=None, env=None, timeout=100, **setup):
        """stdin: None, bytes, or an open descriptor; setup: see child_setup()"""
        environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C", "HOME": self.root}
        for name, value in os.environ.items():
            if name.endswith("SAN_OPTIONS") or name in ("MALLOC_PERTURB_", "LD_LIBRARY_PATH"):
                environment[name] = value
        environment.update(env or {})
        with tempfile.TemporaryFile(dir=self.root) as out, tempfile.TemporaryFile(dir=self.root) as err:
            stdout = setup.pop("stdout", out)
            source = subprocess.PIPE if isinstance(stdin, bytes) else subprocess.DEVNULL if stdin is None else stdin
            child = subprocess.Popen(argv, executable=executable, stdin=source, stdout=stdout,
                                     stderr=setup.pop("stderr", err), env=environment,
                                     pass_fds=setup.pop("pass_fds", ()),
                                     preexec_fn=child_setup(**setup) if setup else None)
            if isinstance(stdin, bytes):
                feed(child.stdin, stdin)
            rc = reap(child, timeout)
            out.seek(0)
            err.seek(0)
            run = Run(argv, rc, out.read(), err.read())
        if b"Sanitizer" in run.err or b"runtime error:" in run.err:
            self.check(False, "no sanitizer speaks", run.notes())
        return run

    def in_memory(self, limit, label, *args, program="ringsum", **how):
        """run the program and check that it needed less than `limit` MiB"""
        file = os.path.join(self.root, "peak")
        wrap = [need_helper("peak"), file]
        call = self.ringsum if program == "ringsum" else lambda *words, **rest: self.gnu(program, *words, **rest)
        run = call(*args, wrap=wrap, **how)
        with open(file, encoding="ascii") as report:
            kb = int(report.read())
        if SANITIZED:
            self.skip(label, "a sanitizer needs memory of its own")
        else:
            self.check(kb < limit * 1024, f"{label}: less than {limit} MiB", [f"{kb} KiB", *run.notes()])
        return run

    # ---- checks ----

    def check(self, ok, label, notes=()):
        self.tap.point(bool(ok), "%s: %s" % (self.name, label), notes)
        return bool(ok)

    def equal(self, got, wanted, label):
        return self.check(got == wanted, label, ["got:    " + shown(got), "wanted: " + shown(wanted)])

    def rc(self, run, wanted, label=""):
        return self.check(run.rc == wanted, "exit %d %s" % (wanted, label), run.notes())

    def fails(self, run, label=""):
        """a plain failure: no success, no signal, no hang"""
        return self.check(0 < run.rc < 124, "plain failure %s" % label, run.notes())

    def out(self, run, wanted, label="stdout"):
        wanted = wanted if isinstance(wanted, bytes) else wanted.encode("latin-1")
        return self.check(run.out == wanted, label, ["wanted " + shown(wanted), *run.notes()])

    def has_line(self, run, line, label=None):
        line = line if isinstance(line, bytes) else line.encode("latin-1")
        return self.check(line in run.lines(), label or "line %r" % line, run.notes())

    def lacks(self, run, text, label=None):
        text = text if isinstance(text, bytes) else text.encode("latin-1")
        return self.check(text not in run.out, label or "stdout lacks %r" % text, run.notes())

    def err(self, run, pattern, label=None):
        return self.check(re.search(pattern.encode(), run.err, re.I), label or "stderr says /%s/" % pattern,
                          run.notes())

    def no_err(self, run, pattern="."):
        return self.check(not re.search(pattern.encode(), run.err, re.I), "stderr lacks /%s/" % pattern, run.notes())

    def oks(self, run, n, label=""):
        return self.check(len(run.ok_names()) == n, "%d OK %s" % (n, label), run.notes())

    def verified(self, run, n, label=""):
        """exit 0 and n files OK, as one check"""
        return self.check(run.rc == 0 and len(run.ok_names()) == n, "%d verified %s" % (n, label), run.notes())

    def refused(self, run, label=""):
        """a plain failure that calls nothing OK, as one check"""
        return self.check(0 < run.rc < 124 and b": OK" not in run.out, "refused %s" % label, run.notes())

    def closed(self, run, names, label=""):
        """fail closed: either no success, or each of the names was reported OK"""
        found = {name.strip(b"'") for name in run.ok_names()}
        good = 0 <= run.rc < 124 and (run.rc or all(name.encode() in found for name in names))
        return self.check(good, "fails closed %s" % label, run.notes())

    def skip(self, label, why):
        self.tap.skip("%s: %s" % (self.name, label), why)


def child_setup(closed=(), limits=None, uid=None, cpus=None, before=None):
    """what the child does to itself before exec: close descriptors, lower limits, become someone, keep to some CPUs"""
    def setup():
        for what, value in (limits or {}).items():
            resource.setrlimit(what, (value, value) if isinstance(value, int) else value)
        if cpus:
            os.sched_setaffinity(0, cpus)
        if uid is not None:
            os.setgroups([])
            os.setgid(uid)
            os.setuid(uid)
        if before:
            before()
        for fd in closed:
            os.close(fd)
    return setup


def feed(pipe, data):
    """write data to a child from a thread; a child that does not read it is fine"""
    def write():
        try:
            with pipe:
                pipe.write(data)
        except BrokenPipeError:
            pass
    threading.Thread(target=write, daemon=True).start()


def reap(child, timeout):
    """wait for a child; returns its exit status"""
    try:
        return child.wait(timeout)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return 124


def wait_for(condition, seconds=20, step=0.002):
    """poll a condition that has no event of its own; its value, or None when the time is over"""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(step)
    return None


def wait_until_idle(pid):
    """wait until every thread of a program waits in a system call for something from outside"""
    waiting = {b"0", b"7", b"17", b"202", b"232", b"257", b"271", b"281", b"426", b"441", b"449"}

    def is_idle():
        try:
            tasks = os.listdir("/proc/%d/task" % pid)
            calls = [open("/proc/%d/task/%s/syscall" % (pid, task), "rb").read().split()[0] for task in tasks]
            exe = os.readlink("/proc/%d/exe" % pid)
        except OSError:
            return False
        return exe != os.path.realpath(sys.executable) and calls and all(call in waiting for call in calls)
    return bool(wait_for(is_idle))


def need_root():
    if os.geteuid():
        raise Skip("needs root")


def need_tool(*names):
    """the paths of tools, or a skip"""
    paths = [shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin") for name in names]
    if not all(paths):
        raise Skip("no " + " ".join(name for name, path in zip(names, paths) if not path))
    return paths[0] if len(paths) == 1 else paths


def need_helper(name):
    path = os.path.join(os.environ.get("RINGSUM_TEST_TOOLS", ""), name)
    if not os.access(path, os.X_OK):
        raise Skip("no helper " + name)
    return path


def need_reach(box):
    """that another user can get at the folder and the program"""
    def reachable(path):
        while path != "/":
            if not os.stat(path).st_mode & 0o001:
                return False
            path = os.path.dirname(path)
        return True
    if not reachable(box.dir) or not reachable(box.program):
        raise Skip("other users cannot reach the build folder")


def ring_error():
    """0 where io_uring can be set up, else its errno"""
    libc = ctypes.CDLL(None, use_errno=True)
    params = ctypes.create_string_buffer(120)
    fd = libc.syscall(ctypes.c_long(425), ctypes.c_uint(2), params)
    if fd < 0:
        return ctypes.get_errno()
    os.close(fd)
    return 0


def tool_output(argv, data=None):
    """what a reference tool prints"""
    return subprocess.run(argv, input=data, stdout=subprocess.PIPE, check=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


def main():
    program = os.path.realpath(sys.argv[1])
    words = sys.argv[2:]
    base = os.environ.get("RINGSUM_TEST_DIR", os.getcwd())
    tap = Tap()
    if IO_MODE == "ring" and ring_error():
        print("1..0 # SKIP io_uring is refused here: " + os.strerror(ring_error()))
        return
    for function in CASES:
        name = (function.__doc__ or function.__name__).strip().splitlines()[0]
        if words and not any(word in name or word in function.__name__ for word in words):
            continue
        box = Box(tap, program, name, base)
        try:
            function(box)
        except Skip as why:
            tap.skip(name, str(why))
        except Exception:
            tap.point(False, name + ": runs to its end", [traceback.format_exc()])
        finally:
            box.finish()
    print("1..%d" % tap.n)
    sys.exit(tap.n_failed > 0)
