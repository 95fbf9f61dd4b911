#!/usr/bin/env python3
"""Errors that are found by remembering states are those that all schedules have, in random programs.

What a program computes depends on the schedule, and much of it is kept in registers while threads are paused: through
calls, loops, exceptions and recursion.  Values that are dead do not count when states are compared, so a register that
is wrongly taken for dead makes an outcome disappear.  Each program asks for each class of outcomes in turn.
"""

import argparse
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

CLASSES = 5  # of outcomes
# Searches that must agree.  The programs have data races, so that what is independent shows only where every access is seen.
PAIRS = (("--points sync --states none", "--points sync --states memory"),
         ("--points all --states memory", "--points all --states memory --reduce sleep"))
PROGRAMS_PER_FILE = 10

PROLOGUE = """\
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace {
std::atomic<int> x{0}, y{0}, z{0};
std::mutex m, n;
int shared = 0;
unsigned result[3][3];

[[gnu::noinline]] int helper(int p, int q) {
  const int r = p * 3 + q;
  x.fetch_add(1);
  return r - q;
}
[[gnu::noinline]] int may_throw(int p, int q) {
  const int r = y.fetch_add(1) + p;
  if (r & 1) throw r + q;
  return r;
}
[[gnu::noinline]] int deep(int depth, int p) {
  if (depth == 0) return x.load() + p;
  const int below = deep(depth - 1, p + 1);
  return below * 2 + y.load();
}
[[gnu::noinline]] void locked(int& into, int by) {
  std::lock_guard lock(n);
  shared += by;
  into = shared;
}
"""

STATEMENTS = [
    "{0} = x.fetch_add({1} % 3 + 1);",
    "{0} = y.load() + {1};",
    "z.store({0} + {1});",
    "{0} += z.exchange({1});",
    "(void)x.fetch_add(2);",
    "{{ std::lock_guard lock(m); shared += {0}; {1} = shared; }}",
    "if ({0} > {1}) {2} = y.exchange({0}); else {1} += {2};",
    "for (int i = 0; i < 2; ++i) {{ {0} += x.load(); if ({0} & 1) break; }}",
    "{2} = helper({0}, {1});",
    "try {{ {2} = may_throw({0}, {1}); }} catch (int e) {{ {2} = e + {0} * 2 + {1}; }}",
    "try {{ {2} = may_throw({0}, {1}); {0} = x.load(); }} catch (int) {{ {1} += {0}; }}",
    "{{ const int k = z.load(); try {{ {0} += may_throw({1}, 0); }} catch (int) {{ {2} += k * 3; }} }}",
    "{0} = deep(1, {1});",
    "locked({0}, {1});",
    "{0} = {1}; y.store({2});",
    "while (x.load() < {0} % 2) x.fetch_add(1);",
    "{2} = z.load(); if (!z.compare_exchange_strong({2}, {0})) {1} = {2};",
]


def body(random_, number, thread, statements):
    lines = [f"void program_{number}_{thread}() {{", f"  int a = {thread + 1}, b = 1, c = 2;"]
    for _ in range(statements):
        names = random_.sample("abc", 3)
        lines.append("  " + random_.choice(STATEMENTS).format(*names))
        if random_.random() < 0.3:
            lines.append(f"  {names[0]} %= 5;")
    for i, name in enumerate("abc"):
        if random_.random() < 0.6:  # others are dead at the end
            lines.append(f"  result[{thread}][{i}] = static_cast<unsigned>({name});")
    return lines + ["}"]


def write_programs(random_, path):
    lines = [PROLOGUE]
    cases = []
    for number in range(PROGRAMS_PER_FILE):
        threads = random_.choice([2, 2, 3])
        for thread in range(threads):
            lines += body(random_, number, thread, random_.choice([2, 3]) if threads == 2 else random_.choice([1, 2]))
        calls = " ".join(f"std::thread t{i}(program_{number}_{i});" for i in range(threads))
        joins = " ".join(f"t{i}.join();" for i in range(threads))
        cases.append(f"    case {number}: {{ {calls} {joins} break; }}")
    lines += ["}  // namespace", "int main(int, char** arguments) {", "  switch (std::atoi(arguments[1])) {"]
    lines += cases + ["  }", "  unsigned outcome = static_cast<unsigned>(shared + x * 3 + y * 5 + z * 7);"]
    lines += ["  for (const auto& of_thread : result)",
              "    for (const unsigned value : of_thread) outcome = outcome * 31 + value;",
              f"  if ((outcome ^ outcome >> 15) % {CLASSES} == static_cast<unsigned>(std::atoi(arguments[2]))) std::abort();",
              "}"]
    path.write_text("\n".join(lines) + "\n")


def explore(heddle, folder, binary, arguments, options):
    """Verdict and number of executions."""
    report = folder / "report.json"
    command = [heddle, "run", "--quiet", "--search", "dfs", "--races", "ignore", "--no-simplify",
               "--time", "60", "--json", str(report), "--trace", str(folder / "trace"), *options, "--", str(binary),
               *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode not in (0, 1):
        sys.exit(f"{shlex.join(command)}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(report.read_text())["verdict"]


def accesses_of(compiler, accesses):
    """By default has clang++ optimise at the given level, though it then removes accesses."""
    return {"HEDDLE_ACCESSES": accesses} if "clang" in compiler else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--configuration", action="append", help="compiler:level")
    parser.add_argument("--files", type=int, default=1, help=f"of {PROGRAMS_PER_FILE} programs each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--accesses", choices=("compiled", "written"), default="compiled", help="of clang++")
    parser.add_argument("--launcher", help="an emulator; HEDDLE_LIBDIR says where its libheddle.so is")
    given = parser.parse_args()
    given.heddle = str(pathlib.Path(given.heddle).resolve())
    launcher = ["--launcher", given.launcher] if given.launcher else []
    compared = errors = 0
    for configuration in given.configuration or ["g++:-O2"]:
        compiler, level = configuration.rsplit(":", 1)
        for number in range(given.files):
            with tempfile.TemporaryDirectory(prefix="heddle-random-") as name:
                folder = pathlib.Path(name)
                seed = given.seed + number
                write_programs(random.Random(seed), folder / "programs.cpp")
                binary = folder / "programs"
                subprocess.run([given.heddle, "c++", "-std=c++20", level, str(folder / "programs.cpp"), "-o", str(binary)],
                               check=True, env={**os.environ, "HEDDLE_CXX": compiler, **accesses_of(compiler, given.accesses)})
                for program in range(PROGRAMS_PER_FILE):
                    for wanted in range(CLASSES):
                        for pair in PAIRS:
                            verdicts = {search: explore(given.heddle, folder, binary, [program, wanted],
                                                        launcher + shlex.split(search)) for search in pair}
                            compared += 1
                            errors += "error" in verdicts.values()
                            if len(set(verdicts.values())) > 1:
                                print((folder / "programs.cpp").read_text())
                                sys.exit(f"{configuration}, seed {seed}, program {program}, outcomes {wanted}: {verdicts}")
    print(f"{compared} explorations agree, {errors} of them with an error")
    if errors == 0 or errors == compared:
        sys.exit("the programs tell nothing")


if __name__ == "__main__":
    main()
