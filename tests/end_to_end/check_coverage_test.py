#!/usr/bin/env python3
"""`heddle check-coverage` accepts what a search recorded, and nothing else."""
import json

import workshop

EXACT = ("--search", "dfs", "--states", "memory")


class CheckCoverage(workshop.Workshop):
    programs = ("small_bank", "counting", "racing_counter", "crossed_locks")

    def check(self, *arguments, code):
        return self.heddle("check-coverage", *arguments, code=code).stdout

    def change(self, edit):
        """Writes the result again after `edit` changed it."""
        result = self.result()
        edit(result)
        self.write("changed.json", json.dumps(result))

    def fails(self, edit, *said):
        self.change(edit)
        text = self.check("changed.json", code=1)
        for part in said:
            self.assertIn(part, text)

    def test_results_of_all_kinds_follow(self):
        bank = self.path("small_bank")
        for options in ((), EXACT, ("--search", "bfs", "--states", "memory"), ("--reduce", "dpor"),
                        ("--bound", "preemptions=1"), ("--search", "random", "--max-executions", "9"),
                        ("--states", "memory", "--visited", "bitstate=1MiB"), ("--jobs", "2")):
            with self.subTest(options=options):
                result = self.explore(*options, bank, code=(0, 1, 3))
                self.assertIn(result["coverage"], self.check("result.json", code=0))
                self.assertEqual(result["coverage_facts"]["exceptions"], result["unwatched"])

    def test_points_are_those_of_the_search(self):
        for asked, used in (("auto", "racing"), ("sync", "sync"), ("shared", "shared"), ("all", "all")):
            facts = self.explore(*EXACT, "--points", asked, self.path("small_bank"))["coverage_facts"]
            self.assertEqual(facts["model"]["points"], used)

    def test_facts_are_the_counts(self):
        result = self.explore(*EXACT, self.path("small_bank"), code=(0, 1))
        facts = result["coverage_facts"]
        for count in ("states", "executions", "transitions", "revisits", "pruned", "cut"):
            self.assertEqual(result[count], sum(phase[count] for phase in facts["phases"]), count)
        self.assertEqual(facts["model"]["memory"], "sc")
        self.assertEqual(facts["phases"][0]["unit"], "states")

    def test_a_changed_result_does_not_follow(self):
        self.explore(*EXACT, self.path("counting"))
        self.assertTrue(self.result()["coverage_facts"]["complete"])
        self.fails(lambda r: r.update(states=r["states"] + 1), "`states` is")
        self.fails(lambda r: r.update(coverage="all 9,999 states were visited"), "`coverage` is not")
        self.fails(lambda r: r.update(verdict="incomplete"), "`verdict` must be complete")
        self.fails(lambda r: r["coverage_facts"].update(exceptions=[]), "exceptions")
        self.fails(lambda r: r["coverage_facts"].update(complete=False), "complete")
        self.fails(lambda r: r["coverage_facts"]["phases"][0].update(cut=1), "`verdict` must be incomplete")
        self.fails(lambda r: r["search"].update(points="all"), "--points is all")
        self.fails(lambda r: r["search"].update(states="none"), "--states is none")

    def test_an_unfinished_search_cannot_claim_all(self):
        result = self.explore(*EXACT, "--max-states", "5", self.path("counting"), code=3)
        self.assertFalse(result["coverage_facts"]["complete"])
        self.check("result.json", code=0)
        self.fails(lambda r: r.update(verdict="complete"), "`verdict` must be incomplete")
        self.fails(lambda r: r["coverage_facts"]["phases"][0].update(end="exhausted"))

    def test_a_bound_that_nobody_asked_for(self):
        self.explore(*EXACT, "--bound", "preemptions=1", self.path("small_bank"))
        self.assertEqual(self.result()["coverage_facts"]["model"]["bounds"], {"preemptions": 1})
        self.fails(lambda r: r["search"].update(bound="none"), "--bound does not name")

    def test_another_program(self):
        self.explore(*EXACT, self.path("counting"))
        self.check("result.json", self.path("counting"), code=0)
        self.assertIn("not the explored program", self.check("result.json", self.path("small_bank"), code=1))

    def test_a_certificate_is_visited_again(self):
        for search in ("dfs", "bfs"):
            with self.subTest(search):
                self.explore("--search", search, "--states", "memory", "--certificate", "states", self.path("counting"))
                lines = self.read("states").decode().splitlines()
                facts = self.result()["coverage_facts"]["certificate"]
                self.assertEqual(facts["count"], len(lines) - 1)
                self.assertEqual(lines[1:], sorted(set(lines[1:])))
                text = self.check("result.json", "--certificate", "states", self.path("counting"), code=0)
                self.assertIn("exactly the same states", text)

    def test_a_changed_certificate(self):
        self.explore(*EXACT, "--certificate", "states", self.path("counting"))
        lines = self.read("states").decode().splitlines()
        self.write("fewer", "\n".join(lines[:-1]) + "\n")
        text = self.check("result.json", "--certificate", "fewer", self.path("counting"), code=1)
        self.assertIn("not the one that the result names", text)
        self.write("torn", "\n".join(lines[:-1]) + "\n12\n")
        self.refused("check-coverage", "result.json", "--certificate", "torn")

    def test_the_states_of_another_program_are_not_confirmed(self):
        program = self.explore(*EXACT, self.path("counting"))["coverage_facts"]["program"]
        self.explore(*EXACT, "--certificate", "states", self.path("small_bank"))
        self.change(lambda r: r["coverage_facts"].update(program=program))
        self.check("changed.json", self.path("counting"), code=0)
        text = self.check("changed.json", "--certificate", "states", self.path("counting"), code=1)
        self.assertIn("not confirmed: a search in another order visits 343 states; 0 of them", text)

    def test_only_a_complete_search_has_a_certificate(self):
        done = self.heddle("run", "--json", "result.json", *EXACT, "--max-states", "5", "--certificate",
                           "states", self.path("counting"), code=3)
        self.assertIn("no certificate was written", done.stderr)
        self.assertNotIn("certificate", self.result()["coverage_facts"])
        self.refused("check-coverage", "result.json", "--certificate", "states")

    def test_refusals(self):
        for options in ((), ("--reduce", "dpor"), (*EXACT, "--bound", "preemptions=1"), (*EXACT, "--jobs", "2")):
            self.assertIn("--certificate needs", self.refused("run", "--certificate", "c", *options, "prog"))
        self.assertIn("Name the result", self.refused("check-coverage"))
        self.assertIn("`heddle help check-coverage`", self.refused("check-coverage", "--zzz"))
        self.write("text", "hello\n")
        self.assertIn("not the result of a run", self.refused("check-coverage", "text"))
        self.assertIn("Cannot read", self.refused("check-coverage", "nothing"))
        self.write("old.json", '{"verdict": "complete"}')
        self.assertIn("no coverage facts", self.refused("check-coverage", "old.json"))


if __name__ == "__main__":
    workshop.main()
