#!/usr/bin/env python3
"""`--search guided` follows its locations to an error, covers a correct program, and refuses bad options in one sentence."""
import json
import os

import workshop

SOURCE = """#include <mutex>
#include <thread>

std::mutex first, second;
int balance = 0;

void deposit() {
  std::lock_guard<std::mutex> outer(first);
  std::lock_guard<std::mutex> inner(second);
  ++balance;
}

void withdraw() {
#ifdef ORDERED
  std::lock_guard<std::mutex> outer(first);
  std::lock_guard<std::mutex> inner(second);
#else
  std::lock_guard<std::mutex> outer(second);
  std::lock_guard<std::mutex> inner(first);
#endif
  --balance;
}

int main() {
  std::thread one(deposit), two(withdraw);
  one.join();
  two.join();
}
"""
DEPOSIT, WITHDRAW, WITHDRAW_ORDERED = "bank.cpp:8", "bank.cpp:18", "bank.cpp:15"


class Guided(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        source = cls.path("bank.cpp")
        with open(source, "w") as file:
            file.write(SOURCE)
        for level in ("-O0", "-O2"):
            cls.compile(source, cls.path("bank" + level), level, "-g")
            cls.compile(source, cls.path("ordered" + level), level, "-g", "-DORDERED")

    def guided(self, program, *options, code):
        environment = workshop.clean_environment(XDG_CACHE_HOME=os.path.join(self.folder, "cache"))
        self.heddle("run", "--json", "result.json", "--force", *options, self.path(program), code=code,
                    environment=environment)
        with open(os.path.join(self.folder, "result.json")) as file:
            return json.load(file)

    def test_finds_the_deadlock_in_its_first_execution(self):
        for level in ("-O0", "-O2"):
            for seed in range(1, 6):
                with self.subTest(level=level, seed=seed):
                    result = self.guided("bank" + level, "--search", "guided", "--via", f"{DEPOSIT},{WITHDRAW}",
                                         "--seed", str(seed), code=1)
                    self.assertEqual(result["error"]["kind"], "deadlock")
                    self.assertEqual((result["executions"], result["locations_observed"]), (1, 2))
                    self.assertGreaterEqual(result["generated_states"], result["states"] - 1)
        self.heddle("replay", os.path.join(self.folder, result["trace"]), code=1)

    def test_covers_a_correct_program(self):
        for heuristic in ("distance", "random", "prefer-thread=2"):
            with self.subTest(heuristic=heuristic):
                result = self.guided("ordered-O2", "--search", "guided", "--heuristic", heuristic, "--via",
                                     f"{DEPOSIT},{WITHDRAW_ORDERED}", code=0)
                self.assertEqual((result["verdict"], result["locations_observed"]), ("complete", 2))

    def test_reads_locations_from_a_file(self):
        with open(os.path.join(self.folder, "via.txt"), "w") as file:
            file.write(f"# hold one, want the other\n\n  {DEPOSIT}\nwithdraw+lock\n")
        result = self.guided("bank-O2", "--search", "guided", "--via-file", "via.txt", code=1)
        self.assertEqual(result["locations_observed"], 2)

    def test_distance_orders_other_searches(self):
        for options in (("--search", "dfs", "--order", "distance"), ("--search", "best-first", "--priority", "distance")):
            with self.subTest(options=options):
                result = self.guided("bank-O2", *options, "--via", WITHDRAW, code=1)
                self.assertEqual(result["error"]["kind"], "deadlock")

    def test_refusals(self):
        for options, expected in (
                (("--search", "guided"), "needs locations"),
                (("--via", DEPOSIT), "--search guided"),
                (("--search", "guided", "--via", "bank.cpp:999"), "bank.cpp:999"),
                (("--search", "guided", "--via", "no_such_function"), "no_such_function"),
                (("--search", "guided", "--via", ",,"), "--via"),
                (("--search", "guided", "--via-file", "missing.txt"), "missing.txt"),
                (("--search", "guided", "--via", DEPOSIT, "--backtrack", "random"), "--backtrack"),
                (("--search", "guided", "--via", DEPOSIT, "--heuristic", "prefer-thread=x"), "--heuristic"),
                (("--search", "dfs", "--heuristic", "random"), "--heuristic")):
            with self.subTest(options=options):
                done = self.heddle("run", *options, self.path("bank-O2"), code=2)
                self.assertIn(expected, done.stderr)


if __name__ == "__main__":
    workshop.main()
