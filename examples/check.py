# SPDX-License-Identifier: MIT
"""Run the example over files of several sizes and compare what it prints with Python's hashlib."""
import hashlib
import os
import subprocess
import sys
import tempfile


def run(program, *names, stdout=subprocess.PIPE):
    return subprocess.run([program, *names], stdout=stdout, stderr=subprocess.PIPE, timeout=120)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        names, lines = [], b""
        for number, size in enumerate([0, 3, 65536, 5_000_000] + [100] * 200):
            name = os.path.join(folder, f"file {number}")
            content = bytes((number + i * i) % 256 for i in range(256)) * (size // 256 + 1)
            with open(name, "wb") as file:
                file.write(content[:size])
            names.append(name)
            lines += f"{hashlib.sha256(content[:size]).hexdigest()}  {name}\n".encode()
        done = run(program, *names)
        assert (done.returncode, done.stdout, done.stderr) == (0, lines, b""), done
        missing = os.path.join(folder, "missing")
        done = run(program, names[0], missing, names[1])
        assert done.returncode == 1, done
        assert done.stdout == b"".join(lines.splitlines(True)[:2]), done
        assert done.stderr == f"{missing}: No such file or directory\n".encode(), done
        done = run(program)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), done
        with open("/dev/full", "wb") as full:
            assert run(program, names[0], stdout=full).returncode == 1


main()
