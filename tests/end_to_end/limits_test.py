#!/usr/bin/env python3
"""Programs that want very much, budgets, interruptions: always a result."""
import json
import os
import signal

import workshop
from background import Background, is_alive, processor_time, worker_of


class Greedy(workshop.Workshop):
    programs = ("greedy",)

    def test_printing_twenty_megabytes(self):
        done = self.heddle("run", "--json", "result.json", self.path("greedy"), "print")
        self.assertEqual(self.result()["verdict"], "complete")
        self.assertLess(len(done.stdout) + len(done.stderr), 10_000)

    def test_a_gibibyte_that_is_never_touched(self):
        result = self.explore(self.path("greedy"), "allocate")
        self.assertEqual(result["verdict"], "complete")
        self.assertLess(result["peak_rss"], 1 << 29)

    def test_a_gibibyte_that_is_used(self):
        result = self.explore(self.path("greedy"), "touch")
        self.assertEqual(result["verdict"], "complete")
        self.assertGreater(result["peak_rss"], 1 << 30)

    def test_a_hundred_threads(self):
        result = self.explore("--states", "none", "--max-executions", "200", self.path("greedy"),
                              "threads", code=3)
        self.assertEqual(result["executions"], 200)
        self.assertGreaterEqual(result["max_depth"], 100)


class NoPointsAtFirst(workshop.Workshop):
    programs = ("long_race",)

    def test_executions_without_a_scheduling_point_do_not_take_all_the_time(self):
        """Every schedule is the same until the racing variable is known, and a sampling search has no end of its own."""
        result = self.explore("--time", "4s", self.path("long_race"), code=3)
        self.assertEqual(len(result["races"]), 1)
        for phase in result["coverage_facts"]["phases"]:
            if phase["transitions"] == 0:
                self.assertLess(phase["executions"], 100_000)


class Budgets(workshop.Workshop):
    programs = ("prints_each_execution",)

    def incomplete(self, *options):
        result = self.explore("--states", "none", *options, self.path("prints_each_execution"), code=3)
        self.assertEqual(result["verdict"], "incomplete")
        self.assertIsNone(result["error"])
        self.assertNotEqual(result["coverage"], "")
        return result

    def test_executions(self):
        for search in ("auto", "dfs", "random"):
            with self.subTest(search=search):
                result = self.incomplete("--search", search, "--max-executions", "77")
                self.assertEqual(result["executions"], 77)

    def test_states(self):
        result = self.incomplete("--search", "dfs", "--max-states", "1000", "--time", "none")
        self.assertGreaterEqual(result["states"], 1000)
        self.assertLess(result["states"], 1000 + 200, "an execution more is too much")

    def test_time(self):
        result = self.incomplete("--time", "300ms")
        self.assertGreaterEqual(result["seconds"], 0.3)

    def test_whatever_comes_first(self):
        result = self.incomplete("--time", "1h", "--max-states", "none", "--max-executions", "5")
        self.assertEqual(result["executions"], 5)

    def test_an_error_counts_more_than_a_budget(self):
        folder = os.path.join(workshop.PROGRAMS, "lost_update.cpp")
        self.compile(folder, self.file("lost_update"))
        self.explore("--keep-going", "--max-executions", "300", "./lost_update", code=1)


class Auxiliary(workshop.Workshop):
    """Executions beside the search are counted, and few."""
    programs = ("prints_each_execution", "two_errors")

    def test_a_tenth_of_the_budget(self):
        for search in ("auto", "dfs", "random"):
            for executions, most in ((1, 8), (400, 44)):
                with self.subTest(search=search, executions=executions):
                    done = self.heddle("run", "--json", "result.json", "--states", "none", "--search", search,
                                       "--max-executions", str(executions), "--show-output",
                                       self.path("prints_each_execution"), "print", code=3)
                    result = self.result()
                    self.assertEqual(result["executions"], executions)
                    self.assertGreaterEqual(result["auxiliary_executions"], 2)
                    self.assertLessEqual(result["auxiliary_executions"], most)
                    self.assertLessEqual(done.stdout.count("executed\n"), executions + most)

    def test_a_bound_that_is_never_reached_costs_nothing(self):
        result = self.explore("--bound", "preemptions=10000000", "--keep-going", self.path("two_errors"), code=1)
        self.assertLess(result["peak_rss"], 1 << 28)

    def test_further_errors_are_told_like_the_first(self):
        result = self.explore("--keep-going", "--points", "sync", "--trace", "error.trace", self.path("two_errors"), code=1)
        self.assertEqual(len(result["further_errors"]), 1)
        errors = [dict(result["error"], trace=result["trace"]), *result["further_errors"]]
        self.assertEqual({error["kind"] for error in errors}, {"deadlock", "assertion"})
        self.assertEqual([error["trace"] for error in errors], ["error.trace", "error-2.trace"])
        for error in errors:
            self.assertIn("two_errors.cpp", error["location"])
            self.assertEqual(error["thread"] != "", error["kind"] == "assertion")
            self.assertIn(error["kind"], self.heddle("replay", error["trace"], code=1).stdout)
            self.assertIn("lock right", self.heddle("show", error["trace"]).stdout)

    def test_as_many_errors_as_wanted(self):
        result = self.explore("--keep-going", "--max-errors", "1", "--points", "sync", self.path("two_errors"), code=1)
        self.assertEqual(result["further_errors"], [])


class OutOfReach(workshop.Workshop):
    """A process that no longer reacts is ended when its time is over."""
    programs = ("out_of_reach",)

    def test_the_time_limit_ends_it(self):
        for how, reason in (("stop", "SIGSTOP"), ("leave", "main thread"), ("close", "time limit")):
            with self.subTest(how=how):
                result = self.explore("--time", "300ms", self.path("out_of_reach"), how, code=3)
                self.assertEqual(result["verdict"], "incomplete")
                self.assertIsNone(result["error"])
                self.assertIn(reason, result["coverage"])

    def test_an_error_that_was_found_before_is_told(self):
        result = self.explore("--time", "500ms", "--keep-going", "--search", "dfs", "--races", "ignore", "--points", "sync",
                              "--trace", "error.trace", self.path("out_of_reach"), "late", code=1)
        self.assertEqual(result["error"]["kind"], "assertion")
        self.assertIn("out_of_reach.cpp", result["error"]["location"])
        self.assertIn("killed", result["coverage"])
        self.assertIn("reproduced", self.heddle("replay", "error.trace", code=1).stdout)


class Shell(workshop.Workshop):
    """Limits of the shell under which no program can be explored are named."""
    programs = ("two_errors",)

    def test_limits_that_are_too_small(self):
        for option, limit in (("-n", 100), ("-s", 64), ("-d", 20000)):
            with self.subTest(option=option):
                command = f'ulimit {option} {limit} && exec "$0" run "$1"'
                done = self.execute("sh", "-c", command, workshop.heddle_command, self.path("two_errors"), code=2)
                self.assertEqual(done.stdout, "")
                self.assertRegex(done.stderr, rf"\Aheddle: [^\n]* is {limit}, [^\n]*ulimit {option} \d+[^\n]*\n\Z")


class Interruptions(Background):
    programs = ("prints_each_execution",)

    def start(self, seconds=0.1):
        """A search that would not end by itself, after its worker has computed for so long.

        Gives its process and its worker's id."""
        process = self.start_run("--time", "none", "--states", "none", self.path("prints_each_execution"))
        self.wait_until(lambda: processor_time(worker_of(process, self.path("prints_each_execution"))) >= seconds)
        return process, worker_of(process, self.path("prints_each_execution"))

    def test_interrupts_end_with_the_result_so_far(self):
        # In the second one, one preemption is covered and hunted with, but there is more to come.
        for number, seconds in ((signal.SIGINT, 0.1), (signal.SIGTERM, 0.5)):
            with self.subTest(signal=number.name):
                process, worker = self.start(seconds)
                process.send_signal(number)
                printed, complaint = process.communicate(timeout=20)
                self.assertEqual(process.returncode, 3, printed + complaint)
                result = json.loads(self.read("result.json"))
                self.assertEqual(result["verdict"], "incomplete")
                self.assertGreater(result["executions"], 0)
                self.assertIn("not finished", printed)
                self.assertFalse(is_alive(worker))
            os.remove(self.file("result.json"))

    def test_a_search_that_is_killed_from_outside_is_no_error_of_the_program(self):
        for number in signal.SIGKILL, signal.SIGTERM, signal.SIGINT:
            with self.subTest(signal=number.name):
                process, worker = self.start()
                os.kill(worker, number)
                printed, complaint = process.communicate(timeout=20)
                self.assertEqual(process.returncode, 3, printed + complaint)
                self.assertIn(f"signal {int(number)}", complaint)
                self.assertNotIn("no failure", printed)
                result = json.loads(self.read("result.json"))
                self.assertEqual(result["verdict"], "incomplete")
                self.assertIsNone(result["error"])
                self.assertGreater(result["executions"], 0)
            os.remove(self.file("result.json"))

    def test_nobody_outlives_a_killed_parent(self):
        process, worker = self.start()
        self.assertTrue(is_alive(worker))
        process.kill()
        process.wait()
        self.wait_until(lambda: not is_alive(worker))


if __name__ == "__main__":
    workshop.main()
