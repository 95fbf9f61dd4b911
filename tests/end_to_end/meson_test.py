#!/usr/bin/env python3
"""The Meson recipe of docs/build_integration.md.  Needs Meson; without it the test is skipped."""
import os
import shutil
import unittest

import recipe_sources
import workshop

PROJECT = """project('demo', 'cpp', 'c', default_options: ['cpp_std=c++20', 'buildtype=debugoptimized'])
threads = dependency('threads')
assert(meson.get_compiler('cpp').sizeof('void *') == 8) # runs a program
two = static_library('two', 'two.c')
test('locked', executable('locked', 'locked.cpp', link_with: two, dependencies: threads))
test('lost', executable('lost', 'lost.cpp', dependencies: threads), should_fail: true)
"""
# As the recipe names its own options.
OWN = "test('own', find_program('heddle'), args: ['run', '--time', '30s', '--', executable('own', 'locked.cpp', " \
      "link_with: two, dependencies: threads)])\n"


@unittest.skipUnless(shutil.which("meson"), "needs Meson")
class Meson(workshop.Workshop):
    def meson(self, *words, code=0, **more):
        path = os.path.dirname(workshop.heddle_command) + os.pathsep + os.environ["PATH"]
        environment = workshop.clean_environment(CXX="heddle c++", CC="heddle cc", **more) | {"PATH": path}
        return self.execute("meson", *words, code=code, environment=environment).stdout

    def make_project(self, text):
        for name, content in (("meson.build", text), *recipe_sources.FILES.items()):
            self.write(name, content)
        self.meson("setup", "build-heddle", HEDDLE_NATIVE="1")

    def test_tests_run_through_heddle(self):
        self.make_project(PROJECT)
        said = self.meson("test", "-C", "build-heddle", "--verbose", "--wrap", "heddle run --time 30s --")
        self.assertRegex(said, r"Ok: +1\b")
        self.assertRegex(said, r"Expected Fail: +1\b")
        self.assertIn("PASSED", said)
        self.assertIn("FAILED", said)

    def test_a_test_names_its_own_options(self):
        self.make_project(PROJECT + OWN)
        said = self.meson("test", "-C", "build-heddle", "--verbose")
        self.assertRegex(said, r"Ok: +2\b")
        self.assertRegex(said, r"Expected Fail: +1\b")


if __name__ == "__main__":
    workshop.main()
