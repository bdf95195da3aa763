# SPDX-License-Identifier: MIT
"""
Random damage of good lists: one byte flipped, deleted, inserted or moved. Whatever comes of it, "OK" is said only of
files whose whole digest is still in the list, and exit 0 means that every file of the undamaged list was verified.

The only damage that may go unnoticed turns an entry into a comment; such draws are left out. The seed is fixed.
"""
import base64
import concurrent.futures
import hashlib
import os
import random
import re
import subprocess

from harness import SANITIZED, case, main

# files that are easily mistaken for one another
FILES = {"a.bin": b"abc", "b.bin": b"bcd", "ab": b"x" * 70, "a": b"", "A.bin": b"Abc", "a.bi": b"other",
         "b c.bin": b"y"}
LISTED = ["a.bin", "b.bin", "ab", "b c.bin"]
SIGNATURE = "-----BEGIN PGP SIGNATURE-----\n\niQAAAAAAAAAAAAAAAAAA\n=AAAA\n-----END PGP SIGNATURE-----\n"


def digest(name, algorithm="sha256"):
    return hashlib.new(algorithm, FILES[name]).hexdigest()


def b64(name, algorithm="sha256"):
    return base64.b64encode(hashlib.new(algorithm, FILES[name]).digest()).decode()


def gpg(name):
    text = digest(name, "sha512").upper()
    groups = [text[i:i + 8] for i in range(0, 128, 8)]
    return f"{name}: " + "\n       ".join(" ".join(groups[i:i + 4]) for i in range(0, 16, 4)) + "\n"


def lists():
    """name and text of one good list of each layout"""
    plain = "".join(f"{digest(name)}  {name}\n" for name in LISTED)
    tags = "".join(f"SHA256 ({name}) = {digest(name)}\n" for name in LISTED)
    yield "text", plain
    yield "binary", plain.replace("  ", " *")
    yield "one blank", plain.replace("  ", " ")
    yield "CRLF", plain.replace("\n", "\r\n")
    yield "mixed", "".join((f"{digest(LISTED[0])}  {LISTED[0]}\n", f"{digest(LISTED[1], 'sha1')} *{LISTED[1]}\n",
                            f"MD5 ({LISTED[2]}) = {digest(LISTED[2], 'md5')}\n",
                            f"SHA2-512({LISTED[3]})= {digest(LISTED[3], 'sha512')}\n"))
    yield "tags", tags
    yield "tags, base64", "".join(f"SHA256 ({name}) = {b64(name)}\n" for name in LISTED)
    yield "escaped", "".join(f"\\{digest(name)}  {name}\n" for name in LISTED)
    yield "OpenSSL 3", "".join(f"SHA2-256({name})= {digest(name)}\n" for name in LISTED)
    yield "OpenSSL 1", "".join(f"SHA1({name})= {digest(name, 'sha1')}\n" for name in LISTED)
    yield "PGP", f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{plain}{SIGNATURE}"
    yield "PGP, tags", f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{tags}{SIGNATURE}"
    yield "signify", f"untrusted comment: verify with x.pub\nRW{'A' * 98}\n{tags}"
    yield "gpg --print-md", "".join(map(gpg, LISTED))
    yield "hashdeep", "%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n" + "".join(
        f"{len(FILES[name])},{digest(name, 'md5')},{digest(name)},{name}\n" for name in LISTED)
    yield "SRI", "".join(f"sha384-{b64(name, 'sha384')}  {name}\n" for name in LISTED)
    yield "certutil", "".join(f"SHA256 hash of {name}:\r\n{digest(name)}\r\nCertUtil: -hashfile command completed "
                              "successfully.\r\n" for name in LISTED)
    yield "Get-FileHash", "\r\nAlgorithm Hash Path\r\n--------- ---- ----\r\n" + "".join(
        f"SHA256          {digest(name).upper()}       {name}\r\n" for name in LISTED)
    yield "BOM", "\xef\xbb\xbf" + plain
    yield "UTF-16", ("\ufeff" + plain).encode("utf-16-le").decode("latin-1")


def damage(draw, good):
    """one damaged copy of the bytes of a list"""
    at = draw.randrange(len(good))
    byte = bytes([draw.choice(b" \t\r\n\0*\\()=-:,;#./a0Fg\xff\x80") if draw.random() < 0.5 else draw.randrange(256)])
    kind = draw.randrange(5)
    if kind == 0:
        return good[:at] + bytes([good[at] ^ (1 << draw.randrange(8))]) + good[at + 1:]
    if kind == 1:
        return good[:at] + byte + good[at + 1:]
    if kind == 2:
        return good[:at] + good[at + 1:]
    if kind == 3:
        return good[:at] + byte + good[at:]
    return good[:at] + good[at + 1:at + 2] + good[at:at + 1] + good[at + 2:]


def hides_a_line(bad):
    """whether a line became a comment, or an entry was swallowed by one"""
    text = bad.replace(b"\0", b"")
    return re.search(rb"(^|[\r\n]|\xef\xbb\xbf|\xff\xfe)[ \t]*[#;]", text) is not None


def digests_in(bad):
    """the digests that a damaged list still holds whole, as bytes"""
    text = bad.replace(b"\0", b"")
    found = set()
    for run in re.findall(rb"[0-9A-Fa-f]+", re.sub(rb"(?<=[0-9A-F])[ \r\n]+(?=[0-9A-F])", b"", text)) + \
            re.findall(rb"[0-9A-Fa-f]+", text.replace(b":", b"")):
        if len(run) % 2 == 0:
            found.add(bytes.fromhex(run.decode()))
    for run in re.findall(rb"[A-Za-z0-9+/]{22,}=*", text):
        try:
            found.add(base64.b64decode(run, validate=True))
        except ValueError:
            pass
    return found


class Judge:
    """runs ringsum on damaged lists and keeps what must not have happened"""

    def __init__(self, box):
        self.box = box
        self.true = {name: {hashlib.new(kind, data).digest() for kind in ("md5", "sha1", "sha256", "sha384", "sha512")}
                     for name, data in FILES.items()}

    def verdict(self, number, bad):
        path = os.path.join(self.box.root, f"list{number}")
        with open(path, "wb") as file:
            file.write(bad)
        run = subprocess.run([self.box.program, "--io=plain", "-j1", "-c", path], stdin=subprocess.DEVNULL, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={"LC_ALL": "C"}, timeout=60)
        os.unlink(path)
        return self.fault(bad, run.returncode, run.stdout)

    def fault(self, bad, rc, out):
        verified = [line[:-4].strip(b"'").decode("latin-1") for line in out.split(b"\n") if line.endswith(b": OK")]
        held = digests_in(bad)
        for name in verified:
            base = name.rsplit("/", 1)[-1]
            if base not in self.true or not self.true[base] & held:
                return f"{name} was called OK"
        if rc == 0 and not hides_a_line(bad) and not set(LISTED) <= set(verified):
            return f"exit 0, but only {verified} were verified"
        if rc not in (0, 1):
            return f"exit {rc}"
        return None


@case
def one_byte(box):
    """one damaged byte never makes a wrong OK nor a wrong exit 0"""
    for name, data in FILES.items():
        box.write(name, data)
    judge = Judge(box)
    draw = random.Random(20240229)
    per_list = int(os.environ.get("RINGSUM_TEST_DAMAGE", "20" if SANITIZED else "100"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for label, text in lists():
            good = text.encode("latin-1")
            run = box.ringsum("-c", box.write("../good", good), io="plain")
            box.check(run.rc == 0 and len(run.ok_names()) == len(LISTED), label + ": good as it is", run.notes())
            copies = [damage(draw, good) for _ in range(per_list)]
            verdicts = pool.map(judge.verdict, range(per_list), copies)
            faults = [(fault, bad) for fault, bad in zip(verdicts, copies) if fault]
            box.check(not faults, f"{label}: {per_list} damaged copies", [f"{len(faults)} faults"] + [
                f"{fault}: {bad!r}" for fault, bad in faults[:5]])


@case
def cut_short(box):
    """a list that ends too early: OK only for whole entries, and exit 0 only for whole lines"""
    for name, data in FILES.items():
        box.write(name, data)
    judge = Judge(box)
    for label, text in lists():
        good = text.encode("latin-1")
        draw = random.Random(label)
        ends = draw.sample(range(len(good)), 40 if not SANITIZED else 8)
        faults = []
        for end in ends:
            run = box.ringsum("-c", box.write("../cut", good[:end]), io="plain")
            fault = judge.fault(good[:end] + b"\n#", run.rc, run.out)
            if fault:
                faults.append((fault, good[:end]))
        box.check(not faults, label, [f"{fault}: {bad!r}" for fault, bad in faults[:5]])


if __name__ == "__main__":
    main()
