#!/usr/bin/env python3
"""A program that ruins its own process is told from one that does not; Heddle's own files survive."""
import workshop


class Faults(workshop.Workshop):
    programs = ("faults",)

    def run_fault(self, fault, code):
        """Within a few seconds; the result file and the trace are whole."""
        return self.explore("--time", "5", "--states", "none", "--trace", "error.trace",
                            self.path("faults"), fault, code=code)

    def test_all_descriptors_closed(self):
        self.assertEqual(self.run_fault("close", 0)["verdict"], "complete")

    def test_eight_gibibytes_of_which_little_is_touched(self):
        result = self.run_fault("allocate", 0)
        self.assertEqual(result["verdict"], "complete")
        self.assertLess(result["peak_rss"], 1 << 28)

    def overruns(self, fault):
        error = self.run_fault(fault, 1)["error"]
        self.assertEqual(error["kind"], "memory")
        self.assertIn("behind which the program has written", error["message"])
        self.assertIn("corrupt_heap", self.heddle("show", "error.trace").stdout)

    def test_writing_behind_a_block(self):
        self.overruns("overrun")

    def test_writing_over_everything_behind_a_block(self):
        self.run_fault("ruin", 1)
        self.assertIn("corrupt_heap", self.heddle("show", "error.trace").stdout)


if __name__ == "__main__":
    workshop.main()
