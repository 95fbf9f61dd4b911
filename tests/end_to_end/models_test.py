#!/usr/bin/env python3
"""Models of users: explored, replayed, reported and refused as programs are."""
import os
import subprocess

import workshop

EXAMPLES = os.path.join(os.path.dirname(workshop.PROGRAMS), "..", "..", "examples", "models")
INCLUDE = os.path.join(EXAMPLES, "..", "..", "include")
HEAD = "#include <heddle/model.hpp>\n#include <cassert>\n#include <stdexcept>\n"
COUNTERS = HEAD + """
struct Variables { unsigned char count[6] = {}; };
int main() {
  heddle::model::Model<Variables> model;
  for (int i = 0; i < 6; ++i) {
    model.process("counter " + std::to_string(i)).action("count")
        .when([=](const Variables& v) { return v.count[i] < 4; })
        .does([=](Variables& v) { ++v.count[i]; });
  }
  model.may_end([](const Variables&) { return true; });
  return model.run();
}
"""


def one_process(body, properties="", variables="int x = 0;"):
    """A model of two processes whose second one executes `body` when x is 2."""
    return HEAD + """
struct Variables { %s };
int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  heddle::model::Model<Variables> model;
  model.process("setter").action("set").from("a").to("b").choose(3)
      .does([](Variables& v, unsigned choice) { v.x = static_cast<int>(choice); });
  model.process("user").action("use").from("a").to("b").does([=](Variables& v) {
    if (v.x == 2) { %s; }
  });
  %s
  return model.run();
}
""" % (variables, body, properties)


class Models(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.models = {}  # built from a text
        cls.head = cls.path("model_headers.hpp")
        with open(cls.head, "w") as file:
            file.write(HEAD)
        cls.compile_model("-x", "c++-header", cls.head, "-o", cls.head + ".gch")
        for name in ("peterson", "philosophers"):
            cls.compile_model("-include", cls.head, os.path.join(EXAMPLES, name + ".cpp"), "-o", cls.path(name))

    @staticmethod
    def compile_model(*arguments):
        """Reading the headers of a model takes most of its compilation: they are precompiled."""
        command = [workshop.heddle_command, "c++", "-std=c++20", "-pthread", *arguments]
        done = subprocess.run(command, env=workshop.clean_environment(), text=True, capture_output=True)
        if done.returncode != 0 or "warning:" in done.stderr:
            raise AssertionError(f"{command}\n{done.stdout}{done.stderr}")

    def build(self, text):
        if text not in self.models:
            folder = self.path(f"models/{len(self.models)}")
            os.makedirs(folder)
            source = os.path.join(folder, "model.cpp")
            with open(source, "w") as file:
                file.write(text)
            self.models[text] = os.path.join(folder, "model")
            self.compile_model("-include", self.head, source, "-o", self.models[text])
        return self.models[text]

    def test_all_states_of_a_model_are_visited(self):
        result = self.explore(self.path("peterson"))
        self.assertEqual(result["verdict"], "complete")
        self.assertIn("states were visited", result["coverage"])
        counts = {self.explore("--search", search, "--jobs", "1", self.path("peterson"))["states"]
                  for search in ("auto", "bfs", "dfs", "prss")}
        self.assertEqual(counts, {result["states"]})
        self.assertEqual(result["search"]["states"], "memory")

    def test_an_error_is_shown_with_processes_and_actions(self):
        done = self.heddle("run", "--json", "result.json", self.path("peterson"), "swapped", code=1)
        self.assertIn("invariant 'mutual exclusion' does not hold", done.stdout)
        self.assertRegex(done.stdout, r"Failed on process [01] at peterson.cpp:\d+ \(`main`\)")
        self.assertRegex(done.stdout, r"raise the flag +peterson.cpp:\d+ in main")
        self.assertIn("flag={1,1}", done.stdout)
        error = self.result()["error"]
        self.assertEqual(error["kind"], "assertion")
        self.assertRegex(error["thread"], r"process [01]")
        self.assertRegex(error["location"], r"peterson.cpp:\d+ in main")
        self.assertEqual(error["depth"], 6)

    def test_an_error_is_replayed(self):
        self.explore(self.path("philosophers"), code=1)
        done = self.heddle("replay", "heddle-philosophers.trace", "--times", "5", code=1)
        self.assertIn("The error reproduced in 5 of 5 runs: deadlock: all 3 live processes", done.stdout)
        shown = self.heddle("show", "heddle-philosophers.trace").stdout
        self.assertIn('philosopher 0, at philosophers.cpp:', shown)
        self.assertIn('waits for the guard of "take the second fork"', shown)

    def test_every_search_finds_the_deadlock(self):
        for options in (("--search", "dfs"), ("--search", "bfs"), ("--search", "prss", "--jobs", "2"),
                        ("--search", "random"), ("--search", "pct"), ("--search", "pos"),
                        ("--search", "best-first"), ("--search", "dfs", "--states", "none"),
                        ("--search", "dfs", "--reduce", "sleep"), ("--reduce", "dpor"),
                        ("--reduce", "source"), ("--reduce", "optimal"), ("--bound", "preemptions=2"),
                        ("--search", "dfs", "--backtrack", "random", "--threshold", "2"),
                        ("--search", "dfs", "--order", "random"), ("--search", "mixed"),
                        ("--search", "best-first", "--reduce", "source"),
                        ("--states", "happens-before", "--search", "dfs")):
            with self.subTest(options=options):
                result = self.explore("--time", "20", *options, self.path("philosophers"), code=1)
                self.assertEqual(result["error"]["kind"], "deadlock")
                self.assertEqual(result["error"]["depth"], 3)

    def test_a_repaired_model_has_no_error(self):
        for options in ((), ("--reduce", "dpor"), ("--reduce", "source"), ("--reduce", "optimal"),
                        ("--search", "dfs", "--reduce", "sleep")):
            with self.subTest(options=options):
                result = self.explore(*options, self.path("philosophers"), "ordered")
                self.assertEqual(result["verdict"], "complete")

    def test_bounds_and_budgets_are_stated(self):
        model = self.build(COUNTERS)
        self.assertEqual(self.explore(model)["states"], 5 ** 6)
        result = self.explore("--max-states", "100", model, code=3)
        self.assertIn("budget spent: 100 states visited", result["coverage"])
        result = self.explore("--search", "bfs", "--bound", "depth=3", model)
        self.assertIn("up to depth 3", result["coverage"])

    def test_reductions_use_the_accesses_of_actions(self):
        """Six processes with own variables: one schedule stands for all."""
        result = self.explore("--reduce", "source", self.build(COUNTERS))
        self.assertEqual(result["executions"], 1)

    def test_failures_inside_actions(self):
        model = self.build(one_process("""
      heddle::model::check(mode != "check", "x is 2");
      if (mode == "assert") assert(v.x != 2);
      if (mode == "throw") throw std::runtime_error("no 2");
      if (mode == "crash") *reinterpret_cast<volatile int*>(64) = 1;
      if (mode == "abort") std::abort()"""))
        for mode, kind, message in (("check", "assertion", "x is 2"),
                                    ("assert", "assertion", "assertion `v.x != 2' failed"),
                                    ("throw", "exception", "no 2"),
                                    ("crash", "crash", "signal 11"),
                                    ("abort", "crash", "signal 6")):
            with self.subTest(mode=mode):
                result = self.explore(model, mode, code=1)
                self.assertEqual(result["error"]["kind"], kind)
                self.assertIn(message, result["error"]["message"])
                self.assertEqual(result["error"]["thread"], "user")
                self.heddle("replay", "heddle-model.trace", code=1)

    def test_further_errors_have_traces(self):
        model = self.build(one_process(
            'heddle::model::check(false, "x is 2")',
            'model.finally("x is not 1", [](const Variables& v) { return v.x != 1; });'))
        result = self.explore("--keep-going", model, code=1)
        self.assertEqual(len(result["further_errors"]), 1)
        messages = {result["error"]["message"], result["further_errors"][0]["message"]}
        self.assertEqual(messages, {"x is 2", "final condition 'x is not 1' does not hold"})
        self.heddle("replay", result["further_errors"][0]["trace"], code=1)

    def test_a_model_that_is_not_deterministic(self):
        text = one_process("", variables="int x = 0;").replace(
            "v.x = static_cast<int>(choice);", "static int calls = 0; v.x = ++calls;")
        self.heddle("run", self.build(text), code=4)

    def test_bad_models_are_refused(self):
        empty = HEAD + "struct V { int x = 0; };\nint main(int argc, char** argv) {\n" \
            "  const int way = std::atoi(argv[1]);\n" \
            "  heddle::model::Model<V> model;\n  %s\n  return model.run() + argc;\n}\n"
        mistakes = (
                ("", "The model has no process"),
                ('model.process("p");', "Process 'p' of the model has no action"),
                ('model.process("").action("a");', "A process of the model has no name"),
                ('model.process("p").action("");', "An action of process 'p' has no name"),
                ('model.process("p").action("a"); model.process("p").action("a");',
                 "Two processes of the model are named 'p'"),
                ('model.process("p").may_end_at("idel").action("a").from("idle");',
                 "No action of process 'p' begins or ends at location 'idel'"),
                ("return 2;", "ended before it called run()"))
        bodies = "".join("if (way == %d) { %s }\n" % (i, body) for i, (body, _) in enumerate(mistakes))
        model = self.build(empty % bodies)
        for i, (body, sentence) in enumerate(mistakes):
            with self.subTest(body=body):
                self.assertIn(sentence, self.refused("run", model, str(i)))
        padded = empty.replace("int x = 0;", "char c = 0; int x = 0;")
        self.assertIn("padding or floating-point",
                      self.refused("run", self.build(padded % "(void)way;"), "0"))

    def test_options_that_make_no_sense_are_refused(self):
        model = self.path("peterson")
        self.assertIn("cannot be used with a model", self.refused("run", "--races", "error", model))
        self.assertIn("`heddle states`", self.refused("states", model))

    def test_states_may_be_compared_by_a_key(self):
        text = COUNTERS.replace("  model.may_end", """  model.identify([](const Variables& v) {
    unsigned char sum = 0;
    for (const unsigned char one : v.count) sum = static_cast<unsigned char>(sum + one);
    return sum;
  });
  model.may_end""")
        self.assertEqual(self.explore(self.build(text))["states"], 25)

    def test_without_the_library_it_executes_once(self):
        for compiler in ("g++", "clang++"):
            with self.subTest(compiler=compiler):
                program = self.file("plain")
                subprocess.run([compiler, "-std=c++20", "-I", INCLUDE,
                                os.path.join(EXAMPLES, "philosophers.cpp"), "-o", program], check=True)
                done = self.execute(program, code=(0, 1))
                self.assertIn("One execution of the model, with a random schedule", done.stdout)
        environment = workshop.clean_environment(HEDDLE_NATIVE="1")
        done = self.execute(self.path("philosophers"), code=(0, 1), environment=environment)
        self.assertIn("One execution of the model", done.stdout)

    def test_started_directly_it_explores_itself(self):
        done = self.execute(self.path("philosophers"), code=1)
        self.assertIn("deadlock: all 3 live processes are blocked", done.stdout)


if __name__ == "__main__":
    workshop.main()
