#!/usr/bin/env python3
"""The lock-free structures of examples/verified are verified to the end, and their wrong variants are found."""
import os

import workshop

STRUCTURES = ("ring_queue", "counted_stack", "reader_writer_lock")
LONGEST = ("reader_writer_lock", "3")  # 461,593 executions
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "verified")


class Verified(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name in STRUCTURES:
            cls.compile(os.path.join(EXAMPLES, name + ".cpp"), cls.path(name))

    def reduced(self, reduction, name, *arguments, code):
        return self.explore("--reduce", reduction, "--points", "shared", "--time", "none",
                            self.path(name), *arguments, code=code)

    def test_every_inequivalent_schedule_is_executed(self):
        for name in STRUCTURES:
            for threads in "23":
                if (name, threads) == LONGEST and "HEDDLE_ALL_PROGRAMS" not in os.environ:
                    continue
                with self.subTest(name, threads=threads):
                    result = self.reduced("optimal", name, threads, code=0)
                    self.assertEqual(result["verdict"], "complete")
                    self.assertEqual(result["search"]["reduce"], "optimal")
                    self.assertGreater(result["executions"], 1)

    def test_source_sets_execute_no_less(self):
        for name in STRUCTURES:
            with self.subTest(name):
                optimal = self.reduced("optimal", name, "2", code=0)["executions"]
                self.assertGreaterEqual(self.reduced("source", name, "2", code=0)["executions"], optimal)

    def test_wrong_variants_are_found(self):
        for name in STRUCTURES:
            for threads in "23":
                with self.subTest(name, threads=threads):
                    result = self.reduced("optimal", name, threads, "wrong", code=1)
                    self.assertEqual(result["error"]["kind"], "assertion")


if __name__ == "__main__":
    workshop.main()
