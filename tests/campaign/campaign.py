#!/usr/bin/env python3
"""Compares the outcomes of random native programs under thirty searches with those of brute force.

A search that finishes must find the same outcomes; one that samples, no others.  What a native execution gives
must be among them.  A program that brute force does not finish is left out.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

from operations import GROUPS
from option_sets import EXHAUSTIVE, ORACLES, RESTRICTED, SAMPLED
from program import draw, outcome_of, source

PROGRAMS_PER_FILE = 40
ORACLE_EXECUTIONS = 20_000
SEARCH_STATES = 200_000  # a search that visits more is unfinished: a program in a thousand has millions
NATIVE_RUNS = 5
UNFINISHED = re.compile("stopped|interrupted|incomplete|budget spent|(time|error) limit reached")  # in a coverage statement
# The default search ends with more early timeouts and spurious wake-ups than the others explore.
LIMITS = ["--early-timeouts", "1", "--spurious", "0"]
COMMAND_LIMIT = 300  # seconds; a command that hangs is a failure


class Campaign:
    def __init__(self, given):
        self.given = given
        self.totals = collections.Counter()
        self.differences = []

    def run(self, program, folder, binary, arguments, options):
        """The outcomes that the search met, and whether it finished; outcomes are None where it failed itself."""
        folder.mkdir(exist_ok=True)
        report = folder / "report.json"
        report.unlink(missing_ok=True)
        limits = LIMITS if program.lasts else []
        command = [self.given.heddle, "run", "--quiet", "--races", "ignore", "--no-simplify", "--time", "120", *limits,
                   "--json", str(report), "--trace", str(folder / "trace"), *options, "--", str(binary), *map(str, arguments)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=COMMAND_LIMIT)
        except subprocess.TimeoutExpired:
            return None, f"{shlex.join(command)}: no end"
        if done.returncode not in (0, 1, 3):
            return None, f"{shlex.join(command)}: exit code {done.returncode}\n{done.stderr[-600:]}"
        result = json.loads(report.read_text())
        found = [result["error"]] if result.get("error") else []
        outcomes = set()
        for error in found + result.get("further_errors", []):
            outcome = outcome_of(error["message"])
            outcomes.add(error["kind"] if outcome is None else outcome)
        return outcomes, not UNFINISHED.search(result["coverage"])

    def compare(self, seed, number, program, binary, folder):
        """Differences between brute force and the searches, as texts."""
        points = "shared" if program.races else "sync"
        for oracle in ORACLES:
            options = shlex.split(oracle.format(points=points)) + ["--keep-going", "--max-executions", str(ORACLE_EXECUTIONS)]
            expected, finished = self.run(program, folder, binary, [number], options)
            if expected is None:
                return [f"{oracle}: {finished}"]
            if finished:
                break
        else:
            self.totals["left out"] += 1
            return []
        self.totals["programs"] += 1
        self.totals["outcomes"] += len(expected)
        found = []
        for options in EXHAUSTIVE + SAMPLED:
            options = options.format(points=points)
            outcomes, ended = self.run(program, folder, binary, [number],
                                       shlex.split(options) + ["--keep-going", "--seed", str(seed + 1),
                                                              "--max-states", str(SEARCH_STATES)])
            self.totals["searches"] += 1
            if outcomes is None:
                found.append(f"{options}: {ended}")
            elif outcomes - expected:
                found.append(f"{options}: extra {sorted(map(str, outcomes - expected))}")
            elif expected - outcomes and options not in SAMPLED:
                if ended:
                    found.append(f"{options}: lost {sorted(map(str, expected - outcomes))} of {len(expected)}")
                else:
                    self.totals["unfinished searches"] += 1
        for group in RESTRICTED:
            found += self.compare_restricted(group, seed, number, program, points, expected, binary, folder)
        found += self.compare_first_error(number, program, expected, binary, folder)
        return found if program.lasts else found + self.compare_natively(number, expected, folder)

    def compare_restricted(self, group, seed, number, program, points, expected, binary, folder):
        """Searches of the same part of the schedules meet the same outcomes, and none that brute force does not meet."""
        met = {}
        for options in group:
            options = options.format(points=points, function=f"program_{number}_1")
            outcomes, ended = self.run(program, folder, binary, [number],
                                       shlex.split(options) + ["--keep-going", "--seed", str(seed + 1),
                                                              "--max-states", str(SEARCH_STATES)])
            self.totals["restricted searches"] += 1
            if outcomes is None:
                return [f"{options}: {ended}"]
            if outcomes - expected:
                return [f"{options}: extra {sorted(map(str, outcomes - expected))}"]
            if ended:
                met[options] = outcomes
        self.totals["outcomes left out"] += len(expected - next(iter(met.values()), expected))
        if len(set(map(frozenset, met.values()))) > 1:
            return [f"{options}: {sorted(map(str, outcomes))}" for options, outcomes in met.items()]
        return []

    def compare_first_error(self, number, program, expected, binary, folder):
        """With the defaults a search ends at its first error: it finds an outcome if and only if there is one."""
        numbers = [outcome for outcome in expected if isinstance(outcome, int)]
        if len(numbers) != len(expected):
            return []  # other errors come first
        found = []
        absent = next(i for i in range(len(expected) + 1) if i not in expected)
        for outcome in [absent] + ([random.Random(number).choice(sorted(numbers))] if numbers else []):
            outcomes, ended = self.run(program, folder, binary, [number, outcome], [])
            self.totals["searches"] += 1
            if outcomes is None:
                found.append(f"default: {ended}")
            elif bool(outcomes) != (outcome in expected) and (outcomes or ended):
                found.append(f"default, outcome {outcome}: {'extra' if outcomes else 'lost'}")
        return found

    def compare_natively(self, number, expected, folder):
        binary = folder.parent / "native"
        if not binary.exists() or not all(isinstance(outcome, int) for outcome in expected):
            return []
        for _ in range(NATIVE_RUNS):
            try:
                done = subprocess.run([str(binary), str(number)], capture_output=True, text=True, cwd=folder, timeout=20)
            except subprocess.TimeoutExpired:
                return ["natively: no end"]
            self.totals["native executions"] += 1
            # One for each process.
            if done.returncode != 0 or any(int(outcome) not in expected for outcome in done.stdout.split()):
                return [f"natively: {done.stdout.strip() or done.returncode}, which brute force does not meet"]
        return []

    def compare_file(self, seed, configuration):
        compiler, level = configuration.rsplit(":", 1)
        drawing = random.Random(seed)
        programs = [draw(drawing, self.given.groups) for _ in range(PROGRAMS_PER_FILE)]
        if self.given.only is not None:
            wanted = {self.given.only}
        else:
            wanted = set(range(min(PROGRAMS_PER_FILE, self.given.programs)))
        with tempfile.TemporaryDirectory(prefix="heddle-campaign-") as name:
            folder = pathlib.Path(name)
            text = folder / "programs.cpp"
            text.write_text(source(programs, drawing))
            if self.given.keep:
                pathlib.Path(self.given.keep).write_text(text.read_text())
            binary = folder / "programs"
            flags = ["-std=c++20", "-frounding-math", level, str(text)]
            subprocess.run([self.given.heddle, "c++", *flags, "-o", str(binary)], check=True,
                           env={**os.environ, "HEDDLE_CXX": compiler})
            if not self.given.no_native:
                subprocess.run(["g++", "-DNATIVE", "-pthread", *flags, "-o", str(folder / "native")], check=True)
            for number in sorted(wanted):
                for difference in self.compare(seed, number, programs[number], binary, folder / str(number)):
                    text = f"seed {seed}, {configuration}, program {number}: {difference}\n    {programs[number].text}"
                    self.differences.append(text)
                    print(text, flush=True)
        print(f"seed {seed}: {dict(self.totals)}, {len(self.differences)} differences", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--configuration", action="append", help="compiler:level; files take them in turn")
    parser.add_argument("--programs", type=int, default=10_000, help="to draw")
    parser.add_argument("--seed", type=int, default=1, help="of the first file; the others follow")
    parser.add_argument("--only", type=int, help="compare this program of each file alone")
    parser.add_argument("--operations", help="groups to draw from, with commas")
    parser.add_argument("--without", default="", help="groups to leave out, with commas")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="files at once")
    parser.add_argument("--no-native", action="store_true", help="execute nothing natively")
    parser.add_argument("--keep", help="write the text of the last file here")
    given = parser.parse_args()
    given.heddle = str(pathlib.Path(given.heddle).resolve())
    without = set(filter(None, given.without.split(",")))
    wanted = given.operations.split(",") if given.operations else list(GROUPS)
    unknown = (set(wanted) | without) - set(GROUPS)
    if unknown:
        sys.exit(f"no such operations: {', '.join(sorted(unknown))}; there are {', '.join(GROUPS)}")
    given.groups = [name for name in wanted if name not in without]
    configurations = given.configuration or ["g++:-O2", "clang++:-O1", "g++:-O0", "clang++:-O2"]
    campaign = Campaign(given)
    files = 1 if given.only is not None else -(-given.programs // PROGRAMS_PER_FILE)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        compared = [pool.submit(campaign.compare_file, seed, configurations[seed % len(configurations)])
                    for seed in range(given.seed, given.seed + files)]
        for one in compared:
            one.result()
    print(", ".join(f"{count:,} {what}" for what, count in campaign.totals.items()))
    if campaign.differences:
        sys.exit(f"{len(campaign.differences)} differences")
    if campaign.totals["outcomes"] <= campaign.totals["programs"]:
        sys.exit("the programs tell nothing")


if __name__ == "__main__":
    main()
