#!/usr/bin/env python3
"""Compares stateful search with SPIN on dining philosophers: the same states, one core each, alternating.

Usage: spin_comparison.py BUILD [SEATSxMEALS...]

SPIN explores a Promela model with the transitions of the C++ program (states/philosophers.pml).  Both must visit the same number
of states.  Times are processor times of the search, best of several.  SPIN's compilation of the model is not counted, the start of
either process is.  Ratios above 1 mean that Heddle is faster.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import typing

HERE = pathlib.Path(__file__).resolve().parent
SIZES = ("5x4", "7x3")
# Optimised, only safety properties, no partial-order reduction, no limit of memory that matters here.
VERIFIER = ("-O2", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=16000")
SETTINGS = {"plain": [], "sleep sets": ["--reduce", "sleep"]}


class Search(typing.NamedTuple):
    states: int
    transitions: int
    seconds: float  # of processor time
    mebibytes: float  # at the peak


def measure(command, output):
    """Processor seconds and peak memory of a command that succeeds."""
    with open(output, "wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, cwd=output.parent)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} exited with {process.returncode}:\n{output.read_text(errors='replace')}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Spin:
    def __init__(self, folder, seats, meals):
        self.folder = folder / f"spin-{seats}-{meals}"
        self.folder.mkdir()
        subprocess.run(["spin", "-a", f"-DSEATS={seats}", f"-DMEALS={meals}", HERE / "states" / "philosophers.pml"],
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["gcc", *VERIFIER, "-w", "-o", "pan", "pan.c"], cwd=self.folder, check=True)

    def run(self):
        output = self.folder / "output"
        seconds, mebibytes = measure([self.folder / "pan", "-m100000"], output)
        text = output.read_text()
        if "errors: 0" not in text or "error: max search depth" in text:
            sys.exit("SPIN did not visit all states:\n" + text)
        # New states, and transitions to new and visited ones.
        states = int(re.search(r"(\d+) states, stored", text)[1])
        transitions = int(re.search(r"(\d+) transitions", text)[1])
        return Search(states, transitions, seconds, mebibytes)


class Heddle:
    def __init__(self, build, folder):
        self.command = pathlib.Path(build).resolve() / "bin" / "heddle"
        self.folder = folder
        subprocess.run([self.command, "c++", "-std=c++20", "-O2", HERE / "states" / "philosophers.cpp", "-o", folder / "philosophers"],
                       check=True)

    def run(self, seats, meals, options):
        report = self.folder / "result.json"
        command = [self.command, "run", "--search", "dfs", "--states", "memory", "--points", "sync", "--time", "none", "--quiet",
                   "--force", "--json", report, *options, "--", self.folder / "philosophers", seats, meals]
        seconds, mebibytes = measure([str(word) for word in command], self.folder / "output")
        result = json.loads(report.read_text())
        if result["verdict"] != "complete":
            sys.exit(f"Heddle's result is {result['verdict']}")
        return Search(result["states"], result["transitions"], seconds, mebibytes)


def size(text):
    """Seats and meals.  THROWS: ArgumentTypeError."""
    if not re.fullmatch(r"[1-9]\d*x[1-9]\d*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form SEATSxMEALS, such as 5x4")
    return text.split("x")


def best(searches):
    return min(searches, key=lambda search: search.seconds)


def compare(heddle, folder, seats, meals, repetitions):
    spin = Spin(folder, seats, meals)
    by_spin, by_heddle = [], {setting: [] for setting in SETTINGS}
    for _ in range(repetitions):
        by_spin.append(spin.run())
        for setting, options in SETTINGS.items():
            by_heddle[setting].append(heddle.run(seats, meals, options))
    other = best(by_spin)
    print_row(f"{seats}x{meals}", "SPIN", other, other)
    for setting, searches in by_heddle.items():
        own = best(searches)
        print_row("", setting, own, other)
        if own.states != other.states:
            sys.exit(f"SPIN visits {other.states:,} states, Heddle ({setting}) {own.states:,}")


def print_row(size, name, search, other):
    rate = search.states / search.seconds
    print(f"{size:6}{name:12}{search.states:12,}{search.transitions:13,}{search.seconds:10.2f}{rate:12,.0f}{search.mebibytes:8,.0f}"
          f"{other.seconds / search.seconds:8.2f}{other.mebibytes / search.mebibytes:8.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("sizes", nargs="*", type=size, default=[size(one) for one in SIZES], metavar="SEATSxMEALS")
    parser.add_argument("--repetitions", type=int, default=3)
    given = parser.parse_args()
    if shutil.which("spin") is None:
        print("The comparison with SPIN was skipped: install Debian's package `spin` to run it.")
        return
    with tempfile.TemporaryDirectory(prefix="heddle-spin-") as name:
        folder = pathlib.Path(name)
        heddle = Heddle(given.build, folder)
        print(f"{'size':6}{'search':12}{'states':>12}{'transitions':>13}{'seconds':>10}{'states/s':>12}{'MiB':>8}{'time':>8}{'memory':>8}")
        for seats, meals in given.sizes:
            compare(heddle, folder, seats, meals, given.repetitions)


if __name__ == "__main__":
    main()
