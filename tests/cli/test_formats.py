# SPDX-License-Identifier: MIT
"""
-c and the layouts found in the wild. Each is tried with a good digest and with one that is off by its last digit: the
first must be verified, the second must never be.
"""
import hashlib
import os

from harness import ABC, EMPTY, ZEROS, case, main, need_tool, tool_output
from samples import SUMS, b64, both


@case
def separators(box):
    """one blank, two, a tab, a mark; decided line by line"""
    box.standard()
    for label, line in (("one blank", "%s a.bin\n"), ("two blanks", "%s  a.bin\n"), ("a tab", "%s\ta.bin\n"),
                        ("a star", "%s *a.bin\n"), ("leading blanks", "   %s  a.bin\n"),
                        ("a leading tab", "\t%s  a.bin\n"), ("leading blanks, star", "  %s *a.bin\n")):
        both(box, label, lambda d, line=line: line % d)
    for first in ("%s a.bin\n", "%s  a.bin\n", "%s *a.bin\n", "%s\ta.bin\n"):
        for second in ("%s b c.bin\n", "%s  b c.bin\n", "%s *b c.bin\n", "%s\tb c.bin\n"):
            both(box, "%r then %r" % (first, second), lambda d, a=first, b=second: a % ABC + b % d, n=2)


@case
def names_with_leading_blanks(box):
    """a name that begins with a blank or a star"""
    box.write(" lead")
    box.write("*star")
    both(box, "three blanks", lambda d: f"{d}   lead\n")
    both(box, "blank and star", lambda d: f"{d}  *star\n")
    both(box, "two stars", lambda d: f"{d} **star\n")
    box.write("lead", "other")
    both(box, "three blanks are not two", lambda d: f"{d}   lead\n")


@case
def line_ends(box):
    """CRLF"""
    box.standard()
    both(box, "text and binary", lambda d: f"{ABC}  a.bin\r\n{d} *b c.bin\r\n", n=2)
    both(box, "one blank", lambda d: f"{ABC} a.bin\r\n{d} b c.bin\r\n", n=2)
    both(box, "tag", lambda d: f"SHA256 (a.bin) = {d}\r\n")
    both(box, "OpenSSL", lambda d: f"SHA2-256(a.bin)= {d}\r\n")
    both(box, "no newline after the last CR", lambda d: f"{d}  a.bin\r")
    box.write("m", f"{ABC}  a.bin\r\r\n")
    box.refused(box.ringsum("-c", "m"), "a second CR is part of the name")
    box.write("a.bin\r")
    both(box, "and found under it", lambda d: f"{d}  a.bin\r\r\n")
    box.write("m", f"{ABC}  a.bin\r{ABC}  empty\r")
    box.refused(box.ringsum("-c", "m"), "CR alone ends no line")


@case
def byte_order_marks(box):
    """UTF-8 and UTF-16 with a byte-order mark"""
    box.standard()
    box.write("grün".encode())
    both(box, "UTF-8", lambda d: b"\xef\xbb\xbf" + f"{d}  a.bin\n{ABC}  b c.bin\n".encode(), n=2)
    both(box, "UTF-8, CRLF", lambda d: b"\xef\xbb\xbf" + f"{d} *a.bin\r\n".encode())
    both(box, "UTF-8, comment first", lambda d: b"\xef\xbb\xbf" + f"# x\n{d}  a.bin\n".encode())
    both(box, "UTF-8, tag", lambda d: b"\xef\xbb\xbf" + f"SHA256 (a.bin) = {d}\n".encode())
    box.write("m", f"{ABC}  a.bin\n".encode() + b"\xef\xbb\xbf" + f"{ABC}  b c.bin\n".encode())
    run = box.ringsum("-c", "m")
    box.check(run.rc == 1, "inside a list it is damage", run.notes())
    for label, mark, codec in (("LE", b"\xff\xfe", "utf-16-le"), ("BE", b"\xfe\xff", "utf-16-be")):
        both(box, "UTF-16 " + label, lambda d: mark + f"{d}  a.bin\r\n{ABC}  grün\r\n".encode(codec), n=2)
        both(box, "UTF-16 tag " + label, lambda d: mark + f"SHA256 (grün) = {d}\n".encode(codec))
        box.write("m", mark + f"{ABC}  a.bin\n".encode(codec) + b"\0\0" + f"{ABC}  empty\n".encode(codec))
        box.rc(box.ringsum("-c", "m"), 1, "UTF-16 with a NUL, " + label)
        box.write("m", mark + f"{ABC}  a.bin\n{ABC}  x".encode(codec) + b"\xd8\xd8\xd8\xd8"
                  + "\n".encode(codec))
        box.rc(box.ringsum("-c", "m"), 1, "UTF-16 with a lone surrogate, " + label)
        box.write("m", mark + f"{ABC}  a.bin\n".encode(codec) + b"\0")
        box.rc(box.ringsum("-c", "m"), 1, "UTF-16 with half a character at its end, " + label)
    box.write("m", f"{ABC}  a.bin\n".encode("utf-16-le"))
    box.refused(box.ringsum("-c", "m"), "UTF-16 without a mark")
    for mark in (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xef", b"\xef\xbb", b"\xff"):
        box.write("m", mark)
        box.refused(box.ringsum("-c", "m"), "nothing but %r" % mark)


@case
def names_beyond_the_basic_plane(box):
    """a UTF-16 name beyond the basic plane"""
    name = "\U0001f4be disk.img"
    box.write(name.encode())
    both(box, "surrogate pair", lambda d: b"\xff\xfe" + f"{d}  {name}\n".encode("utf-16-le"))


@case
def bsd_tags(box):
    """BSD tags of every algorithm"""
    box.standard()
    for tag, name in (("MD5", "md5"), ("SHA1", "sha1"), ("SHA224", "sha224"), ("SHA256", "sha256"),
                      ("SHA384", "sha384"), ("SHA512", "sha512"), ("SHA3-256", "sha3_256"), ("SHA3-512", "sha3_512"),
                      ("BLAKE2b", "blake2b"), ("SM3", "sm3"), ("SHA512/256", "sha512_256")):
        both(box, tag, lambda d, tag=tag: f"{tag} (a.bin) = {d}\n", SUMS[name])
    for label, line in (("no blanks", "SHA256(a.bin)=%s\n"), ("blank before =", "SHA256 (a.bin) =%s\n"),
                        ("leading blanks", "  SHA256 (a.bin) = %s\n")):
        both(box, label, lambda d, line=line: line % d)
    both(box, "base64", lambda d: f"SHA256 (a.bin) = {b64(d)}\n")
    both(box, "base64, SHA-512", lambda d: f"SHA512 (a.bin) = {b64(d)}\n", SUMS["sha512"])
    both(box, "base64, SHA-1", lambda d: f"SHA1 (a.bin) = {b64(d)}\n", SUMS["sha1"])
    both(box, "upper-case digits", lambda d: f"SHA256 (a.bin) = {d.upper()}\n")
    for name in ("par)en", "a (b) = c", "x) = " + ZEROS, "SHA256 (a.bin) = " + ABC, "(", ")"):
        box.write(name)
        both(box, "the name %r" % name[:20], lambda d, name=name: f"SHA256 ({name}) = {d}\n")
    for text in (f"SHA256 (a.bin = {ABC}\n", f"SHA256 a.bin) = {ABC}\n", f"SHA256 (a.bin) {ABC}\n",
                 f"(a.bin) = {ABC}\n", f"X SHA256 (a.bin) = {ABC}\n", f"SHA256 () = {ABC}\n", "SHA256 (a.bin) = \n",
                 f"BLAKE2b-256 (a.bin) = {ABC}\n", f"SHA2560 (a.bin) = {ABC}\n", f"SHA25 (a.bin) = {ABC}\n",
                 f"SHA256 (a.bin) = {ABC} {ABC}\n", f"SHA256 (a.bin) = {b64(ABC)[:-1]}\n",
                 f"SHA256 (a.bin) = {b64(ABC)[:-2]}p=\n"):
        box.write("m", text)
        box.refused(box.ringsum("-c", "m"), repr(text[:30]))


@case
def blake2b_lengths(box):
    """BLAKE2b with a length in its tag: verified with that length or not at all"""
    box.standard()
    for bits in (8, 128, 256, 384, 504):
        digest = hashlib.blake2b(b"abc", digest_size=bits // 8).hexdigest()
        box.write("m", f"BLAKE2b-{bits} (a.bin) = {digest}\n")
        box.closed(box.ringsum("-c", "m"), ["a.bin"], str(bits))
        box.write("m", f"BLAKE2b-{bits} (a.bin) = {hashlib.blake2b(b'abc').hexdigest()[:bits // 4]}\n")
        box.refused(box.ringsum("-c", "m"), "cut to %d bits" % bits)


@case
def openssl_lines(box):
    """openssl dgst, 1.x and 3.x"""
    box.standard()
    for tag, name in (("SHA256", "sha256"), ("SHA2-256", "sha256"), ("MD5", "md5"), ("SHA1", "sha1"),
                      ("SHA512", "sha512"), ("SHA2-512", "sha512"), ("SHA2-224", "sha224"), ("SHA2-384", "sha384"),
                      ("SHA3-256", "sha3_256"), ("SHA3-512", "sha3_512"), ("SHA2-512/256", "sha512_256"),
                      ("SHA2-512/224", "sha512_224"), ("SHA512-256", "sha512_256"), ("BLAKE2B-512", "blake2b"),
                      ("BLAKE2b512", "blake2b"), ("BLAKE2S-256", "blake2s"), ("SM3", "sm3"),
                      ("RIPEMD-160", "ripemd160"), ("RIPEMD160", "ripemd160")):
        both(box, tag, lambda d, tag=tag: f"{tag}(a.bin)= {d}\n", SUMS[name])
    for label, line in (("blanks", "SHA2-256 (a.bin) = %s\n"), ("no blank", "SHA2-256(a.bin)=%s\n")):
        both(box, label, lambda d, line=line: line % d)
    both(box, "colons between bytes",
         lambda d: "SHA2-256(a.bin)= " + ":".join(d[i:i + 2] for i in range(0, 64, 2)) + "\n")
    for name in ("b c.bin", "par)en", "f)= x"):
        box.write(name)
        both(box, "the name " + name, lambda d, name=name: f"SHA2-256({name})= {d}\n")
    colons = ":".join(ABC[i:i + 2] for i in range(0, 64, 2))
    for text in (colons[:-1], colons + ":", colons + ":00", colons.replace(":", "::", 1), colons[3:], colons[1:]):
        box.write("m", f"SHA2-256(a.bin)= {text}\n")
        box.refused(box.ringsum("-c", "m"), "colons out of place: ...%s" % text[-6:])


@case
def openssl_lines_that_are_no_digests(box):
    """HMACs, signatures, unknown tags and stdin are not verified"""
    box.standard()
    for tag in ("HMAC-SHA256", "HMAC-SHA2-256", "X SHA256", "SHA2-2560", "SHA2-25", "EC-SHA256", "RSA-SHA256x",
                "HMAC(SHA256)", "KMAC-256", "SHA2-256 HMAC"):
        box.write("m", f"{tag}(a.bin)= {ABC}\n")
        box.refused(box.ringsum("-c", "m"), tag)
    for line in (f"SHA2-256(stdin)= {ABC}", f"SHA256(stdin)= {ABC}", f"(stdin)= {ABC}", f"{ABC} *stdin",
                 f"stdin: {ABC}"):
        box.write("m", line + "\n")
        with open("a.bin", "rb") as file:
            box.refused(box.ringsum("-c", "m", stdin=file), line[:20] + " is not our stdin")


@case
def openssl_itself(box):
    """what openssl dgst prints here"""
    openssl = need_tool("openssl")
    box.standard()
    for args in (["-sha256"], ["-sha1"], ["-md5"], ["-sha512"], ["-sha3-384"], ["-sha512-256"], ["-blake2b512"],
                 ["-sha256", "-r"], ["-sha512", "-r"], ["-sha256", "-c"], ["-md5", "-c"], []):
        box.write("m", tool_output([openssl, "dgst", *args, "a.bin", "b c.bin", "empty"]))
        box.verified(box.ringsum("-c", "m"), 3, " ".join(args) or "no option")
    box.write("m", tool_output([openssl, "dgst", "-sha256", "-hmac", "key", "a.bin"]))
    box.refused(box.ringsum("-c", "m"), "an HMAC")
    box.write("m", tool_output([openssl, "dgst", "-r", "-sha3-256", "a.bin"]))
    run = box.ringsum("-c", "m")
    box.refused(run, "-r has no tag, so SHA3-256 is not recognised")
    box.verified(box.ringsum("-c", "-a", "sha3-256", "m"), 1, "until it is named")


@case
def other_tools_here(box):
    """what shasum, rhash, hashdeep, gpg and sha256sum print here"""
    box.standard()
    for argv, n in ((["sha256sum", "--tag", "a.bin", "b c.bin"], 2), (["sha512sum", "-b", "a.bin"], 1),
                    (["shasum", "-a", "256", "a.bin", "b c.bin"], 2), (["shasum", "-a", "512", "a.bin"], 1),
                    (["shasum", "--tag", "-a", "384", "a.bin"], 1), (["rhash", "--sha256", "a.bin", "empty"], 2),
                    (["rhash", "--bsd", "--sha512", "a.bin"], 1), (["rhash", "--bsd", "--sha3-256", "a.bin"], 1),
                    (["hashdeep", "-l", "-c", "sha256", "a.bin", "b c.bin"], 2),
                    (["hashdeep", "-c", "md5,sha1,sha256", "a.bin", "empty"], 2),
                    (["hashdeep", "-b", "-c", "sha1", "a.bin"], 1), (["md5sum", "a.bin"], 1),
                    (["gpg", "--print-md", "SHA512", "a.bin", "b c.bin"], 2),
                    (["gpg", "--print-md", "SHA1", "a.bin"], 1),
                    (["gpg", "--print-md", "MD5", "a.bin", "empty"], 2), (["gpg", "--print-md", "SHA256", "a.bin"], 1),
                    (["cksum", "-a", "sha256", "a.bin"], 1), (["cksum", "-a", "sm3", "a.bin"], 1)):
        label = " ".join(argv[:-1])
        try:
            need_tool(argv[0])
            box.write("m", tool_output(argv))
        except Exception as why:
            box.skip(label, str(why))
            continue
        box.verified(box.ringsum("-c", "m"), n, label)
        os.rename("a.bin", "kept")
        box.write("a.bin", "abd")
        run = box.ringsum("-c", "m")
        box.check(run.rc == 1 and b"a.bin: FAILED" in run.out, label + ", a changed file", run.notes())
        os.rename("kept", "a.bin")


@case
def blake3_lines(box):
    """b3sum prints 64 digits too; they are never taken for a match"""
    box.standard()
    digest = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"  # BLAKE3("abc"), from b3sum
    box.write("m", f"{digest}  a.bin\n")
    run = box.ringsum("-c", "m")
    box.rc(run, 1)
    box.out(run, "a.bin: FAILED\n")
    box.write("m", f"BLAKE3 (a.bin) = {digest}\n")
    box.refused(box.ringsum("-c", "m"), "tagged")


@case
def empty_files(box):
    """the digest of nothing belongs to empty files alone"""
    box.standard()
    box.write("m", f"{EMPTY}  empty\n{EMPTY}  a.bin\n")
    run = box.ringsum("-c", "m")
    box.rc(run, 1)
    box.out(run, "empty: OK\na.bin: FAILED\n")


if __name__ == "__main__":
    main()
