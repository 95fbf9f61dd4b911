#!/usr/bin/env python3
"""--keep-going reports each error once, whoever finds it, and what an error hides."""
import json

import workshop

SEEDS = 20


class Identity(workshop.Workshop):
    """Errors are the same if their kind, their places and their objects are."""
    programs = ("several_errors",)

    def errors(self, *arguments):
        result = self.explore("--keep-going", *arguments[:-1], self.path("several_errors"), arguments[-1], code=1)
        errors = [result["error"], *result["further_errors"]]
        identities = [error["identity"] for error in errors]
        self.assertEqual(len(set(identities)), len(errors), "each once")
        return result, errors

    def test_deadlocks_of_other_objects(self):
        for search in ((), ("--search", "dfs", "--states", "none"), ("--jobs", "2", "--time", "3s"),
                       ("--search", "dfs", "--jobs", "2")):
            with self.subTest(search=search):
                _, errors = self.errors(*search, "two_deadlocks")
                self.assertEqual([error["kind"] for error in errors], ["deadlock"] * 2)

    def test_one_deadlock_of_many_schedules(self):
        for search in ((), ("--search", "dfs", "--states", "none"), ("--jobs", "2", "--time", "3s")):
            with self.subTest(search=search):
                self.assertEqual(len(self.errors(*search, "one_deadlock")[1]), 1)

    def test_assertions_with_equal_text(self):
        for search in ((), ("--jobs", "3", "--time", "3s"), ("--search", "random", "--jobs", "3", "--max-executions", "200")):
            with self.subTest(search=search):
                self.assertEqual(len(self.errors(*search, "eight_assertions")[1]), 8)

    def test_one_assertion_of_many_schedules(self):
        self.assertEqual(len(self.errors("one_assertion")[1]), 1)

    def test_shards_are_merged(self):
        for case, count in (("two_deadlocks", 2), ("eight_assertions", 8)):
            with self.subTest(case=case):
                shards = []
                for i in (1, 2, 3):
                    shards.append(f"shard-{i}.json")
                    self.heddle("run", "--keep-going", "--search", "dfs", "--states", "none", "--shard", f"{i}/3",
                                "--json", shards[-1], self.path("several_errors"), case, code=(0, 1, 3))
                self.heddle("merge", *shards, "--json", "all.json", code=(0, 1, 3))
                with open(self.file("all.json")) as file:
                    merged = json.load(file)
                self.assertEqual(1 + len(merged["further_errors"]), count)

    def test_the_trace_has_it(self):
        result, _ = self.errors("two_deadlocks")
        with open(self.file(result["trace"])) as file:
            failures = [line for line in map(json.loads, file) if line.get("item") == "failure"]
        self.assertEqual(failures[0]["identity"], "0x" + result["error"]["identity"])


class Hidden(workshop.Workshop):
    """The step that fails is observed by the other threads, so that its data races become scheduling points."""
    programs = ("several_errors",)

    def test_the_error_behind_the_first(self):
        for case in ("assertion", "exception", "exit"):
            with self.subTest(case=case):
                program = (self.path("several_errors"), case)
                result = self.explore("--keep-going", *program, code=1)
                messages = sorted(error["message"][-1] for error in (result["error"], *result["further_errors"]))
                self.assertEqual(messages, ["1", "2"] if case == "exit" else ["A", "B"])
                self.assertEqual(len(result["races"]), 1)
                for error in (result, *result["further_errors"]):
                    self.assertIn("reproduced", self.heddle("replay", error["trace"], code=1).stdout)

    def test_a_crash_hides_what_others_would_do(self):
        hides = "stopped the other threads"
        for case, is_said in (("crash", True), ("assertion", False)):
            with self.subTest(case=case):
                result = self.explore("--keep-going", self.path("several_errors"), case, code=1)
                self.assertEqual(any(hides in text for text in result["unwatched"]), is_said)

    def test_without_it_the_run_stops(self):
        result = self.explore(self.path("several_errors"), "assertion", code=1)
        self.assertIn("stopped at the first error", result["coverage"])
        self.assertFalse(result["coverage_facts"]["complete"])


class LockRings(workshop.Workshop):
    """A cycle of any number of locks is reported, and leads the default search to its deadlock."""
    programs = ("lock_ring",)

    def test_the_deadlock_is_found(self):
        for size in (20, 100):
            with self.subTest(size=size):
                result = self.explore("--time", "60s", self.path("lock_ring"), str(size), code=1)
                self.assertEqual(result["error"]["kind"], "deadlock")
                self.assertIn("reproduced", self.heddle("replay", result["trace"], code=1).stdout)

    def test_the_cycle_is_reported(self):
        done = self.heddle("run", "--json", "result.json", "--search", "random", "--max-executions", "5",
                           self.path("lock_ring"), "20", code=(0, 3))
        self.assertIn("further threads", done.stdout)
        cycles = self.result()["lock_order"]
        self.assertEqual([len(cycle) for cycle in cycles], [20])
        self.assertEqual(len({step["thread"] for step in cycles[0]}), 20)

    def test_locks_in_one_order_are_no_cycle(self):
        result = self.explore("--search", "random", "--max-executions", "5", self.path("lock_ring"), "20", "ordered",
                              code=(0, 3))
        self.assertEqual(result["lock_order"], [])


class RaceCensus(workshop.Workshop):
    """A search that visits all states knows all data races, or says that it took samples."""
    programs = ("relaxed_chain", "counting")

    def test_a_race_of_one_class(self):
        for seed in range(1, SEEDS + 1):
            with self.subTest(seed=seed):
                result = self.explore("--seed", str(seed), self.path("relaxed_chain"))
                self.assertEqual([race["variable"] for race in result["races"]], ["value"])

    def test_all_races_are_known(self):
        done = self.heddle("run", "--json", "result.json", self.path("relaxed_chain"), "released")
        result = self.result()
        self.assertEqual(result["races"], [])
        self.assertNotIn("data races", done.stdout)
        self.assertNotIn("race_samples", result["coverage_facts"])

    def test_too_many_classes_are_sampled(self):
        done = self.heddle("run", "--json", "result.json", "--search", "dfs", "--states", "memory", self.path("counting"))
        samples = self.result()["coverage_facts"]["race_samples"]
        self.assertIn(f"PASSED: no error found; data races sampled in {samples:,} executions\n", done.stdout)


if __name__ == "__main__":
    workshop.main()
