#!/usr/bin/env python3
"""A long search needs no more memory than a short one, whatever the program allocates."""
import workshop

GROWTH = 1.1


class Memory(workshop.Workshop):
    programs = ("heap_user", "many_schedules")

    def peak(self, program, executions, *options):
        result = self.explore("--search", "dfs", "--points", "sync", "--time", "none", *options,
                              "--max-executions", str(executions), self.path(program), code=3)
        self.assertEqual(result["executions"], executions)
        return result["peak_rss"]

    def test_a_heap_in_every_execution(self):
        self.assertLessEqual(self.peak("heap_user", 100_000), self.peak("heap_user", 1_000) * GROWTH)

    def test_no_heap_at_all(self):
        self.assertLessEqual(self.peak("many_schedules", 100_000),
                             self.peak("many_schedules", 1_000) * GROWTH)

    def test_a_bound_on_preemptions(self):
        bound = ("--bound", "preemptions=6")
        self.assertLessEqual(self.peak("many_schedules", 100_000, *bound),
                             self.peak("many_schedules", 1_000, *bound) * GROWTH)


if __name__ == "__main__":
    workshop.main()
