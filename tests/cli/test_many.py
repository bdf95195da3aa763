# SPDX-License-Identifier: MIT
"""Many files and long lists: order, descriptors, memory."""
import hashlib
import os
import random
import resource
import subprocess

from harness import ABC, ZEROS, case, main, need_tool, tool_output


def two_cpus():
    """memory grows with the workers, so it is measured with at most two"""
    return sorted(os.sched_getaffinity(0))[:2]


@case
def very_different_sizes(box):
    """results are in operand order, whatever finishes first"""
    sizes = [30000001, 0, 3, 70001, 1, 5000, 20000001, 64, 63, 65, 1048577, 12, 4096, 8388608, 0, 2]
    digests = [box.write_random(f"f{i}", size, seed=i) for i, size in enumerate(sizes)]
    names = [f"f{i}" for i in range(len(sizes))]
    orders = [list(range(len(sizes)))] + [random.Random(seed).choices(range(len(sizes)), k=60) for seed in range(6)]
    for n, order in enumerate(orders):
        wanted = "".join(f"{digests[i]}  {names[i]}\n" for i in order)
        for jobs in ("-j1", "-j2", "-j7"):
            run = box.ringsum(jobs, *[names[i] for i in order])
            box.check(run.rc == 0 and run.out == wanted.encode(), f"order {n}, {jobs}", run.notes())
        box.write("m", wanted)
        run = box.ringsum("-c", "m")
        box.check(run.rc == 0 and run.lines() == [f"{names[i]}: OK".encode() for i in order], f"order {n}, -c",
                  run.notes())


@case
def errors_keep_their_place(box):
    """in a list, what fails is reported where it stands"""
    box.write("a")
    large = box.write_random("large", 9000001)
    kinds = [(f"{ABC}  a\n", "a: OK"), (f"{ZEROS}  a\n", "a: FAILED"), (f"{ABC}  nope\n", "nope: FAILED open or read"),
             (f"{large}  large\n", "large: OK"), (f"{ABC}  .\n", ".: FAILED open or read"),
             (f"{ZEROS}  large\n", "large: FAILED")]
    chosen = random.Random(5).choices(kinds, k=120)
    box.write("m", "".join(line for line, _ in chosen))
    for jobs in ("-j1", "-j2", "-j5"):
        run = box.ringsum("-c", jobs, "m")
        box.rc(run, 1, jobs)
        box.equal(run.lines(), [status.encode() for _, status in chosen], "the order of the list, " + jobs)


@case
def small_files(box):
    """5,000 small files"""
    os.mkdir("s")
    draw = random.Random(9)
    names = []
    for i in range(5000):
        names.append(f"s/{i}")
        size = draw.choice((0, 1, 55, 56, 63, 64, 100, 119, 120, 4096, draw.randrange(9000)))
        box.write(names[-1], draw.randbytes(size))
    wanted = tool_output([need_tool("sha256sum"), *names])
    box.write("m", wanted)
    for jobs in ("-j1", "-j2", "-j9"):
        run = box.ringsum(jobs, *names)
        box.check(run.rc == 0 and run.out == wanted, "the same as sha256sum, " + jobs, run.notes())
        run = box.ringsum(jobs, "-c", "--quiet", "m")
        box.check(run.rc == 0 and run.out == run.err == b"", "checked, " + jobs, run.notes())
    for name in ("sha1", "sha512", "md5"):
        wanted = tool_output([name + "sum", *names[:1000]])
        run = box.ringsum("-a", name, *names[:1000])
        box.check(run.rc == 0 and run.out == wanted, name, run.notes())
    os.unlink("s/77")
    box.write("s/4321", "changed")
    run = box.ringsum("-c", "--quiet", "m")
    box.check(run.rc == 1 and run.lines() == [b"s/77: FAILED open or read", b"s/4321: FAILED"], "one gone, one changed",
              run.notes())
    box.in_memory(64, "memory for 5,000 files", *names, cpus=two_cpus())


@case
def long_list(box):
    """300,000 entries: flat memory, few descriptors, nothing overlooked"""
    box.write("a.bin")
    line = f"{ABC}  a.bin\n".encode()
    with open("m", "wb") as file:
        for _ in range(300):
            file.write(line * 1000)
    run = box.in_memory(48, "memory", "-c", "--quiet", "m", cpus=two_cpus(), limits={resource.RLIMIT_NOFILE: 64})
    box.check(run.rc == 0 and run.out == run.err == b"", "all verified with 64 open files", run.notes())
    run = box.ringsum("-c", "--quiet", "m", cpus=two_cpus(), limits={resource.RLIMIT_NOFILE: 20})
    box.check(run.rc == 0 and run.out == run.err == b"", "and with 20", run.notes())
    with open("m", "r+b") as file:
        file.seek(-len(line), os.SEEK_END)
        file.write(ZEROS.encode())
    run = box.ringsum("-c", "--quiet", "m")
    box.check(run.rc == 1 and run.out == b"a.bin: FAILED\n", "the last one is bad", run.notes())
    with open("m", "rb") as file:
        run = box.gnu("sha256sum", "-c", "--status", stdin=file)
    box.rc(run, 1, "under a GNU name, from stdin")


@case
def overlong_lines(box):
    """lines that are far too long: malformed, or a comment, in flat memory"""
    box.write("a.bin")
    with open("iso", "wb") as file:
        file.truncate(200 << 20)
    with open("comment", "wb") as file:
        file.write(b"#")
        for _ in range(200):
            file.write(b"x" * 1000000)
        file.write(f"\n{ABC}  a.bin\n".encode())
    for name in ("iso", "comment"):
        for program in ("ringsum", "sha256sum"):
            run = box.in_memory(32, f"{program}, {name}, memory", "-c", name, program=program)
            if name == "iso":
                box.rc(run, 1, f"{program} -c of an image")
            else:
                box.verified(run, 1, f"{program} -c behind an overlong comment")
    box.write("m", f"{ABC}  {'n' * 5000}\n{ABC}  a.bin\n")
    run = box.ringsum("-c", "m")
    box.rc(run, 1, "a name that no file can have")
    box.has_line(run, "a.bin: OK")
    for size in (65535 - 68, 65536, 65537, 70000, 200000):
        box.write("m", f"{ABC}  {'n' * size}\n{ABC}  a.bin\n")
        run = box.ringsum("-c", "m")
        box.check(run.rc == 1 and run.ok_names() == [b"a.bin"], f"a name of {size} bytes", run.notes())
        box.write("m", f"{ABC}  {'./' * (size // 2)}a.bin\n")
        box.closed(box.ringsum("-c", "m"), ["./" * (size // 2) + "a.bin"], f"a path of {size} bytes")


@case
def small_memory_for_large_files(box):
    """memory does not grow with the size of a file"""
    with open("f", "wb") as file:
        file.write(os.urandom(1 << 20) * 100)
    box.in_memory(32, "one file", "f", cpus=two_cpus())
    box.in_memory(64, "eight times", *["f"] * 8, cpus=two_cpus())
    with subprocess.Popen(["cat", "f"], stdout=subprocess.PIPE) as cat:
        run = box.in_memory(32, "a pipe", stdin=cat.stdout, cpus=two_cpus())
    with open("f", "rb") as file:
        box.equal(run.out.split()[0].decode(), hashlib.file_digest(file, "sha256").hexdigest(), "the pipe's digest")


@case
def the_same_output_for_any_number_of_workers(box):
    """-j changes nothing that is printed"""
    for i in range(200):
        box.write(f"{i:03}", b"x" * (i * i))
    names = [f"{i:03}" for i in range(0, 220)]
    runs = [box.ringsum("-j", str(n), *names) for n in (1, 2, 3, 16)]
    for run in runs:
        is_same = (run.rc, run.out, run.err) == (runs[0].rc, runs[0].out, runs[0].err)
        box.check(is_same, " ".join(run.argv[2:4]), run.notes())
    for value in ("0", "x", "-1", "", "99999999999", "1x"):
        box.refused(box.ringsum("-j", value, "000"), "-j " + repr(value))


if __name__ == "__main__":
    main()
