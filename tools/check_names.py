#!/usr/bin/env python3
"""Fails when a name that is local to a file also occurs in another file that is compiled with it.

A compiler reports two equal functions.  Two functions with one name and different parameters it takes for overloads: a call in
one file may then mean the function of the other.

Usage: check_names.py [REPOSITORY]
"""

import collections
import pathlib
import re
import sys

# The rooms whose tests are compiled together, as cmake/room.cmake lists them.
TOGETHER = re.compile(r"set\(HEDDLE_TESTS_TOGETHER ([^)]*)\)")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
OPENED = re.compile(r"^(?:inline )?namespace ?([\w:]*) ?\{$")
CLOSED = re.compile(r"^\}  // namespace.*$", re.MULTILINE)  # as the formatter writes it
TYPE = re.compile(r"^(?:struct|class|union|enum(?: class)?) (\w+)(?=[ ;:{]|$)")
# The name of a function or variable stands before the first of these.
VARIABLE_OR_FUNCTION = re.compile(r"^[\w:<>,*&\[\]\"' .]+?[ *&](\w+)(?=\(| = |\{|\[|;)")
OTHER_LINES = ("return ", "using ", "namespace ", "template", "static_assert", "extern ", "friend ", "#", "}", "{", "TEST", "INSTANTIATE")
FEWEST_NAMES = 100  # fewer in all of src: the patterns above no longer match the code


def declared(line):
    """The name that a line at namespace scope declares.  An alias is left out: two that differ do not compile."""
    if match := TYPE.match(line):
        return match.group(1)
    if line.startswith(OTHER_LINES):
        return None
    match = VARIABLE_OR_FUNCTION.match(line)
    return match.group(1) if match else None


def own_names(text):
    """The names with internal linkage that a source file declares, with their namespaces."""
    return declared_names(text, lambda scopes, line: "" in scopes or line.startswith("static "))


def public_functions(text):
    """The functions that a header declares, with their namespaces."""
    return declared_names(text, lambda scopes, line: "(" in line and not TYPE.match(line))


def declared_names(text, wanted):
    found = set()
    scopes = []
    for line in COMMENT.sub("", CLOSED.sub("@closed", text)).splitlines():
        if match := OPENED.match(line):
            scopes.append(match.group(1))
        elif line == "@closed":
            if scopes:
                scopes.pop()
        elif line and not line[0].isspace() and wanted(scopes, line):
            if name := declared(line.removeprefix("static ")):
                found.add("::".join(filter(None, [*scopes, name])))
    return found


def rooms(root):
    yield from sorted(path for path in (root / "src").iterdir() if path.is_dir())
    listed = TOGETHER.search((root / "cmake" / "room.cmake").read_text())
    for name in listed.group(1).split():
        if (root / "tests" / name).is_dir():
            yield root / "tests" / name


def violations(root):
    total = 0
    for room in rooms(root):
        files = collections.defaultdict(list)
        for path in sorted(room.rglob("*.cpp")):
            for name in own_names(path.read_text()):
                files[name].append(path.relative_to(root))
        total += len(files)
        for path in sorted(room.rglob("*.hpp")):
            for name in public_functions(path.read_text()) & files.keys():
                files[name].append(path.relative_to(root))
        for name, places in sorted(files.items()):
            if len(places) > 1:
                yield f"{places[1]}: {name} is also a name in {places[0]}: files of a room are compiled as one, rename it"
    if total < FEWEST_NAMES:
        yield f"tools/check_names.py finds {total} names: its patterns do not match the code"


def main():
    here = pathlib.Path(__file__).resolve().parent
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else here.parent
    found = list(violations(root))
    for violation in found:
        print(violation)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
