#!/usr/bin/env python3
"""Searches that remember states: the way through them changes neither the verdict nor their number."""
import json
import re

import workshop

SEARCHES = ("dfs", "bfs", "iterative-deepening", "mixed", "prss")
STATES = ("memory", "happens-before", "none")
# Ways to visit every state that differ only in the order of the visits or in how states are kept.
EXHAUSTIVE = tuple(("--search", search) for search in SEARCHES) + (
    ("--search", "dfs", "--order", "random", "--seed", "11"),
    ("--search", "dfs", "--order", "switch"),
    ("--search", "dfs", "--order", "prefer-thread=2"),
    ("--search", "dfs", "--no-snapshots"),
    ("--search", "bfs", "--no-snapshots"),
    ("--search", "dfs", "--visited", "exact128"),
    ("--search", "dfs", "--backtrack", "random", "--threshold", "1000"),
)
COUNTS = ("states", "transitions", "revisits", "executions", "max_depth", "pruned")
SYNC = ("--points", "sync", "--jobs", "1")


def claimed(result):
    """The number of states that the result claims to be all."""
    claim = re.fullmatch(r"all ([\d,]+) states were visited.*", result["coverage"])
    return int(claim[1].replace(",", "")) if claim else None


class States(workshop.Workshop):
    programs = ("small_bank", "spin_locked", "refilled_heap", "freed_at_the_end")
    small = programs[:2]  # an execution of the last one takes long

    def search(self, *options, program="small_bank", code=0):
        return self.explore(*SYNC, *options, self.path(program), code=code)

    def counts(self, *options):
        result = self.search("--states", "memory", *options)
        return {name: result[name] for name in COUNTS}

    def test_every_search_with_every_memory_of_states(self):
        for program in self.small:
            for states in STATES:
                with self.subTest(program=program, states=states):
                    found = {search: self.search("--search", search, "--states", states,
                                                 program=program) for search in SEARCHES}
                    self.assertEqual({r["verdict"] for r in found.values()}, {"complete"})
                    self.assertEqual(len({r["coverage"] for r in found.values()}), 1, found)

    def test_every_exhaustive_search_visits_the_same_number_of_states(self):
        for program in self.small:
            claims = {options: claimed(self.search("--states", "memory", *options, program=program))
                      for options in EXHAUSTIVE}
            self.assertEqual(len(set(claims.values())), 1, claims)
            self.assertGreater(claims[EXHAUSTIVE[0]] or 0, 5)

    def test_states_are_counted_right(self):
        # Each of three threads stands before its count, before its lock, inside, or behind: 4 * 4 * 4
        # states without the 10 in which two or three threads are inside.
        self.assertEqual(claimed(self.search("--search", "dfs", "--states", "memory")), 54)

    def test_going_back_by_snapshot_or_by_execution_is_the_same_search(self):
        for search in ("dfs", "bfs"):
            self.assertEqual(self.counts("--search", search),
                             self.counts("--search", search, "--no-snapshots"))

    def test_large_blocks_that_are_written_again_and_again(self):
        """The handler of write faults needs memory of its own when pages are written that were not compared for long."""
        by_snapshot = self.search("--states", "memory", program="refilled_heap")
        self.assertEqual(by_snapshot["verdict"], "complete")
        by_execution = self.search("--states", "memory", "--no-snapshots", program="refilled_heap")
        self.assertEqual(by_execution["states"], by_snapshot["states"])

    def test_searches_of_one_run_count_as_alone(self):
        """They begin in the same snapshot, but only some of them count how long a thread has been spinning."""
        alone = claimed(self.explore("--search", "dfs", "--states", "memory", "--points", "shared", self.path("spin_locked")))
        together = self.explore(self.path("spin_locked"))["coverage"]
        self.assertIn(f"with every shared-memory access as a scheduling point: all {alone} states were visited", together)

    def test_contents_of_freed_blocks_distinguish_no_states(self):
        """They are cleared at once, later, or never: that depends on how states are kept."""
        kept_differently = (("--search", "dfs"), ("--search", "bfs"), ("--search", "dfs", "--no-snapshots"))
        claims = {options: claimed(self.search("--states", "memory", *options, program="freed_at_the_end"))
                  for options in kept_differently}
        self.assertEqual(len(set(claims.values())), 1, claims)

    def test_a_threshold_that_is_never_reached_changes_nothing(self):
        plain = self.counts("--search", "dfs")
        for jump in ("fixed", "random", "luby"):
            self.assertEqual(self.counts("--backtrack", jump, "--threshold", "1000"), plain)

    def test_what_was_left_early_is_told(self):
        for jump in ("fixed", "random", "luby"):
            for states in ("memory", "happens-before"):
                with self.subTest(jump=jump, states=states):
                    left = ("--states", states, "--backtrack", jump, "--threshold", "2", "--ratio", "0.5",
                            "--restarts", "none")
                    result = self.search(*left, code=3)
                    self.assertEqual(result["verdict"], "incomplete")
                    self.assertGreater(result["pruned"], 0)
                    self.assertIsNone(claimed(result))
                    whole = self.search(*left, "--complete")
                    self.assertEqual(whole["verdict"], "complete")
                    self.assertEqual(whole["pruned"], 0)
                    self.assertEqual(claimed(whole), claimed(self.search("--search", "dfs", "--states", states)))

    def test_the_seed_decides_everything(self):
        def bytes_of(seed):
            self.search("--states", "memory", "--backtrack", "random", "--threshold", "2", "--ratio", "0.5",
                        "--restarts", "none", "--order", "random", "--seed", seed, code=3)
            return re.sub(rb'"(seconds|peak_rss)": [^\n]*', b"", self.read("result.json"))

        self.assertEqual(bytes_of("5"), bytes_of("5"))
        self.assertNotEqual(len({bytes_of(str(seed)).partition(b'"states": ')[2] for seed in range(6)}), 1)

    def test_an_exhausted_randomized_search_restarts_while_its_budget_lasts(self):
        left = ("--states", "memory", "--threshold", "2", "--ratio", "0.2")
        for search in (("dfs",), ("mixed",), ("bfs",), ("iterative-deepening",)):
            with self.subTest(search=search):
                options = (*left, "--search", *search, "--backtrack", "luby", "--max-states", "3000")
                once = self.search(*options, "--restarts", "none", code=3)
                self.assertNotIn("restarts", once)
                self.assertLess(once["states"], 3000)
                again = self.search(*options, code=3)
                self.assertGreaterEqual(again["states"], 3000)
                self.assertGreater(again["restarts"], 5)
                self.assertIn(f"; restarted {again['restarts']:,} times", again["coverage"])
                same = self.search(*options, code=3)
                self.assertEqual([again[name] for name in COUNTS], [same[name] for name in COUNTS])

    def test_without_a_limit_of_time_or_states_a_randomized_search_ends_when_it_is_exhausted(self):
        result = self.search("--states", "memory", "--threshold", "2", "--ratio", "0.2", "--backtrack", "fixed",
                             "--time", "none", "--max-executions", "1000000", code=3)
        self.assertNotIn("restarts", result)

    def test_bit_states_come_with_an_estimate(self):
        done = self.heddle("run", "--json", "result.json", "--search", "dfs", "--states", "memory", "--visited",
                           "bitstate=1MiB", *SYNC, self.path("small_bank"), code=3)
        self.assertRegex(done.stdout, r"54 states were visited; bit-state hashing: (about|more than) [\d.]+ % of")
        self.assertIsNone(claimed(self.result()))


class Snapshots(workshop.Workshop):
    programs = ("tells_its_start",)

    def starts(self, name, *options):
        """How often the program began from the beginning."""
        self.explore("--states", "memory", *SYNC, *options, self.path("tells_its_start"), self.file(name))
        return len(self.read(name))

    def test_without_them_the_program_is_executed_again(self):
        for search in ("dfs", "bfs"):
            with self.subTest(search=search):
                few = self.starts(f"with {search}", "--search", search)
                many = self.starts(f"without {search}", "--search", search, "--no-snapshots")
                self.assertGreater(many, few)


class StatelessSnapshots(workshop.Workshop):
    programs = ("small_bank", "memory_given_back", "used_after_return", "racing_counter", "lock_orders", "tells_its_start")
    searches = (("--search", "dfs", "--states", "none"), ("--search", "dfs", "--states", "happens-before"),
                ("--reduce", "sleep"), ("--reduce", "dpor"), ("--reduce", "source"), ("--reduce", "optimal"),
                ("--search", "best-first"), ("--search", "best-first", "--reduce", "source"),
                ("--search", "dfs", "--states", "none", "--races", "error"),
                ("--search", "random", "--max-executions", "300"), ("--search", "pct", "--max-executions", "300"))

    def both(self, *arguments):
        """The results with a snapshot at each branch, and without snapshots."""
        results = []
        for how in (("--snapshots", "always"), ("--no-snapshots",)):
            result = self.explore("--keep-going", "--jobs", "1", *how, *arguments, code=(0, 1, 3))
            for option in ("snapshots", "no-snapshots"):
                del result["search"][option]
                result["coverage_facts"]["model"].pop(option, None)
            results.append(result)
        return results

    def test_they_change_no_result(self):
        for points, *program in (("sync", "small_bank"), ("shared", "memory_given_back", "unmap"),
                                 ("shared", "memory_given_back", "shrink"), ("shared", "used_after_return"),
                                 ("shared", "racing_counter"), ("shared", "lock_orders")):
            for search in self.searches:
                with self.subTest(program=program, search=search):
                    results = self.both(*search, "--points", points, self.path(program[0]), *program[1:])
                    steps = [result["executed_steps"] for result in results]
                    self.assertLessEqual(*steps)
                    for result in results:
                        for name in workshop.VARYING:
                            result.pop(name, None)
                        for error in [result["error"], *result["further_errors"]]:
                            if error:
                                error.pop("trace", None)
                    self.assertEqual(*results)

    def test_they_save_steps(self):
        few, many = self.both("--search", "dfs", "--states", "none", "--points", "sync", self.path("small_bank"))
        self.assertEqual(few["transitions"], many["transitions"])
        repeated = [result["executed_steps"] - result["transitions"] for result in (few, many)]
        self.assertLess(2 * repeated[0], repeated[1])

    def test_a_program_with_a_slow_start_begins_once_or_twice(self):
        def starts(name, *options):
            self.explore("--search", "dfs", "--states", "none", "--points", "sync", "--races", "ignore", *options,
                         "--max-executions", "40", self.path("tells_its_start"), self.file(name), "slow", code=3)
            return len(self.read(name))

        self.assertGreaterEqual(starts("without", "--no-snapshots") - starts("with"), 20)


class ManyStates(workshop.Workshop):
    programs = ("many_states",)

    def test_a_small_memory_ends_the_search_in_order(self):
        for search in ("dfs", "bfs"):
            with self.subTest(search=search):
                result = self.explore("--search", search, "--states", "memory", "--max-memory", "64MiB", "--time",
                                      "5", *SYNC, self.path("many_states"), code=3)
                self.assertEqual(result["verdict"], "incomplete")
                self.assertGreater(result["states"], 1000)
                self.assertLess(result["peak_rss"], 128 << 20)

    def test_a_limit_of_states(self):
        result = self.explore("--search", "bfs", "--max-states", "5000", *SYNC, self.path("many_states"), code=3)
        self.assertEqual(result["states"], 5000)


class SharedMemory(workshop.Workshop):
    programs = ("plain_counter",)

    def test_every_search_finds_the_lost_update(self):
        for search in SEARCHES:
            with self.subTest(search=search):
                options = ("--search", search, "--states", "memory", "--points", "shared", "--jobs", "1")
                result = self.explore(*options, self.path("plain_counter"), code=1)
                self.assertEqual(result["error"]["kind"], "assertion")
                self.heddle("replay", result["trace"], code=1)
                result = self.explore(*options, self.path("plain_counter"), "locked")
                self.assertEqual(result["verdict"], "complete")
                self.assertIsNotNone(claimed(result))
                self.assertNotIn("plain memory accesses", " ".join(result["unwatched"]))

    def test_points_of_synchronisation_alone_miss_it_and_say_so(self):
        result = self.explore("--states", "memory", "--search", "dfs", *SYNC, self.path("plain_counter"))
        self.assertIn("plain memory accesses were not scheduling points", " ".join(result["unwatched"]))


class Livelocks(workshop.Workshop):
    programs = ("polite",)

    def livelock(self, *options):
        done = self.heddle("run", "--json", "result.json", "--trace", "error.trace", "--states", "memory", *SYNC,
                           *options, self.path("polite"), code=1)
        error = self.result()["error"]
        self.assertEqual(error["kind"], "livelock")
        self.assertEqual(error["cycle_begin"] + error["cycle_length"], error["depth"])
        return done.stdout, error

    def test_every_search_finds_it_and_it_replays(self):
        for search in SEARCHES:
            with self.subTest(search=search):
                self.livelock("--search", search)
                done = self.heddle("replay", "error.trace", "--times", "5", code=1)
                self.assertIn("in 5 of 5 runs", done.stdout)

    def test_the_report_shows_the_loop(self):
        text, error = self.livelock("--search", "bfs")
        begin, length = error["cycle_begin"], error["cycle_length"]
        self.assertIn("livelock: thread 1 and thread 2 run in a fair cycle without progress\n"
                      f"The cycle starts after {begin} steps and is {length} steps long.\n", text)
        self.assertRegex(text, rf"from here on, steps {begin + 1} to {begin + length} repeat endlessly:\n +{begin + 1} ")
        failure = json.loads(self.heddle("show", "--json", "error.trace").stdout)["failure"]
        self.assertEqual((failure["cycle_begin"], failure["cycle_length"]), (begin, length))

    def test_it_can_be_ignored(self):
        result = self.explore("--search", "dfs", "--states", "memory", "--livelocks", "ignore", *SYNC,
                              self.path("polite"))
        self.assertEqual(result["verdict"], "complete")


if __name__ == "__main__":
    workshop.main()
