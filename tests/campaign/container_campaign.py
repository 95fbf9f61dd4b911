#!/usr/bin/env python3
"""Compares the data races that Heddle reports for random programs with shared containers with an oracle.

A program with a race must be reported, and one without must be explored to the end without an error.  A search that
does not claim to be complete is counted as unfinished, and is no difference.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

from containers import KINDS, container_source, draw_container_program

PROGRAMS_PER_FILE = 40
CONFIGURATIONS = ("g++:-O2", "clang++:-O1", "g++:-O0", "clang++:-O2", "g++:-O1", "clang++:-O0")
COMMAND_LIMIT = 180  # seconds; a command that hangs is a failure
# A race makes the program's behaviour undefined: some schedules show it in one of these ways first.
BY_A_RACE = ("race", "memory", "crash", "assertion", "exception", "livelock")


class Campaign:
    def __init__(self, given):
        self.given = given
        self.totals = collections.Counter()
        self.differences = []
        self.missed = collections.Counter()  # by kind of object

    def compare_file(self, seed, configuration):
        compiler, level = configuration.rsplit(":", 1)
        drawing = random.Random(seed)
        programs = [draw_container_program(drawing, self.given.kinds) for _ in range(PROGRAMS_PER_FILE)]
        with tempfile.TemporaryDirectory(prefix="heddle-containers-") as name:
            folder = pathlib.Path(name)
            text = folder / "programs.cpp"
            text.write_text(container_source(programs))
            if self.given.keep:
                pathlib.Path(self.given.keep).write_text(text.read_text())
            binary = folder / "programs"
            subprocess.run([self.given.heddle, "c++", "-std=c++20", "-g", level, str(text), "-o", str(binary)],
                           check=True, env={**os.environ, "HEDDLE_CXX": compiler})
            numbers = range(min(PROGRAMS_PER_FILE, self.given.programs))
            for number in numbers if self.given.only is None else [self.given.only]:
                difference = self.compare(programs[number], binary, number, folder)
                if difference:
                    text = f"seed {seed}, {configuration}, program {number}: {difference}\n    {programs[number].text}"
                    self.differences.append(text)
                    print(text, flush=True)
        print(f"seed {seed}: {dict(self.totals)}, {len(self.differences)} differences", flush=True)

    def compare(self, program, binary, number, folder):
        """Gives the difference between the oracle and Heddle, as text; empty if there is none."""
        self.totals["programs"] += 1
        self.totals["with a race" if program.races else "without"] += 1
        report = folder / f"{number}.json"
        command = [self.given.heddle, "run", "--quiet", "--no-simplify", *shlex.split(self.given.options),
                   "--json", str(report), "--trace", str(folder / "trace"), "--", str(binary), str(number)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=COMMAND_LIMIT)
        except subprocess.TimeoutExpired:
            return f"{shlex.join(command)}: no end"
        if done.returncode not in (0, 1, 3):
            return f"{shlex.join(command)}: exit code {done.returncode}\n{done.stderr[-600:]}"
        result = json.loads(report.read_text())
        kind = result["error"]["kind"] if result["error"] else None
        if program.races:
            if result["races"] or kind in BY_A_RACE:
                self.totals["found"] += 1
                return ""
            if result["verdict"] == "incomplete":
                self.totals["unfinished with a race"] += 1
                return ""
            self.missed.update({a.kind for a, _ in program.races})
            a, b = program.races[0]
            return f"missed the race of '{a.text}' and '{b.text}'"
        if kind or result["races"]:
            return f"wrong {kind or 'race'}: {result['error'] or result['races'][0]}"
        self.totals["unfinished" if result["verdict"] == "incomplete" else "passed"] += 1
        return ""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--configuration", action="append", help="compiler:level; files take them in turn")
    parser.add_argument("--programs", type=int, default=2_000, help="to draw")
    parser.add_argument("--seed", type=int, default=1, help="of the first file; the others follow")
    parser.add_argument("--only", type=int, help="compare this program of each file alone")
    parser.add_argument("--kinds", help="kinds of objects, with commas")
    parser.add_argument("--options", default="--races error --time 60", help="of heddle run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="files at once")
    parser.add_argument("--keep", help="write the text of the last file here")
    given = parser.parse_args()
    given.heddle = str(pathlib.Path(given.heddle).resolve())
    given.kinds = given.kinds.split(",") if given.kinds else list(KINDS)
    unknown = set(given.kinds) - set(KINDS)
    if unknown:
        sys.exit(f"no such objects: {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    return given


def main():
    given = parse_arguments()
    configurations = given.configuration or CONFIGURATIONS
    campaign = Campaign(given)
    files = 1 if given.only is not None else -(-given.programs // PROGRAMS_PER_FILE)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        compared = [pool.submit(campaign.compare_file, seed, configurations[seed % len(configurations)])
                    for seed in range(given.seed, given.seed + files)]
        for one in compared:
            one.result()
    print(", ".join(f"{count:,} {what}" for what, count in campaign.totals.items()))
    if campaign.missed:
        print("races missed: " + ", ".join(f"{count} with {kind}" for kind, count in campaign.missed.most_common()))
    if campaign.differences:
        sys.exit(f"{len(campaign.differences)} differences")
    if not campaign.totals["with a race"] or not campaign.totals["without"]:
        sys.exit("the programs tell nothing")


if __name__ == "__main__":
    main()
