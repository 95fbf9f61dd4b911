#!/usr/bin/env python3
"""What reductions promise of real programs, and which mixes are refused."""
import workshop

REDUCTIONS = ("sleep", "dpor", "source", "optimal")


class Reduction(workshop.Workshop):
    programs = ("page_overwritten", "many_schedules", "commuting", "used_after_return", "once_with_a_lock",
                "memory_given_back", "asleep_in_a_section")

    def test_wide_accesses_depend_on_what_they_overlap(self):
        for reduction in REDUCTIONS:
            with self.subTest(reduction):
                result = self.explore("--reduce", reduction, self.path("page_overwritten"), code=1)
                self.assertEqual(result["error"]["kind"], "assertion")
                self.assertEqual(result["search"]["reduce"], reduction)

    def test_a_step_inside_a_call_once_hides_no_race_with_its_beginning(self):
        for reduction in REDUCTIONS:
            with self.subTest(reduction):
                result = self.explore("--reduce", reduction, "--points", "sync", "--keep-going", self.path("once_with_a_lock"),
                                      code=1)
                self.assertEqual(len(result["further_errors"]), 1)

    def test_a_step_that_depends_on_all_hides_no_race_with_the_lock_that_it_is_made_under(self):
        for what in ("sleep", "fork"):
            for reduction in REDUCTIONS:
                with self.subTest(what=what, reduction=reduction):
                    result = self.explore("--reduce", reduction, "--points", "sync", self.path("asleep_in_a_section"), what,
                                          code=1)
                    self.assertEqual(result["error"]["kind"], "assertion")

    def test_memory_that_is_given_back_depends_on_its_uses(self):
        program = self.path("memory_given_back")
        # The cleared page is written, which is a data race.  Searches at synchronisation ignore its order.
        for how, points, kind in (("unmap", "sync", "memory"), ("remap", "sync", "memory"), ("clear", "shared", "assertion"),
                                  ("shrink", "sync", "memory"), ("move", "sync", "memory"),
                                  ("cut", "sync", "memory")):
            for search in ("--states none", "--states memory", *(f"--reduce {reduction}" for reduction in REDUCTIONS)):
                with self.subTest(how=how, search=search):
                    result = self.explore("--search", "dfs", "--points", points, *search.split(), program, how, code=1)
                    self.assertEqual(result["error"]["kind"], kind)
        for search in ("--states none", "--reduce source"):
            self.explore("--search", "dfs", "--points", "sync", *search.split(), program, "cut behind", code=0)

    def test_mixes_that_lose_schedules_are_refused(self):
        program = self.path("page_overwritten")
        for mix in (("--states", "memory"), ("--states", "happens-before"), ("--bound", "depth=9"), ("--bound", "delays=1"),
                    ("--bound", "preemptions=1"), ("--search", "bfs"), ("--backtrack", "random")):
            with self.subTest(mix):
                self.assertIn("--reduce", self.refused("run", "--reduce", "source", *mix, program))
        self.assertIn("source", self.refused("run", "--reduce", "optimal", "--search", "best-first", program))

    def test_the_statement_names_the_bound(self):
        printed = self.heddle("run", "--reduce", "dpor", "--bound", "preemptions=1", "--points", "sync",
                              self.path("many_schedules"), code=0).stdout
        self.assertRegex(printed, r"all inequivalent schedules with at most 1 preemption were executed, in \d+ executions")

    def test_steps_that_commute_are_not_reordered(self):
        # Who exchanges first matters; of readers and a writer, who comes before the writer.
        for what, classes in (("exchange", 5), ("readers", 1), ("writer", 16)):
            for reduction in ("sleep", "source", "optimal"):
                with self.subTest(what=what, reduction=reduction):
                    result = self.explore("--reduce", reduction, "--points", "sync", self.path("commuting"), what, code=0)
                    self.assertEqual(result["executions"], classes)

    def test_a_use_that_comes_late_does_not_hide_those_in_time(self):
        for reduction in (*REDUCTIONS, "sleep --states memory"):
            with self.subTest(reduction):
                result = self.explore("--reduce", *reduction.split(), "--search", "dfs", "--points", "sync", "--keep-going",
                                      self.path("used_after_return"), code=1)
                kinds = {error["kind"] for error in [result["error"], *result["further_errors"]]}
                self.assertEqual(kinds, {"memory", "assertion"})


if __name__ == "__main__":
    workshop.main()
