#!/usr/bin/env python3
"""A result names the early timeouts and spurious wake-ups that it leaves out, and the default search raises their limits."""
import json

import workshop

BASE = ("--search", "dfs", "--states", "memory")


class Waits(workshop.Workshop):
    programs = ("waits_in_loop", "polls_for_ever", "racing_counter")

    def promised(self, result):
        return [phase for phase in result["coverage_facts"]["phases"] if not phase["hunt"]][-1]

    def test_a_limit_that_left_choices_out_is_named(self):
        result = self.explore(*BASE, self.path("waits_in_loop"))
        self.assertRegex(result["coverage"], r"^all \d+ states reachable with no spurious wake-ups were visited")
        self.assertEqual(self.promised(result)["spurious"], 0)
        self.assertNotIn("early_timeouts", self.promised(result))
        self.assertEqual(result["coverage_facts"]["model"]["bounds"], {"spurious": 0})
        self.assertTrue(any("--spurious 1" in sentence for sentence in result["unwatched"]), result["unwatched"])
        self.assertTrue(result["coverage_facts"]["complete"])
        self.heddle("check-coverage", "result.json")

        result = self.explore(*BASE, self.path("polls_for_ever"))
        self.assertRegex(result["coverage"], r"with at most 1 early timeout were visited")
        self.assertTrue(any("--early-timeouts 3" in sentence for sentence in result["unwatched"]), result["unwatched"])

    def test_other_programs_are_not_concerned(self):
        result = self.explore(*BASE, self.path("racing_counter"), code=(0, 1))
        self.assertNotRegex(json.dumps(result["coverage_facts"]), "spurious|early_timeouts|raises_waits")
        self.assertNotRegex(str(result["unwatched"]), "spurious|early timeout")

    def test_searches_without_visited_states_name_it_as_well(self):
        for options in (("--search", "dfs", "--states", "none"), ("--reduce", "optimal"), ("--search", "random", "--max-executions", "20")):
            with self.subTest(options=options):
                result = self.explore(*options, self.path("waits_in_loop"), code=(0, 3))
                self.assertIn("with no spurious wake-ups", result["coverage"])

    def test_no_limit_leaves_nothing_out(self):
        result = self.explore(*BASE, "--spurious", "all", self.path("waits_in_loop"))
        self.assertRegex(result["coverage"], r"^all \d+ states were visited")
        self.explore(*BASE, "--spurious", "all", self.path("waits_in_loop"), "once", code=1)

    def test_the_default_search_raises_the_limits(self):
        result = self.explore(self.path("waits_in_loop"))
        self.assertRegex(result["coverage"], r"^all \d+ states were visited")
        self.assertTrue(self.promised(result)["raises_waits"])
        self.heddle("check-coverage", "result.json")
        result = self.explore("--spurious", "0", self.path("waits_in_loop"))
        self.assertIn("with no spurious wake-ups", result["coverage"])

    def test_an_error_behind_the_first_limits(self):
        self.explore(*BASE, self.path("waits_in_loop"), "once")
        result = self.explore(self.path("waits_in_loop"), "once", code=1)
        self.assertEqual(result["error"]["kind"], "assertion")
        shown = self.heddle("replay", result["trace"], code=1).stdout
        self.assertIn("The error reproduced", shown)
        self.assertRegex(self.heddle("show", result["trace"]).stdout, "spurious")

    def test_an_unfinished_search_keeps_the_limit_that_was_covered(self):
        result = self.explore(self.path("polls_for_ever"))
        self.assertEqual(result["verdict"], "complete")
        self.assertRegex(result["coverage"], r"with at most [38] early timeouts were visited; with more early timeouts")
        self.assertLessEqual(result["states"], 20_000)
        self.heddle("check-coverage", "result.json")


if __name__ == "__main__":
    workshop.main()
