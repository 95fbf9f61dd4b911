#!/usr/bin/env python3
"""A trace shows what was printed under the thread that printed it, and outcomes at their own operations."""
import json

import workshop


class ShownSteps(workshop.Workshop):
    programs = ("shown_steps", "released_alone")

    def setUp(self):
        super().setUp()
        self.explore("--states", "none", "--trace", "error.trace", self.path("shown_steps"), code=1)
        self.items = [json.loads(line) for line in self.read("error.trace").decode().splitlines()]

    def test_lines_belong_to_the_threads_that_printed_them(self):
        printed = [(item["thread"], line) for item in self.items if item.get("item") == "output"
                   for line in item["text"].splitlines()]
        for line in ((0, "main begins"), (1, "other begins"), (0, "main goes on"), (1, "other ends")):
            self.assertIn(line, printed)
        self.assertEqual(len(printed), 5, printed)

    def test_a_later_failure_does_not_label_an_earlier_lock(self):
        locks = [item for item in self.items if item.get("op") == "mutex_lock"]
        self.assertEqual(len(locks), 1, self.items)
        self.assertNotIn("outcome", locks[0])
        self.assertNotIn("already locked", self.heddle("show", "error.trace").stdout)


    def test_a_lock_that_is_released_alone_is_shown_if_a_step_took_it(self):
        self.explore("--trace", "alone.trace", self.path("released_alone"), code=1)
        shown = self.heddle("show", "alone.trace").stdout
        self.assertRegex(shown, r"(?m)^ +unlock mutex$")
        self.assertNotIn("never_shared", shown)


if __name__ == "__main__":
    workshop.main()
