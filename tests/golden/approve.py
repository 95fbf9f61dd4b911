#!/usr/bin/env python3
"""Accepts texts that golden tests received.

usage: approve.py [NAME...]     accepts the named files, or lists what waits when none is named
       approve.py --all         accepts everything that waits
"""
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
SUFFIX = ".received"


def main(arguments):
    waiting = {path.name[: -len(SUFFIX)]: path for path in sorted(FOLDER.glob("*" + SUFFIX))}
    if not arguments:
        print("\n".join(waiting) if waiting else "nothing waits for approval")
        return 0
    names = list(waiting) if arguments == ["--all"] else arguments
    unknown = [name for name in names if name not in waiting]
    if unknown:
        print(f"no received text for {', '.join(unknown)}; run the tests first", file=sys.stderr)
        return 2
    for name in names:
        waiting[name].replace(FOLDER / name)
        print(f"approved {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
