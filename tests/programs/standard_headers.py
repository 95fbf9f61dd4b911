#!/usr/bin/env python3
"""Precompiles the standard headers that most programs of the tests include: reading them is half of a compilation.

As a command, with the flags of later compilations: standard_headers.py HEDDLE FOLDER FLAGS... writes FOLDER/standard.hpp
and what g++ reads in its place.
"""

import functools
import os
import pathlib
import re
import shlex
import subprocess
import sys

HEADERS = ("atomic", "cassert", "condition_variable", "mutex", "string", "thread", "vector")


def write(heddle, compiler, flags, folder):
    """Gives the header that a program is to include first.  THROWS: RuntimeError."""
    folder.mkdir(parents=True, exist_ok=True)
    header = folder / "standard.hpp"
    header.write_text("".join(f"#include <{name}>\n" for name in HEADERS))
    suffix = ".pch" if "clang" in compiler else ".gch"
    command = [heddle, "c++", *flags, "-x", "c++-header", str(header), "-o", str(header) + suffix]
    done = subprocess.run(command, env={**os.environ, "HEDDLE_CXX": compiler}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{shlex.join(command)}\n{done.stderr}")
    return str(header)


@functools.lru_cache(maxsize=None)
def write_once(heddle, compiler, flags, folder):
    return write(heddle, compiler, flags, pathlib.Path(folder) / re.sub(r"\W+", "_", f"headers_{compiler}_{'_'.join(flags)}"))


def allows(source):
    """Whether a program says nothing to the headers, by a definition before them."""
    return "#define" not in pathlib.Path(source).read_text().partition("#include")[0]


def flags_for(source, heddle, compiler, flags, folder):
    """The flags by which a program's compilation reads the precompiled headers."""
    return ("-include", write_once(heddle, compiler, tuple(flags), str(folder))) if allows(source) else ()


if __name__ == "__main__":
    write(sys.argv[1], "g++", sys.argv[3:], pathlib.Path(sys.argv[2]))
