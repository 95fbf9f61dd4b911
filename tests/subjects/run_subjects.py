#!/usr/bin/env python3
"""Explores the subjects of the benchmarks as table.txt says and compares what is found.

A line of the table is an expectation, what the scheduling points are, further options in brackets
if there are any, and a command:

    deadlock sync bounded_buffer 1 2 2 1
    livelock sync [--search bfs] iterator_livelock
    none shared reorder --fixed 2 1

`none` means that the search is complete without an error (exit code 0); anything else is the kind
of the error that must be found (exit code 1), and its trace must replay to it.
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SUBJECTS = HERE.parent.parent / "benchmarks" / "subjects"
# The limit of time is for a search that never ends; every one of the table ends long before.
COMMON = ["--quiet", "--search", "dfs", "--states", "memory", "--time", "100s"]
LINE = re.compile(r"(?P<kind>\w+) +(?P<points>\w+) +(?:\[(?P<options>.*)\] +)?(?P<command>.+)")


class Case:
    """One line of the table."""

    def __init__(self, line):
        match = LINE.fullmatch(line)
        if not match:
            sys.exit(f"table.txt: cannot read: {line}")
        self.text = line
        self.kind = None if match["kind"] == "none" else match["kind"]
        self.options = ["--points", match["points"], *shlex.split(match["options"] or "")]
        self.program, *self.arguments = shlex.split(match["command"])

    @property
    def is_fixed(self):
        return self.arguments[:1] == ["--fixed"]

    @property
    def bug(self):
        """Its name where it is given."""
        return self.arguments[1] if self.arguments[:1] == ["--bug"] else None


def cases():
    lines = (line.strip() for line in (HERE / "table.txt").read_text().splitlines())
    return [Case(line) for line in lines if line and not line.startswith("#")]


def complaint(case, heddle, programs, folder):
    """What the product did otherwise than the table says; None if nothing."""
    report, trace = folder / "result.json", folder / "error.trace"
    report.unlink(missing_ok=True)
    command = [heddle, "run", *COMMON, *case.options, "--json", str(report), "--trace", str(trace),
               "--", str(programs / case.program), *case.arguments]
    code, printed = execute(command)
    if not report.exists():
        return f"{shlex.join(command)}\nexit code {code}, no result\n{printed}"
    result = json.loads(report.read_text())
    kind = result["error"]["kind"] if result["error"] else None
    expected = ("error", 1) if case.kind else ("complete", 0)
    if (result["verdict"], code) != expected or kind != case.kind:
        return f"{shlex.join(command)}\nexit code {code}, {result['verdict']}, {kind}\n{printed}"
    if case.kind:
        # A command line that the subject refuses looks like a failed assertion.
        if "exited with status" in result["error"]["message"]:
            return f"{shlex.join(command)}\n{result['error']['message']}"
        code, printed = execute([heddle, "replay", str(trace)])
        if code != 1:
            return f"{shlex.join(command)}\nthe trace replays with exit code {code}\n{printed}"
    return None


def execute(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, timeout=150, check=False)
    return done.returncode, done.stdout.decode(errors="replace")


def bugs(source):
    """The names that --bug takes, but None for the default one."""
    named = re.search(r"Arguments arguments\([^;]*\{([^}]*)\}\)", source.read_text())
    names = re.findall(r'"(\w+)"', named[1]) if named else []
    return [None, *names[1:]]


def gaps(table):
    """Errors and fixed twins that are not in the table, and subjects that are not in the README."""
    readme = (SUBJECTS / "README.md").read_text()
    names = sorted(path.parent.name for path in SUBJECTS.glob("*/*.cpp")
                   if path.stem == path.parent.name)
    for name in names:
        own = [case for case in table if case.program == name]
        shown = {case.bug for case in own if case.kind}
        for bug in bugs(SUBJECTS / name / f"{name}.cpp"):
            if bug not in shown:
                yield f"{name}: the error {bug or ''} is not in table.txt"
        if not any(case.is_fixed and not case.kind for case in own):
            yield f"{name}: no fixed twin in table.txt"
        if f"| [{name}]({name}) |" not in readme:
            yield f"{name}: no line in README.md"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, help="the heddle command")
    parser.add_argument("--programs", required=True, type=pathlib.Path,
                        help="the folder with the subjects")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="every N-th line, from I")
    arguments = parser.parse_args()
    table = cases()
    complaints = list(gaps(table))
    index, parts = map(int, arguments.part.split("/"))
    with tempfile.TemporaryDirectory(prefix="heddle-subjects-") as folder:
        for case in table[index - 1::parts]:
            said = complaint(case, arguments.heddle, arguments.programs, pathlib.Path(folder))
            print("FAIL" if said else "ok  ", case.text, flush=True)
            complaints += [said] if said else []
    for said in complaints:
        print(said)
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
