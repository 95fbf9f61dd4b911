#!/usr/bin/env python3
"""The schedule of an error is simplified within --simplify-time, and the result tells if that time ended it."""
import json
import re

import workshop

CUT = "The simplification of this schedule was cut"


def switches(report):
    return int(re.search(r"(\d+) context switch", report)[1])


class SimplifyTime(workshop.Workshop):
    programs = ("slow_update",)

    def find(self, *options):
        """Explores; returns the error, the trace as JSON and the report."""
        done = self.heddle("run", "--search", "random", "--seed", "3", "--max-executions", "3000", "--time", "none",
                           "--json", "result.json", "--trace", "error.trace", *options, self.path("slow_update"), code=1)
        shown = json.loads(self.heddle("show", "--json", "error.trace").stdout)
        return self.result()["error"], shown, done.stdout

    def test_a_cut_simplification_is_reported(self):
        """Each attempt takes more than a millisecond."""
        error, shown, report = self.find("--simplify-time", "1ms")
        self.assertTrue(error["simplification_cut"])
        self.assertTrue(shown["failure"]["simplification_cut"])
        self.assertIn(CUT, report)
        self.assertIn(CUT, self.heddle("show", "error.trace").stdout)
        replayed = self.heddle("replay", "error.trace", "--times", "3", code=1).stdout
        self.assertIn("The error reproduced in 3 of 3 runs", replayed)

    def test_a_simplification_without_a_limit_ends_by_itself(self):
        error, shown, report = self.find("--simplify-time", "none")
        self.assertLess(switches(report), switches(self.find("--no-simplify")[2]))
        for result in error, shown["failure"]:
            self.assertNotIn("simplification_cut", result)
        self.assertNotIn(CUT, report)
        self.assertEqual(len(shown["failure"]["orders"]), 2)
        self.assertEqual(self.find("--simplify-time", "none")[1]["schedule"], shown["schedule"])

    def test_a_schedule_as_found_is_not_cut(self):
        error, shown, report = self.find("--no-simplify")
        self.assertNotIn("simplification_cut", error)
        self.assertNotIn(CUT, report)

    def test_wrong_values_are_refused(self):
        for options in (["--simplify-time", "0"], ["--simplify-time", "soon"], ["--simplify-time", "5s", "--no-simplify"]):
            with self.subTest(options=options):
                said = self.heddle("run", *options, self.path("slow_update"), code=2).stderr
                self.assertIn("--simplify-time", said)
                self.assertEqual(len(said.strip().splitlines()), 1)


if __name__ == "__main__":
    workshop.main()
