#!/usr/bin/env python3
"""Fails on what clang-format does not see: long files, tabs, trailing blanks, personal paths, language.

Usage: check_style.py [REPOSITORY]
"""

import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # leave no __pycache__ in the tree
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_language  # pylint: disable=wrong-import-position

LONGEST_FILE = 500
LONGEST_TEST = 700
CODE = (".hpp", ".cpp", ".h", ".c")
TEXT = CODE + (".py", ".sh", ".md", ".txt", ".cmake", ".json", ".yml")
# The rooms inside the explored process.  Their state is reached from one global variable, the root.
RUNTIME_ROOMS = ("runtime", "snapshot", "monitors", "interpose", "native")
ROOT_NAME = "g_runtime"
ROOT_FILE = "src/runtime/root.hpp"
GLOBAL = re.compile(r"\bg_\w+")
DECLARED_ELSEWHERE = re.compile(r"\bextern .*\bg_\w+")
LOCAL_STATIC = re.compile(r"^\s+static (?!const\b|constexpr\b)(?:constinit\b|inline \w+ \w+ =|[^()]*;|[^()]*=)")
# Files that may keep state in a static variable, each with its reason.
STATICS = {
    ROOT_FILE: "storage of the parts of the root",
    "src/interpose/interpose.hpp": "pointers to real functions, found at their first call",
    "src/native/crash_guard.cpp": "a word apart from the root, by which overwriting is noticed",
    "src/runtime/real_functions.cpp": "pointers to real functions, found before main",
}
# "me" and "user" are sample paths in tests and comments.
PERSONAL_PATH = re.compile(r"/(?:home|Users|root)/(?!(?:me|user)\b)\w+")


def tracked_files(root):
    command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, check=False)
    if listing.returncode == 0:
        return [root / name for name in listing.stdout.decode().splitlines()]
    # An exported tree without its history: everything but build folders.
    return [path for path in root.rglob("*")
            if not path.relative_to(root).parts[0].startswith("build")]


def limit(relative):
    if relative.suffix not in CODE:
        return None
    if relative.parts[0] in ("src", "include"):
        return LONGEST_FILE
    return LONGEST_TEST if relative.parts[0] == "tests" else None


def stray_state(relative, number, line):
    """State of the runtime that the root does not hold."""
    name = str(relative)
    code = line.split("//", 1)[0]
    if DECLARED_ELSEWHERE.search(code) and not (name == ROOT_FILE and ROOT_NAME in code):
        yield f"{relative}:{number}: a global variable: make it a part of {ROOT_FILE}"
    elif relative.parts[1] in RUNTIME_ROOMS:
        if any(found != ROOT_NAME for found in GLOBAL.findall(code)):
            yield f"{relative}:{number}: a global variable: make it a part of {ROOT_FILE}"
        if LOCAL_STATIC.search(code) and name not in STATICS:
            yield f"{relative}:{number}: a static variable: make it a part of {ROOT_FILE}"


def violations(root):
    for path in sorted(tracked_files(root)):
        relative = path.relative_to(root)
        if path.suffix not in TEXT or not path.is_file():
            continue
        lines = path.read_text(errors="replace").splitlines()
        longest = limit(relative)
        if longest and len(lines) > longest:
            yield f"{relative}: {len(lines)} lines, at most {longest}: look for a seam"
        for number, line in enumerate(lines, 1):
            if "\t" in line:
                yield f"{relative}:{number}: a tab"
            if line != line.rstrip() and "golden" not in relative.parts:
                yield f"{relative}:{number}: blanks at the end of the line"
            if PERSONAL_PATH.search(line) and relative.parts[0] != "tools":
                yield f"{relative}:{number}: the path of a home folder"
            if relative.parts[0] == "src" and path.suffix in CODE:
                yield from stray_state(relative, number, line)
    yield from check_language.violations(root)


def main():
    here = pathlib.Path(__file__).resolve().parent
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else here.parent
    found = list(violations(root))
    for violation in found:
        print(violation)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
