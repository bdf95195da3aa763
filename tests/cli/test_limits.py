# SPDX-License-Identifier: MIT
"""Few descriptors, little locked memory, and systems that refuse io_uring or other calls: the same digests, quietly."""
import os
import resource

from harness import ABC, EMPTY, NOBODY, case, main, need_helper, need_reach, need_root, need_tool, ring_error


def sample(box):
    """files of several sizes and the output wanted for them"""
    wanted = {}
    for name, size in (("small", 3), ("page", 4097), ("large", 3000001), ("larger", 9000003)):
        wanted[name] = box.write_random(name, size)
    os.chmod("large", 0o644)
    return list(wanted), "".join(f"{digest}  {name}\n" for name, digest in wanted.items())


def quiet(box, run, wanted, label):
    box.check(run.rc == 0 and run.out == wanted.encode() and run.err == b"", label, run.notes())


@case
def refused_ring(box):
    """io_uring refused at any of its calls"""
    names, wanted = sample(box)
    lists = box.write("m", wanted)
    for calls in ("io_uring_setup", "io_uring_setup,io_uring_enter,io_uring_register", "io_uring_enter",
                  "io_uring_register", "io_uring_enter,io_uring_register"):
        for error in ("ENOSYS", "EPERM", "EACCES", "EMFILE", "EINVAL", "ENOMEM"):
            wrap = [need_helper("refuse"), error, calls]
            label = f"{calls} says {error}"
            quiet(box, box.ringsum(*names, io="auto", wrap=wrap, timeout=20), wanted, label)
            with open("large", "rb") as file:
                run = box.ringsum(io="auto", wrap=wrap, stdin=file, timeout=20)
            quiet(box, run, wanted.splitlines()[2].split()[0] + "  -\n", label + ", stdin")
            run = box.ringsum("-c", "--quiet", lists, io="auto", wrap=wrap, timeout=20)
            quiet(box, run, "", label + ", -c")


@case
def refused_ring_under_gnu_names(box):
    """io_uring refused under a GNU name"""
    names, wanted = sample(box)
    for error in ("ENOSYS", "EPERM"):
        run = box.gnu("sha256sum", *names, wrap=[need_helper("refuse"), error, "io_uring_setup"])
        quiet(box, run, wanted, error)


@case
def forced_ring(box):
    """--io=ring where io_uring is refused is an error, before anything is hashed"""
    names, wanted = sample(box)
    for error in ("ENOSYS", "EPERM", "ENOMEM"):
        run = box.ringsum(*names, io="ring", wrap=[need_helper("refuse"), error, "io_uring_setup"])
        box.check(run.rc == 1 and run.out == b"" and run.err, error, run.notes())
        run = box.ringsum(*names, io="plain", wrap=[need_helper("refuse"), error, "io_uring_setup"])
        quiet(box, run, wanted, "--io=plain does not mind, " + error)


@case
def refused_helpers(box):
    """other calls that old kernels and containers refuse"""
    names, wanted = sample(box)
    for calls in ("cachestat", "mincore", "cachestat,mincore", "statx", "statx,cachestat,mincore", "fadvise64",
                  "sched_getaffinity"):
        for error in ("ENOSYS", "EPERM"):
            run = box.ringsum(*names, wrap=[need_helper("refuse"), error, calls], io="auto")
            quiet(box, run, wanted, f"{calls} says {error}")


@case
def no_threads(box):
    """a system that gives no further thread"""
    names, wanted = sample(box)
    run = box.ringsum("-j4", *names, wrap=[need_helper("refuse"), "EAGAIN", "clone3"], io="auto")
    box.check(run.rc == 1 or run.out == wanted.encode(), "refused by the kernel: whole or an error", run.notes())
    run = box.ringsum("-j1", *names, wrap=[need_helper("refuse"), "EAGAIN", "clone3"], io="auto")
    quiet(box, run, wanted, "-j1 needs none")


@case
def locked_memory(box):
    """little or no locked memory"""
    names, wanted = sample(box)
    user = None
    if os.geteuid() == 0:
        need_reach(box)
        user = NOBODY
    for limit in (65536, 4096, 0):
        for io in ("auto", "plain"):
            run = box.ringsum(*names, io=io, limits={resource.RLIMIT_MEMLOCK: limit}, uid=user)
            quiet(box, run, wanted, f"{limit} bytes, --io={io}")


@case
def few_descriptors(box):
    """at most 20 open files, and fewer"""
    names, wanted = sample(box)
    for io in ("auto", "plain") if ring_error() else ("auto", "plain", "ring"):
        limits = {resource.RLIMIT_NOFILE: 20}
        quiet(box, box.ringsum(*names, io=io, limits=limits), wanted, "20 files, --io=" + io)
        quiet(box, box.ringsum(*names * 200, io=io, limits=limits), wanted * 200, "800 operands, --io=" + io)
        quiet(box, box.ringsum("-j8", *names * 20, io=io, limits=limits), wanted * 20, "eight workers, --io=" + io)
    run = box.gnu("sha256sum", *names * 50, limits={resource.RLIMIT_NOFILE: 20})
    quiet(box, run, wanted * 50, "under a GNU name")
    box.write("m", wanted * 100)
    quiet(box, box.ringsum("-c", "--quiet", "m", limits={resource.RLIMIT_NOFILE: 20}), "", "-c")
    for n in (4, 5, 6, 7, 8):
        run = box.ringsum(*names, io="auto", limits={resource.RLIMIT_NOFILE: n})
        box.check(run.rc == 0 and run.out == wanted.encode() or run.rc == 1 and b"Too many open files" in run.err
                  or run.rc == 127, "%d: whole, or said so" % n, run.notes())


@case
def no_descriptor_leaks(box):
    """descriptors inherited are left alone, and none of ours reaches anyone"""
    box.standard()
    reading, writing = os.pipe()
    run = box.ringsum("a.bin", pass_fds=[reading, writing])
    quiet(box, run, f"{ABC}  a.bin\n", "with descriptors of others open")
    os.write(writing, b"x")
    box.equal(os.read(reading, 1), b"x", "they still work")
    os.close(reading)
    os.close(writing)


@case
def small_stack(box):
    """a small stack"""
    names, wanted = sample(box)
    run = box.ringsum(*names, limits={resource.RLIMIT_STACK: 256 * 1024})
    quiet(box, run, wanted, "256 KiB")


@case
def one_cpu(box):
    """one CPU"""
    names, wanted = sample(box)
    cpu = min(os.sched_getaffinity(0))
    quiet(box, box.ringsum(*names, cpus=[cpu]), wanted, "of several")


@case
def as_nobody(box):
    """a user without rights and a folder that cannot be written"""
    need_root()
    need_reach(box)
    names, wanted = sample(box)
    os.chmod(".", 0o555)
    for io in ("auto", "plain"):
        quiet(box, box.ringsum(*names, io=io, uid=NOBODY), wanted, "--io=" + io)


@case
def odd_environment(box):
    """an empty environment, and one that libcrypto does not like"""
    box.standard()
    env = need_tool("env")
    quiet(box, box.ringsum("a.bin", "empty", wrap=[env, "-i"]), f"{ABC}  a.bin\n{EMPTY}  empty\n", "env -i")
    box.write("broken.cnf", "openssl_conf = [\n")
    run = box.ringsum("a.bin", env={"OPENSSL_CONF": "broken.cnf"})
    box.check(run.rc == 0 and run.out == f"{ABC}  a.bin\n".encode() or run.rc == 1 and run.out == b"" and run.err,
              "a configuration that cannot be parsed", run.notes())
    box.write("none.cnf", "openssl_conf = a\n[a]\nproviders = p\n[p]\nnull = n\n[n]\nactivate = 1\n")
    run = box.ringsum("a.bin", env={"OPENSSL_CONF": "none.cnf"})
    box.check(run.rc == 1 and run.out == b"" and len(run.err.splitlines()) <= 2,
              "a configuration without digests: one clear line", run.notes())
    for locale in ("C.UTF-8", "POSIX", "nonsense"):
        quiet(box, box.ringsum("a.bin", env={"LC_ALL": locale}), f"{ABC}  a.bin\n", "LC_ALL=" + locale)


if __name__ == "__main__":
    main()
