#!/usr/bin/env python3
"""Measures split searches: latency of starting and stopping processes, speed-up, and how the work is divided.

Usage: split_search.py BUILD [SEATS [MEALS]]

The speed-up by time counts only on an idle machine.  The speed-up by processor time does not depend on other load: it is the time of
one process divided by the share of the busiest of two.
"""
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import typing

HERE = pathlib.Path(__file__).resolve().parent
REPEATS = 7
STATES = ("--search", "dfs", "--states", "memory")
# Searches without a visited set, with the sizes of their programs: half a minute each.
OTHERS = (("sleep sets", ("--search", "dfs", "--reduce", "sleep"), "6", "2"),
          ("best-first", ("--search", "best-first", "--bound", "preemptions=3"), "4", "3"))


class Measured(typing.NamedTuple):
    wall: float  # seconds
    processor: float  # seconds
    result: dict
    code: int


class Bench:
    def __init__(self, build, folder):
        self.heddle = str(pathlib.Path(build) / "bin" / "heddle")
        self.folder = pathlib.Path(folder)
        self.program = str(self.folder / "philosophers")
        subprocess.run([self.heddle, "c++", "-std=c++20", "-O2", HERE / "states" / "philosophers.cpp", "-o", self.program],
                       check=True)

    def command(self, jobs, seats, meals, search=STATES):
        return [self.heddle, "run", "--quiet", *search, "--points", "sync", "--time", "none", "--jobs", str(jobs),
                "--json", str(self.folder / "result.json"), "--force", self.program, seats, meals]

    def measure(self, command, **more):
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **more)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        with open(self.folder / "result.json", encoding="utf-8") as file:
            return Measured(wall, usage.ru_utime + usage.ru_stime, json.load(file), process.returncode)

    def run(self, jobs, seats, meals, search=STATES):
        """Wall-clock seconds, processor seconds and the result of one search."""
        return self.measure(self.command(jobs, seats, meals, search))[:3]

    def stop_latency(self, jobs):
        process = subprocess.Popen(self.command(jobs, "9", "3"), stdout=subprocess.DEVNULL)
        time.sleep(0.5)
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.wait()
        return time.monotonic() - begin


def main():
    build = sys.argv[1]
    seats, meals = (sys.argv[2:] + ["6", "3"][len(sys.argv) - 2:])[:2]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(build, folder)
        for jobs in (1, 2, 4):
            smallest = statistics.median(bench.run(jobs, "2", "1")[0] for _ in range(REPEATS))
            stop = statistics.median(bench.stop_latency(jobs) for _ in range(REPEATS))
            print(f"{jobs} jobs: smallest search {smallest * 1000:.0f} ms, stop {stop * 1000:.0f} ms")
        for name, search, *size in (("all states", STATES, seats, meals), *OTHERS):
            one_wall, one_cpu, one = bench.run(1, *size, search)
            two_wall, two_cpu, two = bench.run(2, *size, search)
            assert one["states"] == two["states"] and one["executions"] == two["executions"]
            shares = [member["states"] / two["states"] for member in two["members"]]
            print(f"{name}, {one['states']:,} states, {one['executions']:,} executions: "
                  f"one process {one_wall:.2f} s ({one_cpu:.2f} s of processor time), "
                  f"two {two_wall:.2f} s ({two_cpu:.2f} s), shares of the states {shares[0]:.3f} and {shares[1]:.3f}")
            print(f"speed-up by time {one_wall / two_wall:.2f}, by processor time {one_cpu / (two_cpu * max(shares)):.2f}")


if __name__ == "__main__":
    main()
