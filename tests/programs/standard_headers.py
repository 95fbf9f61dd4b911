"""Precompiles the standard headers that most programs of the tests include: reading them is half of a compilation."""

import functools
import os
import pathlib
import re
import shlex
import subprocess

HEADERS = ("atomic", "cassert", "condition_variable", "mutex", "string", "thread", "vector")


@functools.lru_cache(maxsize=None)
def precompile(heddle, compiler, flags, folder):
    """Gives the flags by which the compiler reads the precompiled headers.  THROWS: RuntimeError."""
    header = pathlib.Path(folder) / re.sub(r"\W+", "_", f"headers_{compiler}_{'_'.join(flags)}") / "standard.hpp"
    header.parent.mkdir(parents=True)
    header.write_text("".join(f"#include <{name}>\n" for name in HEADERS))
    suffix = ".pch" if "clang" in compiler else ".gch"
    command = [heddle, "c++", *flags, "-x", "c++-header", str(header), "-o", str(header) + suffix]
    done = subprocess.run(command, env={**os.environ, "HEDDLE_CXX": compiler}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{shlex.join(command)}\n{done.stderr}")
    return ("-include", str(header))


def flags_for(source, heddle, compiler, flags, folder):
    """The flags for one program.  None if it says something to the headers, by a definition before them."""
    if "#define" in source.read_text().partition("#include")[0]:
        return ()
    return precompile(heddle, compiler, tuple(flags), str(folder))
