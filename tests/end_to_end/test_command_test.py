#!/usr/bin/env python3
"""`heddle test` explores each test of GoogleTest, Catch2 and doctest programs on its own."""
import json
import os
import re
import signal
import subprocess
import unittest
import xml.etree.ElementTree

import perfetto_checker
import sarif_checker
import workshop

FIELDS = ("verdict", "error", "coverage", "states", "executions", "trace", "races", "unwatched")


def has_header(name):
    return os.path.exists(os.path.join("/usr/include", name))


class TestCommand(workshop.Workshop):
    """Runs `heddle test` on one program."""

    libraries = ()
    program = ""
    flags = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if cls.program:
            source = os.path.join(workshop.PROGRAMS, cls.program + ".cpp")
            cls.compile(source, cls.path(cls.program), "-g", *cls.flags, libraries=cls.libraries)

    def explore_tests(self, *arguments, code, **more):
        """Gives the lines of the table by name, the whole output, and the JSON."""
        done = self.heddle("test", "--quiet", "--json", "tests.json", "--junit", "tests.xml", *arguments, code=code, **more)
        table = done.stdout.partition("\n\n")[0].splitlines()
        lines = dict(re.fullmatch(r"(.*?)  +(.*)", line).groups() for line in table)
        result = json.loads(self.read("tests.json"))
        self.assertEqual(len(lines), len(result["tests"]), done.stdout)
        self.check_junit(result)
        return lines, done.stdout, result

    def check_junit(self, result):
        """The document has the structure that continuous-integration servers read, and agrees with the JSON."""
        root = xml.etree.ElementTree.fromstring(self.read("tests.xml"))
        self.assertEqual(root.tag, "testsuites")
        (suite,) = root
        self.assertEqual(suite.tag, "testsuite")
        cases = list(suite)
        self.assertEqual([case.tag for case in cases], ["testcase"] * len(result["tests"]))
        for attribute, tag in ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"):
            count = sum(case.find(tag) is not None for case in cases)
            self.assertEqual({suite.get(attribute), root.get(attribute)}, {str(count)})
        self.assertEqual({suite.get("tests"), root.get("tests")}, {str(len(cases))})
        for case, test in zip(cases, result["tests"]):
            self.assertLessEqual({"name", "classname", "time"}, set(case.keys()))
            float(case.get("time"))
            self.assertLessEqual({child.tag for child in case},
                                 {"properties", "failure", "error", "skipped", "system-out"})
            self.assertEqual(case.find("failure") is not None, test["status"] == "failed")
            if test["status"] == "failed":
                failure = case.find("failure")
                self.assertEqual(failure.get("type"), test["error"]["kind"])
                self.assertIn(test["trace"], failure.text)
                self.assertEqual(case.find("properties/property").get("value"), test["trace"])


class GoogleTest(TestCommand):
    program = "google_suite"
    libraries = ("-lgtest", "-lgtest_main")

    def test_each_test_has_a_line(self):
        lines, text, result = self.explore_tests(self.path("google_suite"), "-Endless*", code=1)
        self.assertEqual(lines, {
            "ProcessDeathTest.Dies": lines["ProcessDeathTest.Dies"],
            "Counter.IsRight": "passed (complete)",
            "Counter.LosesAnUpdate": "failed: exit  heddle-google_suite-Counter.LosesAnUpdate.trace",
            "Counter.DISABLED_IsNeverRun": "skipped: disabled",
            "Locks.Deadlock": "failed: deadlock  heddle-google_suite-Locks.Deadlock.trace",
            "Locks.Crashes": "failed: crash  heddle-google_suite-Locks.Crashes.trace",
            "Fixture.IsSetUpForEachSchedule": "passed (complete)",
            "Some/Parameters.AreGiven/0": "passed (complete)",
            "Some/Parameters.AreGiven/1": "failed: exit  heddle-google_suite-Some_Parameters.AreGiven_1.trace",
            "Typed/std::odd-name*0.Adds": "passed (complete)",
            "Typed/std::odd-name*1.Adds": "passed (complete)",
        })
        self.assertRegex(lines["ProcessDeathTest.Dies"], "^not explored: .*fork")
        self.assertRegex(text, r"\nFAILED: 4 of 11 tests; 5 passed \(complete\), 1 not explored, 1 skipped; .* s\n\Z")
        self.assertEqual(result["verdict"], "error")
        self.assertEqual(result["framework"], "GoogleTest")
        for test in result["tests"]:
            explored = test["status"] in ("complete", "failed")
            for field in FIELDS:
                self.assertEqual(field in test, explored, (test["name"], field))

    def test_a_failed_check_is_reported_with_its_message_and_replays(self):
        _, text, result = self.explore_tests(self.path("google_suite"), "*LosesAnUpdate", code=1)
        self.assertRegex(text, r'=== Counter.LosesAnUpdate ===\n\S*google_suite.cpp:\d+: Failure\n(.*\n)+lost <an> "update" & \\x01\n')
        self.assertIn("Schedule ('>' marks a context switch)", text)
        (test,) = result["tests"]
        self.assertIn('lost <an> "update"', test["message"])
        again = self.heddle("replay", test["trace"], code=1).stdout
        self.assertIn("The error reproduced", again)

    def test_filters_that_match_pass(self):
        lines, text, result = self.explore_tests(self.path("google_suite"), "Counter.IsRight:Typed*", code=0)
        self.assertEqual(len(lines), 3)
        self.assertRegex(text, r"\npassed: 3 tests; 3 passed \(complete\)")
        self.assertEqual(result["verdict"], "complete")

    def test_an_unfinished_test(self):
        lines, text, _ = self.explore_tests("--max-executions", "1", "--search", "dfs", "--states", "none",
                                    self.path("google_suite"), "*IsRight", code=3)
        self.assertEqual(lines["Counter.IsRight"], "passed (sampled, 1 schedule)")
        self.assertIn("\nno error found so far; coverage is incomplete: 1 test", text)

    def test_a_test_that_is_too_long(self):
        lines, _, _ = self.explore_tests("--max-executions", "3", "--search", "dfs", self.path("google_suite"), "Endless*",
                                 code=3)
        self.assertRegex(lines["Endless.SpinsForLong"], "^too long: .*raise --max-steps")

    def test_tests_that_cannot_be_explored(self):
        _, text, result = self.explore_tests(self.path("google_suite"), "*DeathTest*", code=2)
        self.assertIn("no test was explored", text)
        self.assertEqual(result["verdict"], "incomplete")

    def test_disabled_tests_and_shards_of_the_environment(self):
        enabled = workshop.clean_environment(GTEST_ALSO_RUN_DISABLED_TESTS="1")
        lines, _, _ = self.explore_tests(self.path("google_suite"), "*DISABLED*", code=1, environment=enabled)
        self.assertIn("failed: exit", lines["Counter.DISABLED_IsNeverRun"])
        names = []
        for index in range(3):
            shard = workshop.clean_environment(GTEST_TOTAL_SHARDS="3", GTEST_SHARD_INDEX=str(index))
            # A test that the environment leaves to another shard would pass.
            lines, _, _ = self.explore_tests(self.path("google_suite"), "*LosesAnUpdate:Locks*", code=1, environment=shard)
            names += lines
        self.assertEqual(len(set(names)), 3)
        self.assertEqual(len(names), 3)

    def test_traces_have_a_folder(self):
        for _ in range(2):
            lines, _, _ = self.explore_tests("--traces", "some/traces", self.path("google_suite"), "Locks.Deadlock", code=1)
            self.assertTrue(lines["Locks.Deadlock"].endswith("  some/traces/heddle-google_suite-Locks.Deadlock.trace"))
        self.assertEqual(os.listdir(self.file("some/traces")), ["heddle-google_suite-Locks.Deadlock.trace"])

    def test_time_is_shared(self):
        lines, _, _ = self.explore_tests("--time", "1ms", self.path("google_suite"), "Counter.*", code=(1, 3))
        self.assertIn("not reached: the time is over (--time)", lines.values())

    def test_an_interrupt_ends_with_the_results_so_far(self):
        command = [workshop.heddle_command, "test", "--max-steps", "200000", "--states", "none", "--search", "dfs", "--time",
                   "none", "--json", "tests.json", self.path("google_suite"), "Counter.IsRight:Endless*:Locks.Deadlock"]
        with subprocess.Popen(command, cwd=self.folder, env=workshop.clean_environment(), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            for line in running.stdout:
                if line.startswith("Locks.Deadlock"):
                    break
            running.send_signal(signal.SIGINT)
            rest, errors = running.communicate(timeout=workshop.HANG)
        self.assertEqual(running.returncode, 1, rest + errors)
        self.assertIn("=== Locks.Deadlock ===", rest)
        self.assertEqual(len(json.loads(self.read("tests.json"))["tests"]), 3)

    def test_mistakes(self):
        suite = self.path("google_suite")
        self.assertIn("matches no test", self.refused("test", suite, "Nothing.*"))
        self.assertIn("does not exist", self.refused("test", "nowhere"))
        self.assertIn("one filter", self.refused("test", suite, "a", "b"))
        self.assertIn("Name the test program", self.refused("test"))
        self.assertIn("--traces DIR", self.refused("test", "--trace", "t", suite))
        self.assertIn("heddle run", self.refused("test", "--search", "dfs", "--states", "memory", "--certificate", "c", suite))
        self.assertIn("heddle help test", self.refused("test", "--frobnicate", suite))
        self.assertIn("would overwrite the program", self.refused("test", "--junit", suite, suite))
        self.write("mine.xml", "<mine/>")
        self.assertIn("--force", self.refused("test", "--junit", "mine.xml", suite))
        self.assertIn("--traces", self.refused("test", "--traces", "mine.xml", suite))
        self.assertIn("heddle test", self.refused("run", "--traces", "t", suite))

    def test_junit_of_one_run(self):
        self.heddle("run", "--junit", "run.xml", self.path("google_suite"), "--gtest_filter=Locks.Deadlock", code=1)
        root = xml.etree.ElementTree.fromstring(self.read("run.xml"))
        self.assertEqual(root.find("testsuite/testcase").get("name"), "google_suite")
        self.assertIn("heddle-google_suite.trace", root.find("testsuite/testcase/failure").text)


    def test_one_file_has_the_findings_of_all_tests(self):
        done = self.heddle("test", "--quiet", "--github", "--sarif", "t.sarif", "--perfetto", "t.json",
                           self.path("google_suite"), "Counter.*:Locks.Deadlock", code=1)
        log = json.loads(self.read("t.sarif"))
        sarif_checker.SarifChecker(self).check(log)
        errors = {one["ruleId"]: one for one in log["runs"][0]["results"] if one["level"] == "error"}
        self.assertEqual({rule: one["properties"]["test"] for rule, one in errors.items()},
                         {"exit": "Counter.LosesAnUpdate", "deadlock": "Locks.Deadlock"})
        self.assertIn("Failure", errors["exit"]["message"]["text"])
        uri = errors["exit"]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertTrue(uri.endswith("google_suite.cpp"), uri)
        names = [event["args"]["name"] for event in perfetto_checker.PerfettoChecker(self).check(self.read("t.json"))
                 if event["name"] == "process_name"]
        self.assertEqual([name.split(":")[0] for name in names], ["Counter.LosesAnUpdate", "Locks.Deadlock"])
        self.assertEqual(sum(line.startswith("::error ") for line in done.stdout.splitlines()), 2)

    def test_a_page_has_all_tests_and_links_to_theirs(self):
        _, _, result = self.explore_tests("--html", "all.html", self.path("google_suite"), "Counter.*", code=1)
        page = self.read("all.html").decode()
        self.assertTrue(page.startswith("<!DOCTYPE html>\n<!-- Heddle report page"))
        links = re.findall(r'<a href="(all-\d+\.html)">', page)
        self.assertEqual(len(links), sum("verdict" in test for test in result["tests"]), page)
        for link in links:
            self.assertIn("Heddle report page", self.read(link).decode())
        # The page may be written again, but nothing else is overwritten.
        self.explore_tests("--html", "all.html", self.path("google_suite"), "Counter.*", code=1)
        self.write("notes.html", "mine")
        self.assertIn("--force", self.refused("test", "--html", "notes.html", self.path("google_suite")))

    def test_incomplete_tests_are_accepted_on_request(self):
        _, text, result = self.explore_tests("--max-executions", "1", "--search", "dfs", "--states", "none",
                                             "--allow-incomplete", self.path("google_suite"), "*IsRight", code=0)
        self.assertIn("passed, incomplete coverage accepted (--allow-incomplete): 1 test", text)
        self.assertEqual(result["verdict"], "incomplete")


class Nondeterminism(TestCommand):
    program = "timed_suite"
    libraries = ("-lgtest", "-lgtest_main")

    def test_it_has_its_own_exit_code(self):
        lines, text, result = self.explore_tests(self.path("timed_suite"), code=4)
        # The binary of both has the instruction that reads the clock.
        self.assertEqual(lines, {"Clock.Decides": "nondeterministic", "Clock.IsUnused": "passed (not complete)"})
        self.assertIn("=== Clock.Decides ===", text)
        self.assertIn("check for real time", text)
        self.assertEqual(result["verdict"], "error")


class FalseSuite(TestCommand):
    programs = ("racing_counter", "false_suite")

    def list_as(self, mode, *options):
        environment = workshop.clean_environment(FALSE_SUITE=mode)
        return self.refused("test", *options, self.path("false_suite"), environment=environment)

    def test_programs_without_tests(self):
        self.assertIn("is not a test program", self.refused("test", self.path("racing_counter")))
        self.assertIn("lists no tests", self.list_as("nothing"))
        self.assertIn("lists no tests", self.list_as("garbage"))

    def test_programs_that_misbehave_when_they_list(self):
        self.assertIn("crashed (Segmentation fault)", self.list_as("crash"))
        self.assertIn("printed more than 16 MiB", self.list_as("print"))
        self.assertIn("did not list its tests within 2.0 s", self.list_as("hang", "--time", "300ms"))

    def test_a_filter_that_does_not_select(self):
        environment = workshop.clean_environment(FALSE_SUITE="missing")
        lines, _, _ = self.explore_tests(self.path("false_suite"), code=2, environment=environment)
        self.assertIn("cannot select this test alone", lines["Suite.Test"])


@unittest.skipUnless(has_header("catch2/catch.hpp"), "needs Catch2")
class Catch2(TestCommand):
    program = "catch_suite"
    flags = ("-O0",)  # compiling takes half as long

    def test_names_are_escaped(self):
        lines, text, result = self.explore_tests("--trust-uninstrumented", self.path("catch_suite"), code=1)
        self.assertEqual(result["framework"], "Catch2")
        alone = "not explored: the filter of Catch2 cannot select this test alone; rename it"
        self.assertEqual(lines, {
            "the sum is right": "passed (complete)",
            'loses, an [update] "q" *': "failed: exit  heddle-catch_suite-loses__an__update___q___.trace",
            "~back\\slash\\": "passed (complete)",
            "#hash": "passed (complete)",
            "Same but for case": alone,
            "same but for case": alone,
            "sections": "passed (complete)",
        })
        self.assertRegex(text, r"catch_suite.cpp:\d+: FAILED:\n  CHECK\( sum_of_two\(false\) == 2 \)")

    def test_tags_select(self):
        lines, _, _ = self.explore_tests("--trust-uninstrumented", self.path("catch_suite"), "[sum]~*loses*", code=0)
        self.assertEqual(list(lines), ["the sum is right"])
        self.assertIn("not a filter", self.refused("test", self.path("catch_suite"), "--help"))


@unittest.skipUnless(has_header("doctest/doctest.h"), "needs doctest")
class Doctest(TestCommand):
    program = "doctest_suite"

    def test_suites_are_selected(self):
        lines, text, result = self.explore_tests(self.path("doctest_suite"), code=1)
        self.assertEqual(result["framework"], "doctest")
        self.assertEqual(lines, {
            "first, suite: same name": "passed (complete)",
            "second suite: same name": "passed (complete)",
            'loses, <an> "update" & \\': "failed: exit  heddle-doctest_suite-loses___an___update_____.trace",
            "skipped": "skipped: disabled",
            "one ? two": "not explored: the filter of doctest cannot select this test alone; rename it",
            "one x two": "passed (complete)",
        })
        self.assertRegex(text, r"doctest_suite.cpp:\d+: ERROR: CHECK\(")
        self.assertTrue(all(test["line"] > 0 for test in result["tests"]))


if __name__ == "__main__":
    workshop.main()
