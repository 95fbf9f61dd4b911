#!/usr/bin/env python3
"""Shards of one search, merged, have the result of the whole search; what does not belong together is refused."""
import json
import os

import workshop

DFS = ("--search", "dfs", "--states", "none")
STATES = ("--search", "dfs", "--states", "memory", "--livelocks", "ignore", "--points", "sync")
COUNTS = ("verdict", "states", "executions", "transitions", "pruned", "cut", "max_depth", "coverage")


class Shards(workshop.Workshop):
    programs = ("small_bank", "chained_counters", "racing_counter", "guarded_update", "joined_race", "crossed_locks", "lost_update", "deaths")

    def shards(self, program, count, *options, codes=(0,), numbers=None, arguments=()):
        """Runs the shards; returns the names of their results."""
        names = []
        for number in numbers or range(1, count + 1):
            name = f"{program}-{number}-of-{count}.json"
            self.heddle("run", "--shard", f"{number}/{count}", "--json", name, "--trace", name + ".trace", *options,
                        self.path(program), *arguments, code=codes)
            names.append(name)
        return names

    def merged(self, names, code=0):
        self.heddle("merge", *names, "--json", "merged.json", code=code)
        return json.loads(self.read("merged.json"))

    def test_schedules_are_counted_once(self):
        for program in ("small_bank", "chained_counters", "racing_counter", "guarded_update"):
            for options in (DFS + ("--points", "sync"), DFS + ("--points", "sync", "--bound", "preemptions=1"), DFS):
                whole = self.explore(*options, self.path(program))
                for count in (1, 2, 5):
                    with self.subTest(program=program, options=options, count=count):
                        merged = self.merged(self.shards(program, count, *options))
                        for name in COUNTS:
                            if name != "pruned":  # shards share the states near the root, and what is pruned there
                                self.assertEqual(merged[name], whole[name], name)
                        self.assertNotIn("shard", merged)
                        self.heddle("check-coverage", "merged.json", code=0)

    def test_states_are_at_most_the_sum(self):
        for program in ("small_bank", "chained_counters"):
            whole = self.explore(*STATES, self.path(program))
            with self.subTest(program):
                merged = self.merged(self.shards(program, 3, *STATES))
                self.assertEqual(merged["verdict"], "complete")
                self.assertTrue(merged["states_at_most"])
                self.assertGreaterEqual(merged["states"], whole["states"])
                self.assertEqual(merged["coverage"], "all states were visited")

    def test_an_error_of_one_shard_is_the_error_of_the_whole(self):
        for program, options in (("crossed_locks", STATES), ("crossed_locks", DFS), ("lost_update", DFS)):
            with self.subTest(program=program, options=options):
                whole = self.explore(*options, self.path(program), code=1)
                merged = self.merged(self.shards(program, 4, *options, codes=(0, 1)), code=1)
                self.assertEqual(merged["verdict"], "error")
                self.assertEqual(merged["error"]["kind"], whole["error"]["kind"])
                self.assertIn("The error reproduced", self.heddle("replay", merged["trace"], code=1).stdout)

    def test_a_shard_whose_process_dies_has_the_error(self):
        for options in (DFS, ("--search", "dfs"), DFS + ("--points", "all")):
            with self.subTest(options):
                names = self.shards("deaths", 3, *options, codes=(0, 1), arguments=["kill"])
                merged = self.merged(names, code=1)
                self.assertEqual(merged["error"]["kind"], "crash")

    def test_a_shard_alone_is_never_complete(self):
        self.shards("chained_counters", 4, *DFS, numbers=[2])
        alone = json.loads(self.read("chained_counters-2-of-4.json"))
        self.assertEqual(alone["verdict"], "incomplete")
        self.assertTrue(alone["shard"]["finished"])
        self.assertRegex(alone["coverage"], r"^shard 2 of 4 is finished: \d+ schedules executed")
        self.heddle("check-coverage", "chained_counters-2-of-4.json", code=0)

    def test_missing_and_unfinished_shards_leave_the_search_incomplete(self):
        names = self.shards("chained_counters", 3, *DFS)
        for given, words in ((names[:2], "shard 3 of 3 is missing"), (names[1:2], "shards 1, 3 of 3 are missing")):
            merged = self.merged(given, code=3)
            self.assertEqual(merged["verdict"], "incomplete")
            self.assertIn(words, merged["coverage"])
        names = self.shards("chained_counters", 3, *DFS, "--max-executions", "2", codes=(3,))
        merged = self.merged(names, code=3)
        self.assertIn("shards 1, 2, 3 of 3 are not finished", merged["coverage"])

    def test_racing_memory_that_some_shards_find_leaves_the_search_incomplete(self):
        merged = self.merged(self.shards("joined_race", 5, *DFS), code=3)
        self.assertIn("different trees", merged["coverage"])
        self.assertEqual(len(merged["races"]), 1)
        options = DFS + ("--points", "all")
        whole = self.explore(*options, self.path("joined_race"))
        merged = self.merged(self.shards("joined_race", 5, *options))
        self.assertEqual([merged[name] for name in COUNTS], [whole[name] for name in COUNTS])

    def test_shards_of_different_trees_leave_the_search_incomplete(self):
        names = self.shards("chained_counters", 2, *DFS)
        other = json.loads(self.read(names[1]))
        other["shard"]["points_hash"] = "0"
        self.write(names[1], json.dumps(other))
        self.assertIn("different trees", self.merged(names, code=3)["coverage"])

    def test_samplers_draw_from_different_seeds(self):
        names = self.shards("chained_counters", 3, "--search", "random", "--max-executions", "50", codes=(3,))
        seeds = {json.loads(self.read(name))["seed"] for name in names}
        self.assertEqual(len(seeds), 3)
        merged = self.merged(names, code=3)
        self.assertEqual((merged["verdict"], merged["executions"], merged["seed"]), ("incomplete", 150, 1))

    def test_results_that_do_not_belong_together_are_refused(self):
        one, two = self.shards("chained_counters", 2, *DFS)
        def variant(name, *options, program="chained_counters", count=2, numbers=(2,)):
            os.rename(self.file(self.shards(program, count, *(options or DFS), numbers=numbers, codes=(0, 1, 3))[0]),
                      self.file(name))
            return name
        self.heddle("run", *DFS, "--json", "whole.json", self.path("chained_counters"))
        two_kept = self.read(two)
        for other, words in ((variant("other_program", program="small_bank"), "different programs"),
                             (variant("other_count", count=3), "different numbers of shards"),
                             (variant("other_options", *DFS, "--spurious", "1"), r"different options \(--spurious\)"),
                             (variant("other_seed", *DFS, "--seed", "9"), "different seeds"),
                             (variant("twice", numbers=(1,)), "are both shard 1"),
                             ("whole.json", "is the result of a whole search")):
            self.write(two, two_kept)
            with self.subTest(other):
                if not os.path.exists(self.file(one)):
                    self.shards("chained_counters", 2, *DFS, numbers=[1])
                self.assertRegex(self.refused("merge", one, other), words)
        version = json.loads(two_kept)
        version["shard"]["version"] = "0.0.1"
        self.write("version", json.dumps(version))
        self.assertIn("different versions", self.refused("merge", one, "version"))
        self.write("bad", "{}")
        self.assertIn("not the result of a run", self.refused("merge", "bad"))
        self.assertIn("Cannot read the result", self.refused("merge", "nowhere"))
        self.assertIn("Name the results", self.refused("merge"))

    def test_searches_without_independent_parts_are_refused(self):
        for options in ((), ("--search", "bfs"), ("--search", "best-first"), DFS + ("--reduce", "dpor"),
                        ("--search", "dfs", "--states", "memory"), ("--search", "dfs", "--order", "random"),
                        ("--search", "dfs", "--states", "memory", "--livelocks", "ignore"), DFS + ("--points", "shared"),
                        STATES + ("--bound", "preemptions=2"), DFS + ("--jobs", "2"), STATES + ("--certificate", "c")):
            with self.subTest(options):
                self.assertIn("--shard", self.refused("run", *options, "--shard", "1/2", self.path("chained_counters")))
        for bad in ("0/2", "3/2", "1", "/", "a/b", "1/0", "1/2/3", "-1/2"):
            self.assertIn("1/4 to 4/4", self.refused("run", *DFS, "--shard", bad, self.path("chained_counters")))
        self.assertIn("--shard", self.refused("test", "--shard", "1/2", self.path("chained_counters")))


if __name__ == "__main__":
    workshop.main()
