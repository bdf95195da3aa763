# SPDX-License-Identifier: MIT
"""Digests of "abc" from elsewhere, odd names, and the check that every layout goes through."""
import base64
import hashlib

from harness import ABC

SUMS = {name: hashlib.new(name, b"abc").hexdigest() for name in (
    "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512")}
SUMS["blake2b"] = hashlib.blake2b(b"abc").hexdigest()
SUMS["blake2s"] = hashlib.blake2s(b"abc").hexdigest()
# of "abc": FIPS 180-4 examples for SHA-512/t, GB/T 32905 for SM3, the RIPEMD-160 paper
SUMS["sha512_256"] = "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"
SUMS["sha512_224"] = "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"
SUMS["sm3"] = "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"
SUMS["ripemd160"] = "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"

# names that a terminal, a shell, an escape or a parser could trip over
ODD = [b"new\nline", b"cr\rname", b"back\\slash", b"b\\nn", b"\\", b"\n", b"\r", b"\\n", b"end\\", b"end\n", b"\nbegin",
       b"x\\y\nz\r", b"bad\xff\xfe", b"\xc3\x28", "gr\u00fcn".encode(), b" lead", b"trail ", b"  ", b"*star", b"q'uote",
       b'q"uote', b"par)en", b"(par", b"a) = b", b"tab\tx", b"col:on", b"#hash", b"~tilde", b"-dash", b"--", b"--check",
       b"esc\x1b[31m", b"bell\x07", b"del\x7f", b"$(id)", b"`id`", b"a;b", b"a&b", b"a|b", b"*", b"?", b"[a]", b"a=b",
       b"SHA256 (x) = y", ABC.encode(), b"x  y", b"\x01", b"%s%n", b"n" * 255, b"\xe2\x80\xae rtl", b"a\\rb", b"\\\\"]


def spoil(digest):
    """the digest with its last digit changed"""
    return digest[:-1] + ("1" if digest[-1] != "1" else "2")


def b64(digest):
    return base64.b64encode(bytes.fromhex(digest)).decode()


def both(box, label, layout, digest=ABC, name="m", args=(), n=1):
    """a layout is a function from a digest to the text of a list with n entries"""
    for good in (True, False):
        text = layout(digest if good else spoil(digest))
        box.write(name, text if isinstance(text, bytes) else text.encode())
        run = box.ringsum("-c", *args, name)
        if good:
            box.verified(run, n, label)
            box.no_err(run, "improperly")
        else:
            box.check(run.rc == 1 and len(run.ok_names()) < n and b"FAILED" in run.out, label + ", bad digest",
                      run.notes())
