#!/usr/bin/env python3
"""One search over several processes: the same states, executions, verdict and coverage as in one process."""
import glob
import os
import random
import signal
import time

import workshop
from background import MARK, Background, marked

STATES = os.path.join(workshop.HERE, os.pardir, "states", "programs")
BENCHMARK = os.path.join(workshop.HERE, os.pardir, os.pardir, "benchmarks", "states", "philosophers.cpp")
COUNTS = ("verdict", "states", "transitions", "executions", "revisits", "pruned", "cut", "races")
SEARCH = ("--search", "dfs", "--states", "memory")
SLEEP = ("--search", "dfs", "--reduce", "sleep")
BEST_FIRST = ("--search", "best-first")
# A best-first search executes a shared prefix again, and how often depends on the order.
EXECUTION_COUNTS = tuple(set(COUNTS) - {"transitions"})
ALL_PROGRAMS = "HEDDLE_ALL_PROGRAMS" in os.environ


def sentences(result):
    """What was not covered, without how many executions were checked for races: these are drawn."""
    return [text for text in result["unwatched"] if "checked in only" not in text]


class SameResult(Background):
    programs = ("lost_update", "guarded_update", "many_schedules", "used_after_return")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.names = sorted(os.path.basename(path)[:-4] for path in glob.glob(os.path.join(STATES, "*.cpp")))
        if not ALL_PROGRAMS:
            cls.names = sorted({*cls.names[::4], "plain_counter_two", "atomic_counter", "recursion", "mutex_counter_three",
                                "ticket_lock", "bounded_buffer", "philosophers_three_deadlock"})
        for name in cls.names:
            cls.compile(os.path.join(STATES, name + ".cpp"), cls.path(name))
        # The last one has two errors, and either may be the first.
        cls.names += cls.programs[:-1]
        cls.few_names = cls.names[::1 if ALL_PROGRAMS else 3]

    def compare(self, name, *options, counts=COUNTS, all_jobs=(2, 3)):
        """A search by one process, and the same over several."""
        path = self.path(name)
        codes = (0, 1, 3)
        alone = self.explore("--jobs", "1", *options, path, code=codes)
        for jobs in all_jobs:
            with self.subTest(program=name, jobs=jobs):
                split = self.explore("--jobs", str(jobs), *options, path, code=codes)
                self.assertEqual(split["verdict"], alone["verdict"])
                if alone["verdict"] == "error":
                    self.assertEqual(split["error"]["kind"], alone["error"]["kind"])
                    continue
                if alone["verdict"] == "complete":
                    self.assertEqual({c: split[c] for c in counts}, {c: alone[c] for c in counts})
                    self.assertEqual(sentences(split), sentences(alone))
                    self.assertEqual(len(split["members"]), jobs)
                    self.assertTrue(split["split"])

    def test_states(self):
        self.assertGreaterEqual(len(self.names), 40 if ALL_PROGRAMS else 12)
        for name in self.names:
            self.compare(name, *SEARCH, "--max-states", "100000")

    def test_schedules(self):
        for name in self.names:
            self.compare(name, "--search", "dfs", "--states", "none", "--bound", "preemptions=1", "--max-executions",
                         "1000")

    def test_sleep_sets(self):
        for name in self.few_names:
            self.compare(name, *SLEEP, "--max-executions", "1000", all_jobs=(2, 4))
        self.compare("mutex_counter_three", "--reduce", "sleep", all_jobs=(2, 4))

    def test_a_return_in_one_process_depends_on_a_use_in_another(self):
        for jobs in (1, 3, 4, 3, 4):
            result = self.explore("--jobs", str(jobs), *SLEEP, "--points", "sync", "--keep-going",
                                  self.path("used_after_return"), code=1)
            kinds = {error["kind"] for error in [result["error"], *result["further_errors"]]}
            self.assertEqual(kinds, {"memory", "assertion"}, jobs)
            # The fifth ends by a failure, behind which the other thread goes on: one more order.
            self.assertEqual(result["executions"], 6)

    def test_best_first(self):
        for name in self.few_names:
            self.compare(name, *BEST_FIRST, "--bound", "preemptions=1", "--max-executions", "1000",
                         counts=EXECUTION_COUNTS, all_jobs=(2, 4))
        self.compare("plain_counter_two", *BEST_FIRST, counts=EXECUTION_COUNTS)
        self.compare("plain_counter_two", *BEST_FIRST, "--priority", "pb", counts=EXECUTION_COUNTS)

    def test_every_access_as_a_scheduling_point(self):
        for name in ("plain_counter_two", "atomic_counter", "recursion"):
            self.compare(name, *SEARCH, "--points", "all")

    def test_all_errors_are_collected(self):
        self.compare("lost_update", *SEARCH, "--keep-going")

    def test_a_bound_with_a_visited_set_covers_the_same_states(self):
        for name in ("mutex_counter_three", "ticket_lock", "bounded_buffer"):
            alone = self.explore("--jobs", "1", *SEARCH, "--bound", "preemptions=1", "--points", "sync", self.path(name))
            for jobs in ("2", "3"):
                split = self.explore("--jobs", jobs, *SEARCH, "--bound", "preemptions=1", "--points", "sync",
                                     self.path(name))
                self.assertEqual((split["verdict"], split["states"]), (alone["verdict"], alone["states"]))

    def test_a_budget_holds_for_all_processes_together(self):
        for jobs in (2, 3):
            result = self.explore("--jobs", str(jobs), *SEARCH, "--points", "sync", "--max-states", "300",
                                  self.path("mutex_counter_three"), code=3)
            self.assertLessEqual(result["states"], 300)
            self.assertGreaterEqual(result["states"], 300 - jobs)
            result = self.explore("--jobs", str(jobs), "--search", "dfs", "--states", "none", "--max-executions", "200",
                                  self.path("many_schedules"), code=3)
            self.assertLessEqual(result["executions"], 200)
            self.assertGreaterEqual(result["executions"], 200 - jobs)
            for search in (SLEEP, BEST_FIRST):
                result = self.explore("--jobs", str(jobs), *search, "--max-executions", "50", self.path("many_schedules"),
                                      code=3)
                self.assertLessEqual(result["executions"], 50)
                self.assertGreaterEqual(result["executions"], 50 - jobs)

    def test_an_error_replays(self):
        for search in (SEARCH, SLEEP, BEST_FIRST):
            result = self.explore("--jobs", "2", *search, self.path("philosophers_three_deadlock"), code=1)
            self.assertEqual(result["error"]["kind"], "deadlock")
            self.assertIn("The error reproduced", self.heddle("replay", result["trace"], code=1).stdout)

    def test_other_reductions_and_random_priorities_are_several_searches(self):
        for options in (("--search", "dfs", "--reduce", "source"), ("--search", "best-first", "--reduce", "sleep"),
                        ("--search", "dfs", "--reduce", "sleep", "--states", "memory"),
                        ("--search", "best-first", "--priority", "rand")):
            result = self.explore("--jobs", "2", *options, self.path("mutex_counter_three"))
            self.assertFalse(result.get("split"), options)

    def test_a_program_that_uses_files_is_explored_by_one_process(self):
        source = os.path.join(workshop.HERE, os.pardir, "programs", "passes", "file_appended.cpp")
        self.compile(source, self.path("file_appended"))
        alone = self.explore("--jobs", "1", *SEARCH, self.path("file_appended"))
        split = self.explore("--jobs", "2", *SEARCH, self.path("file_appended"))
        self.assertEqual({c: split[c] for c in COUNTS}, {c: alone[c] for c in COUNTS})
        self.assertIn("could not be split", split["coverage"])


class Kills(Background):
    """Processes are killed at any moment: the result stays, and no process is left."""

    programs = ()
    MEALS = ("5", "3")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compile(BENCHMARK, cls.path("philosophers"))

    def start(self, mark, *meals, search=SEARCH):
        return self.start_run("--quiet", "--jobs", "3", *search, "--points", "sync", "--time", "none",
                              self.path("philosophers"), *(meals or self.MEALS), **{MARK: mark})

    def workers(self, mark, process):
        return [found for found in marked(mark) if found != process.pid]

    def test_a_killed_worker_loses_nothing(self):
        runs = 20 if ALL_PROGRAMS else 4
        self.assertGreaterEqual(self.kill_workers(runs, SEARCH, self.MEALS, COUNTS), runs)

    def test_a_killed_worker_loses_no_execution(self):
        runs = 4 if ALL_PROGRAMS else 2
        self.assertGreaterEqual(self.kill_workers(runs, SLEEP, ("5", "2"), COUNTS), runs)
        self.assertGreaterEqual(self.kill_workers(runs, BEST_FIRST, ("4", "1"), EXECUTION_COUNTS), runs)

    def kill_workers(self, runs, search, meals, counts):
        """Kills processes of a search and compares its result with that of one process.  Returns how many were killed."""
        alone = self.explore("--jobs", "1", *search, "--points", "sync", "--time", "none", self.path("philosophers"), *meals)
        chance = random.Random(3)
        kills = 0
        for i in range(runs):
            mark = f"{self.folder}-{i}"
            process = self.start(mark, *meals, search=search)
            for _ in range(2):
                time.sleep(0.02 + chance.random() * 0.15)
                workers = self.workers(mark, process)
                if workers and process.poll() is None:
                    try:
                        os.kill(chance.choice(workers), signal.SIGKILL)
                        kills += 1
                    except ProcessLookupError:
                        pass
            printed, complaint = process.communicate(timeout=workshop.HANG)
            self.assertEqual(process.returncode, 0, printed + complaint)
            result = self.result()
            self.assertEqual({c: result[c] for c in counts}, {c: alone[c] for c in counts})
            self.wait_until(lambda mark=mark: not marked(mark))
        return kills

    def test_a_killed_worker_loses_no_error(self):
        chance = random.Random(4)
        for i in range(10 if ALL_PROGRAMS else 5):
            mark = f"{self.folder}-{i}"
            process = self.start(mark, "3", "1", "deadlock")
            time.sleep(chance.random() * 0.05)
            for worker in self.workers(mark, process)[:1]:
                try:
                    os.kill(worker, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            printed, complaint = process.communicate(timeout=workshop.HANG)
            self.assertEqual(process.returncode, 1, printed + complaint)
            self.assertEqual(self.result()["error"]["kind"], "deadlock")
            self.wait_until(lambda mark=mark: not marked(mark))

    def test_no_worker_outlives_the_command(self):
        chance = random.Random(5)
        for i in range(20 if ALL_PROGRAMS else 8):
            mark = f"{self.folder}-{i}"
            process = self.start(mark, "7", "3")
            time.sleep(chance.random() * 0.2)
            process.kill()
            process.communicate()
            self.wait_until(lambda mark=mark: not marked(mark))


if __name__ == "__main__":
    workshop.main()
