#!/usr/bin/env python3
"""Counts how many objects in the schedules of failing programs are named as in the source.

Explores each failing program of tests/programs and benchmarks/subjects, and reads the objects of the reported schedule from
`heddle show --json`.  An object is named if it has a name without a number made up by Heddle: neither "memory 4" nor "buffer+4".
Also counts the data races of these programs whose memory is named, rather than described: "byte 8 of a heap block of 16 bytes".
--before COMMAND also counts the names that another heddle command shows for the same traces.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import failing_programs

DESCRIBED = re.compile(r"byte \d+ of a heap block|the stack of |the heap$|$")
MADE_UP = re.compile(r"\+\d+$|\+\d+[^\w]")


def has_place(number):
    """Returns whether the number is an address: ends of threads and files have none."""
    return 4096 <= number < 1 << 48


def is_named(name):
    return name != "" and not MADE_UP.search(name)


def names_in(heddle, trace):
    """Returns {object: name} of a trace as the command shows it."""
    shown = subprocess.run([heddle, "show", "--json", str(trace)], capture_output=True, check=True)
    steps = json.loads(shown.stdout)["steps"]
    return {step["object"]: step["object_name"] for step in steps if has_place(step["object"])}


def racing_names(result):
    return [race["variable"] for race in json.loads(result.read_text())["races"]] if result.exists() else []


def objects_of(failing, commands, arguments, folder):
    """Returns the names that each command shows, or None without an error, and the names of racing memory."""
    heddle = commands[-1]
    own = folder / re.sub(r"\W", "_", failing.name)
    own.mkdir()
    program = failing_programs.build(heddle, failing.source, own, arguments.compiler, arguments.level)
    result = own / "result.json"
    trace = program and failing_programs.error_trace(heddle, program, failing, arguments.seconds, "--json", str(result))
    return [names_in(command, trace) for command in commands] if trace else None, racing_names(result)


def count(commands, arguments):
    total = found = races = named_races = 0
    named = [0] * len(commands)
    chosen = failing_programs.programs(arguments.filter)
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        folder = pathlib.Path(name)
        results = pool.map(lambda failing: objects_of(failing, commands, arguments, folder), chosen)
        for failing, (shown, racing) in zip(chosen, results):
            races += len(racing)
            named_races += sum(not DESCRIBED.match(name) for name in racing)
            if shown is None:
                continue
            found += 1
            total += len(shown[-1])
            for i, objects in enumerate(shown):
                named[i] += sum(map(is_named, objects.values()))
            left = [name or "?" for name in shown[-1].values() if not is_named(name)]
            if arguments.unnamed and left:
                print(f"{failing.name}: {len(left)} of {len(shown[-1])}: {' '.join(left[:6])}", flush=True)
    for heddle, number in zip(commands, named):
        share = 100 * number / total if total else 0
        print(f"{heddle}, {arguments.compiler} {arguments.level}: {found} schedules, {total} objects, "
              f"{number} named as in the source ({share:.1f} %)")
    print(f"{commands[-1]}: {races} data races, {named_races} on memory that is named")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--heddle", default=str(failing_programs.ROOT / "build/bin/heddle"))
    parser.add_argument("--before", help="another heddle command to compare with")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--level", default="-O1")
    parser.add_argument("--seconds", type=int, default=10, help="time for each program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--unnamed", action="store_true", help="list the programs with unnamed objects")
    parser.add_argument("filter", nargs="?", default="", help="only programs whose path contains this")
    arguments = parser.parse_args()
    count([command for command in (arguments.before, arguments.heddle) if command], arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
