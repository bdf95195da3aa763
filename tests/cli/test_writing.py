# SPDX-License-Identifier: MIT
"""--layout: what is written is what the tools that own the layout write, and it reads back."""
import base64
import hashlib
import os
import subprocess

from harness import ABC, EMPTY, Skip, case, main, need_tool, tool_output
from samples import ODD, SUMS, b64


def layout(box, word, *args):
    return box.ringsum("--layout=" + word, *args)


@case
def lines(box):
    """one line of each layout"""
    box.standard()
    for word, wanted in (("gnu", f"{ABC}  a.bin\n"), ("bsd", f"SHA256 (a.bin) = {ABC}\n"),
                         ("openssl", f"SHA2-256(a.bin)= {ABC}\n"), ("openssl1", f"SHA256(a.bin)= {ABC}\n"),
                         ("sri", f"sha256-{b64(ABC)}  a.bin\n"), ("hex", f"{ABC}\n")):
        run = layout(box, word, "a.bin")
        box.check(run.rc == 0 and run.out == wanted.encode(), word, [wanted, *run.notes()])
    box.equal(layout(box, "bsd", "a.bin").out, box.ringsum("--tag", "a.bin").out, "--tag is bsd")
    box.out(layout(box, "hex", "a.bin", "empty"), f"{ABC}\n{EMPTY}\n", "hex of two")
    box.out(layout(box, "hex", "-a", "md5", "a.bin"), SUMS["md5"] + "\n", "hex of MD5")
    run = layout(box, "hashdeep", "a.bin", "b c.bin", "empty")
    box.rc(run, 0)
    rows = [row for row in run.lines() if not row.startswith(b"#")]
    box.equal(rows, [b"%%%% HASHDEEP-1.0", b"%%%% size,sha256,filename", f"3,{ABC},a.bin".encode(),
                     f"3,{ABC},b c.bin".encode(), f"0,{EMPTY},empty".encode()], "hashdeep, with one header")
    for args in (["--layout=bsd", "-c", "a.bin"], ["--layout=", "a.bin"], ["--layout=gpg", "a.bin"],
                 ["--layout=certutil", "a.bin"]):
        box.refused(box.ringsum(*args), " ".join(args))


@case
def like_openssl(box):
    """the OpenSSL layouts, against openssl dgst"""
    openssl = need_tool("openssl")
    box.standard()
    for name in ("sha1", "sha224", "sha256", "sha384", "sha512", "md5", "sha3-256", "sha512-256", "blake2b512",
                 "blake2s256", "sm3", "ripemd160"):
        there = subprocess.run([openssl, "dgst", "-" + name, "a.bin", "b c.bin"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, check=False)
        if there.returncode:
            box.skip(name, "openssl refuses it")
            continue
        box.out(layout(box, "openssl", "-a", name, "a.bin", "b c.bin"), there.stdout, name)
    wanted = tool_output([openssl, "dgst", "a.bin", "b c.bin"])
    if wanted.startswith(b"SHA256("):
        box.out(layout(box, "openssl1", "a.bin", "b c.bin"), wanted, "openssl1 is openssl dgst without an option")


@case
def like_coreutils(box):
    """tags, against cksum and sha256sum"""
    box.standard()
    tool = need_tool("cksum")
    for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sm3", "blake2b"):
        try:
            wanted = tool_output([tool, "-a", name, "a.bin", "b c.bin"])
        except subprocess.CalledProcessError:
            box.skip(name, "cksum has it not")
            continue
        ours = "blake2b512" if name == "blake2b" else name
        box.out(box.ringsum("--tag", "-a", ours, "a.bin", "b c.bin"), wanted, name)


@case
def hashdeep_reads_ours(box):
    """hashdeep's audit accepts what --layout=hashdeep writes"""
    tool = need_tool("hashdeep")
    box.standard()
    box.write("m", layout(box, "hashdeep", "a.bin", "b c.bin", "empty").out)
    for change, wanted in ((None, 0), ("abd", 1)):
        if change:
            box.write("a.bin", change)
        run = box.run([tool, "-a", "-l", "-k", "m", "a.bin", "b c.bin", "empty"])
        box.check((run.rc == 0) == (wanted == 0), "audit of %s" % (change or "what was hashed"), run.notes())


@case
def round_trips(box):
    """every layout and every odd name: written so that it reads back, or an error for that file"""
    names = ODD
    for name in names:
        box.write(name)
    for word in ("gnu", "bsd", "openssl", "openssl1", "hashdeep", "sri"):
        refused = []
        for name in names:
            run = layout(box, word, "--", name)
            if run.rc:
                refused.append(name)
                box.check(run.rc == 1 and ABC.encode() not in run.out and run.err,
                          "%s cannot carry %r" % (word, name[:20]), run.notes())
                continue
            box.write("m", run.out)
            run = box.ringsum("-c", "m")
            box.verified(run, 1, "%s of %r" % (word, name[:20]))
        if word in ("gnu", "bsd"):
            box.equal(refused, [], word + " carries every name")
        else:
            box.check(all(set(name) & set(b"\n\r\\ ") or name != name.strip() for name in refused),
                      word + " carries every plain name", [refused])
        run = layout(box, word, "--", *names)
        box.rc(run, 1 if refused else 0, word)
        box.write("m", run.out)
        box.verified(box.ringsum("-c", "m"), len(names) - len(refused), word + ", all in one list")


@case
def newline_in_openssl(box):
    """a newline in OpenSSL's layout: an error for that file, and the others go on"""
    box.standard()
    box.write("x\ny")
    for word in ("openssl", "openssl1"):
        run = layout(box, word, "a.bin", "x\ny", "empty")
        box.rc(run, 1, word)
        box.equal(len(run.lines()), 2, "two whole lines")
        box.check(run.out.endswith(f"(empty)= {EMPTY}\n".encode()), "the file behind it", run.notes())
        box.err(run, r"'x'\$'\\n''y'")


@case
def every_algorithm_reads_back(box):
    """tags of every digest that libcrypto offers read back"""
    openssl = need_tool("openssl")
    box.standard()
    listing = tool_output([openssl, "list", "-digest-algorithms"]).decode()
    names = {line.split("=>")[-1].strip() for line in listing.split("Provided:")[0].splitlines()[1:]}
    names = sorted(name for name in names if not name.upper().startswith("SHAKE"))
    if not names:
        raise Skip("openssl lists none")
    for name in names:
        for word in ("bsd", "openssl", "openssl1"):
            run = layout(box, word, "-a", name, "a.bin", "b c.bin")
            if run.rc:
                box.check(b"a.bin" not in run.out, f"{word} refuses {name} whole", run.notes())
                continue
            box.write("m", run.out)
            box.verified(box.ringsum("-c", "m"), 2, f"{word} of {name}")
            os.rename("a.bin", "kept")
            box.write("a.bin", "abd")
            run = box.ringsum("-c", "m")
            box.check(run.rc == 1 and b"a.bin: FAILED\n" in run.out, f"{word} of {name}, a changed file", run.notes())
            os.rename("kept", "a.bin")


@case
def sri_strengths(box):
    """SRI knows SHA-256, SHA-384 and SHA-512"""
    box.standard()
    for name in ("sha256", "sha384", "sha512"):
        digest = base64.b64encode(hashlib.new(name, b"abc").digest()).decode()
        box.out(layout(box, "sri", "-a", name, "a.bin"), f"{name}-{digest}  a.bin\n", name)
    for name in ("md5", "sha3-256", "blake2b512"):
        box.refused(layout(box, "sri", "-a", name, "a.bin"), name)


@case
def layout_and_other_styles(box):
    """--layout with -b, -z and --base64"""
    box.standard()
    box.out(box.ringsum("--layout=gnu", "-b", "a.bin"), f"{ABC} *a.bin\n", "gnu, -b")
    box.out(box.ringsum("--layout=bsd", "-z", "a.bin"), f"SHA256 (a.bin) = {ABC}\0", "bsd, -z")
    run = box.ringsum("--layout=bsd", "--base64", "a.bin")
    box.out(run, f"SHA256 (a.bin) = {b64(ABC)}\n", "bsd, --base64")


if __name__ == "__main__":
    main()
