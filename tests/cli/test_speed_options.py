# SPDX-License-Identifier: MIT
"""Options of ringspeed: what is refused and how, and that none is taken and ignored."""
import json
import os
import re

import harness
from harness import case
from speed import read, read_table, refused, speed

ONE = ["-seconds", "0.01", "-bytes", "64"]


@case
def numbers(box):
    """numbers that are none, or out of range"""
    for word in ("0", "-1", "nan", "inf", "1e3", "0x1", "", "1s", "1,5", "99999999", ".", "1.2.3"):
        refused(box, "-seconds %r" % word, "-seconds", word, "md5", says="-seconds: ")
    refused(box, "a run below 10 ms", "-seconds", "0.009", "md5", says="0.009 is below 0.01, and shorter runs say nothing")
    for word in ("0", "-1", "2147483648", "x", "", "99999999999999999999"):
        refused(box, "-bytes %r" % word, "-bytes", word, "md5", says="-bytes: ")
        refused(box, "-multi %r" % word, "-multi", word, "md5", says="-multi: ")
    for word in ("64", "-1", "x", ""):
        refused(box, "-misalign %r" % word, "-misalign", word, "md5", says="-misalign: ")


@case
def digests(box):
    """digests that do not exist"""
    for words in (["nope"], ["md5", "nope"], ["-evp", "nope"], ["-hmac", "nope"], ["rsa2048"], ["aes-128-cbc"], [""],
                  ["x" * 5000], ["-api", "lanes", "nope"], ["-multi", "2", "nope"], ["-json", "nope"]):
        run = speed(box, *ONE, *words)
        box.check(run.rc == 1 and run.out == b"" and b"digest" in run.err, " ".join(words)[:30], run.notes())
    run = speed(box, *ONE, "\033[31m")
    box.check(run.rc == 1 and b"\033" not in run.err, "no escape reaches the terminal", run.notes())
    run = speed(box, *ONE, "-cpu", "native", "nope")
    box.check(run.rc == 1 and b"no such digest" in run.err, "-cpu", run.notes())
    run = speed(box, *ONE, "-elapsed", "SHA2-256", "Sha1")
    box.equal(list(read(box, read_table, run.out, "a table")), ["SHA2-256", "Sha1"], "any spelling that libcrypto knows")


@case
def words(box):
    """words that mean nothing"""
    refused(box, "unknown option", "-bogus", "md5", says="unknown option")
    refused(box, "ciphers' options", "-decrypt", "md5", says="unknown option")
    for word in ("x", "", "evp,", ",evp", "EVP", "evp,,fetch"):
        refused(box, "-api %r" % word, "-api", word, "md5", says="-api: ")
    for word in ("x", "native,", ",", "native,x", "NATIVE", ",".join(["native"] * 9)):
        refused(box, "-cpu %r" % word, "-cpu", word, "md5", says="-cpu: ")
    for option in ("-seconds", "-bytes", "-evp", "-hmac", "-multi", "-misalign", "-api", "-cpu", "-plot", "-vs", "-rounds",
                   "-file", "-compare"):
        refused(box, option + " at the end", "md5", option, says=option + " needs")
    refused(box, "a value for a flag", "-mr=1", "md5", says="takes no argument")


@case
def together(box):
    """what does not go together"""
    box.write("a")
    for line in ("-mr -json md5", "-csv -mr md5", "-json -csv md5", "-vs openssl md5", "-warm md5", "-cold md5",
                 "-rounds 2 md5", "-file a -seconds 1", "-file a -mr", "-file a -plot x.svg", "-file a -hmac md5",
                 "-file a -api evp", "-file a -cpu native", "-file a -multi 2", "-file a -mlock", "-file a -misalign 1",
                 "-compare a a -seconds 1", "-compare a a md5", "-compare a -mr", "-compare a a -file a",
                 "-cpu native -mr md5", "-plot - -json md5", "-plot - -csv md5", "-plot x.pdf md5"):
        refused(box, line, *line.split())
    box.check(not os.path.exists("x.svg"), "nothing is written")


@case
def spellings(box):
    """one dash or two, with = or without"""
    for line in ("-seconds 0.01 -bytes 64 -elapsed md5", "--seconds 0.01 --bytes 64 --elapsed md5",
                 "-seconds=0.01 -bytes=64 -elapsed -evp=md5", "md5 -elapsed --bytes=64 --seconds=.01"):
        run = speed(box, *line.split())
        box.equal(list(read(box, read_table, run.out, "a table")), ["md5"], line)
    run = speed(box, "-seconds", "0.01", "-bytes", "1K", "-elapsed", "md5")
    box.equal(read(box, read_table, run.out, "a table")["md5"].keys(), {1024}, "-bytes 1K")


@case
def memory(box):
    """-misalign, -mlock, and blocks that are too large"""
    for n in ("0", "1", "63"):
        box.rc(speed(box, *ONE, "-misalign", n, "md5", "-api", "evp,lanes"), 0, "-misalign " + n)
    run = speed(box, *ONE, "-mlock", "md5")
    box.check(run.rc == 0 or (run.rc == 1 and b"-mlock: memory cannot be locked" in run.err), "-mlock", run.notes())
    run = speed(box, "-seconds", "0.01", "-bytes", "2147483647", "-api", "lanes", "md5")
    if os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE") < 16 * 2147483647 * 2:
        box.check(run.rc == 1 and b"do not fit into memory" in run.err and run.out == b"", "16 times 2 GiB", run.notes())


@case
def output(box):
    """output that is lost"""
    for form in ([], ["-json"], ["-csv"], ["-mr"], ["-help"], ["-version"], ["-multi", "2"], ["-plot", "-"]):
        run = speed(box, *ONE, *form, "md5", stdout=os.open("/dev/full", os.O_WRONLY))
        box.rc(run, 1, "a full disk: " + " ".join(form))
        box.err(run, "ringspeed: write error")
    run = speed(box, *ONE, "md5", closed=(1,))
    box.rc(run, 1, "no standard output")


@case
def about(box):
    """-help and -version"""
    run = speed(box, "-help")
    box.check(run.rc == 0 and not run.err, "-help", run.notes())
    text = run.out.decode()
    box.check(max(map(len, text.splitlines())) <= 84 and text.count("\n") <= 60, "fits a screen")
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "man", "ringspeed.1")
    with open(page, encoding="utf-8") as file:
        manual = file.read()
    for option in ("help", "version", "evp", "hmac", "seconds", "bytes", "elapsed", "multi", "misalign", "mlock", "mr", "api",
                   "cpu", "csv", "json", "plot", "file", "vs", "warm", "cold", "rounds", "compare"):
        box.check(re.search(r"(^|[\s,])-%s(?![\w-])" % option, text), "-help tells of -" + option)
        box.check(re.search(r"\.It .*Fl %s\b" % option, manual), "the manual tells of -" + option)
    run = speed(box, "-version")
    box.check(run.rc == 0 and re.match(rb"ringspeed \d+\.\d+", run.out) and b"libcrypto: OpenSSL" in run.out, "-version",
              run.notes())


@case
def locale(box):
    """the locale changes nothing"""
    for name in ("C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8"):
        run = speed(box, *ONE, "-json", "md5", env={"LC_ALL": name})
        box.check(run.rc == 0 and json.loads(run.out)["runs"], name, run.notes())


@case
def ended(box):
    """a process of -multi or -cpu that cannot do its work"""
    run = speed(box, *ONE, "-multi", "2", "-mlock", "md5", limits={harness.resource.RLIMIT_MEMLOCK: 4096}, uid=harness.NOBODY)
    if run.rc == 0:
        raise harness.Skip("memory can be locked in spite of the limit")
    box.check(run.rc == 1 and b"-mlock: memory cannot be locked" in run.err, "-multi", run.notes())
    run = speed(box, *ONE, "-cpu", "native", "-mlock", "md5", limits={harness.resource.RLIMIT_MEMLOCK: 4096},
                uid=harness.NOBODY)
    box.check(run.rc == 1 and b"-cpu: the run for native has failed" in run.err and run.out == b"", "-cpu", run.notes())


if __name__ == "__main__":
    harness.main()
