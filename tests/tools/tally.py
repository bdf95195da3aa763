#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Counts what a run of meson test did, case by case.

    tally.py MESON_LOGS

Prints "PASSED FAILED SKIPPED". A program that crashed, ran out of time or ended wrongly counts as a failure even where
all the cases that it still told of were good. No case at all is one failure.
"""
import glob
import json
import os
import sys
import xml.etree.ElementTree as ElementTree

BAD = {"FAIL", "ERROR", "TIMEOUT", "INTERRUPT", "UNEXPECTEDPASS"}


def cases_of(path):
    """(suite, case, state) of each test case in a JUnit file"""
    for suite in ElementTree.parse(path).getroot():
        for case in suite.findall("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                state = "failed"
            else:
                state = "skipped" if case.find("skipped") is not None else "passed"
            yield suite.get("name"), case.get("name"), state


def bad_programs(path):
    """names of the test programs that did not end well"""
    with open(path, encoding="utf-8", errors="replace") as file:
        results = [json.loads(line) for line in file]
    return [result["name"] for result in results if result["result"] in BAD]


def is_of(program, suite, case):
    """whether a case belongs to a program: programs that tell of their cases have a suite, others are a case"""
    return suite.endswith("." + program) or case == program


def main():
    logs = sys.argv[1]
    bad = [name for path in glob.glob(os.path.join(logs, "testlog*.json")) for name in bad_programs(path)]
    counts = dict.fromkeys(("passed", "failed", "skipped"), 0)
    failed = []
    for path in sorted(glob.glob(os.path.join(logs, "testlog*.junit.xml"))):
        for suite, case, state in cases_of(path):
            if case in bad:
                state = "failed"  # JUnit files have no word for a program that took too long
            counts[state] += 1
            if state == "failed":
                failed.append((suite, case))
    for program in bad:
        if not any(is_of(program, suite, case) for suite, case in failed):
            failed.append((program, "ended wrongly"))
            counts["failed"] += 1
    if not sum(counts.values()):
        failed.append((logs, "no test was run"))
        counts["failed"] += 1
    for suite, case in failed:
        print("failed: %s: %s" % (suite, case), file=sys.stderr)
    print(counts["passed"], counts["failed"], counts["skipped"])


if __name__ == "__main__":
    main()
