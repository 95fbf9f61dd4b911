#!/usr/bin/env python3
"""Searches that sample schedules: they find errors, repeat themselves by seed, and claim no more than is true."""
import os
import re

import workshop

SAMPLERS = ("random", "pct", "pos", "urw", "surw", "rff")


class Sampling(workshop.Workshop):
    programs = ("lost_update", "many_schedules", "spinning")

    def sample(self, search, program, *rest, executions, code, seed=1):
        return self.explore("--search", search, "--seed", str(seed), "--max-executions", str(executions),
                            self.path(program), *rest, code=code)

    def test_an_error_is_found_and_comes_again(self):
        for search in SAMPLERS:
            with self.subTest(search=search):
                result = self.sample(search, "lost_update", executions=500, code=1)
                self.assertEqual(result["error"]["kind"], "assertion")
                again = self.heddle("replay", result["trace"], code=1)
                self.assertIn("The error reproduced", again.stdout)

    def test_the_schedule_is_simplified(self):
        """Every sampler ends with as few context switches as any other."""
        corpus = os.path.join(workshop.HERE, os.pardir, "programs", "fails")
        for source in "deadlock/lock_order.cpp", "assertion/late_threads_lose_an_update.cpp":
            self.compile(os.path.join(corpus, source), self.file("program"))

            def switches(search, *options):
                shown = self.heddle("run", "--search", search, "--seed", "3", "--max-executions", "3000", *options,
                                    self.file("program"), code=1).stdout
                return int(re.search(r"(\d+) context switch", shown)[1])

            with self.subTest(source=source):
                self.assertEqual(len({switches(search) for search in SAMPLERS}), 1)
                self.assertGreater(switches("random", "--no-simplify"), switches("random"))

    def test_the_seed_decides(self):
        def steps(search, seed):
            return self.sample(search, "many_schedules", executions=50, code=3, seed=seed)["transitions"]

        for search in SAMPLERS:
            with self.subTest(search=search):
                self.assertEqual(steps(search, 3), steps(search, 3))

    def test_samples_are_called_samples(self):
        for search in SAMPLERS:
            with self.subTest(search=search):
                result = self.sample(search, "many_schedules", executions=60, code=3)
                self.assertEqual(result["executions"], 60)
                self.assertNotIn("scheduling points", " ".join(result["unwatched"]))
                self.assertRegex(result["coverage"], r"^60 schedules were sampled at random")
                self.assertEqual("probability at least 1 in" in result["coverage"], search == "pct")

    def test_what_is_left_is_estimated(self):
        for search in SAMPLERS + ("dfs",):
            with self.subTest(search=search):
                result = self.explore("--search", search, "--points", "sync", "--max-executions", "300",
                                      self.path("many_schedules"), code=3)
                # 30! / (10!)^3, and more where main may join in between.
                size = result["estimate"]
                self.assertLess(size["low"], size["schedules"])
                self.assertLess(size["schedules"], size["high"])
                self.assertGreater(size["high"], 5.55e12)
                self.assertLess(size["low"], 5.55e14)
                self.assertIn(" left (" if search == "dfs" else "there are about ", result["coverage"])

    def test_a_search_that_ends_estimates_nothing(self):
        result = self.explore("--search", "dfs", "--points", "sync", self.path("spinning"), "bare")
        self.assertNotIn("estimate", result)


class Detached(workshop.Workshop):
    """The end of main is delayed like any other step, although the other threads' steps are lost behind it."""

    programs = ("detached_server",)

    def test_a_detached_thread_may_come_to_its_end(self):
        for search in SAMPLERS:
            for how in "fails", "exits":
                with self.subTest(search=search, how=how):
                    result = self.explore("--search", search, "--points", "sync", "--max-executions", "2000",
                                          self.path("detached_server"), how, code=1)
                    self.assertEqual(result["error"]["kind"], "assertion")

    def test_all_schedules_are_estimated(self):
        whole = self.explore("--search", "dfs", "--points", "sync", self.path("detached_server"))
        self.assertEqual(whole["verdict"], "complete")
        for search in SAMPLERS:
            with self.subTest(search=search):
                result = self.explore("--search", search, "--points", "sync", "--max-executions", "1000",
                                      self.path("detached_server"), code=3)
                size = result["estimate"]
                self.assertLess(size["low"], whole["executions"])
                self.assertGreater(size["high"], whole["executions"])
                self.assertGreater(size["schedules"], whole["executions"] / 2)


class Spinning(workshop.Workshop):
    """Searches without a memory of states come to their end although threads could spin for ever."""

    programs = ("spinning",)
    ends = ("bare", "yielding", "lock", "looking-lock")

    def test_all_fair_schedules_are_executed(self):
        for how in self.ends:
            with self.subTest(how=how):
                result = self.explore("--search", "dfs", "--points", "sync", self.path("spinning"), how)
                self.assertEqual(result["verdict"], "complete")
                self.assertEqual(result["cut"], 0)

    def test_samples_end(self):
        for search in SAMPLERS:
            for how in self.ends:
                with self.subTest(search=search, how=how):
                    result = self.explore("--search", search, "--max-executions", "100", "--points", "sync",
                                          self.path("spinning"), how, code=3)
                    self.assertEqual(result["executions"], 100)
                    self.assertEqual(result["cut"], 0)

    def test_livelocks_are_reported(self):
        for search in ("dfs",) + SAMPLERS:
            with self.subTest(search=search):
                result = self.explore("--search", search, "--max-executions", "2000", "--max-steps", "2000",
                                      "--points", "sync", self.path("spinning"), "unset", code=1)
                self.assertEqual(result["error"]["kind"], "livelock")
        result = self.explore("--search", "dfs", "--max-steps", "400", "--points", "sync", self.path("spinning"), "aside", code=1)
        self.assertEqual(result["error"]["kind"], "livelock")


if __name__ == "__main__":
    workshop.main()
