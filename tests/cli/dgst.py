# SPDX-License-Identifier: MIT
"""
What the tests of ringdgst share: the installed openssl beside it, keys, and the cutting of vectors.

The expectations hold for openssl itself: a script that says `exec openssl dgst "$@"`, given as the program, passes
everything but what ringdgst does better.
"""
import functools
import hashlib
import os
import re
import shlex

from harness import IO_MODE, Skip, need_helper, need_tool, tool_output

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "testdata", "dgst")
REFUSE = ["ENOSYS", "io_uring_setup,io_uring_enter,io_uring_register"]


def dgst(box, *args, program="ringdgst", **how):
    """run ringdgst; it has no option for how it reads, so that --setup=plain takes io_uring away from it"""
    wrap = [need_helper("refuse"), *REFUSE] if IO_MODE == "plain" and "closed" not in how else ()
    return box.call(box.program, program, *args, wrap=wrap, **how)


def openssl(box, *args, **how):
    return box.run([need_tool("openssl"), *args], **how)


def made(box, *args, **how):
    """what a command of openssl prints that must not fail"""
    run = openssl(box, *args, **how)
    if run.rc:
        raise Skip("openssl cannot: " + " ".join(map(str, args)) + ": " + run.err.decode("latin-1")[:200])
    return run.out


def version(text):
    found = re.search(rb"OpenSSL (\d+)\.(\d+)", text)
    return found and tuple(map(int, found.groups()))


def linked_version(box):
    """(3, 0) of the libcrypto below the program, None where the program is openssl itself"""
    return version(dgst(box, "-version").out)


@functools.cache
def installed_version():
    return version(tool_output([need_tool("openssl"), "version"]))


def need_same_openssl(box):
    """what is printed depends on OpenSSL's version: the installed one must be like the one that is linked"""
    linked, installed = linked_version(box), installed_version()
    if linked and linked != installed:
        raise Skip("openssl is %s, the linked libcrypto %s" % (installed, linked))
    return installed


def read(name):
    try:
        with open(name, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def remove(name):
    if name and os.path.exists(name):
        os.unlink(name)


def same(box, words, label=None, file=None, says=None, **how):
    """
    one command line through openssl and through ringdgst: the same bytes on standard output and in `file`, the same
    exit status, and something on standard error in the same cases, with `says` in both or (of later versions) in neither
    """
    words = shlex.split(words) if isinstance(words, str) else list(words)
    label = label or " ".join(os.fsdecode(word) or "''" for word in words)
    sides = []
    for call in (lambda: openssl(box, "dgst", *words, **how), lambda: dgst(box, *words, **how)):
        remove(file)
        run = call()
        said = bool(run.err) if says is None else bool(re.search(says.encode(), run.err, re.I))
        sides.append((run, (run.rc, run.out, said, file and read(file))))
    (theirs, wanted), (ours, got) = sides
    if says is None and wanted[0] == 1 and got[2]:
        # some versions of openssl fail without a word
        wanted = (*wanted[:2], True, wanted[3])
    if says and not wanted[2] and installed_version() == (3, 0):
        return box.check(False, label + ": openssl itself says /%s/" % says, theirs.notes())
    return box.check(got == wanted, label, ["openssl: ", *theirs.notes(), "ringdgst: ", *ours.notes()])


def table(box, text, **how):
    """a command line on each line of text; # begins a remark; behind ' :: ' a pattern for both messages"""
    for line in text.strip().splitlines():
        line = line.strip()
        if line and not line.startswith("#"):
            words, _, says = line.partition(" :: ")
            same(box, words, says=says or None, **how)


# ---- keys ----

def rsa_key(box, name="rsa", bits=2048):
    return pair(box, name, "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:%d" % bits)


def ec_key(box, name="ec", curve="P-256"):
    return pair(box, name, "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:" + curve)


def pair(box, name, *how):
    """name.pem, name.pub and the same as name.der, name.pub.der; returns name"""
    made(box, "genpkey", *how, "-out", name + ".pem")
    made(box, "pkey", "-in", name + ".pem", "-pubout", "-out", name + ".pub")
    made(box, "pkey", "-in", name + ".pem", "-outform", "DER", "-out", name + ".der")
    made(box, "pkey", "-in", name + ".pem", "-pubout", "-outform", "DER", "-out", name + ".pub.der")
    return name


def encrypted(box, name, phrase, cipher="-aes256"):
    """name.enc: the key of name.pem behind a pass phrase"""
    made(box, "pkey", "-in", name + ".pem", cipher, "-passout", "pass:" + phrase, "-out", name + ".enc")
    return name + ".enc"


# ---- vectors ----

def vectors(name):
    """the records of a NIST-like file, each a dict with lower-case keys; what stands above is kept: key or [key]"""
    with open(os.path.join(DATA, name), encoding="latin-1", newline="") as file:
        text = file.read().replace("\r", "")
    above = {}
    for group in re.split(r"\n[ \t]*\n", text):
        fields = {}
        for line in group.splitlines():
            section = re.match(r"\[(.*)\]", line)
            if section:
                above["section"] = section.group(1)
            elif "=" in line and not line.startswith("#"):
                key, _, value = line.partition("=")
                fields[key.strip().lower()] = value.strip()
        if "msg" in fields or "message" in fields:
            yield {**above, **fields}
        else:
            above.update(fields)


def message(record):
    """the bytes of a record's message, which has a length in bits where it may be none"""
    data = bytes.fromhex(record.get("msg", record.get("message")))
    return data[:int(record["len"]) // 8] if "len" in record else data


def der(tag, *parts):
    """one DER element"""
    body = b"".join(parts)
    length = bytes([len(body)]) if len(body) < 128 else \
        bytes([128 + (len(body).bit_length() + 7) // 8]) + len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes([tag]) + length + body


def der_int(value):
    return der(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def der_oid(text):
    """an object identifier"""
    first, second, *rest = map(int, text.split("."))
    out = bytearray([40 * first + second])
    for number in rest:
        piece = [number & 127]
        while number := number >> 7:
            piece.append(128 | number & 127)
        out += bytes(reversed(piece))
    return der(6, bytes(out))


def spki(algorithm, bits):
    """a public key: SubjectPublicKeyInfo of RFC 5280"""
    return der(0x30, der(0x30, *algorithm), der(3, b"\0" + bits))


def sha256(data):
    return hashlib.sha256(data).hexdigest()
