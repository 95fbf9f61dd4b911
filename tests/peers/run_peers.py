#!/usr/bin/env python3
"""Runs ThreadSanitizer's own tests under Heddle and compares each outcome with a recorded one.

The tests come from Debian's source package of LLVM (fetch_tests.py) and stay in the build folder.  A test expects
reports or silence, which its CHECK lines say.  The outcomes:

found       Heddle reports an error of each kind that the test expects
silent      the test expects no report; Heddle explores the program, and reports nothing
missed      Heddle reports no error of an expected kind
reported    the test expects silence; Heddle reports an error
incomplete  the test expects silence; Heddle reports nothing, and does not claim to have covered the program
refused     Heddle does not build or run the program, and says why
unfit       the compiler does not build the test

expectations.txt lists one outcome per test; a line with a compiler in brackets holds for that compiler.  Each outcome
but the first two has a reason.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from fetch_tests import PACKAGE, fetched_tests
from peer_test import all_tests, substituted, suppression_file

HERE = pathlib.Path(__file__).resolve().parent
EXPECTATIONS = HERE / "expectations.txt"
COMPILERS = ("g++", "clang++")
OUTCOMES = ("found", "missed", "silent", "reported", "incomplete", "refused", "unfit")
# The outcome of a test with several runs is the first one in this order.
WORST = ("unfit", "refused", "reported", "missed", "incomplete", "found", "silent")
AS_EXPECTED = ("found", "silent")
SEARCH_SECONDS = 20
COMMAND_LIMIT = 180  # seconds
SHOWN = 1500  # characters of an output

RACE = ("data race", "heap-use-after-free")
LOCK_MISUSE = ("destroy of a locked mutex", "unlock of an unlocked mutex", "double lock of a mutex",
               "use of an invalid mutex", "read lock of a write locked mutex", "read unlock of a write locked mutex")


class Findings:
    """What one `heddle run` reported."""

    def __init__(self, result):
        errors = [result["error"]] if result["error"] else []
        self.kinds = [error["kind"] for error in errors + result.get("further_errors", [])
                      if error["kind"] != "exit"]  # many tests end with another status than 0
        self.races = result["races"]
        self.cycles = result.get("lock_order", [])
        self.lost_threads = result.get("unjoined_threads", [])

    def __bool__(self):
        return bool(self.kinds or self.races or self.cycles or self.lost_threads)

    def include(self, kind):
        if kind in RACE:
            return bool(self.races) or bool({"race", "memory"} & set(self.kinds))
        if kind == "finished with ignores enabled":
            return "misuse" in self.kinds
        if kind in LOCK_MISUSE:
            return bool({"misuse", "memory"} & set(self.kinds)) or \
                kind == "double lock of a mutex" and "deadlock" in self.kinds
        if kind == "lock-order-inversion":
            return bool(self.cycles) or "deadlock" in self.kinds
        return kind == "thread leak" and bool(self.lost_threads)


class Outcome:
    def __init__(self, name, text=""):
        self.name = name
        self.text = text


def execute(command, folder, environment=None):
    try:
        done = subprocess.run(command, shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=COMMAND_LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return -1, f"did not end within {COMMAND_LIMIT} s"
    return done.returncode, done.stdout.decode(errors="replace")


def shown(text):
    return text if len(text) <= 2 * SHOWN else f"{text[:SHOWN]}\n...\n{text[-SHOWN:]}"


class Workshop:
    """Builds and runs tests with one compiler."""

    def __init__(self, arguments, compiler, workspace):
        self.heddle = arguments.heddle
        self.seconds = arguments.seconds
        self.compiler = compiler
        self.c_compiler = compiler.replace("clang++", "clang").replace("g++", "gcc")
        self.folder = workspace / compiler
        self.folder.mkdir()
        self.environment = dict(os.environ, HEDDLE_CXX=compiler, HEDDLE_CC=self.c_compiler)
        self.includes = f"-idirafter {self._headers_of_clang()}"
        self.barrier = self.folder / "invisible_barrier.o"
        code, printed = execute(f"{self.heddle} cc -O1 -c {HERE / 'invisible_barrier.c'} -o {self.barrier}",
                                self.folder, self.environment)
        if code != 0:
            sys.exit(f"cannot build the barrier of the tests\n{printed}")

    @staticmethod
    def _headers_of_clang():
        """Gives the folder with the public headers of ThreadSanitizer, of which GCC installs only some."""
        code, printed = execute("clang -print-resource-dir", "/")
        return f"{printed.strip()}/include" if code == 0 else sys.exit("clang is not installed")

    def outcome(self, test):
        folder = self.folder / test.name.replace("/", "_")
        folder.mkdir()
        outcomes = []
        for command in test.commands:
            if command.kind == "run":
                outcomes.append(self._run(test, command, folder))
                continue
            failure = self._prepare(test, command, folder)
            if failure:
                outcomes.append(failure)
                break
        return min(outcomes, key=lambda outcome: WORST.index(outcome.name))

    def _prepare(self, test, command, folder):
        """Executes one command that is no run; gives an outcome if it fails."""
        text = self._substituted(test, command.text, folder)
        code, printed = execute(text, folder, self.environment)
        if code == 0:
            return None
        return Outcome("refused" if "heddle: " in printed else "unfit", f"{text}\n{shown(printed)}")

    def _run(self, test, command, folder):
        report = folder / "result.json"
        report.unlink(missing_ok=True)
        options = ["--json", str(report), "--time", str(self.seconds), "--keep-going"]
        suppressions = suppression_file(self._substituted(test, command.options, folder))
        options += ["--suppressions", suppressions] if suppressions else []
        text = f"{command.environment} {self.heddle} run {' '.join(options)} -- {command.text}"
        text = self._substituted(test, text, folder)
        code, printed = execute(text, folder)
        told = f"{text}\nexit code {code}\n{shown(printed)}"
        if code in (-1, 2) or not report.exists():
            return Outcome("refused", told)
        result = json.loads(report.read_text())
        return Outcome(judged(result, command.expected), told)

    def _substituted(self, test, text, folder):
        plain = "-fno-sanitize=thread" in text
        includes = (f"-I{test.path.parent} -I{test.path.parent.parent} -I{test.path.parent.parent.parent} "
                    f"{self.includes}")
        library = folder / f"{test.path.stem}_library"
        linked = "" if plain or re.search(r"\s-(c|shared)\b", text) else f" {self.barrier} -ldl -lrt -lstdc++"
        cxx = self.compiler if plain else f"{self.heddle} c++"
        cc = self.c_compiler if plain else f"{self.heddle} cc"
        if "%clang" in text:
            text = text.replace("%s", f"%s{linked}", 1)
        return substituted(text, {
            "%clangxx_tsan": f"{cxx} -std=c++11 -g -pthread {includes}",
            "%clang_tsan": f"{cc} -g -pthread {includes}",
            "%link_libcxx_tsan": "", "%darwin_min_target_with_tls_support": "", "%ld_flags_rpath_so": "",
            "%dynamiclib": f"{library}.so", "%ld_flags_rpath_exe": f"{library}.so -Wl,-rpath,{folder}",
            "%s": str(test.path), "%t": str(folder / "test")})


def judged(result, expected):
    findings = Findings(result)
    if expected:
        return "found" if all(findings.include(kind) for kind in expected) else "missed"
    if findings:
        return "reported"
    return "silent" if result["coverage_facts"]["complete"] else "incomplete"


def read_expectations():
    """Gives {(test, compiler): (outcome, reason)}; the compiler is empty for both."""
    expectations = {}
    for line in EXPECTATIONS.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        parts = re.fullmatch(r"(\S+)\s+(?:\[(\S+)\] )?(\w+)(?:: (.*))?", line)
        if not parts or parts.group(3) not in OUTCOMES:
            sys.exit(f"{EXPECTATIONS}: cannot read '{line}'")
        name, compiler, outcome, reason = parts.groups()
        if outcome not in AS_EXPECTED and not reason:
            sys.exit(f"{EXPECTATIONS}: {name} lacks the reason why it is {outcome}")
        expectations[name, compiler or ""] = outcome, reason or ""
    return expectations


def expected_of(expectations, name, compiler):
    return expectations.get((name, compiler)) or expectations.get((name, "")) or ("", "")


def is_as_recorded(expectations, name, compiler, outcome):
    """A faster machine finishes a search that was recorded as incomplete."""
    recorded = expected_of(expectations, name, compiler)[0]
    return recorded == outcome.name or (recorded, outcome.name) == ("incomplete", "silent")


def record(outcomes, expectations):
    """Writes the outcomes, with the reasons of those that have not changed."""
    head = [line for line in EXPECTATIONS.read_text().splitlines() if line.startswith("#")] \
        if EXPECTATIONS.exists() else []
    written = {}
    for name in sorted({name for name, _ in outcomes} | {name for name, _ in expectations}):
        found = {}
        for compiler in COMPILERS:
            old, reason = expected_of(expectations, name, compiler)
            outcome = outcomes[name, compiler].name if (name, compiler) in outcomes else old
            found[compiler] = outcome + (f": {reason if outcome == old else '?'}"
                                         if outcome not in AS_EXPECTED else "")
        if len(set(found.values())) == 1:
            written[name] = [f"{name} {found[COMPILERS[0]]}"]
        else:
            written[name] = [f"{name} [{compiler}] {found[compiler]}" for compiler in COMPILERS]
    EXPECTATIONS.write_text("\n".join(head + [line for lines in written.values() for line in lines]) + "\n")


def print_table(tests, outcomes, compilers):
    print(f"\n{'':24}" + "".join(f"{name:>12}" for name in OUTCOMES) + f"{'tests':>9}")
    for compiler in compilers:
        for title, expects in (("reports expected", True), ("silence expected", False)):
            counts = collections.Counter(outcomes[test.name, compiler].name
                                         for test in tests if test.expects_report is expects)
            row = "".join(f"{counts[name]:>12}" for name in OUTCOMES)
            print(f"{compiler:8}{title:16}{row}{counts.total():>9}")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, help="the heddle command")
    parser.add_argument("--tests", help="folder with fetched tests", required=True)
    parser.add_argument("--package", default=PACKAGE, help="source package of LLVM")
    parser.add_argument("--compiler", action="append", choices=COMPILERS, help="both by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests at once")
    parser.add_argument("--seconds", type=int, default=SEARCH_SECONDS, help="time limit of each search")
    parser.add_argument("--record", action="store_true", help="write the outcomes to expectations.txt")
    parser.add_argument("--verbose", action="store_true", help="print what each run printed")
    parser.add_argument("--keep", metavar="FOLDER", help="leave what was built in FOLDER")
    parser.add_argument("names", nargs="*", help="tests; none means all")
    arguments = parser.parse_args()
    arguments.heddle = os.path.abspath(arguments.heddle)
    arguments.compiler = arguments.compiler or list(COMPILERS)
    return arguments


def run_all(tests, arguments, workspace):
    """Gives {(test, compiler): Outcome}."""
    outcomes = {}
    expectations = read_expectations() if EXPECTATIONS.exists() else {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for compiler in arguments.compiler:
            workshop = Workshop(arguments, compiler, workspace)
            for test, outcome in zip(tests, pool.map(workshop.outcome, tests)):
                outcomes[test.name, compiler] = outcome
                as_recorded = is_as_recorded(expectations, test.name, compiler, outcome)
                print(f"{'ok  ' if as_recorded else 'FAIL'}  {compiler:8} {test.name}: {outcome.name}", flush=True)
                if arguments.verbose or not (as_recorded or arguments.record):
                    print(outcome.text, flush=True)
    return outcomes, expectations


def main():
    arguments = parse_arguments()
    root = fetched_tests(arguments.tests, arguments.package)
    everything = all_tests(root)
    tests = [test for test in everything if not test.reason and (not arguments.names or test.name in arguments.names)]
    for test in everything:
        if test.reason and not arguments.names:
            print(f"left out: {test.name}: {test.reason}")
    workspace = pathlib.Path(arguments.keep or tempfile.mkdtemp(prefix="heddle-peers-")).resolve()
    workspace.mkdir(exist_ok=True)
    try:
        outcomes, expectations = run_all(tests, arguments, workspace)
    finally:
        if not arguments.keep:
            shutil.rmtree(workspace, ignore_errors=True)
    print_table(tests, outcomes, arguments.compiler)
    if arguments.record:
        record(outcomes, expectations)
        return
    failures = [key for key in outcomes if not is_as_recorded(expectations, *key, outcomes[key])]
    print(f"{len(outcomes) - len(failures)} of {len(outcomes)} as recorded")
    sys.exit(1 if failures or not outcomes else 0)


if __name__ == "__main__":
    main()
