#!/usr/bin/env python3
"""Reductions on programs that spin: they come to their end and find what a memory of states finds."""
import workshop

KINDS = ("test_and_set", "compare_exchange", "ticket", "peterson", "barrier", "bounded")
SEARCHES = (("--reduce", "sleep"), ("--reduce", "dpor"), ("--reduce", "source"), ("--reduce", "optimal"),
            ("--reduce", "dpor", "--bound", "preemptions=3"), ("--search", "best-first", "--reduce", "source"))


def errors(result):
    """What was found, without what depends on the schedule."""
    found = [result["error"], *result.get("further_errors", [])] if result["error"] else []
    return {(error["kind"], "" if error["kind"] == "livelock" else error["message"]) for error in found}


class Spinning(workshop.Workshop):
    programs = ("alternating_spin", "spinning_locks")

    def explore_all(self, *arguments, code):
        result = self.explore("--points", "sync", "--keep-going", *arguments, code=code)
        self.assertRegex(result["coverage"], r"\Aall ")
        return result

    def test_what_is_right_is_explored_to_the_end(self):
        for kind in KINDS:
            for search in SEARCHES:
                with self.subTest(kind=kind, search=search):
                    result = self.explore_all(*search, self.path("spinning_locks"), kind, code=0)
                    self.assertGreater(result["executions"], 1)

    def test_what_is_wrong_is_found_as_by_a_memory_of_states(self):
        for kind in KINDS:
            wrong = (self.path("spinning_locks"), kind, "wrong")
            expected = errors(self.explore_all("--search", "dfs", "--states", "memory", *wrong, code=1))
            for search in SEARCHES:
                with self.subTest(kind=kind, search=search):
                    self.assertEqual(errors(self.explore_all(*search, *wrong, code=1)), expected)

    def test_a_loop_over_two_variables_yields_in_every_stateless_search(self):
        searches = [("dfs", "--states", "none"), ("best-first", "--priority", "ss,dpor"), ("best-first", "--priority", "rand")]
        counts = set()
        for search in searches:
            result = self.explore("--search", *search, "--bound", "preemptions=2", "--races", "ignore", self.path("alternating_spin"))
            self.assertEqual((result["verdict"], result["cut"]), ("complete", 0), search)
            counts.add((result["executions"], result["states"]))
        self.assertEqual(len(counts), 1, counts)

    def test_a_livelock_is_shown_as_a_loop_and_replayed(self):
        result = self.explore("--reduce", "source", "--points", "sync", "--trace", "loop.trace",
                              self.path("spinning_locks"), "ticket", "wrong", code=1)
        self.assertEqual(result["error"]["kind"], "livelock")
        self.assertIn("repeats the same step in a fair cycle", result["error"]["message"])
        self.assertIn("repeats endlessly", self.heddle("show", "loop.trace").stdout)
        self.assertIn("reproduced in 3 of 3 runs", self.heddle("replay", "loop.trace", "--times", "3", code=1).stdout)

    def test_a_livelock_may_be_what_the_program_is_for(self):
        result = self.explore("--reduce", "optimal", "--points", "sync", "--livelocks", "ignore", "--keep-going",
                              self.path("spinning_locks"), "barrier", "wrong", code=0)
        self.assertRegex(result["coverage"], r"\Aall \d+ inequivalent schedules were executed")


if __name__ == "__main__":
    workshop.main()
