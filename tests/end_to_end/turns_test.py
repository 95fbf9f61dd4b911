#!/usr/bin/env python3
"""The searches of --search auto take turns: rare errors are found, and pauses change no result."""
import re

import workshop


class Turns(workshop.Workshop):
    programs = ("setters_and_checkers", "racing_counter", "many_schedules", "two_errors", "rare_race", "relayed_race",
                "joined_race", "independent_counters")

    def phases(self, result):
        return result["coverage_facts"]["phases"]

    def test_an_error_among_many_threads(self):
        result = self.explore("--max-states", "100000", self.path("setters_and_checkers"), "60", code=1)
        self.assertEqual(result["error"]["kind"], "assertion")
        finders = [phase["search"] for phase in self.phases(result) if phase["errors"] > 0]
        self.assertEqual(len(finders), 1)
        self.assertIn(finders[0], ("rff", "surw", "pct", "pos"))
        shown = self.heddle("replay", result["trace"], code=1).stdout
        self.assertIn("The error reproduced", shown)

    def test_the_schedule_is_simplified(self):
        shown = self.heddle("run", "--max-states", "100000", self.path("setters_and_checkers"), "60", code=1).stdout
        self.assertLessEqual(int(re.search(r"(\d+) context switch", shown)[1]), 4)
        raw = self.heddle("run", "--max-states", "100000", "--no-simplify", self.path("setters_and_checkers"), "60",
                          code=1).stdout
        self.assertGreater(int(re.search(r"(\d+) context switch", raw)[1]), 10)

    def test_pauses_change_no_result(self):
        """A search that came to its end visited the same states, however often it paused.

        Hunts are left out: their scheduling points are what was learned before them.
        """

        def ended(turn, *arguments):
            result = self.explore("--first-turn", str(turn), "--keep-going", *arguments, code=(0, 1))
            found = [result["error"]] + result["further_errors"] if result["error"] else []
            return ({(phase["points"], phase.get("preemptions")): phase["states"]
                     for phase in self.phases(result) if not phase["hunt"] and phase["end"] == "exhausted"},
                    result["verdict"], sorted(error["message"] for error in found))

        for arguments in ([self.path("many_schedules")], [self.path("racing_counter")],
                          [self.path("two_errors")], ["--points", "shared", self.path("racing_counter")]):
            with self.subTest(arguments=arguments):
                whole = ended(1_000_000, *arguments)
                self.assertTrue(whole[0])
                for turn in 1, 7, 100:
                    self.assertEqual(ended(turn, *arguments), whole)

    def test_pauses_change_no_race(self):
        """A search of the suspects that paused does not claim suspects that it has not watched."""

        def met(turn, program):
            result = self.explore("--first-turn", str(turn), "--keep-going", self.path(program),
                                  code=(0, 1))
            return result["verdict"], sorted(race["variable"] for race in result["races"])

        for program in "rare_race", "relayed_race", "joined_race":
            with self.subTest(program=program):
                whole = met(1_000_000, program)
                for turn in 1, 3, 10, 50:
                    self.assertEqual(met(turn, program), whole)

    def test_samplers_ran_and_are_named(self):
        result = self.explore("--first-turn", "1", self.path("many_schedules"))
        self.assertEqual(result["verdict"], "complete")
        samples = [phase for phase in self.phases(result) if phase["random"]]
        self.assertEqual(sorted(phase["search"] for phase in samples), ["pct", "pos", "rff", "surw"])
        self.assertEqual({phase["end"] for phase in samples}, {"budget"})
        self.assertRegex(result["coverage"], r"sampled at random \(.*rff \d+")

    def test_shares_follow_what_a_search_yields(self):
        """Samplers that meet the same class of schedules again and again keep a quarter of their share."""

        def parts(program):
            result = self.explore("--first-turn", "50", self.path(program))
            counts = [sum(phase["transitions"] for phase in self.phases(result) if matches(phase))
                      for matches in (lambda phase: not phase["hunt"], lambda phase: phase["random"])]
            self.assertGreater(counts[1], 0)
            return counts

        promised, sampled = parts("independent_counters")
        self.assertLess(3 * sampled, promised, "six eighths of the promise at first, then one and a half")
        promised, sampled = parts("many_schedules")
        self.assertGreater(3 * sampled, promised, "each schedule is of another class")

    def test_one_seed_has_one_result(self):
        def counts(seed):
            result = self.explore("--seed", str(seed), "--max-states", "100000", self.path("setters_and_checkers"), "60",
                                  code=1)
            return result["executions"], result["transitions"]

        self.assertEqual(counts(4), counts(4))

    def test_turns_belong_to_auto(self):
        self.assertIn("--first-turn", self.refused("run", "--search", "dfs", "--first-turn", "9", self.path("two_errors")))


if __name__ == "__main__":
    workshop.main()
