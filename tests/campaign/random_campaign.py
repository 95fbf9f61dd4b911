"""A campaign over files of random programs, of which the first argument selects one.

A subclass draws the programs, writes their source, and judges the result of a search.
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

PROGRAMS_PER_FILE = 40
CONFIGURATIONS = ("g++:-O2", "clang++:-O1", "g++:-O0", "clang++:-O2", "g++:-O1", "clang++:-O0")
COMMAND_LIMIT = 180  # seconds; a command that hangs is a failure


class RandomCampaign:
    def __init__(self, given):
        self.given = given
        self.totals = collections.Counter()
        self.differences = []

    # ---- of a subclass ----

    def draw(self, drawing):
        """Gives a program; its `text` is shown with a difference."""
        raise NotImplementedError

    def source(self, programs):
        """Gives a source file that runs the program of the number in its first argument."""
        raise NotImplementedError

    def judge(self, program, result):
        """Gives the difference between the program and the result of its search, as text; empty if there is none."""
        raise NotImplementedError

    # ---- the campaign ----

    def compare_file(self, seed, configuration):
        compiler, level = configuration.rsplit(":", 1)
        drawing = random.Random(seed)
        programs = [self.draw(drawing) for _ in range(PROGRAMS_PER_FILE)]
        with tempfile.TemporaryDirectory(prefix="heddle-campaign-") as name:
            folder = pathlib.Path(name)
            text = folder / "programs.cpp"
            text.write_text(self.source(programs))
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
        self.totals["programs"] += 1
        report = folder / f"{number}.json"
        command = [self.given.heddle, "run", "--quiet", "--no-simplify", *shlex.split(self.given.options),
                   "--json", str(report), "--trace", str(folder / "trace"), "--", str(binary), str(number)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=COMMAND_LIMIT)
        except subprocess.TimeoutExpired:
            return f"{shlex.join(command)}: no end"
        if done.returncode not in (0, 1, 3):
            return f"{shlex.join(command)}: exit code {done.returncode}\n{done.stderr[-600:]}"
        return self.judge(program, json.loads(report.read_text()))

    def finish(self):
        """Says more at the end; ends the process if the programs tell nothing."""

    def run(self):
        configurations = self.given.configuration or CONFIGURATIONS
        files = 1 if self.given.only is not None else -(-self.given.programs // PROGRAMS_PER_FILE)
        with concurrent.futures.ThreadPoolExecutor(self.given.jobs) as pool:
            compared = [pool.submit(self.compare_file, seed, configurations[seed % len(configurations)])
                        for seed in range(self.given.seed, self.given.seed + files)]
            for one in compared:
                one.result()
        print(", ".join(f"{count:,} {what}" for what, count in self.totals.items()))
        if self.differences:
            sys.exit(f"{len(self.differences)} differences")
        self.finish()


def parse_arguments(description, options, programs, add=lambda parser: None):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--configuration", action="append", help="compiler:level; files take them in turn")
    parser.add_argument("--programs", type=int, default=programs, help="to draw")
    parser.add_argument("--seed", type=int, default=1, help="of the first file; the others follow")
    parser.add_argument("--only", type=int, help="compare this program of each file alone")
    parser.add_argument("--options", default=options, help="of heddle run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="files at once")
    parser.add_argument("--keep", help="write the text of the last file here")
    add(parser)
    given = parser.parse_args()
    given.heddle = str(pathlib.Path(given.heddle).resolve())
    return given
