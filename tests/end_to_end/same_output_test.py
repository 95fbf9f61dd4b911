#!/usr/bin/env python3
"""Programs with one possible outcome print the same with Heddle as without, in every execution."""
import os
import re
import subprocess

import workshop

CASES = 40
EXECUTIONS = "3"


class SameOutput(workshop.Workshop):
    programs = ("one_outcome",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        source = os.path.join(workshop.PROGRAMS, "one_outcome.cpp")
        subprocess.run(["g++", "-std=c++20", "-O1", "-pthread", source, "-o", cls.path("natively")],
                       check=True)

    @staticmethod
    def lines(text):
        return re.findall(r"^\| .*$", text, re.MULTILINE)

    def whole_runs(self, printed, expected):
        """How often `expected` was printed; an execution may be given up before its end."""
        position = runs = 0
        for line in printed:
            if line != expected[position]:
                position = 0
            self.assertEqual(line, expected[position], printed)
            position += 1
            if position == len(expected):
                position = 0
                runs += 1
        return runs

    def test_the_same_lines_in_every_execution(self):
        for case in map(str, range(CASES)):
            with self.subTest(case=case):
                expected = self.lines(self.execute(self.path("natively"), case, code=0).stdout)
                self.assertNotEqual(expected, [])
                command = (workshop.heddle_command, "run", "--quiet", "--search", "random",
                           "--max-executions", EXECUTIONS, "--show-output", self.path("one_outcome"), case)
                done = subprocess.run(command, cwd=self.folder, env=workshop.clean_environment(),
                                      stdin=subprocess.DEVNULL, text=True, capture_output=True,
                                      timeout=workshop.HANG)
                self.assertIn(done.returncode, (0, 3), done.stdout + done.stderr)
                printed = self.lines(done.stdout)
                self.assertGreaterEqual(self.whole_runs(printed, expected), 2)


if __name__ == "__main__":
    workshop.main()
