# SPDX-License-Identifier: MIT
"""
The files that are hashed: made here, kept warm or dropped from the page cache, removed at the end.
"""
import hashlib
import os
import shutil
import subprocess

import machine

MIB = 1 << 20


class State(Exception):
    """the files cannot be brought into the state that was asked for"""


class FileSet:
    """some files below a folder of their own; names are relative to it"""

    def __init__(self, folder, names, file_len, residency):
        self.folder, self.names, self.file_len, self.residency = folder, names, file_len, residency
        self.lists = {}
        self.n_bytes = len(names) * file_len
        self.sums = {}

    def make(self):
        """write the files, unless an earlier run has left them whole"""
        done = os.path.join(self.folder, ".whole")
        what = "%d files of %d bytes" % (len(self.names), self.file_len)
        if os.path.exists(done) and open(done, encoding="ascii").read() == what:
            return
        self.remove()
        os.makedirs(self.folder)
        machine.check_space(self.folder, self.n_bytes)
        noise = bytearray(os.urandom(min(self.file_len, 16 * MIB)))
        for number, name in enumerate(self.names):
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            self.write_noise(path, noise, number)
        with open(done, "w", encoding="ascii") as file:
            file.write(what)
        os.sync()

    def write_noise(self, path, noise, number):
        """bytes that no file system can compress, and no two files alike"""
        with open(path, "wb", buffering=0) as file:
            for offset in range(0, self.file_len, max(len(noise), 1)):
                for place in range(0, len(noise), MIB):
                    noise[place:place + 16] = (number << 64 | offset + place).to_bytes(16, "little")
                file.write(memoryview(noise)[:min(len(noise), self.file_len - offset)])

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def list_file(self, end="\0"):
        """the path of a list of the names"""
        if end not in self.lists:
            path = os.path.join(self.folder, ".list%d" % ord(end))
            with open(path, "w", encoding="ascii") as file:
                file.write("".join(name + end for name in self.names))
            self.lists[end] = path
        return self.lists[end]

    def digests(self, algorithm):
        """{name: digest} by a way of its own: Python's hashlib"""
        if algorithm not in self.sums:
            self.sums[algorithm] = {name: self.digest_one(algorithm, name) for name in self.names}
        return self.sums[algorithm]

    def digest_one(self, algorithm, name):
        digest = hashlib.new(algorithm)
        with open(os.path.join(self.folder, name), "rb", buffering=0) as file:
            while data := file.read(MIB):
                digest.update(data)
        return digest.hexdigest()

    def manifest(self, algorithm):
        """the path of a list as sha256sum writes it"""
        path = os.path.join(self.folder, "." + algorithm)
        if not os.path.exists(path):
            with open(path, "w", encoding="ascii") as file:
                file.writelines("%s  %s\n" % (digest, name) for name, digest in self.digests(algorithm).items())
        return path

    # ---- the page cache ----

    def ask(self, mode):
        with open(self.list_file(), "rb") as names:
            run = subprocess.run([self.residency, mode], stdin=names, stdout=subprocess.PIPE, cwd=self.folder,
                                 check=True, text=True)
        resident, total = map(int, run.stdout.split())
        return resident, total

    def is_warm(self):
        resident, total = self.ask("check")
        return resident == total

    def settle(self, state):
        """bring all files into the page cache, or out of it, and see that they are"""
        for _ in range(4):
            resident, total = self.ask("check")
            if resident == (total if state == "warm" else 0):
                return
            if state == "warm":
                self.ask("warm")
            else:
                self.drop()
        raise State("%d of %d pages are in memory where %s were wanted: the kernel keeps changing them"
                    % (resident, total, "all" if state == "warm" else "none"))

    def drop(self):
        """the files' pages; as root, folders and inodes too, so that opening is cold as well"""
        resident, _ = self.ask("drop")
        if os.geteuid() == 0 or resident:
            try:
                with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as file:
                    file.write("3\n")
            except OSError:
                pass

    def check_memory(self):
        free = machine.available_memory() + self.ask("check")[0] * os.sysconf("SC_PAGE_SIZE")
        if self.n_bytes * 1.15 > free:
            raise State("%d MiB of files do not stay in %d MiB of free memory" % (self.n_bytes // MIB, free // MIB))


class HoleSet(FileSet):
    """files without a byte on the disk; whether some of their zeros are in the page cache is no matter"""

    def write_noise(self, path, noise, number):
        with open(path, "wb") as file:
            file.truncate(self.file_len)

    def is_warm(self):
        return True

    def settle(self, state):
        pass

    def check_memory(self):
        pass


def tree_names(n_files):
    """short names in a tree of folders of up to 500 files"""
    return ["%d/%d/%d" % (number // 10000, number // 500 % 20, number % 500) for number in range(n_files)]
