"""The failing programs of the corpus and the subjects, for the tools that measure reports."""

import dataclasses
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests/subjects"))

import run_subjects  # noqa: E402


@dataclasses.dataclass(frozen=True)
class FailingProgram:
    """A program with one error, and how to explore it."""

    source: pathlib.Path
    options: tuple = ()
    arguments: tuple = ()

    @property
    def name(self):
        """Names the source and the error: `deadlock/lock_order`, `daisy --bug bits`."""
        words = [self.source.stem] if ROOT / "benchmarks" in self.source.parents else [f"{self.source.parent.name}/{self.source.stem}"]
        return " ".join([*words, *self.arguments])

    @property
    def chooses_search(self):
        return any(word in ("--search", "--states", "--reduce", "--bound", "--backtrack") for word in self.options)


def options_of(source):
    """Returns the options that a program of the corpus asks for."""
    options = []
    for line in source.read_text().splitlines():
        found = re.match(r"// heddle: (.*)", line)
        if found:
            options += shlex.split(found.group(1))
    return tuple(options)


def subjects():
    """Returns each error of the subjects once, with the parameters and scheduling points of their table."""
    found = {}
    for case in run_subjects.cases():
        if case.kind is None or len(case.options) > 2:
            continue
        source = run_subjects.SUBJECTS / case.program / f"{case.program}.cpp"
        found.setdefault((case.program, case.bug), FailingProgram(source, tuple(case.options), tuple(case.arguments)))
    return list(found.values())


def programs(wanted=""):
    """Returns the programs whose path or name contains the text."""
    corpus = [FailingProgram(path, options_of(path)) for path in sorted((ROOT / "tests/programs/fails").glob("**/*.cpp"))]
    return [one for one in corpus + subjects() if wanted in str(one.source) or wanted in one.name]


def build(heddle, source, folder, compiler="g++", level="-O1"):
    """Compiles a program unless the folder has it; returns its path, or None if it does not compile alone."""
    program = folder / f"{source.parent.name}_{source.stem}"
    if program.exists():
        return program
    command = [heddle, "c++", f"--compiler={compiler}", "-std=c++20", "-g", level, "-pthread", f"-I{source.parent}",
               f"-I{ROOT / 'benchmarks/subjects'}", str(source), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, check=False)
    return program if done.returncode == 0 else None


def error_trace(heddle, program, failing, seconds, *more):
    """Explores a program; returns the trace of its error, or None without one."""
    trace = program.with_suffix(".trace")
    trace.unlink(missing_ok=True)
    command = [heddle, "run", "--quiet", "--time", str(seconds), *failing.options, *more, "--trace", str(trace), "--", str(program),
               *failing.arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=20 * seconds, stdin=subprocess.DEVNULL,
                              cwd=program.parent)
    except subprocess.TimeoutExpired:
        return None
    return trace if done.returncode == 1 and trace.exists() else None
