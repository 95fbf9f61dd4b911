#!/usr/bin/env python3
"""Holds today's searches to docs/results: each error that was found there is found still.

Of each program's configurations that found the error most often, one of the cheapest three must find it, within a
multiple of the recorded cost.  If they missed it in some runs, each has several seeds.
"""

import argparse
import csv
import itertools
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TRIES = 3
SEEDS = 10  # of a configuration that did not always find the error
FACTOR = 10  # between machines, compilers and seeds, the cost of one search differs less
SLACK = 5000
TIME = "100s"  # for a search that never ends; every one of them ends long before
LIMITS = {"states": "--max-states", "generated_states": "--max-states", "transitions": "--max-states",
          "executions": "--max-executions"}


def expanded(subject):
    """The subjects that a table with a matrix stands for: name and command."""
    matrix = subject.get("matrix", {})
    for values in itertools.product(*matrix.values()):
        chosen = dict(zip(matrix, values))
        arguments = [str(word).lower() if isinstance(word, bool) else str(word) for word in subject.get("args", [])]
        program = pathlib.Path(subject["program"].format(**chosen)).name
        yield subject["name"].format(**chosen), [program, *(word.format(**chosen) for word in arguments)]


def written_out(options, chosen):
    """The options of one configuration as they are given to `heddle run`."""
    if isinstance(options, str):
        return options.format(**chosen)
    values = {**options, **chosen}
    return " ".join(f"--{name}" if value is True else f"--{name} {value}" for name, value in values.items())


def expanded_configurations(study):
    for configuration in study["configuration"]:
        options = configuration["options"]
        matrix = dict(configuration.get("matrix", {}))
        if not isinstance(options, str):
            matrix |= {name: value for name, value in options.items() if isinstance(value, list)}
        for values in itertools.product(*matrix.values()):
            chosen = dict(zip(matrix, values))
            yield configuration["name"].format(**chosen), written_out(options, chosen)


def share(row):
    return float(row["found"].removesuffix(" %"))


def best(rows):
    """For each subject the rows with the lowest mean costs among those that found the error most often."""
    found = {}
    for row in rows:
        if share(row) > 0:
            found.setdefault(row["subject"], []).append(row)
    return {subject: sorted(rows, key=lambda row: (-share(row), float(row["mean"])))[:TRIES] for subject, rows in found.items()}


def searches(study_file):
    study = tomllib.loads(study_file.read_text())
    with open(ROOT / "docs" / "results" / f"{study_file.stem}.csv", newline="") as file:
        found = best(csv.DictReader(file))
    options = dict(expanded_configurations(study))
    commands = dict(itertools.chain.from_iterable(map(expanded, study["subject"])))
    steps = study["budget"].get("max-steps")
    for subject, rows in found.items():
        tries = []
        for row in rows:
            limit = int(FACTOR * float(row["max"]) + SLACK)
            for seed in range(1, 2 if share(row) == 100 else SEEDS + 1):
                tries.append([LIMITS[study["measure"]], str(limit), "--seed", str(seed),
                              *(["--max-steps", str(steps)] if steps else []), *shlex.split(options[row["configuration"]])])
        yield f"{study_file.stem}: {subject}", tries, commands[subject]


def complaint(heddle, programs, options, program, folder):
    """Why the error was not found; None if it was."""
    report = folder / "result.json"
    report.unlink(missing_ok=True)
    command = [heddle, "run", "--quiet", "--time", TIME, "--json", str(report), "--trace", str(folder / "error.trace"),
               *options, "--", str(programs / program[0]), *program[1:]]
    done = subprocess.run(command, cwd=ROOT / "studies", capture_output=True, text=True, check=False)
    if done.returncode == 1 and json.loads(report.read_text())["verdict"] == "error":
        return None
    return f"{shlex.join(command)}\nexit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--programs", required=True, type=pathlib.Path, help="the folder of the built subjects")
    given = parser.parse_args()
    heddle, programs = str(given.heddle.resolve()), given.programs.resolve()
    found = failures = 0
    with tempfile.TemporaryDirectory(prefix="heddle-results-") as name:
        for study in sorted((ROOT / "studies").glob("*.toml")):
            for title, tries, program in searches(study):
                complaints = []
                for options in tries:
                    wrong = complaint(heddle, programs, options, program, pathlib.Path(name))
                    if wrong is None:
                        break
                    complaints.append(wrong)
                is_lost = len(complaints) == len(tries)
                failures += is_lost
                found += not is_lost
                print(f"{'FAIL' if is_lost else 'ok  '}  {title}" + ("\n" + "\n".join(complaints) if is_lost else ""), flush=True)
    print(f"{found} errors found, {failures} lost")
    sys.exit(0 if found and not failures else 1)


if __name__ == "__main__":
    main()
