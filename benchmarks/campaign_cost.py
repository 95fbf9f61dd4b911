#!/usr/bin/env python3
"""Measures checkpoints of campaigns: bytes, milliseconds to write one, and milliseconds to continue from one.

Usage: campaign_cost.py BUILD

The cost of one checkpoint is processor time, which does not depend on other load: the difference between a search that writes many and
the same search that writes the first one alone, divided by their number.  The time of the disk comes on top.  To continue is measured as
wall-clock time of a run that also saves and ends at once.  All are medians of several runs.
"""
import json
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
REPEATS = 3
STATES = (10_000, 100_000, 1_000_000)


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Bench:
    def __init__(self, build, folder):
        self.heddle = str(pathlib.Path(build) / "bin" / "heddle")
        self.folder = pathlib.Path(folder)
        self.program = str(self.folder / "philosophers")
        self.campaign = self.folder / "campaign"
        subprocess.run([self.heddle, "c++", "-std=c++20", "-O2", HERE / "states" / "philosophers.cpp", "-o", self.program],
                       check=True)

    def search(self, states, interval):
        """Processor seconds of a search in a new campaign, and its status."""
        shutil.rmtree(self.campaign, ignore_errors=True)
        begin = processor_time()
        self.run("--save-interval", interval, "--search", "dfs", "--states", "memory", "--points", "sync", "--max-states",
                 str(states), self.program, "7", "3")
        seconds = processor_time() - begin
        shown = subprocess.run([self.heddle, "status", "--json", self.campaign], check=True, capture_output=True).stdout
        return seconds, json.loads(shown)

    def run(self, *words):
        code = subprocess.run([self.heddle, "run", "--quiet", "--campaign", self.campaign, *words],
                              stdout=subprocess.DEVNULL).returncode
        if code not in (0, 3):
            sys.exit(f"heddle run ended with {code}")

    def measure(self, states):
        alone = statistics.median(self.search(states, "1h")[0] for _ in range(REPEATS))
        interval = max(20, int(alone * 1000 / 20))
        costs, resumes = [], []
        for _ in range(REPEATS):
            seconds, status = self.search(states, f"{interval}ms")
            costs.append((seconds - alone) / max(1, status["checkpoints"] - 1))
            begin = time.monotonic()
            self.run("--time", "1ms")
            resumes.append(time.monotonic() - begin)
        print(f"{states:>9} states: checkpoint {status['checkpoint_bytes'] / 2**20:7.1f} MiB, "
              f"write {statistics.median(costs) * 1000:7.1f} ms, "
              f"continue, save and end {statistics.median(resumes) * 1000:7.1f} ms ({status['checkpoints']} checkpoints in {alone:.1f} s)")


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        for states in STATES:
            bench.measure(states)


if __name__ == "__main__":
    main()
