# SPDX-License-Identifier: MIT
"""Answers from NIST, RFCs and others, which need no openssl."""
import os
import re

from dgst import DATA, der, der_int, der_oid, dgst, linked_version, message, spki, vectors
from harness import ABC, case, main
from samples import SUMS

RSA = [der_oid("1.2.840.113549.1.1.1"), der(5)]
EC, DSA = der_oid("1.2.840.10045.2.1"), der_oid("1.2.840.10040.4.1")
CURVES = {"P-256": ("1.2.840.10045.3.1.7", 32), "P-384": ("1.3.132.0.34", 48), "P-521": ("1.3.132.0.35", 66)}


def in_files(box, records):
    """the message of each record in a file of its own; their names"""
    names = []
    for i, record in enumerate(records):
        names.append(box.write("m%03d" % i, message(record)))
    return names


def all_at_once(box, name, *options, wanted="md", only=lambda record: True):
    """the messages of a file of vectors, all by one call, in their order"""
    records = [record for record in vectors(name) if only(record)]
    names = in_files(box, records)
    run = dgst(box, *options, "-r", *names)
    lines = "".join("%s *%s\n" % (record[wanted].lower(), file) for record, file in zip(records, names))
    box.check(len(records) > 1 and run.rc == 0 and run.out == lines.encode() and run.err == b"",
              "%d of %s" % (len(records), name), ["wanted " + lines[:1000], *run.notes()])


@case
def digests(box):
    """digests: FIPS 202, RFC 7693, GB/T 32905"""
    for bits in (224, 256, 384, 512):
        all_at_once(box, "SHA3_%dShortMsg.rsp" % bits, "-sha3-%d" % bits)
    all_at_once(box, "blake2b.txt", "-blake2b512")
    all_at_once(box, "blake2s.txt", "-blake2s256")
    all_at_once(box, "sm3-oscca.txt", "-sm3")


@case
def extendable(box):
    """-xoflen: SHAKE of FIPS 202, each with a length of its own"""
    for bits in (128, 256):
        for record in vectors("SHAKE%dVariableOut.rsp" % bits):
            n_bytes = int(record["outputlen"]) // 8
            run = dgst(box, "-shake%d" % bits, "-xoflen", str(n_bytes), stdin=message(record))
            wanted = b"(stdin)= %s\n" % record["output"].encode()
            box.check(run.rc == 0 and run.out.endswith(wanted), "SHAKE%d, %d bytes" % (bits, n_bytes), run.notes())


@case
def hmac(box):
    """HMAC: RFC 2202, RFC 2286, RFC 4231, with the key as it is and in hex"""
    for name, digest in (("rfc-2202-md5", "md5"), ("rfc-2202-sha1", "sha1"), ("rfc-2286-ripemd160", "ripemd160"),
                         ("rfc-4231-sha224", "sha224"), ("rfc-4231-sha256", "sha256"), ("rfc-4231-sha384", "sha384"),
                         ("rfc-4231-sha512", "sha512")):
        records = list(vectors("hmac-%s.txt" % name))
        box.check(len(records) >= 5, "%s: %d" % (name, len(records)))
        for i, record in enumerate(records):
            key, file = bytes.fromhex(record["key"]), box.write("m%d" % i, message(record))
            wanted = "%s *%s\n" % (record["md"].lower(), file)
            run = dgst(box, "-" + digest, "-hmac", key, "-r", file)
            box.out(run, wanted, "%s, %d: -hmac" % (name, i))
            run = dgst(box, "-" + digest, "-mac", "HMAC", "-macopt", "hexkey:" + record["key"], "-r", file)
            box.out(run, wanted, "%s, %d: -macopt hexkey" % (name, i))
            run = dgst(box, "-" + digest, "-mac", "HMAC", "-macopt", b"key:" + key, "-binary", stdin=message(record))
            box.out(run, bytes.fromhex(record["md"]), "%s, %d: -macopt key, -binary, stdin" % (name, i))


@case
def cmac(box):
    """CMAC: NIST SP 800-38B, which RFC 4493 repeats; Poly1305: RFC 7539; SipHash: its authors' first vectors"""
    for bits in (128, 192, 256):
        for i, record in enumerate(vectors("cmac-nist-800-38b-aes%d.txt" % bits)):
            file = box.write("m", message(record))
            run = dgst(box, "-mac", "CMAC", "-macopt", "cipher:aes-%d-cbc" % bits, "-macopt", "hexkey:" + record["key"],
                       file)
            box.out(run, "CMAC(m)= %s\n" % record["output"].lower(), "AES-%d, %d" % (bits, i))
    for i, record in enumerate(vectors("poly1305-rfc7539.txt")):
        run = dgst(box, "-mac", "poly1305", "-macopt", "hexkey:" + record["key"], "-r", box.write("m", message(record)))
        box.out(run, "%s *m\n" % record["tag"].lower(), "Poly1305, %d" % i)
    key = "hexkey:" + bytes(range(16)).hex()
    for length, wanted in ((0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45")):
        run = dgst(box, "-mac", "siphash", "-macopt", key, "-r", box.write("m", bytes(range(length))))
        box.out(run, wanted + " *m\n", "SipHash-2-4-128 of %d bytes" % length)


@case
def old_labels(box):
    """-label 1.1: the lines of OpenSSL 1.x, as old logs have them"""
    box.write("a")
    md5, sha512 = SUMS["md5"], SUMS["sha512"]
    mac = "342e519ce0ad6c03a36b98eeb3f1d130db4813b9df4d1160eda488d712dc78ee"
    for spelling in (["-label", "1.1"], ["--label=1.1"], ["--label", "1.1"]):
        box.out(dgst(box, *spelling, "-sha256", "a"), "SHA256(a)= %s\n" % ABC, " ".join(spelling))
    old = "--label=1.1"
    for words, line in ((["a"], "SHA256(a)= " + ABC), (["-sha512", "a"], "SHA512(a)= " + sha512),
                        (["-md5", "a"], "MD5(a)= " + md5), (["-sha256", "-r", "a"], ABC + " *a"),
                        (["-sha256", "-hmac", "k", "a"], "HMAC-SHA256(a)= " + mac),
                        (["-sha512-256", "a"], "SHA512-256(a)= "
                         "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
                        (["-sha3-256", "a"], "SHA3-256(a)= "
                         "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
                        (["-ripemd160", "a"], "RIPEMD160(a)= 8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
                        (["-shake128", "-xoflen", "16", "a"], "SHAKE128(a)= 5881092dd818bf5cf8a3ddb793fbcba7")):
        box.out(dgst(box, old, *words), line + "\n", " ".join(words))
    for words, line in (([], "(stdin)= " + ABC), (["-sha256"], "(stdin)= " + ABC), (["-r"], ABC + " *stdin"),
                        (["-hmac", "k"], "(stdin)= " + mac)):
        box.out(dgst(box, old, *words, stdin=b"abc"), line + "\n", "stdin, " + " ".join(words))
    for words in (["-label", "2.0", "a"], ["-label=", "a"], ["-label"]):
        run = dgst(box, *words)
        box.check(run.rc == 1 and run.out == b"" and run.err.count(b"\n") <= 2, "refused: " + " ".join(words),
                  run.notes())


@case
def labels(box):
    """the labels of OpenSSL 3, as its own tests and manual have them"""
    if (linked_version(box) or (3, 0)) < (3, 0):
        box.skip("labels", "libcrypto is older")
    box.write("a")
    for words, label in (([], "SHA256"), (["-sha256"], "SHA2-256"), (["-sha512-256"], "SHA2-512/256"),
                         (["-sha224"], "SHA2-224"), (["-blake2b512"], "BLAKE2B-512"), (["-sm3"], "SM3"),
                         (["-ripemd160"], "RIPEMD-160"), (["-sha1"], "SHA1"), (["-hmac", "k"], "HMAC-SHA256"),
                         (["-sha256", "-hmac", "k"], "HMAC-SHA2-256"), (["-md5-sha1"], "MD5-SHA1")):
        run = dgst(box, *words, "a")
        box.check(run.rc == 0 and re.fullmatch(re.escape(label.encode()) + rb"\(a\)= [0-9a-f]+\n", run.out),
                  label, run.notes())
    # the file and the answers of OpenSSL's own test of this command, for keys "123456" and ff ff
    run = dgst(box, "-sha256", "-mac", "HMAC", "-macopt", "hexkey:FFFF", "-c", "a")
    box.check(re.search(rb"^HMAC-SHA2-256\(a\)= ([0-9a-f]{2}:){31}[0-9a-f]{2}\n$", run.out), "-c", run.notes())


def verify(box, record, key, signature, *options):
    """one signature that NIST has called good or bad"""
    box.write("key", key)
    box.write("sig", signature)
    box.write("m", message(record))
    run = dgst(box, *options, "-verify", "key", "-keyform", "DER", "-signature", "sig", "m")
    is_good = record["result"].startswith("P")
    box.check((run.rc, run.out) == (0, b"Verified OK\n") if is_good else run.rc == 1 and b"OK" not in run.out,
              "%s, %s: %s" % (record["section"], " ".join(options), record["result"]), run.notes())


@case
def rsa(box):
    """RSA, PKCS #1 1.5 and PSS: NIST's signatures, good and bad"""
    for name, options in (("SigVer15.rsp", []), ("SigVerPSS.rsp", ["-sigopt", "rsa_padding_mode:pss", "-sigopt",
                                                                 "rsa_pss_saltlen:-2"])):
        for record in vectors(name):
            key = spki(RSA, der(0x30, der_int(int(record["n"], 16)), der_int(int(record["e"], 16))))
            verify(box, record, key, bytes.fromhex(record["s"]), "-" + record["shaalg"].lower(), *options)


@case
def ecdsa(box):
    """ECDSA: NIST's signatures on three curves, good and bad"""
    for record in vectors("SigVerECDSA.rsp"):
        curve, sha = record["section"].split(",")
        oid, size = CURVES[curve]
        point = b"\4" + b"".join(int(record[q], 16).to_bytes(size, "big") for q in ("qx", "qy"))
        signature = der(0x30, der_int(int(record["r"], 16)), der_int(int(record["s"], 16)))
        verify(box, record, spki([EC, der_oid(oid)], point), signature, "-" + sha.lower().replace("-", ""))


@case
def dsa(box):
    """DSA: NIST's signatures, good and bad"""
    for record in vectors("SigVerDSA.rsp"):
        parameters = der(0x30, *(der_int(int(record[name], 16)) for name in "pqg"))
        key = spki([DSA, parameters], der_int(int(record["y"], 16)))
        verify(box, record, key, der(0x30, der_int(int(record["r"], 16)), der_int(int(record["s"], 16))), "-sha256")


def one_shot(box, label, oid, seed, public, data, signature):
    """a key that signs the message itself: the signature is fixed, so it can be made as well as verified"""
    box.write("key", der(0x30, der_int(0), der(0x30, der_oid(oid)), der(4, der(4, seed))))
    box.write("pub", spki([der_oid(oid)], public))
    box.write("m", data)
    box.out(dgst(box, "-sign", "key", "-keyform", "DER", "m"), signature, label + ": signed")
    box.write("sig", signature)
    run = dgst(box, "-verify", "pub", "-keyform", "DER", "-signature", "sig", "m")
    box.check(run.rc == 0 and run.out == b"Verified OK\n", label + ": verified", run.notes())
    box.write("m", data + b"x")
    run = dgst(box, "-verify", "pub", "-keyform", "DER", "-signature", "sig", "m")
    box.check(run.rc == 1 and b"OK" not in run.out, label + ": another message", run.notes())


@case
def ed25519(box):
    """Ed25519: its authors' signatures, of which RFC 8032 repeats some"""
    with open(os.path.join(DATA, "ed25519-sign.input"), encoding="ascii") as file:
        for i, line in enumerate(file):
            secret, public, data, signed = (bytes.fromhex(field) for field in line.split(":")[:4])
            one_shot(box, "line %d" % (i + 1), "1.3.101.112", secret[:32], public, data, signed[:64])


@case
def ed448(box):
    """Ed448: RFC 8032"""
    for record in vectors("ed448-rfc8032.txt"):
        if "context" not in record:
            fields = [bytes.fromhex(record[name]) for name in ("secret", "public", "message", "signature")]
            one_shot(box, "of %d bytes" % len(fields[2]), "1.3.101.113", *fields)


if __name__ == "__main__":
    main()
