#!/usr/bin/env python3
"""Races that few schedules show: found where states are remembered if and only if an execution of all has one.

Random programs of threads that get to their accesses only if their steps alternate, so that executions at random
seldom do; then a third thread may live for a while.  The reference executes every schedule with the race detector watching.  The same cases on every run;
HEDDLE_FUZZ_CASES asks for more, HEDDLE_FUZZ_SEED for others.
"""
import os
import random

import workshop

CASES = int(os.environ.get("HEDDLE_FUZZ_CASES", "24"))
SEED = int(os.environ.get("HEDDLE_FUZZ_SEED", "1"))
TURNS = 3

START = """
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>
std::mutex first, second;
std::atomic<int> turn{0}, flag{0};
int value, sink[3];
void lead() { for (int i = 1; i <= TURNS; ++i) turn.store(i); }
bool follow() {
  for (int i = 1; i <= TURNS; ++i) {
    if (turn.load() != i) return false;
  }
  return true;
}
"""

END = """
int main(int, char** arguments) {
  const auto& parts = cases[std::atoi(arguments[1])];
  std::thread other([&] { lead(); parts[0](); });
  if (follow()) {
    std::thread third;
    if (parts[2] != nullptr) third = std::thread(parts[2]);
    parts[1]();
    if (third.joinable()) {
      third.join();
      parts[1]();
    }
  }
  other.join();
}
"""


# Races that were missed once.
KNOWN = (
    # With the last step of the program, in which a thread ends and main goes on to the end.
    ("flag.store(2);\nsink[0] += value;", "if (flag.load() == 0) {\nvalue = value + 1;\n}"),
)


class Generator:
    """Statements of one thread: plain accesses to one variable, with and without locks and flags around them."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def statements(self, thread, depth=0, held=()):
        return "\n".join(self.statement(thread, depth, held) for _ in range(self.random.randint(1, 2)))

    def statement(self, thread, depth, held):
        kind = self.random.randrange(8)
        free = [lock for lock in ("first", "second") if lock not in held]
        if kind == 0:
            return f"flag.store({self.random.randint(1, 2)});"
        if kind == 1:
            return "flag.load();"
        if kind <= 3 and depth < 2:
            inside = self.statements(thread, depth + 1, held)
            return f"if (flag.load() == {self.random.randrange(3)}) {{\n{inside}\n}}"
        if kind <= 5 and depth < 2 and free and not held:
            lock = self.random.choice(free)
            inside = self.statements(thread, depth + 1, (lock,))
            return f"{{\nstd::scoped_lock lock({lock});\n{inside}\n}}"
        return self.random.choice((f"sink[{thread}] += value;", "value = value + 1;"))


def program():
    generator = Generator(SEED)
    cases = [*KNOWN]
    cases += ([generator.statements(thread) for thread in range(2 + case % 2)] for case in range(CASES))
    table = "".join("{" + ", ".join(f"[] {{\n{part}\n}}" for part in parts) + "},\n" for parts in cases)
    return START.replace("TURNS", str(TURNS)) + f"void (*const cases[][3])() = {{\n{table}}};" + END


class RareRaces(workshop.Workshop):
    def test_all_are_found_and_no_others(self):
        self.write("cases.cpp", program())
        self.compile(self.file("cases.cpp"), self.file("cases"))
        racing = 0
        for case in range(len(KNOWN) + CASES):
            with self.subTest(case=case, seed=SEED):
                run = ("--time", "60s", "--", self.file("cases"), str(case))
                found = self.explore("--search", "dfs", "--states", "memory", *run)
                self.assertEqual(found["verdict"], "complete")
                self.heddle("run", "--search", "dfs", "--states", "none", "--points", "sync", "--races", "error", *run,
                            code=1 if found["races"] else 0)
                self.assertLessEqual({race["variable"] for race in found["races"]}, {"value"})
                racing += bool(found["races"])
        self.assertTrue(len(KNOWN) < racing < CASES, "cases of both kinds")


if __name__ == "__main__":
    workshop.main()
