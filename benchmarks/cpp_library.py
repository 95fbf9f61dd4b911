#!/usr/bin/env python3
"""Compares two builds of Heddle on programs that use the C++ library: time to compile, and time of an execution.

Usage: cpp_library.py BEFORE AFTER        (two heddle commands)

Prints AFTER / BEFORE, the best of several runs that alternate.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

RUNS = 5
FOLDER = pathlib.Path(__file__).resolve().parent / "cpp_library"
RUN = ("--search", "random", "--points", "shared", "--max-executions", "200", "--races", "error", "--quiet")


def compile_once(heddle, source, binary):
    start = time.monotonic()
    subprocess.run([heddle, "c++", "-std=c++20", "-O1", "-pthread", str(source), "-o", binary], check=True)
    return time.monotonic() - start


def run_once(heddle, binary):
    with tempfile.NamedTemporaryFile() as report:
        subprocess.run([heddle, "run", *RUN, "--json", report.name, binary], check=False, stdout=subprocess.DEVNULL)
        result = json.loads(pathlib.Path(report.name).read_text())
    if result["error"]:
        sys.exit(f"{binary}: {result['error']['message']}")
    return result["seconds"] / result["executions"]


def main():
    commands = sys.argv[1:3]
    print("program    compile    execution")
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted(FOLDER.glob("*.cpp")):
            binaries = [os.path.join(folder, f"{source.stem}{i}") for i in range(2)]
            compiled, executed = ([min(times) for times in zip(*rows)] for rows in (
                [[compile_once(c, source, b) for c, b in zip(commands, binaries)] for _ in range(RUNS)],
                [[run_once(c, b) for c, b in zip(commands, binaries)] for _ in range(RUNS)]))
            print(f"{source.stem:10} {compiled[1] / compiled[0]:7.2f} {executed[1] / executed[0]:12.2f}")


if __name__ == "__main__":
    main()
