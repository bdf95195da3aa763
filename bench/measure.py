# SPDX-License-Identifier: MIT
"""
Running one command and taking its time, without a shell and without this interpreter in the way.
"""
import os
import re
import statistics
import subprocess

LINE = re.compile(r"^(?:(?P<gnu>[0-9a-f]{32,128}) [ *](?P<gnu_name>.*)"
                  r"|[\w/-]+\((?P<dgst_name>.*)\)= (?P<dgst>[0-9a-f]{32,128})"
                  r"|\d+,(?P<deep>[0-9a-f]{32,128}),(?P<deep_name>.*))$")


class Command:
    """
    One of the tools in a section.

    argv: the command; stdin: a file to read it from, or None; feed: a file that is piped into it by cat(1)
    env: more environment; own_clock: it reports its time itself, on standard error
    is_checked: whether its output is digests of the section's algorithm, to be compared
    """

    def __init__(self, name, argv, stdin=None, feed=None, env=None, own_clock=False, is_checked=True):
        self.name, self.argv, self.stdin, self.feed = name, argv, stdin, feed
        self.env, self.own_clock, self.is_checked = env or {}, own_clock, is_checked


class Failed(Exception):
    """a command failed or gave a wrong digest"""


def source_of(command, folder):
    """(descriptor for standard input, process that feeds it or None)"""
    if command.feed:
        reading, writing = os.pipe()
        feeder = subprocess.Popen(["cat", command.feed], stdin=subprocess.DEVNULL, stdout=writing, cwd=folder)
        os.close(writing)
        return reading, feeder
    return os.open(command.stdin or os.devnull, os.O_RDONLY), None


def run(command, folder, timed):
    """one run: (sample, output); the sample is {wall, user, system, peak_kib}"""
    report, report_end = os.pipe()
    stdin, feeder = source_of(command, folder)
    with open(os.path.join(folder, ".out"), "w+b") as out, open(os.path.join(folder, ".err"), "w+b") as err:
        child = subprocess.Popen([timed, str(report_end), *command.argv], stdin=stdin, stdout=out, stderr=err,
                                 cwd=folder, pass_fds=[report_end], env={**os.environ, "LC_ALL": "C", **command.env})
        os.close(report_end)
        os.close(stdin)
        with open(report, encoding="ascii") as pipe:
            words = pipe.read().split()
        child.wait()
        if feeder:
            feeder.wait()
        out.seek(0)
        err.seek(0)
        output, errors = out.read(), err.read()
    if len(words) != 5 or words[4] != "0":
        raise Failed("%s failed: %s" % (command.name, errors.decode(errors="replace").strip()[-300:]))
    sample = dict(zip(("wall", "user", "system"), map(float, words)), peak_kib=int(words[3]))
    if command.own_clock:
        wall, cpu, _ = map(float, errors.split())
        sample.update(wall=wall, user=cpu, system=0.0)
    return sample, output


def digests_in(output):
    """{name: digest} from what any of the tools prints"""
    found = {}
    for line in output.decode(errors="surrogateescape").splitlines():
        match = LINE.match(line)
        if match:
            name = match["gnu_name"] or match["dgst_name"] or match["deep_name"]
            found[os.path.normpath(name)] = match["gnu"] or match["dgst"] or match["deep"]
    return found


def check(command, output, wanted):
    """that the digests are right: a fast wrong one is worth nothing"""
    got = digests_in(output)
    if command.feed:
        got = dict.fromkeys(wanted, next(iter(got.values()), None)) if len(got) == 1 else {}
    wrong = [name for name, digest in wanted.items() if got.get(name) != digest]
    if wrong:
        raise Failed("%s gives a wrong digest, or none, for %d files; the first: %s: %s instead of %s"
                     % (command.name, len(wrong), wrong[0], got.get(wrong[0]), wanted[wrong[0]]))


def summary(samples):
    """medians over the rounds"""
    def median(key):
        return statistics.median(sample[key] for sample in samples)
    walls = [sample["wall"] for sample in samples]
    return {
        "wall": median("wall"), "wall_min": min(walls), "wall_max": max(walls),
        "cpu": statistics.median(sample["user"] + sample["system"] for sample in samples),
        "peak_kib": max(sample["peak_kib"] for sample in samples),
    }
