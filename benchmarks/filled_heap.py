#!/usr/bin/env python3
"""Measures what a heap costs that the program fills before it creates threads.

Usage: filled_heap.py HEDDLE [MIB]

Prints processor seconds and the peak of memory: of the program as it is, of three plain copies of the heap besides, and of searches.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import typing

SOURCE = pathlib.Path(__file__).resolve().with_suffix(".cpp")
SEARCHES = {
    "default search": (),
    "states, synchronisation": ("--search", "dfs", "--states", "memory", "--points", "sync"),
    "states, shared memory": ("--search", "dfs", "--states", "memory", "--points", "shared"),
    "breadth-first": ("--search", "bfs", "--states", "memory", "--points", "sync"),
    "100 executions, pos": ("--search", "pos", "--max-executions", "100"),
    "stateless, source sets": ("--search", "dfs", "--reduce", "source", "--points", "sync"),
}


class Cost(typing.NamedTuple):
    seconds: float  # of the processor
    mebibytes: float


def cost(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        sys.exit(f"{' '.join(command)} failed")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def main():
    heddle = sys.argv[1]
    size = sys.argv[2] if len(sys.argv) > 2 else "64"
    with tempfile.TemporaryDirectory() as folder:
        plain, explored = f"{folder}/plain", f"{folder}/explored"
        subprocess.run(["c++", "-std=c++20", "-O2", "-pthread", SOURCE, "-o", plain], check=True)
        subprocess.run([heddle, "c++", "-std=c++20", "-O2", SOURCE, "-o", explored], check=True)
        measured = {"the program alone": cost([plain, size]), "and three copies of its heap": cost([plain, size, "copy"])}
        for name, options in SEARCHES.items():
            measured[name] = cost([heddle, "run", "--quiet", *options, explored, size])
    for name, (seconds, mebibytes) in measured.items():
        print(f"{name:30} {seconds:7.2f} s {mebibytes:8.0f} MiB {mebibytes / float(size):6.1f} times the heap")


if __name__ == "__main__":
    main()
