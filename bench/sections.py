# SPDX-License-Identifier: MIT
"""
What is compared with what. A section is one set of files in one state, and the commands that hash it.
"""
import os
import shutil

import machine
from measure import Command

OTHERS = ["openssl", "sha256sum", "b3sum", "rhash", "hashdeep"]


class Section:
    """
    name, title: as asked for and as printed; files: "large", "many", "small", "hole" or "empty"; state: "warm" or "cold"
    algorithm: in hashlib's spelling; commands: a function from (Tools, FileSet, algorithm) to Commands
    """

    def __init__(self, name, title, files, state, algorithm, commands):
        self.name, self.title, self.files, self.state = name, title, files, state
        self.algorithm, self.commands = algorithm, commands


class Tools:
    """the programs: ours, the helpers, and those of others that are installed"""

    def __init__(self, build):
        self.ringsum = os.path.join(build, "src", "ringsum", "ringsum")
        self.evploop = os.path.join(build, "bench", "evploop")
        self.residency = os.path.join(build, "bench", "residency")
        self.timed = os.path.join(build, "bench", "timed")
        self.others = {tool: shutil.which(tool) for tool in [*OTHERS, "sha1sum"] if shutil.which(tool)}

    def has(self, tool):
        return tool in self.others

    def all(self):
        return [self.ringsum, *(path for tool, path in self.others.items() if tool != "sha1sum")]


def by_others(tools, algorithm):
    """(name, command without files, whether its digests are of this algorithm) for each tool of others"""
    found = []
    if tools.has("openssl"):
        found.append(("openssl dgst", ["openssl", "dgst", "-" + algorithm], True))
    if tools.has(algorithm + "sum"):
        found.append((algorithm + "sum", [algorithm + "sum"], True))
    if tools.has("b3sum") and algorithm == "sha256":
        found.append(("b3sum", ["b3sum"], False))
    if tools.has("rhash"):
        found.append(("rhash", ["rhash", "--" + algorithm], True))
    if tools.has("hashdeep"):
        found.append(("hashdeep", ["hashdeep", "-l", "-c", algorithm], True))
    return found


def ours(tools, algorithm):
    return [tools.ringsum, "-a", algorithm]


def evp(tools, files, algorithm):
    return Command("in-memory EVP", [tools.evploop, algorithm], stdin=files.list_file(), own_clock=True)


def with_arguments(tools, files, algorithm):
    """all names on the command line"""
    names = files.names
    return [
        Command("ringsum", [*ours(tools, algorithm), *names]),
        evp(tools, files, algorithm),
        *(Command(name, [*argv, *names], is_checked=checked) for name, argv, checked in by_others(tools, algorithm)),
    ]


def one_large(tools, files, algorithm):
    """each way of reading beside the one that is chosen, and what telling about it costs"""
    commands = with_arguments(tools, files, algorithm)
    commands[1:1] = [Command("ringsum " + option, [*ours(tools, algorithm), option, *files.names])
                     for option in ("--io=plain", "--io=buffered", "--io=sqpoll", "--stats", "-j1")]
    return commands


def several(tools, files, algorithm):
    """three digests of one file: in one reading, and what libcrypto needs in memory for each"""
    names = ["sha256", "sha1", "md5"]
    commands = [Command("ringsum", [*ours(tools, ",".join(names)), *files.names], is_checked=False),
                Command("ringsum -j1", [*ours(tools, ",".join(names)), "-j1", *files.names], is_checked=False)]
    for name in names:
        command = evp(tools, files, name)
        command.name += " " + name
        command.is_checked = False
        commands.append(command)
    if tools.has("rhash"):
        commands.append(Command("rhash", ["rhash", *("--" + name for name in names), *files.names], is_checked=False))
    if tools.has("hashdeep"):
        commands.append(Command("hashdeep", ["hashdeep", "-c", ",".join(names), *files.names], is_checked=False))
    return commands


def start_up(tools, files, algorithm):
    """one empty file after the other, a process for each"""
    def each(argv):
        return ["xargs", "-0", "-n", "1", *argv]
    stdin = files.list_file()
    return [Command("ringsum", each(ours(tools, algorithm)), stdin=stdin),
            *(Command(name, each(argv), stdin=stdin, is_checked=name in ("openssl dgst", algorithm + "sum"))
              for name, argv, _ in by_others(tools, algorithm)),
            Command("true", each(["true"]), stdin=stdin, is_checked=False)]


def through_pipe(tools, files, algorithm):
    name = files.names[0]
    return [
        Command("ringsum", ours(tools, algorithm), feed=name),
        Command("ringsum --io=plain", [*ours(tools, algorithm), "--io=plain"], feed=name),
        evp(tools, files, algorithm),
        *(Command(tool, argv, feed=name, is_checked=checked) for tool, argv, checked in by_others(tools, algorithm)
          if tool not in ("rhash", "hashdeep")),
    ]


def xargs(files, argv, n_jobs=None):
    """names from a list; with n_jobs, as many commands as that at a time, in shares small enough to keep all busy"""
    share = max(1, min(5000, len(files.names) // (8 * (n_jobs or 1))))
    return ["xargs", "-0", *(["-P", str(n_jobs), "-n", str(share)] if n_jobs else []), *argv]


def many(tools, files, algorithm):
    """on the command line, and for those that use one core, through xargs -P on all of them"""
    n_jobs = machine.n_cpus()
    commands = with_arguments(tools, files, algorithm)
    commands[1:1] = [Command("ringsum -j 1", [*ours(tools, algorithm), "-j", "1", *files.names])]
    for name, argv, _ in by_others(tools, algorithm):
        if name in ("openssl dgst", algorithm + "sum"):
            commands.append(Command("xargs -P%d %s" % (n_jobs, name), xargs(files, argv, n_jobs),
                                    stdin=files.list_file(), is_checked=False))
    return commands


def small(tools, files, algorithm):
    """a list of names, as find -print0 gives it, for each"""
    n_jobs = machine.n_cpus()
    stdin = files.list_file()
    commands = [
        Command("ringsum", [*ours(tools, algorithm), *files.names]),
        Command("ringsum -j 1", [*ours(tools, algorithm), "-j", "1", *files.names]),
        Command("xargs ringsum", xargs(files, ours(tools, algorithm)), stdin=stdin),
        evp(tools, files, algorithm),
    ]
    for name, argv, checked in by_others(tools, algorithm):
        commands.append(Command("xargs " + name, xargs(files, argv), stdin=stdin, is_checked=checked))
        if name in ("openssl dgst", algorithm + "sum"):
            commands.append(Command("xargs -P%d %s" % (n_jobs, name), xargs(files, argv, n_jobs), stdin=stdin,
                                    is_checked=False))
    return commands


def check(tools, files, algorithm):
    """verifying a list, beside hashing the same files"""
    manifest = files.manifest(algorithm)
    commands = [
        Command("ringsum -c", [tools.ringsum, "-c", manifest], is_checked=False),
        Command("ringsum (hashing)", [*ours(tools, algorithm), *files.names]),
        evp(tools, files, algorithm),
    ]
    if tools.has(algorithm + "sum"):
        commands.append(Command(algorithm + "sum -c", [algorithm + "sum", "-c", manifest], is_checked=False))
    if tools.has("b3sum"):
        commands.append(Command("b3sum (hashing)", ["b3sum", *files.names], is_checked=False))
    if tools.has("rhash"):
        commands.append(Command("rhash -c", ["rhash", "--" + algorithm, "-c", manifest], is_checked=False))
    return commands


SECTIONS = [
    Section("one-large-warm", "one large file, warm", "large", "warm", "sha256", one_large),
    Section("one-large-warm-sha1", "one large file, warm, SHA-1", "large", "warm", "sha1", one_large),
    Section("one-large-cold", "one large file, cold", "large", "cold", "sha256", one_large),
    Section("one-hole", "one file that is all hole", "hole", "warm", "sha256", with_arguments),
    Section("several-digests", "SHA-256, SHA-1 and MD5 of one large file, warm", "large", "warm", "sha256", several),
    Section("pipe", "one large file through a pipe", "large", "warm", "sha256", through_pipe),
    Section("many-large-warm", "many large files, warm", "many", "warm", "sha256", many),
    Section("many-large-warm-sha1", "many large files, warm, SHA-1", "many", "warm", "sha1", many),
    Section("many-large-cold", "many large files, cold", "many", "cold", "sha256", many),
    Section("check-many-large", "manifest check of many large files, warm", "many", "warm", "sha256", check),
    Section("small-files", "small files, warm", "small", "warm", "sha256", small),
    Section("small-files-sha1", "small files, warm, SHA-1", "small", "warm", "sha1", small),
    Section("small-files-cold", "small files, cold", "small", "cold", "sha256", small),
    Section("start-up", "a process for each empty file", "empty", "warm", "sha256", start_up),
    Section("check-small-files", "manifest check of small files, warm", "small", "warm", "sha256", check),
]
