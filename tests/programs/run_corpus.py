#!/usr/bin/env python3
"""Runs the corpus: every program is built by `heddle c++`, explored, and compared with its folder.

passes/X             must be explored to the end without an error (exit code 0)
fails/KIND/X         must show an error of that kind (exit code 1), and its trace must replay to it

With --reduce, the same with a partial-order reduction: a program that passes must show no error in so many executions, and
one that fails must still fail.  Left out are programs whose own options choose a search.

Directives in a program's first comment lines:
  // heddle: OPTIONS             options of `heddle run`
  // expect-message: TEXT        the error's message contains TEXT
  // unreduced: REASON           left out with --reduce
  // replays: N                  at most so many, where each takes long
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from standard_headers import flags_for

CORPUS = pathlib.Path(__file__).resolve().parent
REPLAYS = 3
REPLAYS_AT_MOST = 1000
SHOWN_LINES = 25  # at either end of what a failing command printed
COMMAND_LIMIT = 180  # seconds; a command that hangs is a failure, not a wait
REDUCED_EXECUTIONS = 3000  # of a program whose schedules are too many to wait for
CHOOSES_SEARCH = re.compile(r"--(states|search|reduce|bound|leaks|livelocks|time|max-executions)\b")


class Program:
    """One file of the corpus and what is expected of it."""

    def __init__(self, path):
        self.path = path
        folder = path.parent.relative_to(CORPUS).parts
        self.kind = folder[1] if folder[0] == "fails" else None
        text = path.read_text()
        self.options = self._directives(text, "heddle")
        self.unreduced = self._directives(text, "unreduced")
        self.messages = self._directives(text, "expect-message")
        self.replays = min(map(int, self._directives(text, "replays")), default=REPLAYS_AT_MOST)

    @staticmethod
    def _directives(text, name):
        return [m.strip() for m in re.findall(rf"^// {name}: (.*)$", text, re.MULTILINE)]

    @property
    def name(self):
        return str(self.path.relative_to(CORPUS))

    @property
    def is_c(self):
        return self.path.suffix == ".c"

    def allows_reduction(self):
        chooses_search = any(map(CHOOSES_SEARCH.search, self.options))
        return not self.unreduced and not chooses_search

    def run_options(self):
        return [word for line in self.options for word in shlex.split(line)]


class Mismatch(Exception):
    """The product did something else than the folder says; the text tells what."""


def execute(command, environment=None, cwd=None):
    """Runs a command to its end; gives its exit code and everything it printed."""
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=COMMAND_LIMIT,
            env=environment, cwd=cwd, stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired as timeout:
        raise Mismatch(f"did not end within {COMMAND_LIMIT} s: {shlex.join(command)}") from timeout
    return done.returncode, shortened(done.stdout.decode(errors="replace"))


def shortened(text):
    """A linker that complains fills thousands of lines; both ends tell enough."""
    lines = text.splitlines(keepends=True)
    if len(lines) <= 2 * SHOWN_LINES:
        return text
    left_out = f"... {len(lines) - 2 * SHOWN_LINES} lines left out ...\n"
    return "".join(lines[:SHOWN_LINES] + [left_out] + lines[-SHOWN_LINES:])


def build(program, heddle, compiler, level, output):
    """The folder above the program's takes the precompiled headers."""
    environment = dict(os.environ)
    environment["HEDDLE_CC" if program.is_c else "HEDDLE_CXX"] = c_twin(compiler, program.is_c)
    verb, standard = ("cc", "-std=c11") if program.is_c else ("c++", "-std=c++20")
    flags = [standard, level, "-Wall", "-Wextra", "-pthread"]
    headers = () if program.is_c else flags_for(program.path, heddle, compiler, flags, output.parent.parent)
    command = [heddle, verb, *flags, *headers, str(program.path), "-o", str(output)]
    code, printed = execute(command, environment)
    if code != 0 or "warning:" in printed:
        raise Mismatch(f"{shlex.join(command)} gave exit code {code}\n{printed}")


def c_twin(compiler, is_c):
    return compiler.replace("clang++", "clang").replace("g++", "gcc") if is_c else compiler


def explore(program, arguments, reduction, binary, folder):
    """Explores one binary and compares the result with the folder; gives the result."""
    report = folder / "result.json"
    command = [arguments.heddle, "run", "--json", str(report), "--trace", str(folder / "error.trace")]
    command += ["--launcher", arguments.launcher] if arguments.launcher else []
    if reduction:
        command += ["--reduce", *shlex.split(reduction), "--max-executions", str(REDUCED_EXECUTIONS)]
    command += program.run_options() + ["--", str(binary)]
    code, printed = execute(command, cwd=folder)
    told = f"{shlex.join(command)}\nexit code {code}\n{printed}"
    if not report.exists():
        raise Mismatch(f"no JSON result\n{told}")
    result = json.loads(report.read_text())
    kind = result["error"]["kind"] if result["error"] else None
    expected = [("error", 1)] if program.kind else [("complete", 0)]
    if reduction and not program.kind:
        expected.append(("incomplete", 3))
    if (result["verdict"], code) not in expected or kind != program.kind:
        raise Mismatch(f"expected {expected[0]} {program.kind}, found "
                       f"({result['verdict']}, {code}) {kind}\n{told}")
    for message in program.messages:
        if message not in result["error"]["message"]:
            raise Mismatch(f"message lacks '{message}': {result['error']['message']}\n{told}")
    return result


def replay(heddle, binary, trace, times, folder, launcher):
    command = [heddle, "replay", str(trace), "--times", str(times)]
    command += ["--", "--launcher", launcher] if launcher else []
    code, printed = execute(command, cwd=folder)
    if code != 1:
        raise Mismatch(f"{shlex.join(command)}\nexit code {code} instead of 1 for {binary}\n{printed}")


def check(program, arguments, compiler, level, workspace):
    """One program in one configuration.  THROWS: Mismatch."""
    folder = workspace / f"{program.path.stem}-{pathlib.Path(compiler).name}{level}"
    folder.mkdir(parents=True)
    binary = folder / program.path.stem
    build(program, arguments.heddle, compiler, level, binary)
    for reduction in arguments.reduce.split(","):
        result = explore(program, arguments, reduction, binary, folder)
        if program.kind:
            times = min(arguments.replays, program.replays)
            replay(arguments.heddle, binary, result["trace"], times, folder, arguments.launcher)
    return result


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, help="the heddle command")
    parser.add_argument("--configuration", action="append", metavar="COMPILER:LEVEL",
                        help="such as g++:-O2; may be given several times")
    parser.add_argument("--launcher", default="", help="passed on to heddle run, for an emulator")
    parser.add_argument("--reduce", default="", help="reductions, joined by commas, each maybe with further options: they are passed on to heddle run")
    parser.add_argument("--replays", type=int, default=REPLAYS, help="of each error")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="every N-th program, from I")
    parser.add_argument("--keep", metavar="FOLDER", help="leave what was built in FOLDER")
    parser.add_argument("programs", nargs="*", help="paths below the corpus; none means all")
    arguments = parser.parse_args()
    arguments.heddle = os.path.abspath(arguments.heddle)
    arguments.configuration = arguments.configuration or ["g++:-O2"]
    return arguments


def chosen_programs(arguments):
    paths = sorted(p for p in CORPUS.rglob("*") if p.suffix in (".c", ".cpp"))
    if arguments.programs:
        wanted = {(CORPUS / name).resolve() for name in arguments.programs}
        missing = wanted.difference(paths)
        if missing:
            sys.exit(f"not in the corpus: {', '.join(sorted(map(str, missing)))}")
        paths = [path for path in paths if path in wanted]
    index, parts = map(int, arguments.part.split("/"))
    programs = [Program(path) for path in paths]
    if arguments.reduce:
        programs = [program for program in programs if program.allows_reduction()]
    return programs[index - 1::parts]


def main():
    arguments = parse_arguments()
    programs = chosen_programs(arguments)
    workspace = pathlib.Path(arguments.keep or tempfile.mkdtemp(prefix="heddle-corpus-")).resolve()
    failures = 0
    try:
        for configuration in arguments.configuration:
            compiler, level = configuration.split(":")
            for program in programs:
                try:
                    result = check(program, arguments, compiler, level, workspace)
                    print(f"ok    {configuration:14} {program.name}: "
                          f"{result['executions']} executions", flush=True)
                except Mismatch as mismatch:
                    failures += 1
                    print(f"FAIL  {configuration:14} {program.name}: {mismatch}", flush=True)
    finally:
        if not arguments.keep:
            shutil.rmtree(workspace, ignore_errors=True)
    checked = len(programs) * len(arguments.configuration)
    print(f"{checked - failures} of {checked} as expected")
    if checked == 0:
        sys.exit("nothing was checked")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
