#!/usr/bin/env python3
"""Prints steps and context switches of each failing program before and after simplification, and replays.

Explores each failing program of tests/programs and benchmarks/subjects twice, with --no-simplify and without, and replays the
simplified schedule.  Fails if a replay does not reproduce the error.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import failing_programs


def size_of(heddle, trace):
    """Returns (steps, context switches) of a trace."""
    shown = subprocess.run([heddle, "show", "--json", str(trace)], capture_output=True, check=True)
    threads = [step["thread"] for step in json.loads(shown.stdout)["steps"] if step["is_step"]]
    return len(threads), sum(a != b for a, b in zip(threads, threads[1:]))


def replays(heddle, trace, times):
    """Returns how many replays reproduced the error."""
    command = [heddle, "replay", str(trace), "--times", str(times)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, cwd=trace.parent)
    found = re.search(r"(\d+) of (\d+)", done.stdout)
    if found:
        return int(found.group(1))
    return times if done.returncode == 1 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--heddle", default=str(failing_programs.ROOT / "build/bin/heddle"))
    parser.add_argument("--seconds", type=int, default=10, help="time for each search")
    parser.add_argument("--times", type=int, default=100, help="replays of each simplified schedule")
    parser.add_argument("--search", nargs="*", default=[], help="options added to both searches, such as search=random")
    parser.add_argument("filter", nargs="?", default="", help="only programs whose path contains this")
    arguments = parser.parse_args()
    more = [word for pair in arguments.search for word in ("--" + pair.split("=")[0], pair.split("=")[1])]
    print("| program | steps | switches | steps, simplified | switches, simplified | replays that fail |")
    print("| --- | --- | --- | --- | --- | --- |")
    failed = False
    with tempfile.TemporaryDirectory() as name:
        for source, options in failing_programs.programs(arguments.filter):
            program = failing_programs.build(arguments.heddle, source, pathlib.Path(name))
            sizes = []
            for simplify in (["--no-simplify"], []):
                trace = program and failing_programs.error_trace(arguments.heddle, program, options, arguments.seconds, *more,
                                                                 *simplify)
                if trace:
                    sizes.append(size_of(arguments.heddle, trace))
            if len(sizes) < 2:
                continue
            same = replays(arguments.heddle, trace, arguments.times)
            failed |= same != arguments.times
            cells = [source.parent.name + "/" + source.stem, *sizes[0], *sizes[1], f"{same} of {arguments.times}"]
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
