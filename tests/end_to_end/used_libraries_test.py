#!/usr/bin/env python3
"""Programs that use well-known libraries are explored: errors are found, correct programs pass."""
import os
import unittest

import workshop

STATES = ("--points", "sync", "--search", "dfs", "--states", "memory")
SOURCES = os.path.join(workshop.PROGRAMS, "used_libraries")


def needs(header):
    return unittest.skipUnless(os.path.exists(os.path.join("/usr/include", header)), f"without {header}")


class UsedLibraries(workshop.Workshop):

    def build(self, name, *flags, libraries=()):
        self.compile(os.path.join(SOURCES, name + ".cpp"), self.file(name), *flags, libraries=libraries)

    def found(self, *arguments):
        result = self.explore("--quiet", *arguments, code=1)
        return result["error"]["kind"]

    @needs("boost/asio.hpp")
    def test_asio(self):
        self.build("asio", "-std=c++17")
        for wrong in ("pool", "cancel"):
            self.assertEqual(self.found("./asio", wrong), "assertion", wrong)
        for right, options in (("strand", STATES), ("expire", ()), ("send", ())):
            result = self.explore("--quiet", *options, "./asio", right)
            self.assertEqual((result["verdict"], result["races"]), ("complete", []), right)

    @needs("tbb/parallel_for.h")
    def test_tbb(self):
        self.build("tbb", libraries=("-ltbb",))
        for wrong in ("loop", "tasks"):
            self.assertEqual(self.found("./tbb", wrong), "assertion", wrong)
        for right in ("atomic loop", "atomic tasks"):
            result = self.explore("--quiet", "./tbb", right, code=(0, 3))
            self.assertIsNone(result["error"])
            self.assertIn("libtbb.so", str(result["unwatched"]))

    @needs("spdlog/async.h")
    @unittest.skipUnless(os.environ.get("HEDDLE_SPDLOG"), "compiling takes half a minute")
    def test_spdlog(self):
        self.build("spdlog", libraries=("-lfmt",))
        self.assertEqual(self.found("./spdlog", "lose"), "assertion")
        result = self.explore("--quiet", *STATES, "./spdlog", "block")
        self.assertEqual((result["verdict"], result["races"]), ("complete", []))


if __name__ == "__main__":
    workshop.main()
