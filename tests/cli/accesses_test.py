#!/usr/bin/env python3
"""Generated functions make the same accesses at every level as without optimisation.

usage: accesses_test.py HEDDLE [--functions N] [unittest arguments]
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import generated_accesses

HEDDLE = ""
FUNCTIONS = 80
PER_FILE = 100
LEVELS = ("-O1", "-O2", "-O3", "-Os", "-Og")


class Accesses(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.write("caller.cpp", generated_accesses.caller())
        subprocess.run(["g++", "-w", "-c", "caller.cpp", "-o", "caller.o"], cwd=self.folder, check=True)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def accesses(self, compiler, *flags):
        """The accesses of each call of a function, in order; the first word of a line is the function."""
        subprocess.run([HEDDLE, "c++", f"--compiler={compiler}", *flags, "-w", "-std=c++20", "-c", "functions.cpp", "-o", "functions.o"],
                       cwd=self.folder, check=True)
        subprocess.run(["g++", "functions.o", "caller.o", "-Wl,--wrap=memcpy", "-o", "program"], cwd=self.folder, check=True)
        return subprocess.run(["./program"], cwd=self.folder, check=True, text=True, capture_output=True).stdout.splitlines()

    def differences(self, compiler, seed, *flags):
        """The first call with other accesses, for each function."""
        found = {}
        for written, compiled in zip(self.written, self.accesses(compiler, *flags), strict=True):
            name = written.split(":")[0]
            if written != compiled and name not in found:
                found[name] = f"seed {seed}, {' '.join(flags)}:\n  as written: {written}\n  compiled:   {compiled}"
        return list(found.values())

    def compare(self, compiler, levels):
        found = []
        for seed, count in enumerate(self.parts(), start=1):
            self.write("functions.cpp", generated_accesses.functions(seed, count))
            self.written = self.accesses(compiler, "-O0")
            for level in levels:
                found += self.differences(compiler, seed, level)
        return found

    @staticmethod
    def parts():
        return [min(PER_FILE, FUNCTIONS - begin) for begin in range(0, FUNCTIONS, PER_FILE)]

    def test_gcc(self):
        found = self.compare("g++", LEVELS)
        self.assertEqual(found, [], f"{len(found)} functions differ\n" + "\n".join(found[:5]))

    def test_the_comparison_finds_removed_accesses(self):
        os.environ["HEDDLE_ACCESSES"] = "compiled"
        self.addCleanup(os.environ.pop, "HEDDLE_ACCESSES")
        found = self.compare("g++", ["-O2"])
        self.assertGreater(len(found), FUNCTIONS // 4)

    @unittest.skipUnless(shutil.which("clang++"), "needs clang++")
    def test_clang(self):
        os.environ["HEDDLE_ACCESSES"] = "written"
        self.addCleanup(os.environ.pop, "HEDDLE_ACCESSES")
        self.assertEqual(self.compare("clang++", ["-O2"])[:5], [])


if __name__ == "__main__":
    HEDDLE = os.path.abspath(sys.argv.pop(1))
    if "--functions" in sys.argv:
        at = sys.argv.index("--functions")
        FUNCTIONS = int(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    unittest.main()
