# SPDX-License-Identifier: MIT
"""
-c and the lists whose entries take several lines or a whole file: signed lists, gpg --print-md, hashdeep, Get-FileHash,
certutil, sidecars, SRI, and the orders that are only named.
"""
import base64
import hashlib
import os

from harness import ABC, ZEROS, case, main
from samples import both, spoil

SHA1 = hashlib.sha1(b"abc").hexdigest()
MD5 = hashlib.md5(b"abc").hexdigest()
SHA512 = hashlib.sha512(b"abc").hexdigest()
# the armour is not verified, so it may hold anything
SIGNATURE = "-----BEGIN PGP SIGNATURE-----\n\niQAAAAAAAAAAAAAAAAAA\n=AAAA\n-----END PGP SIGNATURE-----\n"


def pgp(text, hash_name="SHA512"):
    return f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: {hash_name}\n\n{text}{SIGNATURE}"


@case
def pgp_clear_signed(box):
    """PGP clear-signed lists"""
    box.standard()
    box.write("-dash")
    both(box, "tags", lambda d: pgp(f"# a.bin: 3 bytes\nSHA256 (a.bin) = {d}\n"))
    both(box, "plain lines", lambda d: pgp(f"{d} *a.bin\n", "SHA256"))
    both(box, "SHA-1 digests under Hash: SHA512", lambda d: pgp(f"{d}  a.bin\n"), SHA1)
    both(box, "CRLF", lambda d: pgp(f"{d}  a.bin\n").replace("\n", "\r\n"))
    both(box, "dash-escaped", lambda d: pgp(f"- {d}  a.bin\n"))
    both(box, "several Hash lines", lambda d: pgp(f"{d}  a.bin\n", "SHA256\nHash: SHA512"))
    both(box, "no Hash line", lambda d: pgp(f"{d}  a.bin\n").replace("Hash: SHA512\n", ""))
    run = box.ringsum("-c", "--strict", box.write("m", pgp(f"{ABC}  a.bin\n")))
    box.verified(run, 1, "--strict")
    box.err(run, "signature.*not verified|not verified.*signature", "says that the signature was not verified")
    run = box.ringsum("-c", "--status", "m")
    box.check(run.rc == 0 and run.out == b"", "--status", run.notes())


@case
def outside_the_signed_text(box):
    """entries that no signature covers are told"""
    box.standard()
    signed = pgp(f"{ABC} *a.bin\n")
    for label, text in (("behind", signed + f"{ABC}  b c.bin\n"), ("before", f"{ABC}  b c.bin\n" + signed)):
        run = box.ringsum("-c", box.write("m", text))
        box.err(run, "unsigned|outside|not signed|not covered", label)
        box.closed(run, ["a.bin", "b c.bin"], label)
    run = box.ringsum("-c", box.write("m", signed + f"{spoil(ABC)}  b c.bin\n"))
    box.rc(run, 1, "and a bad one fails")
    box.lacks(run, "b c.bin': OK")
    for text in (pgp(""), SIGNATURE, pgp("# nothing\n"), "-----BEGIN PGP SIGNED MESSAGE-----\n",
                 f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n{ABC}  a.bin\n"):
        run = box.ringsum("-c", box.write("m", text))
        box.rc(run, 1, "armour without a list: %r" % text[:40])


@case
def truncated_armour(box):
    """an armour that breaks off is no whole list"""
    box.standard()
    whole = pgp(f"{ABC}  a.bin\n{ABC}  b c.bin\n")
    for end in range(0, whole.index("-----BEGIN PGP SIGNATURE")):
        run = box.ringsum("-c", box.write("m", whole[:end]))
        if not 0 < run.rc < 124 and len(run.ok_names()) < 2:
            box.check(False, "cut after %d bytes" % end, run.notes())
    box.check(True, "every cut was tried")


@case
def signify(box):
    """signify and minisign lists"""
    box.standard()
    key = "RWQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    head = f"untrusted comment: verify with base.pub\n{key}\n"
    both(box, "tags", lambda d: head + f"SHA256 (a.bin) = {d}\n")
    both(box, "two entries", lambda d: head + f"SHA256 (a.bin) = {ABC}\nSHA256 (b c.bin) = {d}\n", n=2)
    both(box, "plain lines", lambda d: head + f"{d}  a.bin\n")
    box.refused(box.ringsum("-c", box.write("m", head)), "a header alone")


def grouped(digest, group=8, width=4, name="a.bin", indent=7):
    """gpg's way to print a digest: upper case, groups, continuation lines"""
    groups = [digest[i:i + group].upper() for i in range(0, len(digest), group)]
    rows = [" ".join(groups[i:i + width]) for i in range(0, len(groups), width)]
    return f"{name}: " + ("\n" + " " * indent).join(rows) + "\n"


@case
def gpg_print_md(box):
    """gpg --print-md"""
    box.standard()
    both(box, "SHA-256 over two lines", grouped)
    both(box, "SHA-512 over four lines", grouped, SHA512)
    both(box, "SHA-512 over two lines, small indent", lambda d: grouped(d, width=8, indent=3), SHA512)
    both(box, "SHA-1 in groups of four", lambda d: grouped(d, group=4, width=10), SHA1)
    both(box, "SHA-1, a wide gap",
         lambda d: "a.bin: " + "  ".join(" ".join(d[i + j:i + j + 4].upper() for j in range(0, 20, 4))
                                         for i in (0, 20)) + "\n", SHA1)
    both(box, "MD5 in bytes",
         lambda d: "a.bin: " + "  ".join(" ".join(d[i + j:i + j + 2].upper() for j in range(0, 16, 2))
                                         for i in (0, 16)) + "\n", MD5)
    both(box, "a name with a blank", lambda d: grouped(d, name="b c.bin"))
    both(box, "two blocks", lambda d: grouped(ABC) + grouped(d, name="b c.bin"), n=2)
    both(box, "CRLF", lambda d: grouped(d).replace("\n", "\r\n"))
    box.write("x: y")
    both(box, "a name with a colon", lambda d: grouped(d, name="x: y"))
    both(box, "name on a line of its own", lambda d: grouped(d).replace("a.bin: ", "a.bin:\n       "))
    cut = grouped(SHA512).splitlines(keepends=True)
    for label, text in (("first line only", cut[0]), ("a line lost", cut[0] + "".join(cut[2:])),
                        ("last line lost", "".join(cut[:-1])), ("a line twice", "".join(cut[:2] + cut[1:])),
                        ("one group short", grouped(ABC).rstrip()[:-9] + "\n"),
                        ("64 digits of SHA-512", grouped(SHA512[:64]))):
        run = box.ringsum("-c", box.write("m", text))
        box.rc(run, 1, label)
        box.lacks(run, "a.bin: OK", label + " is never OK")


@case
def gpg_print_mds(box):
    """gpg --print-mds, recorded from GnuPG 2.2: verified or refused, never in part"""
    box.standard()
    text = """a.bin:    MD5 = 90 01 50 98 3C D2 4F B0  D6 96 3F 7D 28 E1 7F 72
a.bin:   SHA1 = A999 3E36 4706 816A BA3E  2571 7850 C26C 9CD0 D89D
a.bin: SHA256 = BA7816BF 8F01CFEA 414140DE 5DAE2223 B00361A3 96177A9C B410FF61
                F20015AD
"""
    run = box.ringsum("-c", box.write("m", text))
    box.check(run.rc == 1 or (run.rc == 0 and len(run.ok_names()) == 3), "good", run.notes())
    run = box.ringsum("-c", box.write("m", text.replace("F20015AD", "F20015AE")))
    box.check(run.rc == 1 and len(run.ok_names()) <= 2, "bad in its last group", run.notes())


def hashdeep(columns, row):
    return f"%%%% HASHDEEP-1.0\n%%%% {columns}\n## Invoked from: /tmp\n## # hashdeep -c x a.bin\n## \n{row}\n"


@case
def hashdeep_lists(box):
    """hashdeep's own format"""
    box.standard()
    both(box, "one algorithm", lambda d: hashdeep("size,sha256,filename", f"3,{d},a.bin"))
    box.write("x, y")
    both(box, "a name with a comma and a blank", lambda d: hashdeep("size,sha256,filename", f"3,{d},x, y"))
    both(box, "the last of three", lambda d: hashdeep("size,md5,sha1,sha256,filename", f"3,{MD5},{SHA1},{d},a.bin"))
    both(box, "the stronger of two, first", lambda d: hashdeep("size,sha256,md5,filename", f"3,{d},{MD5},a.bin"))
    both(box, "CRLF", lambda d: hashdeep("size,sha256,filename", f"3,{d},a.bin").replace("\n", "\r\n"))
    both(box, "an absolute path", lambda d: hashdeep("size,sha256,filename", f"3,{d},{box.dir}/a.bin"))
    for label, text in (("wrong size", hashdeep("size,sha256,filename", f"4,{ABC},a.bin")),
                        ("size that is no number", hashdeep("size,sha256,filename", f"x,{ABC},a.bin")),
                        ("size beyond 64 bits", hashdeep("size,sha256,filename", f"18446744073709551619,{ABC},a.bin")),
                        ("columns that do not fit", hashdeep("size,md5,sha256,filename", f"3,{ABC},{MD5},a.bin")),
                        ("a column missing", hashdeep("size,md5,sha256,filename", f"3,{ABC},a.bin")),
                        ("an unknown algorithm", hashdeep("size,foo,filename", f"3,{ABC},a.bin")),
                        ("no name", hashdeep("size,sha256,filename", f"3,{ABC}")),
                        ("no header", f"3,{ABC},a.bin\n"), ("a header alone", hashdeep("size,sha256,filename", "")),
                        ("no column line", f"%%%% HASHDEEP-1.0\n3,{ABC},a.bin\n")):
        box.refused(box.ringsum("-c", box.write("m", text)), label)


@case
def powershell(box):
    """Get-FileHash"""
    box.standard()
    path = box.dir + "/a.bin"

    def table(digest, name="SHA256", shown=path):
        return (f"\nAlgorithm       Hash{' ' * 67}Path{' ' * 20}\n---------       ----{' ' * 67}----{' ' * 20}\n"
                f"{name:<15} {digest.upper():<70} {shown}\n\n\n")

    def listing(digest, shown=path):
        return f"\nAlgorithm : SHA256\nHash      : {digest.upper()}\nPath      : {shown}\n\n"
    both(box, "table", table)
    both(box, "table, CRLF", lambda d: table(d).replace("\n", "\r\n"))
    both(box, "table, UTF-16", lambda d: ("\ufeff" + table(d).replace("\n", "\r\n")).encode("utf-16-le"))
    both(box, "table of SHA-1", lambda d: table(d, "SHA1"), SHA1)
    both(box, "table of MD5", lambda d: table(d, "MD5"), MD5)
    both(box, "list", listing)
    both(box, "list, CRLF", lambda d: listing(d).replace("\n", "\r\n"))
    for label, text in (("a path cut short", table(ABC, shown=path[:-3] + "...")),
                        ("algorithm and length disagree", table(ABC, "SHA1")),
                        ("an unknown algorithm", table(ABC, "MACTRIPLEDES")),
                        ("no path", f"\nAlgorithm : SHA256\nHash      : {ABC}\n\n"),
                        ("no hash", f"\nAlgorithm : SHA256\nPath      : {path}\n\n"),
                        ("a Windows path", table(ABC, shown="C:\\a.bin"))):
        box.refused(box.ringsum("-c", box.write("m", text)), label)


@case
def certutil(box):
    """certutil -hashfile"""
    box.standard()
    tail = "CertUtil: -hashfile command completed successfully.\r\n"
    both(box, "Windows 10", lambda d: f"SHA256 hash of a.bin:\r\n{d}\r\n{tail}")
    both(box, "Windows 7: blanks between bytes", lambda d: "SHA256 hash of file a.bin:\r\n"
         + " ".join(d[i:i + 2] for i in range(0, len(d), 2)) + "\r\n" + tail)
    both(box, "SHA-1", lambda d: f"SHA1 hash of a.bin:\r\n{d}\r\n{tail}", SHA1)
    both(box, "MD5, LF only", lambda d: f"MD5 hash of a.bin:\n{d}\n{tail}", MD5)
    both(box, "a name with a blank", lambda d: f"SHA256 hash of b c.bin:\r\n{d}\r\n{tail}")
    both(box, "twice", lambda d: f"SHA256 hash of a.bin:\r\n{ABC}\r\n{tail}SHA256 hash of b c.bin:\r\n{d}\r\n{tail}",
         n=2)
    box.write("file a.bin")
    both(box, "a name that begins with 'file '", lambda d: f"SHA256 hash of file a.bin:\r\n{d}\r\n{tail}")
    for label, text in (("no digest", f"SHA256 hash of a.bin:\r\n{tail}"),
                        ("length of another", f"SHA1 hash of a.bin:\r\n{ABC}\r\n{tail}"),
                        ("an odd digit", f"SHA256 hash of a.bin:\r\n{ABC[:-1]}\r\n{tail}"),
                        ("header alone", "SHA256 hash of a.bin:")):
        box.refused(box.ringsum("-c", box.write("m", text)), label)


@case
def sidecars(box):
    """a file X.sha256 that holds one bare digest is for X beside it"""
    box.standard()
    os.mkdir("dir")
    box.write("dir/a.bin")
    for shape in ("%s\n", "%s", " %s\n", "%s\r\n", "\n%s\n\n", "# made by x\n%s\n"):
        both(box, repr(shape), lambda d, shape=shape: shape % d, name="a.bin.sha256")
    both(box, "upper case", lambda d: d.upper() + "\n", name="a.bin.sha256")
    for suffix, digest in (("sha1", SHA1), ("md5", MD5), ("sha512", SHA512), ("SHA256", ABC), ("sha256sum", ABC)):
        name = box.write("a.bin." + suffix, digest + "\n")
        run = box.ringsum("-c", name)
        if suffix in ("SHA256", "sha256sum"):
            box.closed(run, ["a.bin"], suffix)
        else:
            box.verified(run, 1, suffix)
        box.refused(box.ringsum("-c", box.write(name, spoil(digest) + "\n")), suffix + ", bad digest")
    box.write("dir/a.bin.sha256", ABC + "\n")
    run = box.ringsum("-c", "dir/a.bin.sha256")
    box.check(run.rc == 0 and b"dir/a.bin: OK" in run.out, "X is beside the list, not here", run.notes())
    box.write("dir/b c.bin.sha256", ABC + "\n")
    box.refused(box.ringsum("-c", "dir/b c.bin.sha256"), "and not here when it is not there")
    for name, text in (("a.bin.md5", ABC), ("a.bin.sha256", SHA1), ("nope.sha256", ABC), ("a.bin.txt", ABC),
                       (".sha256", ABC), ("sha256", ABC), ("a.bin.sha256", f"{ABC}\n{ABC}"),
                       ("a.bin.sha256", f"{ABC}\n{ZEROS}"), ("a.bin.sha256", ABC + ABC), ("a.bin.sha256", ABC[:-1])):
        box.refused(box.ringsum("-c", box.write(name, text + "\n")), "%s holding %r" % (name, text[-12:]))
    run = box.ringsum("-c", box.write("digest", ABC + "\n"))
    box.refused(run, "a list of another name")
    box.err(run, "name", "says that the name is missing")
    box.refused(box.ringsum("-c", stdin=ABC.encode() + b"\n"), "a bare digest on stdin")


@case
def sri(box):
    """Subresource Integrity with a name"""
    box.standard()
    for word, digest in (("sha256", ABC), ("sha384", hashlib.sha384(b"abc").hexdigest()), ("sha512", SHA512)):
        both(box, word, lambda d, word=word: f"{word}-{base64.b64encode(bytes.fromhex(d)).decode()}  a.bin\n", digest)
    both(box, "two lines", lambda d: "".join(
        f"sha256-{base64.b64encode(bytes.fromhex(x)).decode()}  {n}\n" for x, n in ((ABC, "a.bin"), (d, "b c.bin"))),
        n=2)
    text = base64.b64encode(bytes.fromhex(ABC)).decode()
    for label, line in (("no padding", f"sha256-{text[:-1]}  a.bin"), ("two lengths", f"sha512-{text}  a.bin"),
                        ("loose bits", f"sha256-{text[:-2]}1=  a.bin"), ("no name", f"sha256-{text}"),
                        ("unknown", f"sha255-{text}  a.bin"), ("hex", f"sha256-{ABC}  a.bin"),
                        ("cut", f"sha256-{text[:-5]}=  a.bin"), ("more", f"sha256-{text}AAAA  a.bin")):
        box.refused(box.ringsum("-c", box.write("m", line + "\n")), label)


@case
def other_orders(box):
    """name before digest, and digests between semicolons or commas: named, or verified whole, never half"""
    box.standard()
    for label, line in (("name first", "a.bin  %s\n"), ("name, tab", "a.bin\t%s\n"), ("semicolon", "%s;a.bin\n"),
                        ("comma", "%s,a.bin\n"), ("name: digest", "a.bin: %s\n"), ("equals", "a.bin=%s\n"),
                        ("json", '{"a.bin": "%s"}\n'), ("csv", '"a.bin","%s"\n'), ("xml", "<sha256>%s</sha256>\n")):
        run = box.ringsum("-c", box.write("m", line % ABC))
        box.closed(run, ["a.bin"], label)
        if run.rc:
            box.check(run.err.strip() and b": OK" not in run.out, label + " is told", run.notes())
        box.refused(box.ringsum("-c", box.write("m", line % spoil(ABC))), label + ", bad digest")
    run = box.ringsum("-c", box.write("m", f"a.bin  {ABC}\nb c.bin  {ABC}\n"))
    if run.rc:
        box.err(run, "name|order|digest", "the layout is named")
    run = box.ringsum("-c", box.write("m", f"{ABC}  a.bin\nb c.bin  {ABC}\n"))
    box.closed(run, ["a.bin", "b c.bin"], "a stray line of the other order")


if __name__ == "__main__":
    main()
