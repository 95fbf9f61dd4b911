#!/usr/bin/env python3
"""Builds a test program as a user would, with GoogleTest and `heddle c++`, and runs it.

usage: run_google_test.py HEDDLE SOURCE [arguments of GoogleTest]
"""
import os
import subprocess
import sys
import tempfile


def main():
    heddle, source = map(os.path.abspath, sys.argv[1:3])
    environment = {k: v for k, v in os.environ.items() if not k.startswith("HEDDLE_")}
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, os.path.splitext(os.path.basename(source))[0])
        subprocess.run([heddle, "c++", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread",
                        source, "-o", program, "-lgtest", "-lgtest_main"],
                       env=environment, check=True)
        done = subprocess.run([program, *sys.argv[3:]], cwd=folder, env=environment, timeout=250)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
