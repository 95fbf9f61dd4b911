#!/usr/bin/env python3
"""`heddle help supported` names what libheddle.so stands in for, and the library has what it names.

The page's second table lists the object of every interposed function.

supported_test.py HEDDLE LIBHEDDLE PAGE
"""

import fnmatch
import pathlib
import re
import subprocess
import sys

# The families that the page is about.  Names of other families may be on it, but need not be.
FAMILIES = re.compile(r"^(pthread_(mutex|cond|rwlock|spin|barrier|once|key|getspecific|setspecific)"
                      r"|omp_|sem_|thrd_|mtx_|cnd_|tss_|call_once|__cxa_guard)")
FUNCTION = re.compile(r"^[a-z_0-9]+$")
WATCHED = "__wrap_"  # how the linker calls functions that it sends the program's calls to


def lines_of(heddle):
    return subprocess.run([heddle, "help", "supported"], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def named(heddle):
    names = set()
    for line in lines_of(heddle):
        words = line.split()
        # A line of functions has nothing else on it; every one of them has an underscore, or is alone.
        if line.startswith("  ") and all(FUNCTION.match(word) for word in words):
            if len(words) == 1 or all("_" in word for word in words):
                names.update(words)
    return names


def named_watched(heddle):
    """Of the rows for memory, strings and buffers, whose functions stand in the line below."""
    lines = lines_of(heddle)
    return {name for row, below in zip(lines, lines[1:]) for name in below.split()
            if re.match(r"^supported: (memory|strings|buffers|environment)", row)}


def audited(page):
    """The functions and patterns of the page's table of objects."""
    text = pathlib.Path(page).read_text()
    table = text[text.index("## Objects of interposed functions"):]
    rows = [line for line in table[:table.index("\n## ", 1)].splitlines() if line.startswith("| ")]
    return {name for row in rows for name in re.findall(r"`([A-Za-z_0-9*]+)`", row.split("|")[1])
            if name != "thread_local"}


def audit_problems(in_library, patterns):
    """Every function has an object, and every pattern a function."""
    problems = [f"{name} has no row in the table of objects of docs/supported.md" for name in sorted(in_library)
                if not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)]
    return problems + [f"{pattern} is in the table of objects, but the library has no such function"
                       for pattern in sorted(patterns)
                       if not any(fnmatch.fnmatchcase(name, pattern) for name in in_library)]


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return {line.split()[-1].split("@")[0] for line in lines}


def main():
    in_library = exported(sys.argv[2])
    # Functions of C++ have no name of their own on the page.
    watched = {name[len(WATCHED):] for name in in_library if name.startswith(WATCHED) and not name.startswith(WATCHED + "_Z")}
    watched_on_page = named_watched(sys.argv[1])
    on_page = named(sys.argv[1]) - watched_on_page
    problems = [f"{name} is on the page, but the library does not stand in for it"
                for name in sorted(on_page - in_library)]
    problems += [f"{name} is in the library, but not in the table of src/cli/supported.cpp"
                 for name in sorted(in_library - on_page) if FAMILIES.match(name)]
    problems += [f"{name} is watched by only one of page and library" for name in sorted(watched ^ watched_on_page)]
    patterns = audited(sys.argv[3])
    problems += audit_problems({name for name in in_library if not name.startswith("_Z")}, patterns)
    if len(patterns) < 50:
        problems.append(f"only {len(patterns)} patterns were found in the table of objects")
    if len(on_page) < 50:
        problems.append(f"only {len(on_page)} functions were found on the page")
    print("\n".join(problems) or f"{len(on_page)} functions agree, {len(watched)} watched ones")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
