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
