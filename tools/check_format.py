#!/usr/bin/env python3
"""Fails on C++ files that `make format` would change.

Usage: check_format.py [REPOSITORY]

Versions of clang-format disagree in details.  Only version 14 decides, that of Debian 12; with another one the check
ends with exit code 77, which CTest shows as skipped.
"""

import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # leave no __pycache__ in the tree
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from check_style import CODE, tracked_files  # pylint: disable=wrong-import-position

SKIPPED = 77


def is_available():
    try:
        version = subprocess.run(["clang-format", "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    return re.search(r"version 14\.", version) is not None


def violations(root):
    """The files that are not formatted."""
    files = [str(path) for path in tracked_files(root) if path.suffix in CODE and path.is_file()]
    done = subprocess.run(["clang-format", "--dry-run", "-Werror", *files], cwd=root, capture_output=True, text=True,
                          check=False)
    if done.returncode == 0:
        return []
    return sorted({line.split(":")[0] for line in done.stderr.splitlines() if ": error:" in line}) or [done.stderr]


def main():
    if not is_available():
        print("clang-format 14 is missing: the format was not checked")
        sys.exit(SKIPPED)
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    if found := violations(root):
        sys.exit("\n".join(f"{file}: run `make format`" for file in found))


if __name__ == "__main__":
    main()
