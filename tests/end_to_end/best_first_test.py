#!/usr/bin/env python3
"""Best-first search on real programs: another order of the same schedules."""
import workshop

SYNC = ("--points", "sync", "--jobs", "1")
BOUND = ("--bound", "preemptions=2")
PRIORITIES = ("pb", "dpor", "ss,mdpor", "mdpor,pb", "rand")


class BestFirst(workshop.Workshop):
    programs = ("small_bank", "lost_update", "many_schedules", "chained_counters")

    def search(self, *options, program="small_bank", code=0):
        return self.explore(*SYNC, *options, self.path(program), code=code)

    def test_executes_what_depth_first_search_does(self):
        depth_first = self.search("--search", "dfs", *BOUND)
        for priority in PRIORITIES:
            with self.subTest(priority=priority):
                found = self.search("--search", "best-first", "--priority", priority, *BOUND)
                self.assertEqual(found["verdict"], "complete")
                for name in ("coverage", "executions", "states", "pruned", "max_depth"):
                    self.assertEqual(found[name], depth_first[name], name)
                self.assertGreater(found["nodes"], 1)
                self.assertLessEqual(found["nodes"], found["executions"])
                self.assertEqual(found["search"]["priority"], priority)
        self.assertNotIn("nodes", depth_first)

    def test_a_reduction_leaves_out_only_what_is_equivalent(self):
        every = self.search("--search", "dfs")["executions"]
        for reduce in ("dpor", "source", "sleep"):
            with self.subTest(reduce=reduce):
                found = self.search("--search", "best-first", "--reduce", reduce)
                self.assertEqual(found["verdict"], "complete")
                self.assertIn("all inequivalent schedules were executed", found["coverage"])
                self.assertLess(found["executions"], every)
                error = self.search("--search", "best-first", "--reduce", reduce,
                                    program="lost_update", code=1)
                self.heddle("replay", error["trace"], code=1)

    def test_a_reduction_executes_as_few_schedules_as_depth_first(self):
        for program in ("small_bank", "chained_counters"):
            for reduce in ("source", "sleep"):
                with self.subTest(program=program, reduce=reduce):
                    depth_first = self.search("--search", "dfs", "--reduce", reduce, program=program)
                    found = self.search("--search", "best-first", "--reduce", reduce, program=program)
                    self.assertLessEqual(found["executions"], 1.2 * depth_first["executions"])

    def test_an_error_is_found_replayed_and_explained(self):
        found = self.search("--search", "best-first", program="lost_update", code=1)
        self.assertEqual(found["error"]["kind"], "assertion")
        for _ in range(2):
            self.heddle("replay", found["trace"], code=1)
        shown = self.heddle("run", *SYNC, "--search", "best-first", "--trace", "t",
                            self.path("lost_update"), code=1).stdout
        self.assertRegex(shown, r"[\d,]+ nodes?, ")

    def test_a_seed_decides_everything(self):
        options = ("--search", "best-first", "--priority", "rand", "--max-executions", "200",
                   "--seed", "3")
        once = self.search(*options, program="many_schedules", code=3)
        again = self.search(*options, program="many_schedules", code=3)
        for result in (once, again):
            for name in workshop.VARYING:
                result.pop(name)
        self.assertEqual(once, again)

    def test_functions_and_variables_may_be_named(self):
        for priority in ("method=increment", "var=counter,nex?,pb"):
            found = self.search("--search", "best-first", "--priority", priority,
                                program="lost_update", code=1)
            self.assertEqual(found["error"]["kind"], "assertion")
        for priority, kind in (("method=decrement", "function"), ("var=counters", "variable")):
            sentence = self.refused("run", "--search", "best-first", "--priority", priority,
                                    self.path("lost_update"))
            self.assertIn("has no " + kind, sentence)

    def test_what_makes_no_sense_is_refused(self):
        program = self.path("small_bank")
        for options in (("--priority", "pb"),
                        ("--search", "best-first", "--states", "memory"),
                        ("--search", "best-first", "--order", "random"),
                        ("--search", "best-first", "--backtrack", "random"),
                        ("--search", "best-first", "--reduce", "optimal"),
                        ("--search", "best-first", "--reduce", "source", *BOUND),
                        ("--search", "best-first", "--priority", "pb,pb")):
            self.refused("run", *options, program)


if __name__ == "__main__":
    workshop.main()
