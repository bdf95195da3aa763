# SPDX-License-Identifier: MIT
"""Command lines through openssl dgst and through ringdgst: the same bytes out, the same exit status."""
import os

from dgst import dgst, made, need_same_openssl, read, remove, same, table
from harness import NOBODY, SANITIZED, case, main, need_reach, need_root
from samples import ODD


def prepare(box):
    """the files that the command lines name"""
    need_same_openssl(box)
    box.write("a")
    box.write("b", b"bcd")
    box.write("s p")
    box.write("empty", b"")
    box.write_random("big", 3000001)
    os.mkdir("d")


def listed(box):
    """the digests of openssl dgst -list, with their dash"""
    return made(box, "dgst", "-list").decode().split(":", 1)[1].split()


@case
def digests(box):
    """every digest that openssl lists"""
    prepare(box)
    for name in listed(box):
        for rest in (["a", "b"], ["-c", "a", "empty"], ["-r", "a", "empty"], ["-binary", "a", "empty"]):
            same(box, [name, *rest])
        same(box, [name], name + " of stdin", stdin=b"abc")
        same(box, ["-hmac", "key", name, "a", "b"])
        same(box, ["-provider", "default", "-provider", "legacy", name, "big"])


@case
def names_of_digests(box):
    """the ways to name a digest"""
    prepare(box)
    table(box, """
        a
        --sha256 a
        -SHA256 a
        -Sha256 a
        -SHA2-256 a
        -sha2-256 a
        -sha-256 a
        -SHA-1 a
        -sha-512/256 a
        -RSA-SHA256 a
        -rsa-sha256 a
        -RSA-SHA1 a
        -RSA-SHA1-2 a
        -RSA-MD5 a
        -sha256WithRSAEncryption a
        -sha512-256WithRSAEncryption a
        -md5WithRSAEncryption a
        -sm3WithRSAEncryption a
        -ripemd160WithRSA a
        -id-rsassa-pkcs1-v1_5-with-sha3-256 a
        -2.16.840.1.101.3.4.2.1 a
        -1.2.840.113549.2.5 a
        -ssl3-md5 a
        -SSL3-SHA1 a
        -BLAKE2B-512 a
        -blake2s-256 a
        -MD5-SHA1 a
        -RIPEMD a
        -RIPEMD-160 a
        -rmd160 a
        -SM3 a
        -SHA512-224 a
        -SHA2-512/224 a
        -SHA512/224 a
        -SHAKE-128 a
        -shake256 a
        -KECCAK-KMAC-128 a
        -KECCAK-KMAC256 a
        -keccak-256 a :: unknown option or message digest: keccak-256
        -id-sha256 a :: unknown option or message digest
        -sha a :: unknown option or message digest: sha
        -sha2 a :: unknown option or message digest: sha2
        -sha25 a :: unknown option or message digest
        -sha2566 a :: unknown option or message digest
        -dss1 a :: unknown option or message digest
        -mdc2 a :: .
        -md2 a :: .
        -bogus a :: unknown option or message digest: bogus
        -bogus :: unknown option or message digest: bogus
        ---sha256 a :: unknown option or message digest: -sha256
        -whirlpool a :: error setting digest
        -md4 -r a b :: error setting digest
        -md5 -sha1 a
        -sha1 -md5 a
        -md5 -sha1 -list
        -list -md5 -sha1
        -sha1 -bogus a :: unknown option or message digest: bogus
        -bogus -sha1 a
        -sha256 -sha256 a
        """)


@case
def output_options(box):
    """-r, -c, -hex, -binary in all orders"""
    prepare(box)
    options = ["-r", "-c", "-hex", "-binary"]
    for digest in ([], ["-sha1"], ["-sha512-256"]):
        for first in options:
            same(box, [*digest, first, "a"])
            for second in options:
                same(box, [*digest, first, second, "a", "s p"])
    table(box, """
        -c -r -c a
        -r -c -r a
        -r -r -c -binary -hex a
        -r -sha1 -c a
        --r a
        --c --md5 a
        --binary -hex -- a
        -hex -hmac k a
        -c -hmac k a
        -r -hmac k a
        -binary -hmac k a b
        -r -c -hmac k -md5 a
        -c -mac CMAC -macopt cipher:aes-128-cbc -macopt hexkey:2b7e151628aed2a6abf7158809cf4f3c a
        -r -mac CMAC -macopt cipher:aes-128-cbc -macopt hexkey:2b7e151628aed2a6abf7158809cf4f3c a
        """)
    for words in ("", "-r", "-c", "-hex", "-binary", "-md5", "-md5 -r", "-hmac k", "-hmac k -r", "-hmac k -c",
                  "-sha1 -hmac k -binary", "-shake128 -xoflen 5", "-fips-fingerprint", "-sha256 -",
                  "-mac CMAC -macopt cipher:aes-128-cbc -macopt hexkey:2b7e151628aed2a6abf7158809cf4f3c",
                  "-mac siphash -macopt key:0123456789abcdef -r"):
        for data in (b"", b"abc", b"x" * 100001):
            same(box, words, "stdin, %d bytes: %s" % (len(data), words), stdin=data)


@case
def parsing(box):
    """how words are taken for options, values and files"""
    prepare(box)
    box.write("-")
    box.write("-dash")
    box.write("--")
    box.write("-sha1")
    box.write("=")
    table(box, """
        -- a
        -- -dash
        -- -sha1 a
        -- --
        -- -- a
        -- -
        - a
        - a -
        - - a
        a -
        a --
        a -- b
        a -sha1
        -sha1 - -r a
        a -r
        -r -- -r :: -r: no such file
        -dash :: unknown option or message digest: dash
        =
        ./-dash ./-
        -hmac=k a
        -hmac=k=l a
        --hmac=k a
        -hmac= a
        -hmac '' a
        -hmac -r a
        -hmac -- a
        -hmac :: option -hmac needs a value
        -hmac=
        -mac :: option -mac needs a value
        -macopt :: needs a value
        -out :: option -out needs a value
        -xoflen :: option -xoflen needs a value
        -sign :: needs a value
        -verify :: needs a value
        -prverify :: needs a value
        -signature :: needs a value
        -sigopt :: needs a value
        -passin :: needs a value
        -keyform :: needs a value
        -provider :: needs a value
        -provider-path :: needs a value
        -propquery :: needs a value
        -r=x a :: option -r does not take a value
        -r= a
        --c=1 a :: does not take a value
        -binary=yes a :: does not take a value
        -list=yes :: does not take a value
        -xoflen=4 -shake128 a
        -shake128 -xoflen 4 a
        -shake128 -xoflen 1 a
        -shake256 -xoflen 0 a :: non-positive number
        -shake256 -xoflen -1 a :: non-positive number
        -shake256 -xoflen x a :: can't parse "x" as a number
        -shake256 -xoflen 4x a :: can't parse
        -shake256 -xoflen '' a :: can't parse
        -shake256 -xoflen 5000000000 a :: outside integer range
        -shake256 -xoflen 99999999999999999999 a :: .
        -shake256 -xoflen 136 a
        -shake256 -xoflen 137 -r a
        -shake256 -xoflen 64 -c a
        -shake256 -xoflen 64 -binary a b
        -shake128 -xoflen 8192 a
        -shake128 -xoflen 8193 a b
        -shake128 -xoflen 20000 -binary a
        -shake128 -xoflen 4 -xoflen 6 a
        -xoflen 8 a :: length can only be specified for xof
        -sha256 -xoflen 32 a :: length can only be specified for xof
        -md5 -xoflen 3 a :: length can only be specified for xof
        -shake128 -xoflen 8 -hmac k a :: .
        -shake128 -hmac k a :: .
        -keyform nope a :: bad format "nope"
        -keyform DER a
        -keyform PEM a
        -keyform p12 a
        -passin pass:x a
        -passin nope a :: password
        -passin bad:x a :: password
        -passin env:NOT_THERE a :: NOT_THERE
        -passin file:nope a :: nope
        -signature a a
        -signature nope a
        -signature a -hmac k a :: .
        -signature nope -hmac k a :: .
        -sha256 -mac HMAC -macopt key:k -signature a a :: .
        -sigopt x:y a
        -macopt key:k a
        -macopt nonsense a
        -list -bogus
        -bogus -list
        -d -list
        """)


@case
def keyed(box):
    """-hmac, -mac and -macopt"""
    prepare(box)
    table(box, """
        -hmac k a
        -sha256 -hmac k a
        -hmac k -sha256 a b empty big
        -md5 -hmac k a
        -sha512 -hmac k a
        -sha3-256 -hmac k a
        -sm3 -hmac k a
        -md5-sha1 -hmac k a
        -blake2s256 -hmac k a
        -RSA-SHA256 -hmac k a
        -hmac k -hmac l a
        -hmac k -r nope a :: nope: no such file
        -fips-fingerprint a
        -fips-fingerprint -sha1 a
        -fips-fingerprint -hmac k a
        -hmac k -fips-fingerprint a
        -sha256 -hmac k -mac HMAC a :: mac and signing key cannot both be specified
        -hmac k -sign nope a :: mac and signing key cannot both be specified
        -mac HMAC -sign nope a :: mac and signing key cannot both be specified
        -fips-fingerprint -mac HMAC a :: mac and signing key cannot both be specified
        -sha256 -mac HMAC -macopt hexkey:6b a
        -sha256 -mac HMAC -macopt key:k a
        -sha256 -mac hmac -macopt key:k a b
        -sha256 -mac HMAC -macopt key:a:b a
        -sha256 -mac HMAC -macopt hexkey:00ff00 a
        -sha256 -mac HMAC -macopt hexkey:00FF00 -r a
        -sha1 -mac=HMAC -macopt=key:k a
        -sha256 -mac HMAC -macopt hexkey:6 a :: mac parameter error "hexkey:6"
        -sha256 -mac HMAC -macopt nope a :: mac parameter error "nope"
        -sha256 -mac HMAC -macopt nope:x a :: mac parameter error "nope:x"
        -sha256 -mac HMAC -macopt digest:sha1 -macopt key:k a :: mac parameter error
        -sha256 -mac HMAC a :: error generating
        -mac HMAC -macopt key:k a :: error setting context
        -mac nope a :: nope
        -mac nope -macopt key:k a :: nope
        -mac '' -macopt key:k a :: .
        -mac KMAC128 -macopt key:k a :: .
        -mac GMAC -macopt key:k a :: .
        -mac RSA -macopt key:k a :: .
        -mac CMAC -macopt cipher:aes-128-cbc -macopt hexkey:2b7e151628aed2a6abf7158809cf4f3c a b empty
        -mac CMAC -macopt hexkey:2b7e151628aed2a6abf7158809cf4f3c -macopt cipher:aes-128-cbc a
        -mac cmac -macopt cipher:aes-256-cbc -macopt key:0123456789abcdef0123456789abcdef a
        -mac CMAC -macopt cipher:des-ede3-cbc -macopt key:0123456789abcdef01234567 big
        -mac CMAC -macopt cipher:aes-128-cbc -macopt key:short a :: .
        -mac CMAC -macopt cipher:nope -macopt key:0123456789abcdef a :: .
        -mac CMAC -macopt key:0123456789abcdef a :: .
        -mac CMAC -macopt cipher:aes-128-cbc a :: .
        -sha256 -mac CMAC -macopt cipher:aes-128-cbc -macopt key:0123456789abcdef a
        -mac poly1305 -macopt key:0123456789abcdef0123456789abcdef a b
        -mac POLY1305 -macopt key:0123456789abcdef0123456789abcdef big
        -mac poly1305 -macopt key:short a :: .
        -mac siphash -macopt key:0123456789abcdef a b empty big
        -mac SipHash -macopt hexkey:000102030405060708090a0b0c0d0e0f -binary a
        -mac siphash -macopt key:short a :: .
        -hmac k -sigopt nope:x a :: parameter error "nope:x"
        -sha256 -hmac k -verify nope a :: no signature to verify
        """)
    if not SANITIZED:
        # libcrypto 3.0 loses the first key
        same(box, "-sha256 -mac HMAC -macopt key:k -macopt key:l a")
    for key in (b"\xff\xfe", "gr\u00fcn".encode(), b"n\nl", b"\x01", b" ", b"x" * 63, b"x" * 64, b"x" * 65,
                b"y" * 3000):
        same(box, ["-hmac", key, "a"], "-hmac %r" % key[:10])
        same(box, ["-sha512", "-mac", "HMAC", "-macopt", b"key:" + key, "a"], "-macopt key:%r" % key[:10])
        same(box, ["-sha1", "-mac", "HMAC", "-macopt", "hexkey:" + key.hex(), "a"],
             "-macopt hexkey:%s" % key.hex()[:10])


@case
def files(box):
    """files that are there, that are not, and that are none"""
    prepare(box)
    os.symlink("a", "link")
    os.symlink("nope", "dangling")
    os.symlink("loop", "loop")
    table(box, """
        a b 's p' empty big
        a a a
        link
        dangling :: dangling: no such file
        loop :: loop: too many
        nope :: nope: no such file
        nope a :: nope: no such file
        a nope b nope2 :: nope: no such file
        -r nope a :: nope: no such file
        -binary nope a :: nope: no such file
        -sha256 -c nope :: nope: no such file
        -hmac k nope a d b :: nope: no such file
        d :: read error in d
        d a :: read error in d
        a d b d :: read error in d
        -r d a :: read error in d
        '' :: no such file
        '' a :: no such file
        a/x :: a/x: not a directory
        d/x a :: d/x: no such file
        a/ a :: a/: not a directory
        /dev/null
        -r /dev/null a
        /proc/self/nope :: no such file
        """)
    same(box, ["x" * 300], "a name that is too long", says="file name too long")


@case
def unreadable(box):
    """a file that may not be read, among others"""
    need_root()
    need_reach(box)
    prepare(box)
    os.chmod("b", 0)
    same(box, "a b empty", says="b: permission denied", uid=NOBODY)
    same(box, "-r b", says="b: permission denied", uid=NOBODY)
    same(box, "-hmac k b a", says="b: permission denied", uid=NOBODY)


@case
def odd_names(box):
    """names with everything that a name can hold"""
    prepare(box)
    for name in ODD:
        box.write(name)
    for name in (b"n\n\nl", b"\\\n", b"\nn\n", b"a\nb\nc\\d"):
        box.write(name)
    for name in sorted(os.listdir(b".")):
        if name == b"d":
            continue
        for options in ([], ["-r"], ["-sha1", "-c"]):
            same(box, [*options, "--", name], " ".join(options) + repr(name))
        same(box, ["-hmac", "k", "--", name], "-hmac k " + repr(name))
    for name in (b"not\nthere", b"not\\there", b"not\xffthere"):
        same(box, [name], repr(name), says="no such file")
    same(box, ["-r", "--", *ODD], "-r of all at once")


@case
def output_files(box):
    """-out"""
    prepare(box)
    for words in ("a", "-r a b", "-binary a", "-hmac k a", "nope a", "d a", "-c -md5 big empty",
                  "-shake128 -xoflen 9 a",
                  "nope"):
        same(box, "-out of " + words, file="of")
    same(box, "-out=of a", file="of")
    remove("of")
    same(box, "-out of -out of2 a", file="of2")
    box.check(read("of") is None, "the last -out counts, the first is not made")
    for name in ("/dev/stdout", "-", "/dev/null"):
        same(box, ["-out", name, "a"], "-out " + name)
    same(box, "-out nodir/x a", says="can.t open")
    same(box, "-out d a", says="can.t open")
    same(box, "-out '' a", says="can.t open")
    same(box, ["-out", "x" * 300, "a"], "-out with a name that is too long", says="can.t open")
    for name in ("of", "fresh"):
        box.write("of", b"old content that is longer than the new one" * 10)
        box.rc(dgst(box, "-out", name, "a"), 0)
        box.check(len(read(name)) < 100, "-out %s: nothing is left of what was there" % name)
    box.write("of", b"old")
    os.chmod("of", 0o640)
    os.link("of", "same")
    box.rc(dgst(box, "-out", "of", "a"), 0)
    box.check(read("same") == read("of") and os.stat("of").st_nlink == 2 and os.stat("of").st_mode & 0o777 == 0o640,
              "written in place, mode kept")


@case
def providers(box):
    """-provider, -provider-path, -propquery"""
    prepare(box)
    table(box, """
        -provider default a
        -provider default -sha1 a
        -provider legacy -whirlpool a
        -provider legacy -whirlpool -hmac k a
        -provider legacy -md4 -r a b
        -provider legacy -provider default -md4 -c a
        -whirlpool -provider legacy -provider default a
        -provider legacy -sha256 a
        -provider legacy a
        -RSA-SHA256 -provider legacy a :: unknown option or message digest: RSA-SHA256
        -provider default -sha256WithRSAEncryption a :: unknown option or message digest
        -provider nope a :: unable to load provider nope
        -provider default -provider nope a :: unable to load provider nope
        -provider base -sha256 a
        -provider-path d -provider default a
        -provider-path d -provider legacy -md4 a :: unable to load provider legacy
        -propquery provider=default -sha256 a
        -propquery provider=default a
        -propquery provider=legacy -sha256 a :: .
        -propquery fips=yes -sha256 a :: unknown option or message digest
        -propquery ?fips=yes -sha256 a
        -propquery fips=yes a
        -sha256 -propquery fips=yes a :: .
        """)


@case
def listing(box):
    """-list"""
    prepare(box)
    table(box, """
        -list
        --list
        -list a
        -r -list
        -sha256 -list
        -hmac k -list
        -out of -list
        """)


if __name__ == "__main__":
    main()
