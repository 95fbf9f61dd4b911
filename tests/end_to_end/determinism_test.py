#!/usr/bin/env python3
"""The same program, options and seed give the same search, byte by byte; what leaks is reported."""
import re

import workshop


class Determinism(workshop.Workshop):
    programs = ("lost_update", "guarded_update", "real_entropy", "heap_address", "open_without_mode",
                "early_randomness")

    def run_twice(self, *arguments, code):
        """Gives both results, without what may differ, and both traces, if any."""
        runs = []
        for _ in range(2):
            result = self.explore("--trace", "error.trace", *arguments, code=code)
            runs.append({k: v for k, v in result.items() if k not in workshop.VARYING})
            runs[-1]["bytes of the trace"] = self.read("error.trace") if code == 1 else b""
        return runs

    def test_every_kind_of_search_repeats_itself(self):
        for options in ((), ("--search", "dfs"), ("--search", "dfs", "--points", "all"),
                        ("--search", "dfs", "--order", "random", "--seed", "5"),
                        ("--search", "random", "--seed", "7"), ("--bound", "preemptions=1")):
            with self.subTest(options=options):
                first, second = self.run_twice(*options, self.path("lost_update"), code=1)
                self.assertEqual(first, second)
                self.assertGreater(len(first["bytes of the trace"]), 0)

    def test_a_mode_that_open_does_not_need_is_no_part_of_the_call(self):
        self.explore("--search", "dfs", "--states", "none", "--points", "sync", self.path("open_without_mode"), code=0)

    def test_a_search_without_an_error_repeats_itself(self):
        first, second = self.run_twice(self.path("guarded_update"), code=0)
        self.assertEqual(first, second)
        self.assertGreater(first["executions"], 1)

    def test_constructors_see_the_same_clocks_and_random_numbers(self):
        first, second = self.run_twice("--search", "dfs", "--reduce", "source", self.path("early_randomness"), code=0)
        self.assertEqual(first, second)

    def test_errors_that_are_collected_repeat_themselves(self):
        options = ("--keep-going", "--max-executions", "500")
        first, second = self.run_twice(*options, self.path("lost_update"), code=1)
        self.assertEqual(first, second)

    def test_the_seed_decides_what_a_random_search_sees(self):
        def sample(seed):
            """The orders of the threads in all executions, as the program itself printed them."""
            done = self.heddle("run", "--search", "random", "--max-executions", "30", "--keep-going", "--show-output",
                               "--seed", str(seed), self.path("lost_update"), code=1)
            return re.findall(r"^[abc]{3}$", done.stdout, re.MULTILINE)

        samples = [sample(seed) for seed in (1, 2, 3)]
        for orders in samples:
            self.assertGreaterEqual(len(orders), 30)
            self.assertEqual({tuple(sorted(order)) for order in orders}, {tuple("abc")})
        self.assertEqual(sample(1), samples[0])
        self.assertNotEqual(samples[0], samples[1])
        self.assertNotEqual(samples[1], samples[2])

    def context_switches(self, seed, *options):
        done = self.heddle("run", "--search", "random", "--seed", str(seed), *options, self.path("lost_update"), code=1)
        return int(re.search(r"and (\d+) context switch", done.stdout).group(1))

    def test_an_error_is_simplified_unless_it_is_wanted_as_it_was_found(self):
        simple = [self.context_switches(seed) for seed in range(1, 7)]
        found = [self.context_switches(seed, "--no-simplify") for seed in range(1, 7)]
        self.assertTrue(all(a <= b for a, b in zip(simple, found)), (simple, found))
        self.assertLess(max(simple), max(found))

    def test_real_randomness_is_reported_with_what_differed(self):
        done = self.heddle("run", "--json", "result.json", self.path("real_entropy"), code=4)
        self.assertEqual(self.result()["error"]["kind"], "divergence")
        self.assertIn("uncontrolled nondeterminism", done.stderr)
        self.assertRegex(done.stderr, r"recorded '[^']+' at real_entropy\+0x\w+, now '[^']+' at real_entropy")
        self.assertIn("random numbers", done.stderr)

    def test_a_replay_follows_the_trace_again_and_again(self):
        self.explore("--trace", "error.trace", self.path("lost_update"), code=1)
        done = self.heddle("replay", "error.trace", "--times", "10", code=1)
        self.assertIn("in 10 of 10 runs", done.stdout)

    def test_a_trace_replays_in_another_environment(self):
        environments = [workshop.clean_environment(), {"HEDDLES_TEST_VARIABLE": "as it was"},
                        workshop.clean_environment(HEDDLES_TEST_VARIABLE="as it was",
                                                   **{f"VARIABLE_{i}": "x" * (40 * i + 1) for i in range(60)})]
        addresses = set()
        for i, environment in enumerate(environments):
            trace = f"{i}.trace"
            done = self.heddle("run", "--search", "dfs", "--races", "ignore", "--show-output", "--trace", trace,
                               self.path("heap_address"), *["argument"] * (50 * i), code=1, environment=environment)
            addresses.update(re.findall(r"counter at (0x\w+)", done.stdout))
            self.assertIn("*counter == 2", done.stdout)
            for other in environments:
                done = self.heddle("replay", trace, code=1, environment=other)
                self.assertIn("The error reproduced", done.stdout)
        self.assertEqual(len(addresses), 1)


if __name__ == "__main__":
    workshop.main()
