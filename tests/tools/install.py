#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Installs a build below a folder of its own and uses what is there: the programs, the library through pkg-config, the
links.

    install.py MESON BUILD PREFIX BINDIR LIBDIR CC [LINKS_DIR]

Prints TAP.
"""
import glob
import os
import subprocess
import sys
import tempfile

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-4, examples
LINKS = ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum"]
PROGRAM = """
#include <ringsum.h>
#include <stdio.h>

int main(void)
{
	struct ringsum_digest *digest = NULL;
	struct ringsum_about about;

	ringsum_about(&about);
	if (ringsum_digest_open("sha256", 0, &digest) != 0)
		return 1;
	printf("%s %zu\\n", about.version, ringsum_digest_len(digest));
	ringsum_digest_close(digest);
	return 0;
}
"""


def run(*argv, env=None, data=None):
    done = subprocess.run(argv, input=data, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout


class Points:
    def __init__(self):
        self.n = self.n_failed = 0

    def add(self, ok, name, notes=""):
        self.n += 1
        self.n_failed += not ok
        print("%sok %d - %s" % ("" if ok else "not ", self.n, name))
        if not ok:
            print("".join("# %s\n" % line for line in str(notes).splitlines()), end="")
        return ok


class Tree:
    """where things are below DESTDIR"""

    def __init__(self, destdir, prefix, bindir, libdir):
        self.destdir = destdir
        self.prefix = destdir + prefix
        self.bin = os.path.join(self.prefix, bindir)
        self.lib = os.path.join(self.prefix, libdir)
        self.include = os.path.join(self.prefix, "include")

    def env(self):
        return {"LD_LIBRARY_PATH": self.lib, "PKG_CONFIG_PATH": os.path.join(self.lib, "pkgconfig")}


def check_files(points, tree):
    wanted = [os.path.join(tree.bin, "ringsum"), os.path.join(tree.include, "ringsum.h"),
              os.path.join(tree.lib, "libringsum.so"), os.path.join(tree.lib, "libringsum.so.0"),
              os.path.join(tree.lib, "libringsum.a"), os.path.join(tree.lib, "pkgconfig", "ringsum.pc")]
    for page in glob.glob(os.path.join(os.path.dirname(__file__), "..", "..", "man", "*.1")):
        wanted.append(os.path.join(tree.prefix, "share", "man", "man1", os.path.basename(page)))
    lacking = [path for path in wanted if not os.path.exists(path)]
    points.add(not lacking, "everything is in its place", "\n".join(lacking))


def check_programs(points, tree):
    status, out = run(os.path.join(tree.bin, "ringsum"), env=tree.env(), data="abc")
    points.add(status == 0 and out == ABC + "  -\n", "ringsum hashes", out)
    status, out = run(os.path.join(tree.bin, "ringdgst"), "-r", env=tree.env(), data="abc")
    points.add(status == 0 and out == ABC + " *stdin\n", "ringdgst hashes", out)
    status, out = run(os.path.join(tree.bin, "ringspeed"), "-seconds", "0.01", "-bytes", "16", "md5", env=tree.env())
    points.add(status == 0 and "\nmd5 " in out, "ringspeed measures", out)


def pkg_config(tree, *args):
    return run("pkg-config", "--define-variable=prefix=" + tree.prefix, *args, env=tree.env())


def check_use(points, tree, compiler, work, kind, words):
    """compile a program against the installed library, and run it"""
    program = os.path.join(work, kind)
    status, out = run(compiler, "-o", program, os.path.join(work, "user.c"), *words)
    points.add(status == 0, "a program links with the %s library" % kind, out)
    status, out = run(program, env=tree.env() if kind == "shared" else {})
    points.add(status == 0 and out == pkg_config(tree, "--modversion", "ringsum")[1].strip() + " 32\n", "and runs", out)


def check_library(points, tree, compiler, work):
    with open(os.path.join(work, "user.c"), "w", encoding="ascii") as file:
        file.write(PROGRAM)
    status, flags = pkg_config(tree, "--cflags", "--libs", "ringsum")
    if points.add(status == 0, "pkg-config knows the library", flags):
        check_use(points, tree, compiler, work, "shared", flags.split())
    status, flags = pkg_config(tree, "--static", "--libs", "ringsum")
    points.add(status == 0 and {"-lcrypto", "-luring"} <= set(flags.split()), "and what the static one needs", flags)
    # The static library with the others as they come: a static libcrypto may need what is not installed.
    words = [os.path.join(tree.lib, "libringsum.a"), "-lcrypto", "-luring", "-pthread"]
    check_use(points, tree, compiler, work, "static", pkg_config(tree, "--cflags", "ringsum")[1].split() + words)


def check_links(points, tree, folder):
    for name in LINKS:
        link = tree.destdir + os.path.join(folder, name)
        target = os.readlink(link) if os.path.islink(link) else "no link"
        found = os.path.normpath(tree.destdir + os.path.join(folder, target))
        points.add(os.path.exists(found) and os.path.basename(found) == "ringsum", "link " + name,
                   "%s leads to %s" % (link, target))


def main():
    meson, build, prefix, bindir, libdir, compiler = sys.argv[1:7]
    points = Points()
    with tempfile.TemporaryDirectory() as work:
        tree = Tree(os.path.join(work, "root"), prefix, bindir, libdir)
        status, out = run(meson, "install", "-C", build, "--no-rebuild", "--destdir", tree.destdir)
        if points.add(status == 0, "meson install", out):
            check_files(points, tree)
            check_programs(points, tree)
            check_library(points, tree, compiler, work)
            if len(sys.argv) > 7:
                check_links(points, tree, os.path.join(prefix, sys.argv[7]))
    print("1..%d" % points.n)
    sys.exit(points.n_failed > 0)


if __name__ == "__main__":
    main()
