#!/usr/bin/env python3
"""Compares how many states Heddle finds in real programs with what brute force counts in models of them.

Each program in programs/ is built by `heddle c++`, explored with `--states memory`, and its number of states is
compared with that of the model of the same name in models/.  Fewer states than the model has is always a failure: two
states were taken for one.  More states cost time, not soundness: compilers leave dead values in live frames.  How many
more is written in expected.json, for the compilers that it was measured with; there a higher number is a failure.

Directives in a program's first comment lines:
  // heddle: OPTIONS             options of `heddle run`
"""

import argparse
import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "programs")]

from machine import Graph  # noqa: E402
from models import MODELS  # noqa: E402
from run_corpus import Mismatch, execute  # noqa: E402
from standard_headers import flags_for  # noqa: E402

EXPECTED = HERE / "expected.json"
X86_64 = "x86_64 "
MOST_EXECUTED = 100_000  # states; to execute again from the start for each of more takes a minute
os.environ["HEDDLE_ACCESSES"] = "compiled"  # the numbers were recorded for code as optimisers leave it
ENDS = {("complete", 0), ("error", 1)}  # the second one for programs with deadlocks, which are explored to the end


def options_of(program):
    lines = re.findall(r"^// heddle: (.*)$", (HERE / "programs" / f"{program}.cpp").read_text(), re.MULTILINE)
    return [word for line in lines for word in shlex.split(line)]


def build(heddle, compiler, level, program, output):
    flags = ["-std=c++20", level, "-Wall", "-Wextra", "-pthread"]
    source = HERE / "programs" / f"{program}.cpp"
    headers = flags_for(source, heddle, compiler, flags, output.parent)
    command = [heddle, "c++", *flags, *headers, str(source), "-o", str(output)]
    # The figures are those of optimised code; clang++ keeps all accesses only without optimisation.
    environment = {"HEDDLE_CXX": compiler, **({"HEDDLE_ACCESSES": "compiled"} if "clang" in compiler else {})}
    code, printed = execute(command, {**os.environ, **environment})
    if code != 0 or "warning:" in printed:
        raise Mismatch(f"{shlex.join(command)} gave exit code {code}\n{printed}")


def explore(heddle, launcher, options, binary, folder):
    """The numbers of states and of transitions that Heddle finds.  THROWS: Mismatch."""
    report = folder / f"{binary.name}.json"
    report.unlink(missing_ok=True)
    command = [heddle, "run", "--quiet", "--search", "dfs", "--states", "memory", "--time", "none",
               "--json", str(report), "--trace", str(folder / f"{binary.name}.trace")]
    command += ["--launcher", launcher] if launcher else []
    command += options + ["--", str(binary)]
    code, printed = execute(command, cwd=folder)
    told = f"{shlex.join(command)}\nexit code {code}\n{printed}"
    if not report.exists():
        raise Mismatch(f"no JSON result\n{told}")
    result = json.loads(report.read_text())
    if (result["verdict"], code) not in ENDS or (result["error"] or {"kind": "deadlock"})["kind"] != "deadlock":
        raise Mismatch(f"the search did not come to its end\n{told}")
    return result["states"], result["transitions"]


def count_states(heddle, launcher, program, binary, folder):
    """How many states Heddle finds, however it goes back to them; and how many with sleep sets.  THROWS: Mismatch."""
    options = options_of(program)
    # An emulator takes too long for the larger ones.
    for points in ([],) if launcher else ([], ["--points", "all"]):
        by_snapshots = explore(heddle, launcher, options + points, binary, folder)
        if not points:
            found = by_snapshots[0]
        if by_snapshots[0] > MOST_EXECUTED:
            continue
        by_execution = explore(heddle, launcher, options + points + ["--no-snapshots"], binary, folder)
        if by_snapshots != by_execution:
            raise Mismatch(f"{by_snapshots[0]} states and {by_snapshots[1]} transitions, but {by_execution[0]} and "
                           f"{by_execution[1]} without snapshots {shlex.join(points)}")
    return found, explore(heddle, launcher, options + ["--reduce", "sleep"], binary, folder)[0]


def version_of(compiler):
    said = subprocess.run([*shlex.split(compiler), "-dumpfullversion", "-dumpversion"], stdout=subprocess.PIPE,
                          check=True)
    return said.stdout.decode().strip()


def judge(found, model, limit):
    """What is wrong with a number of states; None if nothing is.  `limit` may be None."""
    if found < model:
        return f"{found} states, but the model has {model}: different states were taken for one"
    if limit is not None and found > limit:
        return f"{found} states, where there were {limit} before (the model has {model})"
    return None


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", help="the heddle command; without it the models are counted, and that is all")
    parser.add_argument("--configuration", action="append", metavar="COMPILER:LEVEL",
                        help="such as g++:-O2; a compiler may be several words; may be given several times")
    parser.add_argument("--launcher", default="", help="passed on to heddle run, for an emulator")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="every N-th program, from I")
    parser.add_argument("--record", action="store_true", help="write what is found to expected.json")
    parser.add_argument("--table", action="store_true", help="print expected.json as tables of factors, of aarch64 and of x86-64, and stop")
    parser.add_argument("--keep", metavar="FOLDER", help="leave what was built in FOLDER")
    parser.add_argument("programs", nargs="*", help="names; none means all")
    arguments = parser.parse_args()
    arguments.configuration = arguments.configuration or ["g++:-O2"]
    unknown = set(arguments.programs) - set(MODELS)
    if unknown:
        parser.error(f"there is no model of {', '.join(sorted(unknown))}")
    return arguments


def chosen_programs(arguments):
    written = {path.stem for path in (HERE / "programs").glob("*.cpp")}
    if written != set(MODELS):
        sys.exit(f"without a program or without a model: {', '.join(sorted(written ^ set(MODELS)))}")
    index, parts = map(int, arguments.part.split("/"))
    return [name for name in sorted(MODELS) if not arguments.programs or name in arguments.programs][index - 1::parts]


def known_as(compiler):
    """The compiler's name in expected.json: its name on the machine that it compiles for, after that machine unless it
    is aarch64."""
    cross = re.fullmatch(r"(?P<before>\w+)-linux-gnu-(?P<tool>.*)|(?P<name>.*) --target=(?P<after>\w+)-linux-gnu", compiler)
    name = compiler if cross is None else cross["tool"] or cross["name"]
    machine = platform.machine() if cross is None else cross["before"] or cross["after"]
    return X86_64 + name if machine == "x86_64" else name


def table(expected, prefix):
    """How many times the model's states are found on a machine, as Markdown."""
    columns = sorted({name for counts in expected["states"].values() for name in counts
                      if name != "model" and name.startswith(X86_64) == (prefix == X86_64)})
    headings = [column[len(prefix):].replace(":", " ") for column in columns]
    yield "| program | model | " + " | ".join(f"`{heading}`" for heading in headings) + " |"
    yield "| --- | ---: |" + " ---: |" * len(columns)
    for program, counts in sorted(expected["states"].items()):
        factors = [f"{counts[column] / counts['model']:.2f}" if column in counts else "" for column in columns]
        yield f"| {program} | {counts['model']:,} | " + " | ".join(factors) + " |"


def compare_all(arguments, expected, folder):
    """Builds, explores and judges; gives the number of failures."""
    failures = 0
    versions = expected.setdefault("compilers", {})
    for configuration in arguments.configuration:
        compiler, level = configuration.split(":")
        version = version_of(compiler)
        known = versions.setdefault(known_as(compiler), version) == version
        key = f"{known_as(compiler)}:{level}"
        for program in chosen_programs(arguments):
            model = Graph(MODELS[program]()).states()
            counts = expected["states"].setdefault(program, {})
            binary = folder / f"{program}-{compiler}{level}".replace(" ", "")
            try:
                build(arguments.heddle, compiler, level, program, binary)
                found, asleep = count_states(arguments.heddle, arguments.launcher, program, binary, folder)
                limit = counts.get(key) if known and not arguments.record else None
                # Sleep sets may add points at which a thread that is left over pauses.
                wrong = judge(found, model, limit) or judge(asleep, model, None)
                counts.update({"model": model, key: found})
            except Mismatch as mismatch:
                found, wrong = 0, mismatch
            failures += wrong is not None
            word = "ok  " if wrong is None else "FAIL"
            print(f"{word}  {key:14} {program}: {found} of {model}, factor {found / model:.3f}"
                  + (f": {wrong}" if wrong else ""), flush=True)
    return failures


def main():
    arguments = parse_arguments()
    expected = json.loads(EXPECTED.read_text()) if EXPECTED.exists() else {"states": {}}
    if arguments.table:
        for prefix in ("", X86_64):
            print(*table(expected, prefix), "", sep="\n")
        return
    if arguments.heddle is None:
        for program in chosen_programs(arguments):
            print(f"{program}: {Graph(MODELS[program]()).states()}", flush=True)
        return
    arguments.heddle = os.path.abspath(arguments.heddle)
    folder = pathlib.Path(arguments.keep or tempfile.mkdtemp(prefix="heddle-states-")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        failures = compare_all(arguments, expected, folder)
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    if arguments.record:
        EXPECTED.write_text(json.dumps(expected, indent=2, sort_keys=True) + "\n")
    print(f"{failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
