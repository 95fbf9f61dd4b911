#!/usr/bin/env python3
"""A long search needs no more memory than a short one, whatever the program allocates."""
import workshop

GROWTH = 1.1
FILLED = 64 << 20  # bytes, by filled_heap
OTHER = 16 << 20  # bytes that every search needs


class Memory(workshop.Workshop):
    programs = ("heap_user", "many_schedules", "filled_heap")

    def peak(self, program, executions, *options):
        result = self.explore("--search", "dfs", "--points", "sync", "--time", "none", *options,
                              "--max-executions", str(executions), self.path(program), code=3)
        self.assertEqual(result["executions"], executions)
        return result["peak_rss"]

    def test_a_heap_in_every_execution(self):
        self.assertLessEqual(self.peak("heap_user", 40_000), self.peak("heap_user", 1_000) * GROWTH)

    def test_no_heap_at_all(self):
        self.assertLessEqual(self.peak("many_schedules", 40_000),
                             self.peak("many_schedules", 1_000) * GROWTH)

    def test_a_bound_on_preemptions(self):
        bound = ("--bound", "preemptions=6")
        self.assertLessEqual(self.peak("many_schedules", 40_000, *bound),
                             self.peak("many_schedules", 1_000, *bound) * GROWTH)

    def test_a_heap_that_is_filled_before_threads_exist(self):
        """It is filled once at first, twice to compare two executions, and once for the snapshot in which all others begin."""
        output = self.heddle("run", "--json", "result.json", "--quiet", "--show-output", self.path("filled_heap")).stderr
        result = self.result()
        self.assertEqual(result["verdict"], "complete")
        self.assertEqual(output.count("main begins"), 4)
        self.assertLessEqual(result["peak_rss"], 2 * FILLED + OTHER)


if __name__ == "__main__":
    workshop.main()
