#!/usr/bin/env python3
"""Measures plain accesses under Heddle against ThreadSanitizer: one source, one run, ratios of processor time.

A row is one kind of memory, a column one setting.  The time of an execution is the difference between a search of several
executions and one of a single execution, so that the start of the command does not count.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import tempfile

MEMORY = ("sweep", "stride", "once", "list", "global", "local")
SETTINGS = {"sync": ["--points", "sync", "--races", "ignore"],
            "shared": ["--points", "shared", "--races", "ignore"],
            "sync, races": ["--points", "sync", "--races", "error"],
            "shared, races": ["--points", "shared", "--races", "error"]}
FEW, MANY = 20, 40  # executions


def processor_time(command):
    """User and system seconds of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def difference(repetitions, many, few):
    return min(processor_time(many) for _ in range(repetitions)) - min(processor_time(few) for _ in range(repetitions))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("heddle")
    parser.add_argument("--accesses", type=int, default=6_000_000)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--compiler", default="g++")
    given = parser.parse_args()
    source = pathlib.Path(__file__).with_suffix(".cpp")
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as name:
        folder = pathlib.Path(name)
        flags = ["-std=c++20", "-O2", str(source), "-o"]
        subprocess.run([given.compiler, "-fsanitize=thread", *flags, str(folder / "sanitized")], check=True)
        subprocess.run([given.heddle, "c++", *flags, str(folder / "explored")], check=True,
                       env={**os.environ, "HEDDLE_CXX": given.compiler})

        def explore(memory, options, executions):
            return [given.heddle, "run", "--quiet", "--search", "random", "--no-snapshots", "--max-executions",
                    str(executions), *options, "--trace", str(folder / "trace"), "--", str(folder / "explored"), memory, str(given.accesses)]

        print(f"{given.accesses:,} accesses; ThreadSanitizer in seconds, Heddle as ratio to it")
        print(f"{'memory':8}{'TSan':>8}" + "".join(f"{setting:>16}" for setting in SETTINGS))
        for memory in MEMORY:
            sanitized = difference(given.repetitions, [str(folder / "sanitized"), memory, str(given.accesses)],
                                   [str(folder / "sanitized"), memory, "0"])
            ratios = [difference(given.repetitions, explore(memory, options, MANY), explore(memory, options, FEW))
                      / (MANY - FEW) / max(sanitized, 1e-3) for options in SETTINGS.values()]
            print(f"{memory:8}{sanitized:8.3f}" + "".join(f"{ratio:16.2f}" for ratio in ratios), flush=True)


if __name__ == "__main__":
    main()
