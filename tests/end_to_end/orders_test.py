#!/usr/bin/env python3
"""The report of an error lists the orders of steps that it needs."""
import json
import re

import workshop


class Orders(workshop.Workshop):
    programs = ("orders",)

    def orders(self, kind, *options):
        """Returns the orders without step numbers, and whether they suffice."""
        done = self.heddle("run", "--trace", "error.trace", *options, self.path("orders"), kind, code=1)
        failure = json.loads(self.heddle("show", "--json", "error.trace").stdout)["failure"]
        for order in failure.get("orders", []):
            self.assertIn("  - " + order + "\n", done.stdout)
        return {re.sub(r" \(step \d+, [^)]*\)", "", order) for order in failure.get("orders", [])}, failure.get("orders_suffice")

    def test_a_lost_update_needs_both_reads_before_the_other_write(self):
        wanted = {"thread 1's load counter before thread 2's store counter",
                  "thread 2's load counter before thread 1's store counter"}
        for options in ([], ["--search", "random", "--time", "10"], ["--search", "dfs", "--states", "none"]):
            with self.subTest(options=options):
                self.assertEqual(self.orders("update", *options), (wanted, True))

    def test_a_deadlock_needs_both_first_locks(self):
        self.assertEqual(self.orders("deadlock"), ({"thread 1's lock first before thread 2's lock first",
                                                    "thread 2's lock second before thread 1's lock second"}, True))

    def test_locks_are_no_orders_by_themselves(self):
        """Each read comes before the other's write, which is behind another lock."""
        orders, suffice = self.orders("locked update")
        self.assertEqual(orders, {"thread 1's lock first before thread 2's lock first",
                                  "thread 2's lock first before thread 1's lock first"})
        self.assertTrue(suffice)
        for line in json.loads(self.heddle("show", "--json", "error.trace").stdout)["failure"]["orders"]:
            self.assertRegex(line, r"\(step \d+, get\) before .*\(step \d+, set\)$")

    def test_an_error_of_every_schedule_needs_none(self):
        self.assertEqual(self.orders("always"), (set(), None))

    def test_a_schedule_as_found_has_none(self):
        self.assertEqual(self.orders("update", "--no-simplify"), (set(), None))

    def test_a_replay_of_the_trace_keeps_them(self):
        self.orders("update")
        self.assertIn("The error reproduced in 5 of 5 runs",
                      self.heddle("replay", "error.trace", "--times", "5", code=1).stdout)


if __name__ == "__main__":
    workshop.main()
