#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
The benchmark: ours beside others, on the same files, in turns, with the files known to be in memory or known not to be.

./dev bench runs it on a release build. It never fails for being slow; it fails when a digest is wrong.
"""
import argparse
import json
import os
import re
import resource
import signal
import sys
import time

import files
import machine
import measure
import report
from sections import SECTIONS, Tools

RETRIES = 3


def size(text):
    match = re.fullmatch(r"(\d+)([KMGT]?)", text.upper())
    if not match:
        raise argparse.ArgumentTypeError("a number with K, M, G or T behind it")
    return int(match[1]) << " KMGT".index(match[2] or " ") * 10


def arguments():
    parser = argparse.ArgumentParser(prog="./dev bench", description="Compare ringsum with others.",
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="sections:\n" + "".join("  %-22s %s\n" % (section.name, section.title)
                                                                    for section in SECTIONS))
    parser.add_argument("section", nargs="*", help="what to measure, by name or its beginning; all without any")
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each command, in turns (default 5)")
    parser.add_argument("--size", type=size, default=size("4G"), help="of the one large file (default 4G)")
    parser.add_argument("--files", type=int, default=32, help="how many large files (default 32)")
    parser.add_argument("--file-size", type=size, default=size("128M"), help="of each of them (default 128M)")
    parser.add_argument("--small-files", type=int, default=100000, help="how many small files (default 100000)")
    parser.add_argument("--small-size", type=size, default=size("4K"), help="of each of them (default 4K)")
    parser.add_argument("--only", metavar="TEXT", action="append",
                        help="only commands whose name holds TEXT, and ringsum and in-memory EVP; may be repeated")
    parser.add_argument("--with-env", metavar="NAME=VALUE", action="append", default=[],
                        help="ringsum once more with this in its environment, beside itself; may be repeated")
    parser.add_argument("--json", metavar="FILE", help="write every sample there")
    parser.add_argument("--keep", action="store_true", help="leave the files for the next run")
    options = parser.parse_args()
    if min(options.rounds, options.files, options.small_files, options.size, options.file_size,
           options.small_size) < 1:
        parser.error("numbers start at 1")
    return options


def chosen_sections(wanted):
    """by name, or all whose names begin so, in the order of the table"""
    chosen = set()
    for word in wanted:
        found = [section.name for section in SECTIONS if section.name.startswith(word)]
        if not found:
            machine.stop("no section %s; see --help" % word)
        chosen.update([word] if word in found else found)
    return [section for section in SECTIONS if not wanted or section.name in chosen]


def file_sets(options, folder, tools):
    def one(kind, names, file_len, make=files.FileSet):
        return make(os.path.join(folder, kind), names, file_len, tools.residency)
    return {
        "large": one("large", ["large.bin"], options.size),
        "many": one("many", ["%02d.bin" % number for number in range(options.files)], options.file_size),
        "small": one("small", files.tree_names(options.small_files), options.small_size),
        "hole": one("hole", ["hole"], options.size * 5 // 4, files.HoleSet),
        "empty": one("empty", files.tree_names(200), 0),
    }


def commands_of(section, options, tools, file_set):
    commands = section.commands(tools, file_set, section.algorithm)
    for setting in options.with_env:
        name, _, value = setting.partition("=")
        commands += [measure.Command("%s, %s" % (command.name, setting), command.argv, command.stdin, command.feed,
                                     {name: value}, command.own_clock, command.is_checked)
                     for command in commands if command.name in ("ringsum", "ringsum -c", "in-memory EVP")]
    if options.only:
        commands = [command for command in commands if command.name.startswith(("ringsum", "in-memory"))
                    or any(text in command.name for text in options.only)]
    return commands


def one_sample(command, section, file_set, timed):
    """a run that began with the files in the right state and, when warm, ended so"""
    for _ in range(RETRIES):
        file_set.settle(section.state)
        sample, output = measure.run(command, file_set.folder, timed)
        if section.state == "cold" or file_set.is_warm():
            break
    else:
        raise files.State("the kernel drops the files while they are read")
    if command.is_checked:
        measure.check(command, output, file_set.digests(section.algorithm))
    return sample


def run_section(section, options, tools, file_set):
    """{command name: samples}; each round begins with another command, so that none has a fixed place"""
    commands = commands_of(section, options, tools, file_set)
    samples = {command.name: [] for command in commands}
    for round_number in range(options.rounds):
        first = round_number % len(commands)
        for command in commands[first:] + commands[:first]:
            if sys.stderr.isatty():
                print("\r\033[K%s: round %d, %s" % (section.name, round_number + 1, command.name), end="",
                      file=sys.stderr, flush=True)
            samples[command.name].append(one_sample(command, section, file_set, tools.timed))
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return samples


def run_all(sections, options, tools, folder):
    sets = file_sets(options, folder, tools)
    results = []
    try:
        for number, section in enumerate(sections):
            file_set = sets[section.files]
            file_set.make()
            try:
                file_set.check_memory()
                samples = run_section(section, options, tools, file_set)
                results.append(report.show(section, file_set, samples))
            except files.State as why:
                print("\n== %s: left out, %s ==" % (section.title, why))
            if not options.keep and all(later.files != section.files for later in sections[number + 1:]):
                file_set.remove()
    finally:
        if not options.keep:
            for file_set in sets.values():
                file_set.remove()
    return results


def allow_long_command_lines():
    """a hundred thousand names are more than the usual quarter of an 8 MiB stack"""
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = 64 << 20
    if soft != resource.RLIM_INFINITY and soft < wanted and (hard == resource.RLIM_INFINITY or hard >= wanted):
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))


def main():
    options = arguments()
    sections = chosen_sections(options.section)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.stdout.reconfigure(line_buffering=True)
    folder = os.environ.get("RINGSUM_BENCH_DIR") or os.path.join(options.build, "files")
    os.makedirs(folder, exist_ok=True)
    machine.check_folder(folder)
    allow_long_command_lines()
    tools = Tools(os.path.abspath(options.build))
    about = machine.describe(folder, tools.all())
    machine.show(about)
    try:
        results = run_all(sections, options, tools, os.path.abspath(folder))
    except measure.Failed as why:
        sys.exit("bench: " + str(why))
    except KeyboardInterrupt:
        sys.exit(130)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": about,
                       "rounds": options.rounds, "sections": results}, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
