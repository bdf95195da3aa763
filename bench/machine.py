# SPDX-License-Identifier: MIT
"""
What the benchmark runs on: processor, kernel, file system, free space and memory, versions of the tools.
"""
import os
import platform
import re
import shutil
import subprocess
import sys

IN_MEMORY = {"tmpfs", "ramfs", "hugetlbfs"}
VERSION_ARGS = {"openssl": ["version"], "hashdeep": ["-V"]}
MIB = 1 << 20


def stop(message):
    """the benchmark cannot go on: one line, exit 2"""
    sys.exit("bench: " + message)


def n_cpus():
    return len(os.sched_getaffinity(0))


def mount_of(path):
    """(mount point, file system) that holds a path: the last of the longest that lead to it"""
    best = ("/", "unknown")
    with open("/proc/self/mountinfo", encoding="utf-8") as file:
        for line in file:
            left, right = line.split(" - ", 1)
            point = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code.group(1), 8)), left.split()[4])
            inside = path == point or path.startswith(point.rstrip("/") + "/")
            if inside and len(point) >= len(best[0]):
                best = (point, right.split()[0])
    return best


def check_folder(path):
    """the file system of a folder; it must have a disk behind it, or nothing is ever cold"""
    point, kind = mount_of(os.path.realpath(path))
    if kind in IN_MEMORY:
        stop("%s is on %s (%s), which is memory and no file system of a disk; set RINGSUM_BENCH_DIR to a folder on one"
             % (path, kind, point))
    return kind


def check_space(path, n_bytes):
    free = shutil.disk_usage(path).free
    if free < n_bytes * 1.05 + 64 * MIB:
        stop("%s has %d MiB free, the files take %d MiB; see --size, --files, --file-size and --small-files"
             % (path, free // MIB, n_bytes // MIB))


def available_memory():
    """bytes that the page cache could have"""
    with open("/proc/meminfo", encoding="ascii") as file:
        return int(re.search(r"MemAvailable:\s+(\d+)", file.read()).group(1)) * 1024


def cpu_model():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    model = re.search(r"^(?:model name|Model|Hardware)\s*:\s*(.+)$", text, re.M)
    flags = re.search(r"^(?:flags|Features)\s*:\s*(.+)$", text, re.M)
    known = {"sha_ni", "avx2", "avx512f", "avx512bw", "sha1", "sha2", "sha512"}
    return (model.group(1) if model else platform.machine(),
            sorted(known & set(flags.group(1).split())) if flags else [])


def version_of(tool):
    run = subprocess.run([tool, *VERSION_ARGS.get(os.path.basename(tool), ["--version"])], stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    lines = run.stdout.strip().splitlines()
    return lines[0] if lines else "unknown"


def describe(folder, tools):
    """everything that a figure needs to be understood later"""
    model, features = cpu_model()
    with open("/proc/meminfo", encoding="ascii") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read()).group(1)) // 1024
    return {
        "cpu": model,
        "cpu_features": features,
        "cpus": n_cpus(),
        "memory_mib": memory,
        "kernel": platform.release(),
        "file_system": mount_of(os.path.realpath(folder))[1],
        "versions": {os.path.basename(tool): version_of(tool) for tool in tools},
    }


def show(about):
    print("machine   %s, %d CPUs (%s), %d MiB" % (about["cpu"], about["cpus"], " ".join(about["cpu_features"]) or "-",
                                                  about["memory_mib"]))
    print("system    Linux %s, files on %s" % (about["kernel"], about["file_system"]))
    for tool, version in about["versions"].items():
        print("%-9s %s" % (tool, version))
