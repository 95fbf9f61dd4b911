#!/usr/bin/env python3
"""An instrumented program that is started by itself, and what reaches a program under Heddle."""
import os

import workshop


class Standalone(workshop.Workshop):
    programs = ("fails_at_once", "lost_update", "guarded_update", "many_schedules", "particular",
                "real_entropy")

    def start(self, name, *arguments, code=0, **variables):
        environment = workshop.clean_environment(**variables)
        return self.execute(self.path(name), *arguments, code=code, environment=environment)

    def test_it_explores_itself(self):
        self.assertIn("counter == 3", self.start("lost_update", code=1).stdout)
        self.assertIn("no error found", self.start("guarded_update").stdout)
        self.start("many_schedules", code=3, HEDDLE_OPTIONS="max-executions=10")
        self.assertIn("uncontrolled nondeterminism", self.start("real_entropy", code=4).stderr)

    def test_the_trace_is_where_the_user_is(self):
        self.start("lost_update", code=1)
        self.assertEqual(os.listdir(self.folder), ["heddle-lost_update.trace"])
        self.heddle("replay", "heddle-lost_update.trace", code=1)

    def test_options_from_the_environment(self):
        self.start("many_schedules", code=3,
                   HEDDLE_OPTIONS="search=random:max-executions=12:seed=9:json=result.json")
        result = self.result()
        self.assertEqual((result["executions"], result["seed"]), (12, 9))
        self.assertEqual(result["search"]["search"], "random")

    def test_the_command_line_wins_over_the_environment(self):
        environment = workshop.clean_environment(HEDDLE_OPTIONS="max-executions=12:seed=9")
        result = self.explore("--seed", "4", self.path("many_schedules"), code=3,
                              environment=environment)
        self.assertEqual((result["executions"], result["seed"]), (12, 4))

    def test_wrong_options_in_the_environment(self):
        for text in ("sede=3", "seed=x", "seed", "time=later", "search=random:time=none", "=", "a:b"):
            with self.subTest(options=text):
                done = self.start("guarded_update", code=2, HEDDLE_OPTIONS=text)
                self.assertEqual(done.stdout, "")
                self.assertRegex(done.stderr, r"\Aheddle: HEDDLE_OPTIONS: \S[^\n]*\n\Z")

    def test_without_heddle_on_demand(self):
        done = self.start("particular", "7", "b c", code=7, HEDDLE_NATIVE="1", PARTICULAR_COLOUR="red")
        self.assertEqual(done.stdout, "colour red\nargument 1: 7\nargument 2: b c\nsum 2\n")
        self.assertEqual(done.stderr, "")

    def test_arguments_and_environment_reach_the_program(self):
        arguments = ("3", "--seed", "b c", "", "--", "-x", "*")
        environment = workshop.clean_environment(PARTICULAR_COLOUR="dark green")
        for command in (("run", "--", self.path("particular")), ("run", self.path("particular"))):
            done = self.heddle(*command, *arguments, code=1, environment=environment)
            # What the failing execution printed is part of its story.
            self.assertIn("colour dark green", done.stdout)
            self.assertIn("argument 2: --seed", done.stdout)
            self.assertIn("argument 3: b c", done.stdout)
            self.assertIn("argument 7: *", done.stdout)
        self.heddle("run", self.path("particular"), "0", code=0)

    def test_arguments_reach_a_program_that_explores_itself(self):
        done = self.start("particular", "3", "--json", "b c", code=1, PARTICULAR_COLOUR="blue")
        self.assertIn("colour blue", done.stdout)
        self.assertIn("argument 2: --json", done.stdout)
        self.assertIn("argument 3: b c", done.stdout)

    def test_a_replay_passes_the_same_arguments(self):
        self.heddle("run", "--trace", "t", self.path("particular"), "3", "b c", code=1)
        self.assertIn("The error reproduced", self.heddle("replay", "t", code=1).stdout)

    def test_a_failure_before_the_first_step(self):
        done = self.start("fails_at_once", code=1)
        self.assertIn("last words", done.stdout)
        self.heddle("replay", "heddle-fails_at_once.trace", code=1)

    def test_output_is_shown_on_demand(self):
        quiet = self.heddle("run", self.path("particular"))
        self.assertNotIn("sum 2", quiet.stdout + quiet.stderr)
        shown = self.heddle("run", "--show-output", self.path("particular"))
        self.assertIn("sum 2", shown.stdout)

    def test_a_program_is_found_on_the_path(self):
        environment = workshop.clean_environment()
        environment["PATH"] += os.pathsep + self.built
        self.heddle("run", "guarded_update", environment=environment)


class KeepGoing(workshop.Workshop):
    programs = ("two_errors",)

    def test_two_different_errors(self):
        result = self.explore("--keep-going", "--points", "sync", self.path("two_errors"), code=1)
        kinds = [result["error"]["kind"]] + [error["kind"] for error in result["further_errors"]]
        self.assertEqual(sorted(kinds), ["assertion", "deadlock"])

    def test_only_one_without(self):
        result = self.explore("--points", "sync", self.path("two_errors"), code=1)
        self.assertEqual(result.get("further_errors", []), [])


if __name__ == "__main__":
    workshop.main()
