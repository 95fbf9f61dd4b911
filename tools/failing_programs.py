"""The failing programs of the corpus and the subjects, for the tools that measure reports."""

import pathlib
import re
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def options_of(source):
    """Returns the options that a program of the corpus asks for."""
    options = []
    for line in source.read_text().splitlines():
        found = re.match(r"// heddle: (.*)", line)
        if found:
            options += shlex.split(found.group(1))
    return options


def programs(wanted=""):
    """Returns (source, options) of each program whose path contains the text.  Not every subject fails by default."""
    corpus = [(path, options_of(path)) for path in sorted((ROOT / "tests/programs/fails").glob("**/*.cpp"))]
    subjects = [(path, []) for path in sorted((ROOT / "benchmarks/subjects").glob("*/*.cpp"))]
    return [entry for entry in corpus + subjects if wanted in str(entry[0])]


def build(heddle, source, folder, compiler="g++", level="-O1"):
    """Compiles a program; returns its path, or None if it does not compile alone."""
    program = folder / f"{source.parent.name}_{source.stem}"
    command = [heddle, "c++", f"--compiler={compiler}", "-std=c++20", "-g", level, "-pthread", f"-I{source.parent}",
               f"-I{ROOT / 'benchmarks/subjects'}", str(source), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, check=False)
    return program if done.returncode == 0 else None


def error_trace(heddle, program, options, seconds, *more):
    """Explores a program; returns the trace of its error, or None without one."""
    trace = program.with_suffix(".trace")
    trace.unlink(missing_ok=True)
    command = [heddle, "run", "--time", str(seconds), *options, *more, "--trace", str(trace), str(program)]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=20 * seconds, stdin=subprocess.DEVNULL,
                              cwd=program.parent)
    except subprocess.TimeoutExpired:
        return None
    return trace if done.returncode == 1 and trace.exists() else None
