#!/usr/bin/env python3
"""`heddle graph` prints distances and paths of instrumented programs, and refuses bad locations in one sentence."""
import os
import re

import workshop

SOURCE = """#include <cstdio>
#include <mutex>
#include <thread>

std::mutex first, second;
int balance = 0;

void transfer(int amount) {
  std::lock_guard<std::mutex> outer(first);
  std::lock_guard<std::mutex> inner(second);
  balance += amount;
}

void worker() { transfer(1); }

int main() {
  std::thread thread(worker);
  transfer(2);
  thread.join();
  return balance == 3 ? 0 : 1;
}
"""
LOCK_FIRST, LOCK_SECOND, ADD, CREATE, JOIN = (f"bank.cpp:{line}" for line in (9, 10, 11, 17, 19))


class Graph(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        source = cls.path("bank.cpp")
        with open(source, "w") as file:
            file.write(SOURCE)
        for level in ("-O0", "-O2"):
            cls.compile(source, cls.path("bank" + level), level, "-g")

    def graph(self, program, start, end, *more, code=0):
        environment = workshop.clean_environment(XDG_CACHE_HOME=os.path.join(self.folder, "cache"))
        return self.heddle("graph", self.path(program), "--from", start, "--to", end, *more, code=code,
                           environment=environment).stdout

    def distance(self, program, start, end):
        output = self.graph(program, start, end)
        if "unreachable" in output:
            self.assertEqual(output, f"{end} is unreachable from {start}\n")
            return float("inf")
        return float(re.search(r"\Adistance from .* to .*: ([0-9.]+)\n", output).group(1))

    def test_distances_shrink_along_the_path(self):
        for program in ("bank-O0", "bank-O2"):
            with self.subTest(program=program):
                far, near, at = (self.distance(program, place, ADD) for place in (LOCK_FIRST, LOCK_SECOND, ADD))
                self.assertGreaterEqual(far, near + 1)
                self.assertGreaterEqual(near, 1)
                self.assertEqual(at, 0)
                self.assertEqual(self.distance(program, ADD, "transfer+write(balance)"), 0)

    def test_what_cannot_follow_is_unreachable(self):
        for program in ("bank-O0", "bank-O2"):
            with self.subTest(program=program):
                self.assertEqual(self.distance(program, JOIN, CREATE), float("inf"))
                self.assertEqual(self.distance(program, JOIN, ADD), float("inf"))

    def test_a_path_follows_created_threads(self):
        for program in ("bank-O0", "bank-O2"):
            with self.subTest(program=program):
                path = self.graph(program, "main", "worker")
                self.assertIn("creates a thread", path)
                self.assertIn(CREATE, path)
                self.assertIn("worker", path.splitlines()[-1])

    def test_graphviz(self):
        dot = self.graph("bank-O0", "main", ADD, "--format", "dot")
        self.assertTrue(dot.startswith("digraph path {\n"))
        self.assertTrue(dot.endswith("}\n"))
        self.assertIn("transfer", dot)

    def test_the_cache_changes_nothing(self):
        without = self.graph("bank-O2", "main", ADD, "--no-cache")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "cache")))
        first = self.graph("bank-O2", "main", ADD)
        self.assertEqual(len(os.listdir(os.path.join(self.folder, "cache", "heddle", "graphs"))), 1)
        self.assertEqual((first, self.graph("bank-O2", "main", ADD)), (without, without))

    def test_bad_locations_are_refused_with_candidates(self):
        program = self.path("bank-O0")
        for location, answer in (("transfr", "did you mean transfer"), ("bank.cpp:7", "the nearest line with code is 8"),
                                 ("bnk.cpp:9", "bank.cpp"), ("transfer+wrote", "use read, write"),
                                 ("worker+write(balance)", "no write of balance"), ("+write", "bank-O0")):
            with self.subTest(location=location):
                self.assertIn(answer, self.refused("graph", program, "--from", "main", "--to", location))

    def test_bad_command_lines_are_refused(self):
        program = self.path("bank-O0")
        self.assertIn("two locations", self.refused("graph", program))
        self.assertIn("needs a value", self.refused("graph", program, "--from"))
        self.assertIn("text or dot", self.refused("graph", program, "--from", "main", "--to", "main", "--format", "svg"))
        self.assertIn("--frm", self.refused("graph", program, "--frm", "main"))
        self.assertIn("does not exist", self.refused("graph", "absent", "--from", "a", "--to", "b"))
        self.assertIn("not a program", self.refused("graph", self.path("bank.cpp"), "--from", "a", "--to", "b"))


if __name__ == "__main__":
    workshop.main()
