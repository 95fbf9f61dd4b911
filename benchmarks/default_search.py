#!/usr/bin/env python3
"""Measures the searches of studies/default-search.toml in processor seconds: the default search against the best single one.

A figure is the mean of several seeds, of the command and its processes.  A search that misses an error is repeated until it finds it,
so its seconds are those of all runs divided by the runs that found the error.
"""

import argparse
import itertools
import os
import pathlib
import statistics
import subprocess
import tempfile
import tomllib

STUDY = pathlib.Path(__file__).resolve().parent.parent / "studies" / "default-search.toml"
NOT_MEMBERS = ("default", "randomized backtracking", "best-first")


def expanded(entries):
    """The entries with each value of their matrix."""
    for entry in entries:
        matrix = entry.get("matrix", {})
        for values in itertools.product(*matrix.values()):
            named = dict(zip(matrix, values))
            yield {key: value.format(**named) if isinstance(value, str) else value for key, value in entry.items()}


def processor_seconds(command, folder):
    """User and system seconds of a command and its children, and whether it found an error."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode == 1


def cost(given, subject, configuration, folder):
    """Seconds to the error; None if no run found it."""
    seeds = 1 if configuration.get("seeds") == 1 else given.seeds
    program = given.programs.resolve() / pathlib.Path(subject["program"]).name
    runs = [processor_seconds([str(given.heddle.resolve()), "run", "--quiet", *configuration["options"].split(), "--time", given.time,
                               "--seed", str(seed), "--trace", "trace", "--", str(program), *map(str, subject.get("args", []))],
                              folder)
            for seed in range(1, seeds + 1)]
    found = sum(is_found for _, is_found in runs)
    return sum(seconds for seconds, _ in runs) / found if found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("heddle", type=pathlib.Path)
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="the folder of the built subjects")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--time", default="20s", help="limit of one run")
    parser.add_argument("--only-default", action="store_true")
    given = parser.parse_args()
    study = tomllib.loads(STUDY.read_text())
    configurations = {one["name"]: one for one in expanded(study["configuration"])}
    ratios = []
    print("| subject | default | best single search | seconds | ratio |\n| --- | ---: | --- | ---: | ---: |")
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as folder:
        for subject in expanded(study["subject"]):
            own = cost(given, subject, configurations["default"], folder)
            costs = {} if given.only_default else {
                name: cost(given, subject, one, folder) for name, one in configurations.items() if name not in NOT_MEMBERS}
            best = min((seconds, name) for name, seconds in costs.items() if seconds) if costs else (None, "")
            ratio = own / best[0] if own and best[0] else None
            ratios += [ratio] if ratio else []
            shown = ["-" if value is None else f"{value:.2f}" for value in (own, best[0], ratio)]
            print(f"| {subject['name']} | {shown[0]} | {best[1]} | {shown[1]} | {shown[2]} |", flush=True)
    if ratios:
        print(f"ratio: median {statistics.median(ratios):.2f}, largest {max(ratios):.2f}")


if __name__ == "__main__":
    main()
