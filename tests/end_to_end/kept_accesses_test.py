#!/usr/bin/env python3
"""Optimised programs keep the source's accesses to shared variables, and the coverage says where they do not."""
import os
import shutil
import subprocess
import unittest

import workshop

SOURCES = os.path.join(workshop.PROGRAMS, "kept_accesses")
REMOVED = "accesses to plain variables that the optimiser removed"


class KeptAccesses(workshop.Workshop):

    def build(self, *arguments, code=0, **environment):
        words = [os.path.join(SOURCES, word) if word.endswith(".cpp") else word for word in arguments]
        done = subprocess.run([workshop.heddle_command, "c++", *words, "-std=c++20", "-pthread", "-o", "program"],
                              cwd=self.folder, text=True, env={**workshop.clean_environment(), **environment},
                              capture_output=True)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stderr}")
        return done.stderr

    def removed(self):
        """The sentences about removed accesses in the last result."""
        return [sentence for sentence in self.result()["unwatched"] if sentence.startswith(REMOVED)]

    def test_an_error_behind_a_race_is_found_at_every_level(self):
        for level in ("-O2", "-Os"):
            with self.subTest(level=level):
                self.assertEqual(self.build("--compiler=g++", "-Wall", "-Wextra", level, "two_sums.cpp"), "")
                result = self.explore("--quiet", "./program", code=1)
                self.assertEqual((result["error"]["kind"], result["accesses"]), ("assertion", "as written"))
                self.assertEqual(self.removed(), [])

    def test_accesses_as_the_optimiser_leaves_them(self):
        for build in (lambda: self.build("--compiler=g++", "--accesses=compiled", "-O2", "two_sums.cpp"),
                      lambda: self.build("-O2", "two_sums.cpp", "--accesses=compiled", "--compiler=g++"),
                      lambda: self.build("--compiler=g++", "-O2", "two_sums.cpp", HEDDLE_ACCESSES="compiled")):
            self.assertEqual(build(), "")
            result = self.explore("--quiet", "./program")
            self.assertEqual((result["verdict"], result["accesses"]), ("complete", "as compiled"))
            self.assertEqual([s.rpartition(": ")[2] for s in self.removed()], ["two_sums.cpp (-O2)"])

    def test_the_option_overrides_the_environment(self):
        self.build("--accesses=written", "--compiler=g++", "-O2", "two_sums.cpp", HEDDLE_ACCESSES="compiled")
        self.assertEqual(self.explore("--quiet", "./program", code=1)["accesses"], "as written")

    @unittest.skipUnless(shutil.which("clang++"), "needs clang++")
    def test_clang(self):
        self.build("--compiler=clang++", "--accesses=compiled", "-O2", "two_sums.cpp")
        self.assertEqual(self.explore("--quiet", "./program")["accesses"], "as compiled")
        self.assertEqual(len(self.removed()), 1)
        self.assertIn("--accesses=written", self.removed()[0])
        for flags in (["-O2"], ["--accesses=compiled", "-O2", "-O0"], ["--accesses=written", "-O2"], ["-O3", "-flto"]):
            with self.subTest(flags=flags):
                self.assertEqual(self.build("--compiler=clang++", *flags, "-Wall", "-Wextra", "two_sums.cpp"), "")
                self.assertEqual(self.explore("--quiet", "./program", code=1)["accesses"], "as written")
                self.assertEqual(self.removed(), [])

    def test_without_debug_information(self):
        self.build("-O2", "-g0", "two_sums.cpp")
        self.assertEqual(self.explore("--quiet", "./program", code=1)["accesses"], "unknown")
        self.assertIn("cannot tell: program", self.removed()[0])

    def test_patterns_have_the_accesses_of_the_source(self):
        builds = [["--compiler=g++", level] for level in ("-O0", "-O2", "-O3")]
        if shutil.which("clang++"):
            builds += [["--compiler=clang++", "-O2"]]
        depths = {}
        for build in builds:
            self.build(*build, "patterns.cpp")
            depths[" ".join(build)] = self.explore("--quiet", "--search", "dfs", "--points", "all", "./program")["max_depth"]
        self.assertEqual(len(set(depths.values())), 1, depths)
        self.build("--compiler=g++", "--accesses=compiled", "-O2", "patterns.cpp")
        fewer = self.explore("--quiet", "--search", "dfs", "--points", "all", "./program")["max_depth"]
        self.assertLess(fewer, max(depths.values()))

    def test_a_wrong_value(self):
        said = self.build("--accesses=all", "-O2", "two_sums.cpp", code=2)
        self.assertEqual(said, "heddle: 'all' is no value of --accesses or HEDDLE_ACCESSES; give 'written' or 'compiled'.\n")
        self.assertIn("give 'written' or 'compiled'", self.build("two_sums.cpp", code=2, HEDDLE_ACCESSES="x"))


if __name__ == "__main__":
    workshop.main()
