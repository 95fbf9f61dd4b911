#!/usr/bin/env python3
"""Data races, orders of locks, and what is suppressed, as users meet them."""
import os

import workshop


class NamedRaces(workshop.Workshop):
    """Memory without a symbol is named by the variables and pointers that reach it, as in schedules."""

    names = {"account->balance", "v[1]", "bank->rates[2]", "local"}

    def build(self, level):
        self.compile(os.path.join(workshop.PROGRAMS, "named_races.cpp"), self.file("named_races"), "-g", level)
        return self.file("named_races")

    def test_all_have_the_names_of_the_source(self):
        for level in "-O0", "-O1", "-O2":
            with self.subTest(level=level):
                program = self.build(level)
                for search in [], ["--search", "random", "--max-executions", "1000"]:
                    result = self.explore(*search, program, code=(0, 3))
                    self.assertEqual({race["variable"] for race in result["races"]}, self.names)

    def test_the_race_that_ends_a_run_is_named(self):
        self.explore("--races", "error", "--trace", "race.trace", self.build("-O1"), code=1)
        self.assertIn("accessing account->balance, after", self.heddle("show", "race.trace").stdout)

    def test_names_can_be_suppressed(self):
        with open(self.file("known.txt"), "w") as file:
            file.write("race:^account->balance$\nrace:^v*\n")
        result = self.explore("--suppressions", "known.txt", self.build("-O1"))
        self.assertEqual({race["variable"] for race in result["races"]}, {"bank->rates[2]", "local"})


class Races(workshop.Workshop):
    programs = ("racing_counter", "rare_race", "joined_race")

    def suppress(self, text):
        with open(os.path.join(self.folder, "known.txt"), "w") as file:
            file.write(text)
        return "--suppressions", "known.txt"

    def test_both_places_are_told(self):
        result = self.explore(self.path("racing_counter"))
        self.assertGreaterEqual(len(result["races"]), 1)
        for race in result["races"]:
            self.assertEqual(race["variable"], "counter")
            for access in (race["earlier"], race["later"]):
                self.assertIn("racing_counter.cpp:6 in legacy_count", access["location"])
        self.assertEqual(len({race["later"]["location"] for race in result["races"]}), 1)

    def test_an_error_replays(self):
        result = self.explore("--races", "error", "--trace", "race.trace",
                              self.path("racing_counter"), code=1)
        self.assertEqual(result["error"]["kind"], "race")
        self.heddle("replay", "race.trace", code=1)

    def test_ignored_ones_are_not_looked_for(self):
        result = self.explore("--races", "ignore", self.path("racing_counter"))
        self.assertEqual(result["races"], [])

    def test_suppressed_ones_are_counted(self):
        known = self.suppress("# known\n\nrace:legacy_*\n")
        result = self.explore(*known, self.path("racing_counter"))
        self.assertEqual(result["races"], [])
        self.assertGreater(result["suppressed_races"], 0)

    def test_suppressed_ones_are_no_error(self):
        known = self.suppress("race:^counter$\n")
        result = self.explore(*known, "--races", "error", self.path("racing_counter"))
        self.assertIsNone(result["error"])
        self.assertGreater(result["suppressed_races"], 0)

    def test_one_of_few_schedules_is_met(self):
        # A search that goes back by snapshots and remembers states; the update that gets lost is found where the
        # memory is a scheduling point because of the race.
        search = ("--search", "dfs", "--states", "memory", "--keep-going")
        result = self.explore(*search, self.path("rare_race"), code=1)
        self.assertEqual({race["variable"] for race in result["races"]}, {"counter"})
        self.assertIn("rare_race.cpp:", result["races"][0]["earlier"]["location"])
        self.assertNotIn("plain memory accesses", " ".join(result["unwatched"]))

    def test_a_thread_that_was_joined_races_with_others(self):
        result = self.explore("--search", "dfs", "--states", "memory", self.path("joined_race"))
        self.assertEqual({race["variable"] for race in result["races"]}, {"total"})

    def test_none_is_told_where_a_lock_is_held(self):
        result = self.explore("--search", "dfs", "--states", "memory", "--", self.path("rare_race"), "careful")
        self.assertEqual(result["races"], [])
        self.assertEqual(result["verdict"], "complete")
        self.assertNotIn("plain memory accesses", " ".join(result["unwatched"]))

    def test_bad_suppressions_are_refused(self):
        known = self.suppress("# fine\nraces:legacy\n")
        self.assertIn("known.txt:2: ", self.refused("run", *known, self.path("racing_counter")))
        self.refused("run", "--suppressions", "none.txt", self.path("racing_counter"))
        self.refused("run", "--suppressions", ".", self.path("racing_counter"))


class LockOrders(workshop.Workshop):
    programs = ("lock_orders",)

    def told(self, *options, arguments=()):
        return self.explore("--bound", "preemptions=0", *options, "--", self.path("lock_orders"),
                            *arguments)

    def test_one_that_was_met_is_not_told_again(self):
        result = self.explore(self.path("lock_orders"), code=1)
        self.assertEqual((result["error"]["kind"], result["lock_order"]), ("deadlock", []))

    def test_a_deadlock_that_was_not_met_is_told(self):
        result = self.told()
        self.assertEqual(result["verdict"], "complete")
        self.assertEqual(len(result["lock_order"]), 1)
        cycle = result["lock_order"][0]
        self.assertEqual({step["holds"] for step in cycle}, {"accounts", "journal"})
        self.assertEqual({step["wants"] for step in cycle}, {"accounts", "journal"})
        places = " ".join(step["held_at"] + " " + step["wanted_at"] for step in cycle)
        for line in (9, 10, 14, 15):
            self.assertIn(f"lock_orders.cpp:{line} in ", places)

    def test_a_join_keeps_the_orders_apart(self):
        self.assertEqual(self.told(arguments=["joined"])["lock_order"], [])

    def test_it_can_be_suppressed(self):
        with open(os.path.join(self.folder, "known.txt"), "w") as file:
            file.write("deadlock:^journal$\n")
        result = self.told("--suppressions", "known.txt")
        self.assertEqual((result["lock_order"], result["suppressed_lock_orders"]), ([], 1))


class NamedLocks(workshop.Workshop):
    """Locks without a symbol are named as in schedules."""

    names = {"members": {"giro->m", "savings->m"}, "elements": {"table->stripes[0]", "table->stripes[1]"}, "locals": {"local", "other"}}

    def build(self, level):
        self.compile(os.path.join(workshop.PROGRAMS, "named_locks.cpp"), self.file("named_locks"), "-g", level)
        return self.file("named_locks")

    def cycle(self, program, what, *options):
        return self.explore("--bound", "preemptions=0", *options, "--", program, what)["lock_order"]

    def test_all_have_the_names_of_the_source(self):
        for level in "-O0", "-O1", "-O2":
            program = self.build(level)
            for what, names in self.names.items():
                with self.subTest(level=level, what=what):
                    (cycle,) = self.cycle(program, what)
                    self.assertEqual({step["holds"] for step in cycle}, names)
                    self.assertEqual({step["wants"] for step in cycle}, names)

    def test_names_can_be_suppressed(self):
        program = self.build("-O1")
        for pattern in "^giro->m$", "of a heap block":
            self.write("known.txt", f"deadlock:{pattern}\n")
            self.assertEqual(self.cycle(program, "members", "--suppressions", "known.txt"), [])
        self.write("known.txt", "deadlock:^other$\n")
        self.assertEqual(len(self.cycle(program, "members", "--suppressions", "known.txt")), 1)


if __name__ == "__main__":
    workshop.main()
