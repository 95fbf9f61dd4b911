#!/usr/bin/env python3
"""Programs that never end are told to be livelocks, whether Heddle sees what they do or not."""
import workshop
from background import MARK, marked


class Endless(workshop.Workshop):
    programs = ("endless", "spins_unseen")

    def livelock(self, how, *options):
        return self.livelock_of("endless", how, *options)

    def livelock_of(self, program, how, *options):
        result = self.explore(*options, "--trace", "error.trace", self.path(program), how, code=1,
                              environment=workshop.clean_environment(**{MARK: self.folder}))
        self.assertEqual(marked(self.folder), [], "processes that were left behind")
        self.assertEqual(result["error"]["kind"], "livelock")
        self.heddle("show", "error.trace")
        self.location = result["error"]["location"]
        return result["error"]["message"]

    def test_spinning_alone(self):
        self.livelock("alone")

    def test_spinning_beside_another_thread(self):
        self.livelock("beside")

    def test_two_threads_at_work_for_ever(self):
        self.assertIn("no termination after", self.livelock("both-if-one-has-begun", "--max-steps", "500"))

    def test_counting_until_another_thread_moves_is_no_livelock(self):
        for how in "counting-until", "counting-asleep":
            for search in (), ("--search", "dfs"), ("--search", "dfs", "--states", "memory"):
                with self.subTest(how=how, search=search):
                    result = self.explore(*search, "--max-steps", "300", "--max-executions", "2000",
                                          self.path("endless"), how, code=3)
                    self.assertIsNone(result["error"])
                    self.assertGreater(result["cut"], 0)

    def test_without_a_scheduling_point(self):
        self.assertIn("without reaching a scheduling point",
                      self.livelock("unseen", "--max-step-time", "1s"))

    def test_in_the_midst_of_our_own_code(self):
        self.assertIn("without reaching a scheduling point",
                      self.livelock("counting", "--max-step-time", "1s", "--races", "ignore", "--search", "dfs"))
        self.assertIn("endless.cpp", self.location)

    def test_a_state_that_repeats_is_a_proof(self):
        self.assertIn("repeats one state", self.livelock("unseen"))
        self.assertIn("endless.cpp", self.location)

    def test_a_loop_that_reads_unseen_memory_is_no_livelock(self):
        for search in (), ("--search", "dfs", "--states", "none"), ("--trust-uninstrumented",), ("--keep-going",):
            with self.subTest(search=search):
                result = self.explore(*search, self.path("spins_unseen"), code=3)
                self.assertEqual(result["verdict"], "incomplete")
                self.assertIsNone(result["error"])
                self.assertIn("stayed in a loop", result["reason"])
                self.assertRegex(" ".join(result["unwatched"]), r"after a loop that reads .*: spins_unseen.cpp:\d+ in load")
                self.assertNotIn("leaks", result)

    def test_an_error_beside_a_loop_that_reads_unseen_memory(self):
        result = self.explore("--trace", "error.trace", self.path("spins_unseen"), "wrong", code=1)
        self.assertEqual(result["error"]["kind"], "assertion")
        self.assertIn("The error reproduced", self.heddle("replay", "error.trace", code=1).stdout)

    def test_a_loop_that_nobody_can_end_is_one_whatever_it_reads(self):
        self.assertIn("repeats one state", self.livelock_of("spins_unseen", "alone"))

    def test_a_long_computation_is_no_error(self):
        for how in "counting", "numbers":
            with self.subTest(how=how):
                result = self.explore("--time", "2s", self.path("endless"), how, code=3)
                self.assertEqual(result["verdict"], "incomplete")
                self.assertIsNone(result["error"])
                self.assertIn("ran without reaching a scheduling point", result["coverage"])


if __name__ == "__main__":
    workshop.main()
