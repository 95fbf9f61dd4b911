#!/usr/bin/env python3
"""`heddle states`: counts are those of a search, and what tells states apart is named rightly."""
import json
import os

import workshop

LEVELS = ("-O0", "-O2")


class States(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name in ("dead_value", "live_register", "state_places", "counting"):
            for level in LEVELS:
                source = os.path.join(workshop.PROGRAMS, name + ".cpp")
                cls.compile(source, cls.path(name + level), "-g", level)

    def states(self, *arguments, code=0):
        self.heddle("states", "--points", "sync", "--json", "states.json", *arguments, code=code)
        return json.loads(self.read("states.json"))


class Counts(States):
    def test_they_are_those_of_a_search(self):
        for name in ("dead_value", "live_register", "state_places"):
            for level in LEVELS:
                for points in ("sync", "shared"):
                    with self.subTest(name=name, level=level, points=points):
                        program = self.path(name + level)
                        run = self.explore("--search", "dfs", "--states", "memory", "--points", points,
                                           program)
                        states = self.states("--points", points, program)
                        self.assertEqual(states["states"] + states["failures"], run["states"])
                        self.assertTrue(states["complete"])

    def test_they_repeat(self):
        program = self.path("dead_value-O2")
        self.assertEqual(self.states(program), self.states(program))

    def test_a_budget(self):
        states = self.states("--max-states", "5", self.path("dead_value-O2"), code=3)
        self.assertEqual((states["states"], states["complete"]), (5, False))


class Splitters(States):
    # Each thread is before its draw, before its end, or at its end: 9 classes.  Who drew first is
    # told by the frames of those that are not at their end: 1 + 2 more states where both have drawn.
    def check_draws(self, states, values):
        self.assertEqual((states["states"], states["classes"]), (12, 9))
        self.assertEqual(states["without_ours"], 12)
        for thread in ("thread 0.0", "thread 0.1"):
            words = [s for s in states["splitters"] if s["thread"] == thread]
            self.assertEqual([w["function"] for w in words], ["draw"])
            self.assertEqual((words[0]["classes"], words[0]["merged"]), (2, 1))
            self.assertIn(sorted(words[0]["values"]), values)
        self.assertEqual(len(states["splitters"]), 2)

    def test_a_dead_value_in_a_frame(self):
        for level in LEVELS:
            with self.subTest(level=level):
                states = self.states(self.path("dead_value" + level))
                self.check_draws(states, [[41, 42]])
                for word in states["splitters"]:
                    self.assertEqual((word["kind"], word["name"]), ("stack", ""))
                    self.assertEqual(word["location"], "dead_value.cpp:14")

    def test_a_value_in_a_register(self):
        states = self.states(self.path("live_register-O2"))
        # A compiler keeps the number as it was drawn, or the sum.
        self.check_draws(states, [[0, 1], [41, 42]])
        for word in states["splitters"]:
            self.assertRegex(word["name"], r"\A(x19|x2[0-8]|rbx|rbp|r1[2-5])\Z")
            self.assertEqual(word["location"], "live_register.cpp:10")

    # Three threads add 6 times each, with 0 to 5 done or ended: 7 * 7 * 7 states.  Apart from their
    # loops' counters, what is left of a state is the sum and who has ended: 16 + 3 * 11 + 3 * 6 + 1
    # classes with 3, 2, 1 and 0 threads alive.  No counter merges states alone, since the sum tells it from the others.
    def test_live_counters(self):
        states = self.states(self.path("counting-O2"))
        self.assertEqual((states["states"], states["classes"]), (343, 68))
        self.assertEqual(states["without_ours"], 343)
        self.assertEqual({(s["function"], s["merged"]) for s in states["splitters"]}, {("work", 0)})
        self.assertEqual({s["thread"] for s in states["splitters"]},
                         {"thread 0.0", "thread 0.1", "thread 0.2"})

    def test_nothing_to_tell(self):
        states = self.states(self.path("state_places-O2"))
        self.assertEqual(states["classes"], states["states"])
        self.assertEqual(states["splitters"], [])


class Difference(States):
    def test_two_states_that_differ_in_a_dead_value(self):
        program = self.path("dead_value-O2")
        first, second = self.states(program)["splitters"][0]["states"]
        pair = self.states("--diff", str(first), str(second), program)["pair"]
        self.assertTrue(pair["same_class"])
        self.assertEqual(pair["threads"], [])
        self.assertEqual({w["function"] for w in pair["words"]}, {"draw"})
        self.assertEqual(sorted(s.split() for s in pair["schedules"]), [["1", "2"], ["2", "1"]])

    def test_what_a_step_changed(self):
        for level in LEVELS:
            with self.subTest(level=level):
                pair = self.states("--diff", "0", "1", self.path("state_places" + level))["pair"]
                self.assertEqual(pair["schedules"], ["", "0"])
                self.assertEqual([t["thread"] for t in pair["threads"]], ["main"])
                self.assertEqual(pair["threads"][0]["operations"], ["atomic_load", "atomic_load"])
                changed = {(w["kind"], w["thread"], w["name"]): w["values"] for w in pair["words"]}
                self.assertEqual(changed["global", "", "global_value"], [0, 7])
                self.assertEqual(changed["heap", "main", ""], [0, 8])
                self.assertEqual(changed["thread_local", "main", ""], [0, 9])
                sites = [w for w in pair["words"] if w["kind"] == "scheduler"]
                self.assertIn("site of pending operation", [w["name"] for w in sites])

    def test_a_state_and_itself(self):
        done = self.heddle("states", "--diff", "3", "3", self.path("dead_value-O0"))
        self.assertIn("The states are equal.", done.stdout)


class Refusals(States):
    def test_one_sentence_each(self):
        program = self.path("dead_value-O0")
        for arguments, words in (
                (("--diff", "0", "500", program), "State 500 does not exist: "),
                (("--diff", "0", program), "--diff needs the numbers of two states"),
                (("--search", "bfs", program), "leave out --search"),
                (("--states", "none", program), "leave out --states"),
                (("--bound", "depth=3", program), "leave out --bound"),
                ((), "Name the program"),
                (("/nowhere/at/all",), "does not exist")):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.refused("states", *arguments))

    def test_options_after_the_program_are_its_own(self):
        self.assertTrue(self.states(self.path("dead_value-O0"), "--diff", "0", "500")["complete"])


if __name__ == "__main__":
    workshop.main()
