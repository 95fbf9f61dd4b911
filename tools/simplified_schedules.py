#!/usr/bin/env python3
"""Prints steps and context switches of each failing program before and after simplification, and replays.

Explores each failing program of tests/programs and benchmarks/subjects with --no-simplify and without, by the default search
and by random sampling, and replays the simplified schedules.  Fails if a replay does not reproduce the error, or if no search
finds the error.  With --results FILE each program is a line of that file, and a later call goes on with the others.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import failing_programs

# The first error is simplified; a search that goes on until its time is over leaves no time for that.
FIRST_ERROR = ["--keep-going=false"]
SEARCHES = {"default": FIRST_ERROR, "random": [*FIRST_ERROR, "--search", "random"]}


def size_of(heddle, trace):
    """Returns [steps, context switches] of a trace, and whether its simplification was cut."""
    shown = subprocess.run([heddle, "show", "--json", str(trace)], capture_output=True, check=True)
    shown = json.loads(shown.stdout)
    threads = [step["thread"] for step in shown["steps"] if step["is_step"]]
    return [len(threads), sum(a != b for a, b in zip(threads, threads[1:]))], shown["failure"].get("simplification_cut", False)


def replays(heddle, trace, times):
    """Returns how many replays reproduced the error."""
    command = [heddle, "replay", str(trace), "--times", str(times)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, cwd=trace.parent)
    found = re.search(r"(\d+) of (\d+)", done.stdout)
    if found:
        return int(found.group(1))
    return times if done.returncode == 1 else 0


def measured(heddle, program, failing, search, arguments):
    """Returns the sizes of one search's schedules and the replays, or None without an error."""
    found = failing_programs.error_trace(heddle, program, failing, arguments.seconds, *search, "--no-simplify")
    if not found:
        return None
    before, _ = size_of(heddle, found)
    simplified = failing_programs.error_trace(heddle, program, failing, arguments.seconds, *search)
    if not simplified:
        return None
    after, is_cut = size_of(heddle, simplified)
    same = replays(heddle, simplified, arguments.times)
    return {"found": before, "simplified": after, "cut": is_cut, "replays": same, "times": arguments.times}


def entry_of(failing, folder, arguments):
    program = failing_programs.build(arguments.heddle, failing.source, folder)
    if program is None:
        return {"program": failing.name, "problem": "does not compile alone"}
    chosen = {"default": FIRST_ERROR} if failing.chooses_search else SEARCHES
    return {"program": failing.name,
            "searches": {name: measured(arguments.heddle, program, failing, search, arguments) for name, search in chosen.items()}}


def known_entries(path):
    if path is None or not path.exists():
        return {}
    entries = map(json.loads, path.read_text().splitlines())
    return {entry["program"]: entry for entry in entries}


def row(entry):
    cells = [entry["program"]]
    for search in SEARCHES:
        one = entry.get("searches", {}).get(search)
        if not one:
            cells += ["-"] * 3
            continue
        cells += ["{} / {}".format(*one["found"]), "{} / {}".format(*one["simplified"]) + (" (cut)" if one["cut"] else ""),
                  "{replays} of {times}".format(**one)]
    return "| " + " | ".join(cells) + " |"


def is_good(entry):
    found = [one for one in entry.get("searches", {}).values() if one]
    return bool(found) and all(one["replays"] == one["times"] for one in found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--heddle", default=str(failing_programs.ROOT / "build/bin/heddle"))
    parser.add_argument("--seconds", type=int, default=10, help="time for each search")
    parser.add_argument("--times", type=int, default=100, help="replays of each simplified schedule")
    parser.add_argument("--results", type=pathlib.Path, help="file for the figures, with those of earlier calls")
    parser.add_argument("filter", nargs="?", default="", help="only programs whose path contains this")
    arguments = parser.parse_args()
    known = known_entries(arguments.results)
    print("| program | default: steps / switches | simplified | replays that fail | random: steps / switches | simplified | replays that fail |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    bad = []
    with tempfile.TemporaryDirectory() as name:
        for failing in failing_programs.programs(arguments.filter):
            entry = known.get(failing.name)
            if entry is None:
                entry = entry_of(failing, pathlib.Path(name), arguments)
                if arguments.results:
                    with arguments.results.open("a") as file:
                        file.write(json.dumps(entry) + "\n")
            print(row(entry), flush=True)
            bad += [] if is_good(entry) else [failing.name]
    for failing in bad:
        print(f"not every replay fails, or no error was found: {failing}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
