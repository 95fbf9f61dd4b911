#!/usr/bin/env python3
"""Measures searches over MPI ranks: speed-up, messages and bytes per state, and the latency of starting and stopping ranks.

Usage: rank_search.py BUILD [SEATS [MEALS]]

One search runs by one process, by two processes that share memory, and by two ranks, in turn.  The times count only on an idle machine.
The processor time of the ranks contains their relays: the difference to one process is the price of claims and messages.
"""
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from split_search import Bench

REPEATS = 3
# Open MPI refuses to start ranks for root, and more ranks than processors, unless it is told to.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
MPIRUN = ["mpirun", "--quiet", "--oversubscribe", "--bind-to", "none", "-n"]


class RankBench(Bench):
    def command(self, launcher, placement, seats, meals):
        return [*launcher, self.heddle, "run", "--quiet", *placement, "--search", "dfs", "--states", "memory", "--points", "sync",
                "--livelocks", "ignore", "--time", "none", "--json", str(self.folder / "result.json"), "--force", self.program,
                seats, meals]

    def run(self, command):
        """Wall-clock seconds, processor seconds and the result of one search."""
        measured = self.measure(command, env=ENVIRONMENT)
        if measured.code != 0:
            sys.exit(f"{command} ended with {measured.code}")
        return measured[:3]

    def ranks(self, count, seats, meals):
        return self.run(self.command([*MPIRUN, str(count)], ["--mpi"], seats, meals))

    def jobs(self, count, seats, meals):
        return self.run(self.command([], ["--jobs", str(count)], seats, meals))

    def stop_latency(self, count):
        command = self.command([*MPIRUN, str(count)], ["--mpi"], "9", "3")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
        time.sleep(1.5)
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.wait()
        return time.monotonic() - begin


def launch_time(count):
    begin = time.monotonic()
    subprocess.run([*MPIRUN, str(count), "true"], env=ENVIRONMENT, check=True)
    return time.monotonic() - begin


def main():
    if shutil.which("mpirun") is None:
        sys.exit("mpirun is not installed; install openmpi-bin")
    build = sys.argv[1]
    seats, meals = (sys.argv[2:] + ["6", "3"][len(sys.argv) - 2:])[:2]
    with tempfile.TemporaryDirectory() as folder:
        bench = RankBench(build, folder)
        for count in (2, 4):
            launch = statistics.median(launch_time(count) for _ in range(REPEATS))
            smallest = statistics.median(bench.ranks(count, "2", "1")[0] for _ in range(REPEATS))
            stop = statistics.median(bench.stop_latency(count) for _ in range(REPEATS))
            print(f"{count} ranks: {1000 * smallest:.0f} ms for the smallest search, of which mpirun takes {1000 * launch:.0f} ms; "
                  f"{1000 * stop:.0f} ms from SIGTERM to the end")
        runs = {"one process": lambda: bench.jobs(1, seats, meals), "two processes": lambda: bench.jobs(2, seats, meals),
                "two ranks": lambda: bench.ranks(2, seats, meals)}
        measured = {name: [] for name in runs}
        for _ in range(REPEATS):
            for name, run in runs.items():
                measured[name].append(run())
        alone = min(one[2]["seconds"] for one in measured["one process"])
        for name, all_runs in measured.items():
            seconds = min(one[2]["seconds"] for one in all_runs)
            processor = min(one[1] for one in all_runs)
            states = all_runs[0][2]["states"]
            print(f"{name}: {states:,} states, {seconds:.2f} s, speed-up {alone / seconds:.2f}, {processor:.2f} s of processor time "
                  f"({1e6 * processor / states:.2f} microseconds per state)")
        result = measured["two ranks"][0][2]
        traffic, states = result["traffic"], result["states"]
        print(f"per state: {traffic['claims'] / states:.2f} claims, {traffic['messages'] / states:.4f} messages, "
              f"{traffic['bytes'] / states:.1f} bytes; {traffic['claims'] / max(1, traffic['batches']):.0f} claims per batch; "
              f"{100 * traffic['known'] / max(1, traffic['claims']):.1f} % of the claims were of known states; "
              f"branches were given {traffic['mails']} times")


if __name__ == "__main__":
    main()
