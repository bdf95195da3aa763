# SPDX-License-Identifier: MIT
"""Signatures: made by one and verified by the other, both ways; keys, pass phrases and what is refused."""
import os
import re
import threading

from dgst import (dgst, ec_key, encrypted, linked_version, made, need_same_openssl, openssl, pair, read, rsa_key, same,
                  table)
from harness import Skip, case, main

GOOD = b"Verified OK\n"
PSS = ["-sigopt", "rsa_padding_mode:pss"]


def prepare(box):
    box.write("a")
    box.write("b", b"bcd")
    box.write("empty", b"")
    box.write_random("big", 3000001)
    os.mkdir("d")


def theirs_sign(box, key, options, message, name):
    """a signature by openssl: its dgst, or pkeyutl for keys that sign the message itself, which dgst 3.0 refuses"""
    if options is None:
        made(box, "pkeyutl", "-sign", "-rawin", "-inkey", key + ".pem", "-in", message, "-out", name)
    else:
        made(box, "dgst", *options, "-sign", key + ".pem", "-out", name, message)


def theirs_verify(box, key, options, message, name):
    if options is None:
        return openssl(box, "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", key + ".pub", "-in", message,
                       "-sigfile", name)
    return openssl(box, "dgst", *options, "-verify", key + ".pub", "-signature", name, message)


def is_good(run):
    return run.rc == 0 and run.out == GOOD


def both_ways(box, key, label, options=(), message="a"):
    """sign with ours, verify with openssl, and the other way round; options None: the key signs the message itself"""
    words = options or ()
    run = dgst(box, *words, "-sign", key + ".pem", "-out", "ours", message)
    box.check(run.rc == 0 and run.out == b"" and run.err == b"", label + ": signed", run.notes())
    run = theirs_verify(box, key, options, message, "ours")
    box.check(run.rc == 0, label + ": openssl verifies it", run.notes())
    theirs_sign(box, key, options, message, "theirs")
    for name in ("theirs", "ours"):
        for how, file in (("-verify", ".pub"), ("-prverify", ".pem")):
            run = dgst(box, *words, how, key + file, "-signature", name, message)
            box.check(is_good(run) and run.err == b"", "%s: %s of %s" % (label, how, name), run.notes())


def not_verified(box, label, *words, **how):
    run = dgst(box, *words, **how)
    return box.check(run.rc == 1 and b"OK" not in run.out, label, run.notes())


def refuses(box, key, other, label, options=(), message="a"):
    """signatures that are not for this message by this key"""
    words = [*(options or ()), "-verify", key + ".pub", "-signature"]
    signature = read("theirs")
    not_verified(box, label + ": another message", *words, "theirs", "b")
    not_verified(box, label + ": no message", *words, "theirs", "nope")
    not_verified(box, label + ": the message and a byte", *words, "theirs", stdin=read(message) + b"x")
    not_verified(box, label + ": another key", *(options or ()), "-verify", other + ".pub", "-signature", "theirs",
                 message)
    damaged = {"cut by a byte": signature[:-1], "half of it": signature[:len(signature) // 2],
               "one byte": signature[:1],
               "nothing": b"", "zeros": bytes(len(signature)), "last bit": signature[:-1] + bytes([signature[-1] ^ 1]),
               "a bit": signature[:20] + bytes([signature[20] ^ 4]) + signature[21:]}
    for what, data in damaged.items():
        box.write("bad", data)
        not_verified(box, label + ": signature, " + what, *words, "bad", message)
    not_verified(box, label + ": no signature file", *words, "nope", message)
    not_verified(box, label + ": a folder as signature", *words, "d", message)


@case
def rsa_same(box):
    """RSA PKCS #1 signatures are the same bytes, in every form"""
    need_same_openssl(box)
    prepare(box)
    rsa_key(box)
    for digest in ("", "-sha256", "-sha1", "-md5", "-sha512", "-sha224", "-sha3-256", "-sha512-256", "-ripemd160",
                   "-md5-sha1", "-RSA-SHA256", "-sm3", "-blake2b512", "-shake128"):
        for form in ("-hex", "", "-c", "-hex -c", "-hex -r", "-hex -r -c"):
            same(box, "%s -sign rsa.pem %s a" % (digest, form))
    for form in ("-hex", "", "-r", "-hex -r", "-sha1 -hex", "-sha1 -binary -hex -c"):
        same(box, "-sign rsa.pem " + form, stdin=b"abc")
    table(box, """
        -sign rsa.pem -hex big
        -sign rsa.pem -hex empty
        -sign rsa.pem -hex -out - a
        -sign=rsa.pem -hex a
        -hex --sign rsa.pem -- a
        -sign nope -sign rsa.pem a
        -sign rsa.pem -sigopt rsa_padding_mode:pkcs1 -hex a
        -sign rsa.pem -provider default -hex a
        -sign rsa.pem -macopt key:k -hex a
        """)
    for words in ("-sign rsa.pem a", "-sign rsa.pem -hex a", "-sign rsa.pem nope", "-sign rsa.pem -r -hex big"):
        same(box, "-out of " + words, file="of")


@case
def labels(box):
    """what stands before a signature in hex"""
    need_same_openssl(box)
    prepare(box)
    ec_key(box)
    made(box, "genpkey", "-genparam", "-algorithm", "DSA", "-pkeyopt", "dsa_paramgen_bits:1024", "-out", "dsa.par")
    pair(box, "dsa", "-paramfile", "dsa.par")
    pair(box, "rsapss", "-algorithm", "RSA-PSS")
    for key in ("ec", "dsa", "rsapss"):
        for words in (["a"], ["-sha256", "a"], ["-sha1", "a"], ["-sha512", "b"], [], ["-sha256"]):
            lines = [call(["-sign", key + ".pem", "-hex", *words], stdin=b"abc").out for call in (
                lambda words, **how: openssl(box, "dgst", *words, **how), lambda words,
                                                                                                  **how: dgst(box,
                                                                                                              *words,
                                                                                                              **how))]
            heads = [line.split(b"= ")[0] for line in lines]
            box.check(heads[0] == heads[1] and re.search(b"= [0-9a-f]+\n$", lines[1]),
                      "%s, %s" % (key, " ".join(words)), lines)


@case
def rsa(box):
    """RSA, PKCS #1 and PSS by -sigopt, both ways"""
    prepare(box)
    rsa_key(box)
    rsa_key(box, "other")
    for digest in ("-sha256", "-sha512", "-sha1"):
        both_ways(box, "rsa", digest, [digest])
        refuses(box, "rsa", "other", digest, [digest])
        both_ways(box, "rsa", digest + " PSS", [digest, *PSS])
        refuses(box, "rsa", "other", digest + " PSS", [digest, *PSS])
    both_ways(box, "rsa", "no digest named")
    both_ways(box, "rsa", "PSS, no digest named", PSS)
    both_ways(box, "rsa", "large", ["-sha256"], "big")
    both_ways(box, "rsa", "empty", ["-sha256", *PSS], "empty")
    for salt in ("digest", "max", "auto", "20", "0", "-1"):
        both_ways(box, "rsa", "salt " + salt, ["-sha256", *PSS, "-sigopt", "rsa_pss_saltlen:" + salt])
    both_ways(box, "rsa", "another MGF1 digest", ["-sha256", *PSS, "-sigopt", "rsa_mgf1_md:sha1"])
    verify = ["-sha256", "-verify", "rsa.pub", "-signature", "theirs"]
    not_verified(box, "MGF1 digests differ", *verify, *PSS, "a")
    theirs_sign(box, "rsa", ["-sha256", *PSS, "-sigopt", "rsa_pss_saltlen:20"], "a", "theirs")
    not_verified(box, "salts differ", *verify, *PSS, "-sigopt", "rsa_pss_saltlen:32", "a")
    not_verified(box, "PSS verified as PKCS #1", *verify, "a")
    theirs_sign(box, "rsa", ["-sha256"], "a", "theirs")
    not_verified(box, "PKCS #1 verified as PSS", *verify, *PSS, "a")
    not_verified(box, "another digest", "-sha512", "-verify", "rsa.pub", "-signature", "theirs", "a")
    box.check(is_good(dgst(box, *verify, stdin=b"abc")), "standard input")


@case
def rsa_pss_keys(box):
    """keys that are for PSS alone"""
    prepare(box)
    for name in ("pss", "other"):
        pair(box, name, "-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048", "-pkeyopt",
             "rsa_pss_keygen_md:sha256",
             "-pkeyopt", "rsa_pss_keygen_mgf1_md:sha256", "-pkeyopt", "rsa_pss_keygen_saltlen:32")
    both_ways(box, "pss", "RSA-PSS", ["-sha256"])
    refuses(box, "pss", "other", "RSA-PSS", ["-sha256"])
    run = dgst(box, "-sha1", "-sign", "pss.pem", "a")
    box.check(run.rc == 1 and run.out == b"" and run.err, "a digest that the key forbids", run.notes())


@case
def ecdsa(box):
    """ECDSA, both ways"""
    prepare(box)
    for curve in ("P-256", "P-384", "P-521", "secp256k1"):
        ec_key(box, "ec", curve)
        ec_key(box, "other", curve)
        for digest in ("-sha256", "-sha512"):
            both_ways(box, "ec", "%s %s" % (curve, digest), [digest])
        refuses(box, "ec", "other", curve, ["-sha512"])
    both_ways(box, "ec", "no digest named")
    both_ways(box, "ec", "large", ["-sha384"], "big")
    rsa_key(box)
    theirs_sign(box, "rsa", ["-sha256"], "a", "theirs")
    not_verified(box, "a signature by RSA", "-sha256", "-verify", "ec.pub", "-signature", "theirs", "a")
    theirs_sign(box, "ec", ["-sha256"], "a", "theirs")
    not_verified(box, "one by ECDSA for RSA", "-sha256", "-verify", "rsa.pub", "-signature", "theirs", "a")


@case
def dsa(box):
    """DSA, both ways"""
    prepare(box)
    made(box, "genpkey", "-genparam", "-algorithm", "DSA", "-pkeyopt", "dsa_paramgen_bits:1024", "-out", "par")
    pair(box, "dsa", "-paramfile", "par")
    pair(box, "other", "-paramfile", "par")
    both_ways(box, "dsa", "DSA", ["-sha256"])
    refuses(box, "dsa", "other", "DSA", ["-sha256"])
    both_ways(box, "dsa", "DSA, no digest named")


def one_shot(box, name, algorithm):
    pair(box, name, "-algorithm", algorithm)
    pair(box, "other", "-algorithm", algorithm)
    both_ways(box, name, algorithm, None)
    refuses(box, name, "other", algorithm, None)
    both_ways(box, name, algorithm + ", large", None, "big")
    dgst(box, "-sign", name + ".pem", "-out", "s", "empty")
    box.check(is_good(dgst(box, "-verify", name + ".pub", "-signature", "s", "empty")),
              algorithm + ": an empty message")
    signature = dgst(box, "-sign", name + ".pem", stdin=b"abc").out
    box.write("s", signature)
    box.equal(dgst(box, "-sign", name + ".pem", "a").out, signature, algorithm + ": standard input and a file")
    run = dgst(box, "-sign", name + ".pem", "-hex", "a")
    box.check(run.rc == 0 and run.out.endswith(b"(a)= %s\n" % signature.hex().encode()), algorithm + ": -hex",
              run.notes())
    run = dgst(box, "-verify", name + ".pub", "-signature", "s", stdin=b"abc")
    box.check(is_good(run), algorithm + ": verified from standard input", run.notes())
    run = dgst(box, "-sha256", "-sign", name + ".pem", "-out", "of", "a")
    box.check(run.rc == 1 and run.err and not read("of"), algorithm + " takes no digest", run.notes())
    not_verified(box, algorithm + " takes no digest, verifying", "-sha256", "-verify", name + ".pub", "-signature", "s",
                 "a")
    run = dgst(box, "-sign", name + ".pem", "d")
    box.check(run.rc == 1 and run.out == b"" and run.err, algorithm + ": a folder", run.notes())
    feed_fifo("fifo", b"abc")
    box.equal(dgst(box, "-sign", name + ".pem", "fifo").out, signature, algorithm + ": a FIFO")


def feed_fifo(name, data):
    if not os.path.exists(name):
        os.mkfifo(name)
    threading.Thread(target=lambda: open(name, "wb").write(data), daemon=True).start()


@case
def ed25519(box):
    """Ed25519, both ways, against openssl pkeyutl"""
    prepare(box)
    one_shot(box, "ed", "ED25519")


@case
def ed448(box):
    """Ed448, both ways, against openssl pkeyutl"""
    prepare(box)
    one_shot(box, "ed", "ED448")


@case
def ml_dsa(box):
    """ML-DSA where libcrypto has it"""
    if (linked_version(box) or (3, 0)) < (3, 5):
        raise Skip("libcrypto has no ML-DSA before 3.5")
    prepare(box)
    pair(box, "ml", "-algorithm", "ML-DSA-44")
    both_ways(box, "ml", "ML-DSA-44", None)


@case
def refused(box):
    """keys, signatures and options that cannot work: as openssl says"""
    need_same_openssl(box)
    prepare(box)
    rsa_key(box)
    ec_key(box)
    pair(box, "x", "-algorithm", "X25519")
    theirs_sign(box, "rsa", [], "a", "s")
    box.write("junk", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
    table(box, """
        -verify rsa.pub -signature s a
        --verify=rsa.pub --signature=s a
        -verify rsa.pub -signature s -hex a
        -verify rsa.pub -signature s -binary -r -c a
        -out - -verify rsa.pub -signature s a
        -verify rsa.pub -signature s b :: ^
        -verify rsa.pub -signature a a :: ^
        -verify ec.pub -signature s a :: error verifying data
        -prverify rsa.pem -signature s a
        -prverify rsa.pem -signature s b :: ^
        -verify rsa.pub -signature nope a :: error opening signature file nope
        -verify rsa.pub -signature empty a :: error reading signature file empty
        -verify rsa.pub -signature d a :: signature file d
        -verify rsa.pub a :: no signature to verify
        -prverify rsa.pem a :: no signature to verify
        -verify nope a :: no signature to verify
        -verify nope -signature s a :: nope
        -verify rsa.pem -signature s a :: public key from rsa.pem
        -prverify rsa.pub -signature s a :: private key from rsa.pub
        -verify a -signature s a :: public key from a
        -verify empty -signature s a :: public key from empty
        -verify d -signature s a :: d
        -sign nope a :: private key from nope
        -sign a a :: private key from a
        -sign empty a :: private key from empty
        -sign junk a :: private key from junk
        -sign d a :: d
        -sign rsa.pub a :: private key from rsa.pub
        -sign '' a :: .
        -sign x.pem a :: .
        -sign rsa.pem nope :: nope: no such file
        -sign rsa.pem -hex nope :: nope: no such file
        -sign rsa.pem d :: read error in d
        -verify rsa.pub -signature s nope :: nope: no such file
        -verify rsa.pub -signature s d :: read error in d
        -sign rsa.pem -xoflen 3 a :: length can only be specified for xof
        -shake128 -xoflen 8 -sign ec.pem a :: signing key cannot be specified for xof
        -shake128 -sign rsa.pem a :: error setting context
        -sign rsa.pem -sigopt nope:1 a :: parameter error "nope:1"
        -sign rsa.pem -sigopt nope a :: parameter error "nope"
        -sign rsa.pem -sigopt rsa_padding_mode:none a :: parameter error "rsa_padding_mode:none"
        -sign rsa.pem -sigopt rsa_pss_saltlen:20 a :: parameter error "rsa_pss_saltlen:20"
        -sign ec.pem -sigopt rsa_padding_mode:pss a :: parameter error
        -sign rsa.pem -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:5000 a :: error signing data
        -sign rsa.pem -sigopt digest:nope a :: parameter error
        -sign rsa.pem -bogus a :: unknown option or message digest
        -sign rsa.pem -md4 a :: .
        """)
    run = dgst(box, "-sign", "rsa.pem", "-signature", "s", "a")
    box.check(run.rc == 1 and run.out == b"" and b"-signature" in run.err, "a signature to sign with", run.notes())
    run = dgst(box, "-verify", "rsa.pub", "-signature", "s", "b")
    box.check(run.rc == 1 and run.out == b"Verification failure\n", "what a wrong signature is called", run.notes())
    run = dgst(box, "-out", "of", "-verify", "rsa.pub", "-signature", "s", "a")
    box.check(run.rc == 0 and run.out == b"" and read("of") == GOOD, "-out takes the verdict", run.notes())


@case
def several(box):
    """several files are an error before anything is read or written"""
    prepare(box)
    rsa_key(box)
    os.mkfifo("fifo")
    box.write("s", b"x")
    for words in (["-sign", "rsa.pem"], ["-sign", "nope"], ["-verify", "rsa.pub", "-signature", "s"],
                  ["-prverify", "rsa.pem", "-signature", "s"], ["-sign", "rsa.pem", "-hex"], ["-sign", "fifo"]):
        # a FIFO that nobody writes: whoever reads anything waits
        for files in (["a", "b"], ["fifo", "a"], ["a", "a"]):
            run = dgst(box, "-out", "of", *words, *files, timeout=20)
            box.check(run.rc == 1 and run.out == b"" and b"Can only sign or verify one file" in run.err,
                      " ".join(words + files), run.notes())
            box.check(read("of") is None, "nothing is written")


@case
def key_forms(box):
    """-keyform: PEM, DER, PKCS #12"""
    need_same_openssl(box)
    prepare(box)
    rsa_key(box)
    made(box, "pkcs12", "-export", "-nocerts", "-inkey", "rsa.pem", "-passout", "pass:p", "-out", "rsa.p12")
    made(box, "rsa", "-in", "rsa.pem", "-traditional", "-out", "old.pem")
    made(box, "rsa", "-in", "rsa.pem", "-RSAPublicKey_out", "-out", "old.pub")
    theirs_sign(box, "rsa", [], "a", "s")
    table(box, """
        -sign rsa.der -keyform DER -hex a
        -sign rsa.der -keyform der -hex a
        -sign rsa.der -hex a
        -sign rsa.pem -keyform PEM -hex a
        -keyform pem -sign rsa.pem -hex a
        -sign rsa.pem -hex a
        -sign old.pem -hex a
        -sign old.pem -keyform PEM a
        -sign rsa.p12 -passin pass:p -hex a
        -sign rsa.p12 -keyform P12 -passin pass:p -hex a
        -sign rsa.p12 -keyform p12 -passin pass:wrong a :: .
        -sign rsa.der -keyform PEM a :: private key from rsa.der
        -sign rsa.pem -keyform DER a :: private key from rsa.pem
        -sign rsa.pem -keyform P12 -passin pass:p a
        -verify rsa.pub.der -keyform DER -signature s a
        -verify rsa.pub.der -signature s a
        -verify rsa.pub -keyform PEM -signature s a
        -verify old.pub -signature s a
        -verify rsa.pub.der -keyform PEM -signature s a :: public key from rsa.pub.der
        -verify rsa.pub -keyform DER -signature s a :: public key from rsa.pub
        -prverify rsa.der -keyform DER -signature s a
        -sign rsa.pem -keyform nope a :: bad format "nope"
        """)
    same(box, ["-sign", "file:" + os.path.abspath("rsa.pem"), "-hex", "a"], "a key by URI")
    run = dgst(box, "-keyform", "ENGINE", "-sign", "rsa.pem", "a")
    box.check(run.rc == 1 and run.out == b"" and run.err.count(b"\n") == 1, "-keyform ENGINE is one clear line",
              run.notes())


@case
def pass_phrases(box):
    """-passin in all its forms"""
    need_same_openssl(box)
    prepare(box)
    rsa_key(box)
    encrypted(box, "rsa", "top secret")
    made(box, "rsa", "-in", "rsa.pem", "-traditional", "-aes128", "-passout", "pass:top secret", "-out", "old.enc")
    box.write("phrase", b"top secret\n")
    box.write("phrases", b"top secret\nother\n")
    box.write("bare", b"top secret")
    box.write("wrong", b"other\ntop secret\n")
    how = {"env": {"PHRASE": "top secret", "EMPTY": ""}, "timeout": 20}
    table(box, """
        -sign rsa.enc -passin 'pass:top secret' -hex a
        -passin 'pass:top secret' -sign rsa.enc -hex a
        '-passin=pass:top secret' -sign rsa.enc -hex a
        -sign old.enc -passin 'pass:top secret' -hex a
        -sign rsa.enc -passin env:PHRASE -hex a
        -sign rsa.enc -passin file:phrase -hex a
        -sign rsa.enc -passin file:phrases -hex a
        -sign rsa.enc -passin file:bare -hex a
        -sign rsa.pem -passin pass:unneeded -hex a
        -sign rsa.enc -passin pass:wrong a :: private key from rsa.enc
        -sign old.enc -passin pass:wrong a :: private key from old.enc
        -sign rsa.enc -passin pass: a :: private key from rsa.enc
        -sign rsa.enc -passin env:EMPTY a :: private key from rsa.enc
        -sign rsa.enc -passin env:NOT_THERE a :: no environment variable NOT_THERE
        -sign rsa.enc -passin file:wrong a :: private key from rsa.enc
        -sign rsa.enc -passin file:nope a :: nope
        -sign rsa.enc -passin file:d a :: .
        -sign rsa.enc -passin fd:77 a :: .
        -sign rsa.enc -passin fd:x a :: .
        -sign rsa.enc -passin nonsense a :: password
        -sign rsa.enc -passin 'top secret' a :: password
        """, **how)
    for words in ("-hex a", "-hex big"):
        same(box, "-sign rsa.enc -passin stdin " + words, stdin=b"top secret\n")
        same(box, "-sign rsa.enc -passin stdin " + words, "no newline: " + words, stdin=b"top secret")
    same(box, "-sign rsa.enc -passin stdin a", "stdin is wrong", stdin=b"wrong\n", says="private key from rsa.enc")
    same(box, "-sign rsa.enc -passin stdin a", "stdin is empty", stdin=b"", says=".")
    wanted = openssl(box, "dgst", "-sign", "rsa.pem", "a").out
    for data in (b"top secret\n", b"top secret", b"top secret\nmore\n"):
        reading, writing = os.pipe()
        os.write(writing, data)
        os.close(writing)
        run = dgst(box, "-sign", "rsa.enc", "-passin", "fd:%d" % reading, "a", pass_fds=[reading])
        os.close(reading)
        box.out(run, wanted, "-passin fd: with %r" % data)
    run = dgst(box, "-sign", "rsa.enc", "-passin", "stdin", stdin=b"top secret\nabc")
    box.out(run, wanted, "a pass phrase, then the message, on standard input")
    theirs_sign(box, "rsa", [], "a", "s")
    run = dgst(box, "-prverify", "rsa.enc", "-passin", "pass:top secret", "-signature", "s", "a")
    box.check(is_good(run), "-prverify with a pass phrase", run.notes())


def on_terminal(box, answers, *words):
    """run with a terminal of its own, answering each 'pass phrase'; returns the exit status and what was shown"""
    import pty
    import select
    import termios
    pid, master = pty.fork()
    if pid == 0:
        os.environ["LC_ALL"] = "C"
        os.execv(box.program, ["ringdgst", *words])
    shown, n_asked = b"", 0
    while select.select([master], [], [], 30)[0]:
        try:
            data = os.read(master, 4096)
        except OSError:
            break
        shown += data
        while shown.count(b"pass phrase") > n_asked and b":" in shown.split(b"pass phrase")[n_asked + 1]:
            # wait until the echo is off: a terminal that still echoes would show the answer
            for _ in range(2000):
                if not termios.tcgetattr(master)[3] & termios.ECHO:
                    break
                select.select([], [], [], 0.005)
            os.write(master, (answers[min(n_asked, len(answers) - 1)] + "\n").encode())
            n_asked += 1
    _, status = os.waitpid(pid, 0)
    os.close(master)
    return os.waitstatus_to_exitcode(status), shown, n_asked


@case
def prompt(box):
    """without -passin the terminal is asked, and shows nothing of the answer"""
    prepare(box)
    rsa_key(box)
    encrypted(box, "rsa", "top secret")
    wanted = openssl(box, "dgst", "-sign", "rsa.pem", "a").out
    rc, shown, n_asked = on_terminal(box, ["top secret"], "-sign", "rsa.enc", "-out", "s", "a")
    box.check(rc == 0 and read("s") == wanted and n_asked == 1, "signed", [rc, shown, n_asked])
    box.check(b"secret" not in shown and b"rsa.enc" in shown, "the prompt names the key, the answer is not shown",
              [shown])
    rc, shown, n_asked = on_terminal(box, ["wrong"], "-sign", "rsa.enc", "-out", "s2", "a")
    box.check(rc == 1 and not read("s2") and n_asked >= 1, "a wrong answer", [rc, shown, n_asked])
    run = dgst(box, "-sign", "rsa.enc", "a", before=os.setsid, timeout=20)
    box.check(run.rc == 1 and run.out == b"" and b"rsa.enc" in run.err, "no terminal: an error, no waiting",
              run.notes())


@case
def message_sources(box):
    """messages from pipes and FIFOs"""
    prepare(box)
    rsa_key(box)
    wanted = openssl(box, "dgst", "-sign", "rsa.pem", "big").out
    box.out(dgst(box, "-sign", "rsa.pem", stdin=read("big")), wanted, "a pipe")
    with open("big", "rb") as file:
        box.out(dgst(box, "-sign", "rsa.pem", stdin=file), wanted, "a file as standard input")
    feed_fifo("fifo", read("big"))
    box.out(dgst(box, "-sign", "rsa.pem", "fifo"), wanted, "a FIFO")
    box.write("s", wanted)
    feed_fifo("fifo", read("big"))
    box.check(is_good(dgst(box, "-verify", "rsa.pub", "-signature", "s", "fifo")), "verified from a FIFO")
    feed_fifo("sfifo", wanted)
    box.check(is_good(dgst(box, "-verify", "rsa.pub", "-signature", "sfifo", "big")), "a signature from a FIFO")


if __name__ == "__main__":
    main()
