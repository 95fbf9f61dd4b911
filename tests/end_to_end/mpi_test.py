#!/usr/bin/env python3
"""One search over several ranks of an MPI job: the result of one process, whichever rank dies."""
import glob
import os
import random
import shutil
import signal
import subprocess
import time
import unittest

import workshop
from background import MARK, Background, is_alive, marked
from split_test import BENCHMARK, COUNTS, EXECUTION_COUNTS, SEARCH, STATES, sentences

ALL_PROGRAMS = "HEDDLE_ALL_PROGRAMS" in os.environ
# Open MPI refuses to start ranks for root, and more ranks than processors, unless it is told to.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
MPIRUN = ("mpirun", "--quiet", "--oversubscribe", "--bind-to", "none", "-n")


@unittest.skipUnless(shutil.which("mpirun"), "Open MPI is not installed")
class Ranks(Background):
    programs = ()

    @staticmethod
    def command(ranks, *arguments):
        return [*MPIRUN, str(ranks), workshop.heddle_command, "run", "--mpi", "--json", "result.json", *arguments]

    def explore_with(self, ranks, *arguments, code=0):
        codes = code if isinstance(code, tuple) else (code,)
        self.execute(*self.command(ranks, *arguments), code=codes, environment=workshop.clean_environment(**ENVIRONMENT))
        return self.result()


class SameResult(Ranks):
    programs = ("lost_update", "guarded_update", "many_schedules")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.names = sorted(os.path.basename(path)[:-4] for path in glob.glob(os.path.join(STATES, "*.cpp")))
        if not ALL_PROGRAMS:
            cls.names = ["plain_counter_two", "mutex_counter_three", "philosophers_three_deadlock"]
        for name in cls.names:
            cls.compile(os.path.join(STATES, name + ".cpp"), cls.path(name))
        cls.names += list(cls.programs)

    def compare(self, name, *options, ranks, counts=COUNTS):
        """A search by one process, and the same over several ranks."""
        codes = (0, 1, 3)
        alone = self.explore("--jobs", "1", *options, self.path(name), code=codes)
        for count in ranks:
            with self.subTest(program=name, ranks=count):
                split = self.explore_with(count, *options, self.path(name), code=codes)
                self.assertEqual(split["verdict"], alone["verdict"])
                if alone["verdict"] == "error":
                    self.assertEqual(split["error"]["kind"], alone["error"]["kind"])
                elif alone["verdict"] == "complete":
                    self.assertEqual({c: split[c] for c in counts}, {c: alone[c] for c in counts})
                    self.assertEqual(sentences(split), sentences(alone))
                    self.assertEqual(len(split["members"]), count)
                    traffic = split["traffic"]
                    self.assertGreater(traffic["messages"], 0)
                    self.assertLessEqual(traffic["known"], traffic["claims"])
                    self.assertLessEqual(traffic["batches"], traffic["claims"])

    def test_states(self):
        self.assertGreaterEqual(len(self.names), 40 if ALL_PROGRAMS else 6)
        for name in self.names:
            self.compare(name, *SEARCH, "--max-states", "100000", ranks=(2, 4) if ALL_PROGRAMS else (3,))

    def test_schedules(self):
        for name in self.names if ALL_PROGRAMS else ("guarded_update",):
            self.compare(name, "--search", "dfs", "--states", "none", "--bound", "preemptions=1", "--max-executions",
                         "1000", ranks=(3,))

    def test_sleep_sets_and_best_first(self):
        for name in self.names if ALL_PROGRAMS else ("mutex_counter_three",):
            self.compare(name, "--search", "dfs", "--reduce", "sleep", "--max-executions", "1000", ranks=(3,))
            self.compare(name, "--search", "best-first", "--bound", "preemptions=1", "--max-executions", "1000", ranks=(3,),
                         counts=EXECUTION_COUNTS)

    def test_a_bound_with_a_visited_set_covers_the_same_states(self):
        options = (*SEARCH, "--bound", "preemptions=1", "--points", "sync", self.path("mutex_counter_three"))
        alone = self.explore("--jobs", "1", *options)
        split = self.explore_with(3, *options)
        self.assertEqual((split["verdict"], split["states"]), (alone["verdict"], alone["states"]))

    def test_a_budget_holds_for_all_ranks_together(self):
        result = self.explore_with(3, "--search", "dfs", "--states", "none", "--max-executions", "200",
                                   self.path("many_schedules"), code=3)
        self.assertLessEqual(result["executions"], 200)
        self.assertGreaterEqual(result["executions"], 100)
        result = self.explore_with(2, *SEARCH, "--points", "sync", "--max-states", "300",
                                   self.path("mutex_counter_three"), code=3)
        # A state at which executions end is counted when its owner has answered.
        self.assertLessEqual(result["states"], 300 + result["executions"])

    def test_an_error_replays(self):
        result = self.explore_with(3, *SEARCH, self.path("philosophers_three_deadlock"), code=1)
        self.assertEqual(result["error"]["kind"], "deadlock")
        self.assertIn("The error reproduced", self.heddle("replay", result["trace"], code=1).stdout)

    def test_randomized_searches_differ(self):
        result = self.explore_with(3, "--search", "random", "--max-executions", "20", self.path("guarded_update"), code=3)
        self.assertEqual(result["executions"], 60)
        self.assertEqual(len({member["seed"] for member in result["members"]}), 3)

    def test_the_first_error_ends_all_searches(self):
        result = self.explore_with(3, "--search", "random", "--time", "10m", self.path("lost_update"), code=1)
        self.assertEqual(result["verdict"], "error")
        self.assertIn("The error reproduced", self.heddle("replay", result["trace"], code=1).stdout)

    def test_a_rank_alone(self):
        result = self.explore_with(1, *SEARCH, self.path("mutex_counter_three"))
        self.assertEqual(result["verdict"], "complete")

    def test_a_program_that_uses_files_is_explored_by_one_process(self):
        self.compile(os.path.join(workshop.HERE, os.pardir, "programs", "passes", "file_appended.cpp"),
                     self.path("file_appended"))
        result = self.explore_with(2, *SEARCH, self.path("file_appended"))
        self.assertEqual(result["verdict"], "complete")
        self.assertIn("could not be split", result["coverage"])

    def test_one_complaint_is_enough(self):
        for arguments, sentence in ((("--jobs", "2", "x"), "start more ranks"), (("--search", "dfs", "--states", "none", "--shard", "1/2", "x"), "leave out one"),
                                    (("--campaign", "here", "x"), "saves one process"), (("no_such_program",), "no_such")):
            done = self.execute(*self.command(2, *arguments), code=(2,), environment=workshop.clean_environment(**ENVIRONMENT))
            complaints = [line for line in done.stderr.splitlines() if line.startswith("heddle:")]
            self.assertEqual(len(complaints), 1, done.stderr)
            self.assertIn(sentence, complaints[0])


class Kills(Ranks):
    """Workers, ranks and the launcher are killed at any moment: the result stays, and no process is left."""

    MEALS = ("5", "3")
    ROUNDS = 12 if ALL_PROGRAMS else 1

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compile(BENCHMARK, cls.path("philosophers"))

    def start(self, mark, meals=MEALS):
        """With --enable-recovery, ranks outlive another rank."""
        command = self.command(3, "--quiet", *SEARCH, "--points", "sync", "--time", "none", self.path("philosophers"), *meals)
        command.insert(1, "--enable-recovery")
        environment = workshop.clean_environment(**ENVIRONMENT, **{MARK: mark})
        process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.finish, process)
        return process

    def found(self, mark, executable):
        """The processes of the job that execute this file."""
        def matches(process):
            try:
                return os.readlink(f"/proc/{process}/exe") == os.path.realpath(executable)
            except OSError:
                return False
        return sorted(process for process in marked(mark) if matches(process))

    def kill_some(self, name, executable, choose):
        alone = self.explore("--jobs", "1", *SEARCH, "--points", "sync", self.path("philosophers"), *self.MEALS)
        chance = random.Random(name)
        kills = 0
        for i in range(self.ROUNDS):
            mark = f"{self.folder}-{name}-{i}"
            process = self.start(mark)
            self.wait_until(lambda: process.poll() is not None or len(self.found(mark, self.path("philosophers"))) == 3)
            time.sleep(chance.random() * 0.1)
            victims = self.found(mark, executable)
            if victims and process.poll() is None:
                try:
                    os.kill(choose(chance, victims), signal.SIGKILL)
                    kills += 1
                except ProcessLookupError:
                    pass
            printed, complaint = process.communicate(timeout=workshop.HANG)
            result = self.result()
            self.assertEqual({c: result[c] for c in COUNTS}, {c: alone[c] for c in COUNTS}, printed + complaint)
            os.remove(self.file("result.json"))
            self.wait_until(lambda mark=mark: not marked(mark))
        self.assertGreaterEqual(kills, self.ROUNDS / 2)

    def test_a_killed_worker_loses_nothing(self):
        self.kill_some("worker", self.path("philosophers"), lambda chance, victims: chance.choice(victims))

    @unittest.skipUnless(ALL_PROGRAMS, "the other ranks wait for five seconds")
    def test_a_killed_rank_loses_nothing(self):
        self.kill_some("rank", workshop.heddle_command, lambda chance, victims: chance.choice(victims[1:] or victims))

    @unittest.skipUnless(ALL_PROGRAMS, "the other ranks wait for five seconds")
    def test_a_killed_leader_loses_nothing(self):
        # Rank 0 is started first.
        self.kill_some("leader", workshop.heddle_command, lambda chance, victims: victims[0])

    def test_nothing_outlives_the_launcher(self):
        mark = f"{self.folder}-launcher"
        # It would last for minutes.
        process = self.start(mark, meals=("8", "3"))
        self.wait_until(lambda: len(self.found(mark, self.path("philosophers"))) == 3)
        process.kill()
        process.communicate()
        self.assertFalse(is_alive(process.pid))
        self.wait_until(lambda: not marked(mark))


if __name__ == "__main__":
    workshop.main()
