#!/usr/bin/env python3
"""Test programs of GoogleTest and Catch2 whose test cases are explorations.

usage: frameworks_test.py HEDDLE [unittest arguments]
"""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "end_to_end"))
import workshop  # noqa: E402


def has_catch():
    return any(os.path.exists(os.path.join("/usr/include/catch2", name)) for name in ("catch.hpp", "catch_all.hpp"))


class GoogleTest(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        source = os.path.join(HERE, "frameworks", "google_tests.cpp")
        libraries = ("-lgtest", "-lgtest_main")
        cls.compile(source, cls.path("every"), "-g", "-DHEDDLE_EVERY_TEST", "-include", "heddle/gtest.hpp", "-Wall",
                    "-Wextra", "-Werror", libraries=libraries)
        cls.compile(source, cls.path("whole"), "-g", libraries=libraries)

    def test_each_test_is_an_exploration(self):
        text = self.execute(self.path("every"), "--gtest_output=xml:out.xml", code=1).stdout
        for passed in ("Counter.IsRight", "Fixture.IsSetUpForEverySchedule"):
            self.assertIn(f"[       OK ] {passed}", text)
        for failed in ("Counter.LosesAnUpdate", "Fixture.FailsInAThread"):
            self.assertRegex(text, rf"\[  FAILED  \] {failed} \(")
            self.assertIn(f"replay it: heddle replay heddle-{failed}.trace", text)
            self.assertIn(f'name="heddle_trace" value="heddle-{failed}.trace"', self.read("out.xml").decode())
            again = self.heddle("replay", f"heddle-{failed}.trace", code=1).stdout
            self.assertIn("The error reproduced: assertion", again)
        self.assertIn("an update was lost", text)
        self.assertRegex(text, r"Failed on thread main at google_tests.cpp:\d+ \(`")

    def test_filters_and_shards_choose(self):
        text = self.execute(self.path("every"), "--gtest_filter=Counter.*-*Loses*", code=0).stdout
        self.assertIn("1 test from 1 test suite ran", text)
        self.execute(self.path("every"), "--gtest_filter=*Loses*", code=1)
        self.assertIn("reproduced", self.heddle("replay", "heddle-Counter.LosesAnUpdate.trace", code=1).stdout)
        listed = self.execute(self.path("every"), "--gtest_list_tests", code=0).stdout
        self.assertIn("IsSetUpForEverySchedule", listed)

    def test_options_come_from_the_environment(self):
        few = workshop.clean_environment(HEDDLE_OPTIONS="max-executions=1:search=dfs:states=none")
        text = self.execute(self.path("every"), "--gtest_filter=*IsRight", code=1, environment=few).stdout
        self.assertIn("budget", text)
        wrong = workshop.clean_environment(HEDDLE_OPTIONS="sede=1")
        self.assertIn("HEDDLE_OPTIONS: ", self.execute(self.path("every"), "--gtest_filter=*IsRight", code=1,
                                                       environment=wrong).stdout)
        several = workshop.clean_environment(HEDDLE_OPTIONS="jobs=2")
        self.execute(self.path("every"), "--gtest_filter=Counter.IsRight:Fixture.IsSet*", code=0, environment=several)
        self.execute(self.path("every"), "--gtest_filter=*Loses*", code=1, environment=several)

    def test_an_unmodified_program_is_explored_as_a_whole(self):
        self.heddle("run", self.path("whole"), "--gtest_filter=*IsRight", code=0)
        result = self.explore(self.path("whole"), "--gtest_filter=*Loses*", code=1)
        self.assertEqual(result["error"]["message"], "the program exited with status 1")
        self.execute(self.path("whole"), "--gtest_filter=*IsRight", code=0)
        native = workshop.clean_environment(HEDDLE_NATIVE="1")
        self.assertIn("Counter.", self.execute(self.path("whole"), "--gtest_list_tests", code=0,
                                               environment=native).stdout)


@unittest.skipUnless(has_catch(), "Catch2 is not installed")
class Catch(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compile(os.path.join(HERE, "frameworks", "catch_tests.cpp"), cls.path("catch"), "-g", "-O0")

    def test_each_test_case_is_an_exploration(self):
        done = self.execute(self.path("catch"), code=1)
        # Catch2 would wrap the schedule.
        self.assertRegex(done.stderr, r"(?m)^ +\d+ > {40,}load counter = 0$")
        self.assertRegex(done.stderr, r"(?m)^Failed on thread .* at catch_tests.cpp:\d+ .*, after \d+ steps and \d+ context switch")
        text = done.stdout
        self.assertNotIn("context switch", text)
        self.assertIn("test cases: 3 | 2 passed | 1 failed", text)
        self.assertIn("REQUIRE( counter.load() == 2 ), that is: 1 == 2", text)
        self.assertIn("replay it: heddle replay heddle-an-update-is-lost.trace", text)
        self.assertIn("reproduced", self.heddle("replay", "heddle-an-update-is-lost.trace", code=1).stdout)
        self.execute(self.path("catch"), "[counter]~[wrong]", code=0)
        self.execute(self.path("catch"), "an update*", code=1)


if __name__ == "__main__":
    workshop.main()
