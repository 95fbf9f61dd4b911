#!/usr/bin/env python3
"""Compares stateful search with and without sleep sets on corrected subjects and on the programs of the states benchmark.

Each program is explored to its end by both, in turn.  The columns are states, transitions and processor seconds (best of several) of
the search without sleep sets, then transitions with them as a share, and the time without divided by the time with them: with
livelock detection, which may visit all states again, and without.
"""

import argparse
import json
import math
import os
import pathlib
import shlex
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE.parent / "tests" / "subjects" / "table.txt"
STATE_PROGRAMS = ("sync philosophers 2 60", "sync philosophers 3 12", "sync philosophers 4 5", "sync philosophers 5 3",
                  "all reorder 1 fixed 60", "all reorder 2 fixed 12", "all reorder 3 fixed 3", "all counter 2 10", "all counter 3 3",
                  "all counter 4 2")


def programs(build):
    """Points, program and arguments."""
    for line in TABLE.read_text().splitlines():
        words = line.split()
        if words[:1] == ["none"] and not words[2].startswith("["):
            yield words[1], build / "subjects" / words[2], words[3:]
    for text in STATE_PROGRAMS:
        points, name, *arguments = shlex.split(text)
        yield points, build / "benchmark_programs" / name, arguments


class Bench:
    def __init__(self, build, folder, repetitions):
        self.heddle = build / "bin" / "heddle"
        self.folder = folder
        self.repetitions = repetitions

    def run(self, points, program, arguments, *options):
        report = self.folder / "result.json"
        command = [self.heddle, "run", "--quiet", "--search", "dfs", "--states", "memory", "--points", points, "--time", "100s", "--force",
                   "--json", report, "--trace", self.folder / "trace", *options, "--", program, *arguments]
        process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        result = json.loads(report.read_text())
        return usage.ru_utime + usage.ru_stime, result["states"], result["transitions"], result["verdict"]

    def compare(self, *program):
        """The best run of each setting, in turn."""
        settings = ([], ["--reduce", "sleep"], ["--livelocks", "ignore"], ["--reduce", "sleep", "--livelocks", "ignore"])
        runs = [[self.run(*program, *setting) for setting in settings] for _ in range(self.repetitions)]
        return [min(column) for column in zip(*runs)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--repetitions", type=int, default=3)
    given = parser.parse_args()
    ratios = []
    print(f"{'program':44}{'states':>9}{'transitions':>12}{'seconds':>8}{'share':>7}{'livelocks':>10}{'without':>8}")
    with tempfile.TemporaryDirectory(prefix="heddle-sleep-") as name:
        bench = Bench(given.build.resolve(), pathlib.Path(name), given.repetitions)
        for points, program, arguments in programs(given.build.resolve()):
            plain, asleep, plain_ignoring, asleep_ignoring = bench.compare(points, program, arguments)
            ratios.append((plain[0] / asleep[0], plain_ignoring[0] / asleep_ignoring[0]))
            text = " ".join([points, program.name, *arguments])
            states = f"{plain[1]}" if plain[1] == asleep[1] else f"{plain[1]}/{asleep[1]}"
            print(f"{text:44}{states:>9}{plain[2]:12}{plain[0]:8.2f}{asleep[2] / max(plain[2], 1):7.2f}{ratios[-1][0]:10.2f}"
                  f"{ratios[-1][1]:8.2f}  {plain[3]}/{asleep[3]}", flush=True)
    for column, what in enumerate(("with livelock detection", "without")):
        values = [ratio[column] for ratio in ratios]
        mean = math.exp(sum(map(math.log, values)) / len(values))
        faster = sum(value > 1.05 for value in values)
        slower = sum(value < 0.95 for value in values)
        print(f"{what}: mean ratio {mean:.2f} (geometric), faster on {faster}, slower on {slower} of {len(values)}")


if __name__ == "__main__":
    main()
