#!/usr/bin/env python3
"""--focus, --start and --window restrict the search, find what is inside and say what they leave out."""
import os

import workshop

# Two threads may both see a free slot.  Each makes noise before and after: scheduling points that do not matter.
SLOTS = """#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <heddle/heddle.hpp>

std::atomic<int> noise{0}, winners{0}, ready{0};

struct Slot {
  std::atomic<int> used{0};
  bool take() {
    const int seen = used.load();
    if (seen == 1) return false;
#ifdef CORRECT
    int expected = 0;
    return used.compare_exchange_strong(expected, 1);
#else
    used.store(1);
    return true;
#endif
  }
} slot;

void churn() {
  for (int i = 0; i < 15; ++i) noise.fetch_add(1);
}

void begin_work() {
  ready.store(1);
}

void worker() {
  churn();
  while (ready.load() == 0) std::this_thread::yield();
  if (slot.take()) winners.fetch_add(1);
  churn();
}

int main(int count, char**) {
  std::thread one(worker), two(worker);
  churn();
  if (count > 1) heddle::explore_from_here();
  begin_work();
  one.join();
  two.join();
  assert(winners == 1);
}
"""

# The notification is lost if it comes between the test and the wait; both are within a function of the C++ library.
QUEUE = """#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex door;
std::condition_variable filled;
bool full = false;

void put() {
  { std::lock_guard<std::mutex> inside(door); full = true; }
  filled.notify_one();
}

void get() {
  bool is_full = false;
  { std::lock_guard<std::mutex> inside(door); is_full = full; }
  std::unique_lock<std::mutex> inside(door);
  if (!is_full) filled.wait(inside);
}

int main() {
  std::thread getter(get), putter(put);
  getter.join();
  putter.join();
}
"""


class Focus(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name, text, flags in (("slots", SLOTS, ("-O1",)), ("inlined", SLOTS, ("-O2",)),
                                  ("correct", SLOTS, ("-O1", "-DCORRECT")), ("queue", QUEUE, ("-O2",))):
            source = cls.path(name + ".cpp")
            with open(source, "w") as file:
                file.write(text)
            cls.compile(source, cls.path(name), "-g", *flags)

    def replays(self, result):
        done = self.heddle("replay", os.path.join(self.folder, result["trace"]), "--times", "2", code=1)
        self.assertIn("The error reproduced in 2 of 2 runs", done.stdout)

    def test_finds_an_error_in_few_executions(self):
        brute = ("--search", "dfs", "--states", "none", "--force")
        self.explore(*brute, "--max-executions", "2000", self.path("slots"), code=3)
        for program in ("slots", "inlined"):
            for focus in ("Slot::take", "Slot", "take()", f"/Slot::t[a]ke/", "main,take"):
                with self.subTest(program=program, focus=focus):
                    result = self.explore(*brute, "--focus", focus, self.path(program), code=1)
                    self.assertEqual(result["error"]["kind"], "assertion")
                    self.assertLess(result["executions"], 200)
            self.replays(result)

    def test_the_default_search_takes_a_focus(self):
        result = self.explore("--focus", "take", self.path("slots"), code=1)
        self.assertEqual(result["search"]["focus"], "take")
        self.assertLess(result["transitions"], 1000)
        self.replays(result)

    def test_never_claims_more_than_the_focus(self):
        for states in ("memory", "none"):
            result = self.explore("--focus", "take,worker", "--search", "dfs", "--states", states, "--bound",
                                  "preemptions=1", "--force", self.path("correct"), code=0)
            self.assertEqual(result["verdict"], "complete")
            self.assertIn("; only operations in take and worker were scheduling points", result["coverage"])
            self.assertTrue(any("outside take and worker" in text for text in result["unwatched"]), result["unwatched"])
            self.heddle("check-coverage", "result.json")

    def test_leaves_out_errors_elsewhere(self):
        result = self.explore("--focus", "begin_work", self.path("slots"), code=0)
        self.assertIn("only operations in begin_work were scheduling points", result["coverage"])

    def test_counts_callees_in_libraries(self):
        result = self.explore("--focus", "get", self.path("queue"), code=1)
        self.assertEqual(result["error"]["kind"], "deadlock")
        self.replays(result)

    def test_everything_in_focus_is_a_search_without_focus(self):
        options = ("--search", "dfs", "--states", "memory", "--points", "sync", "--races", "ignore")
        plain = self.explore(*options, "--keep-going", self.path("queue"), code=1)
        focused = self.explore(*options, "--focus", "/./", "--force", "--keep-going", self.path("queue"), code=1)
        for name in ("states", "transitions", "executions", "revisits"):
            self.assertEqual(plain[name], focused[name], name)

    def test_starts_at_a_function(self):
        options = ("--search", "dfs", "--states", "none", "--max-executions", "2000", "--force")
        late = self.explore(*options, "--start", "begin_work", "--focus", "begin_work,take", self.path("slots"), code=1)
        self.assertLess(late["executions"], 200)
        self.replays(late)
        result = self.explore("--start", "begin_work", "--search", "dfs", "--states", "memory", "--force",
                              self.path("correct"), code=0)
        self.assertIn("; the schedule before the first call of begin_work was fixed", result["coverage"])
        whole = self.explore("--search", "dfs", "--states", "memory", "--max-states", "20000", "--force",
                             self.path("correct"), code=(0, 3))
        self.assertLess(result["states"], whole["states"])

    def test_starts_where_the_program_says(self):
        result = self.explore("--search", "dfs", "--states", "memory", "--force", self.path("correct"), "here", code=0)
        self.assertIn("; the schedule before heddle::explore_from_here was fixed", result["coverage"])
        result = self.explore("--max-states", "500", "--force", self.path("correct"), code=3)
        self.assertNotIn("explore_from_here", result["coverage"])
        self.execute("g++", "-std=c++20", "-pthread", "-I", os.path.join(workshop.HERE, os.pardir, os.pardir, "include"),
                     "-DCORRECT", "-Wl,--unresolved-symbols=ignore-all", self.path("slots.cpp"), "-o", self.file("native"),
                     code=0)
        self.execute(self.file("native"), "here", code=0)

    def test_a_start_that_is_never_reached_is_no_coverage(self):
        self.write("late.cpp", "int never(int x) { return x - 10; }\n"
                               "int main(int count, char**) { return count > 9 ? never(count) : 0; }\n")
        self.compile(self.file("late.cpp"), self.file("late"), "-g", "-O0")
        result = self.explore("--start", "never", self.file("late"), code=3)
        self.assertEqual(result["verdict"], "incomplete")
        self.assertIn("nothing was explored: the default schedule ended without the first call of never", result["coverage"])
        result = self.explore("--window", "5@1000000", "--force", self.path("correct"), code=3)
        self.assertIn("ended before operation 1,000,000", result["coverage"])

    def test_explores_a_window(self):
        options = ("--search", "dfs", "--states", "memory", "--force")
        result = self.explore(*options, "--window", "6@begin_work", "--focus", "take", self.path("slots"), code=1)
        self.replays(result)
        result = self.explore(*options, "--window", "9@20", self.path("correct"), code=0)
        self.assertIn("; only a window of 9 operations from operation 21 on was explored", result["coverage"])
        self.assertLess(result["states"], 2000)
        places = set()
        for seed in ("1", "2", "3"):
            result = self.explore(*options, "--window", "6", "--seed", seed, self.path("correct"), code=0)
            places.add(result["search"]["window"])
            self.assertRegex(result["search"]["window"], r"\A6@\d+\Z")
        self.assertGreater(len(places), 1)
        result = self.explore(*options, "--window", "8", "--start", "begin_work", self.path("correct"), code=0)
        self.assertIn("a window of 8 operations from the first call of begin_work on", result["coverage"])

    def test_a_livelock_outside_the_focus_is_found(self):
        self.write("live.cpp", "#include <atomic>\n#include <thread>\nstd::atomic<int> a{0}, b{0}, c{0};\n"
                               "void hot() { c.fetch_add(1); }\n"
                               "void wait() { hot(); while (a.load() == 0 || b.load() == 0) {} }\n"
                               "int main() { std::thread one(wait), two(wait); one.join(); two.join(); }\n")
        self.compile(self.file("live.cpp"), self.file("live"), "-g", "-O1")
        result = self.explore("--focus", "hot", self.file("live"), code=1)
        self.assertEqual(result["error"]["kind"], "livelock")
        self.replays(result)

    def test_refuses_names_that_fit_nothing(self):
        self.assertRegex(self.refused("run", "--focus", "Slot::tak", self.path("slots")), "did you mean Slot::take")
        self.assertRegex(self.refused("run", "--start", "begin_wrk", self.path("slots")), "did you mean begin_work")
        self.assertRegex(self.refused("run", "--window", "3@begin_wrk", self.path("slots")), "did you mean begin_work")
        self.assertRegex(self.refused("run", "--focus", "slot.cpp", self.path("slots")), "slots.cpp")
        self.assertRegex(self.refused("run", "--focus", "/nothing[0-9]/", self.path("slots")), "No function")
        for text in ("/(/", "/[/", "/a{99999999}/"):
            self.refused("run", "--focus", text, self.path("slots"))

    def test_refuses_bad_values_and_mixes(self):
        for options in (("--focus", ""), ("--focus", "a,,b"), ("--start", ""), ("--window", "0"), ("--window", "x"),
                        ("--window", "3@"), ("--window", "9@99999999999999999999"),
                        ("--focus", "main", "--reduce", "dpor"), ("--window", "3", "--states", "happens-before"),
                        ("--start", "main", "--window", "3@main")):
            with self.subTest(options=options):
                self.refused("run", *options, self.path("slots"))

    def test_a_program_explores_itself_with_a_focus(self):
        environment = workshop.clean_environment(HEDDLE_OPTIONS="focus=take")
        done = self.execute(self.path("slots"), code=1, environment=environment)
        self.assertIn("only operations in take were scheduling points", done.stdout + done.stderr)


if __name__ == "__main__":
    workshop.main()
