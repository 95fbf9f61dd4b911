#!/usr/bin/env python3
"""An execution that is longer than the step limit is cut short; only one that does not end is a livelock."""
import os

import workshop

SAMPLERS = ("random", "pct", "pos", "surw", "rff")


class Cut(workshop.Workshop):
    programs = ("long_loop",)

    def cut(self, how, *options):
        result = self.explore(*options, self.path("long_loop"), how, code=3)
        self.assertEqual(result["verdict"], "incomplete")
        self.assertIsNone(result["error"])
        self.assertGreater(result["cut"], 0)
        return result

    def test_length_is_no_livelock(self):
        for how in "alone", "often", "numbers":
            with self.subTest(how=how):
                self.cut(how, "--max-executions", "1")

    def test_nor_in_any_other_search(self):
        for search in (("--search", "dfs"), ("--reduce", "optimal"), *(("--search", name) for name in SAMPLERS)):
            with self.subTest(search=search):
                self.cut("numbers", *search, "--max-executions", "2")

    def test_a_starved_thread_is_no_livelock(self):
        """The priorities of pct may starve the thread that a polling thread waits for."""
        source = os.path.join(workshop.HERE, os.pardir, "programs", "passes", "flag_polled_by_try_lock.cpp")
        self.compile(source, self.file("polling"))
        for search in SAMPLERS:
            with self.subTest(search=search):
                result = self.explore("--search", search, "--max-executions", "50", "--max-steps", "3000",
                                      self.file("polling"), code=3)
                self.assertIsNone(result["error"])
                self.assertEqual(result["executions"], 50)

    def test_the_last_step_does_not_decide(self):
        for limit in "19998", "19999", "20000":
            self.cut("alone", "--search", "random", "--max-executions", "1", "--max-steps", limit)

    def test_the_advice_names_the_loop_and_is_enough(self):
        result = self.cut("alone", "--search", "dfs", "--max-executions", "1")
        loop = result["cut_loop"]
        self.assertEqual([thread["thread"] for thread in loop["threads"]], ["thread 1"])
        self.assertRegex(loop["threads"][0]["location"], r"long_loop\.cpp:\d+ in lock_often")
        self.explore("--search", "dfs", "--max-steps", str(loop["ends_after"]), self.path("long_loop"), "alone",
                     code=0)

    def test_an_error_behind_the_limit_is_one(self):
        result = self.explore("--search", "dfs", "--trace", "far.trace", self.path("long_loop"), "wrong-at-the-end",
                              code=1)
        self.assertEqual(result["error"]["kind"], "assertion")
        self.assertIn("reproduced in 2 of 2 runs", self.heddle("replay", "far.trace", "--times", "2", code=1).stdout)

    def test_such_an_error_is_simplified(self):
        for limit in "1", "20", "99":
            with self.subTest(limit=limit):
                result = self.explore("--max-steps", limit, "--trace", "short.trace", self.path("long_loop"),
                                      "fifty-updates", code=1)
                self.assertEqual(result["error"]["kind"], "assertion")
                self.heddle("replay", "short.trace", code=1)

    def test_what_does_not_end_is_a_livelock(self):
        for search in "dfs", "random":
            with self.subTest(search=search):
                result = self.explore("--search", search, "--max-steps", "500", "--trace", "no_end.trace",
                                      self.path("long_loop"), "for-ever-if-it-has-begun", code=1)
                self.assertEqual(result["error"]["kind"], "livelock")
                self.assertIn("under a fair scheduler", result["error"]["message"])
                self.heddle("replay", "no_end.trace", code=1)

    def test_a_long_program_is_no_livelock(self):
        for how, states in ("a-million-times", "none"), ("for-ever", "memory"):
            with self.subTest(how=how):
                loop = self.cut(how, "--search", "dfs", "--states", states, "--max-executions", "1")["cut_loop"]
                self.assertEqual(loop["ends_after"], 0)
                self.assertGreater(loop["tried"], 1_000_000)

    def test_livelocks_that_are_not_asked_for_are_cut(self):
        self.cut("for-ever", "--livelocks", "ignore", "--max-steps", "500", "--max-executions", "10")


if __name__ == "__main__":
    workshop.main()
