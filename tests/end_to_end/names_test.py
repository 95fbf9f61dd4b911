#!/usr/bin/env python3
"""Objects on stacks and on the heap have the names that the source gives them, and values have their types."""
import json
import shutil
import subprocess

import workshop

# What the thread's steps say, in any order.  Other steps may name the same objects.
SHOWN = (
    "store numbers[1] 0 -> 3",
    "store slots[2] 0 -> 1",
    "store shared->is_open false -> true",
    "store ready 0 -> 1",
    "write counter 0 -> 1",
    "store unique->mode Mode::idle -> Mode::busy",
    "lock queue.m_",
    "update queue.count_ 0 -> 1",
    "lock heap_queue->m_",
    "update heap_queue->count_ 0 -> 1",
    "store global_account->is_open false -> true",
    "write global_account->next->balance 0 -> 1",
    "update left 0 -> 18446744073709551615 (2^64 - 1)",
    "store head nullptr -> shared",
    "store element of list 0 -> 5",
)


class Names(workshop.Workshop):
    def steps(self, compiler, level):
        """Returns the steps of the error as text, and the names of all objects."""
        self.compile(f"{workshop.PROGRAMS}/names.cpp", self.file("names"), "-g", level,
                     compiler=compiler)
        # The other thread first: every kind of object appears.
        self.explore("--search", "dfs", "--order", "switch", "--points", "all", "--trace", "error.trace",
                     self.file("names"), code=1)
        shown = self.heddle("show", "--full", "error.trace").stdout
        names = [step["object_name"] for step in json.loads(self.heddle("show", "--json", "error.trace").stdout)["steps"]]
        return shown, names

    def check(self, compiler, level):
        shown, names = self.steps(compiler, level)
        for text in SHOWN:
            self.assertIn(text, shown, f"{compiler} {level}")
        # A pointer to the base does not name a member of the derived class by an index.
        self.assertFalse([name for name in names if name.startswith("base[")], names)

    @staticmethod
    def compile(source, output, *flags, compiler):
        command = [workshop.heddle_command, "c++", f"--compiler={compiler}", "-std=c++20", "-pthread", *flags, source, "-o", output]
        subprocess.run(command, env=workshop.clean_environment(), check=True)

    def test_gxx(self):
        for level in ("-O0", "-O1", "-O2"):
            with self.subTest(level=level):
                self.check("g++", level)

    def test_clangxx(self):
        if not shutil.which("clang++"):
            self.skipTest("clang++ is not installed")
        for level in ("-O0", "-O1", "-O2"):
            with self.subTest(level=level):
                self.check("clang++", level)

    def test_a_trace_without_the_memory_is_shown_with_numbers(self):
        self.steps("g++", "-O1")
        lines = [json.loads(line) for line in self.read("error.trace").decode().splitlines()]
        for line in lines:
            for field in ("frames", "blocks", "pointers"):
                line.pop(field, None)
        self.write("old.trace", "".join(json.dumps(line) + "\n" for line in lines))
        shown = self.heddle("show", "old.trace").stdout
        self.assertNotIn("shared->", shown)
        self.assertIn("atomic 1", shown)
    def test_conditions(self):
        """clang++ describes std::condition_variable by its name only."""
        for compiler in filter(shutil.which, ("g++", "clang++")):
            self.compile(f"{workshop.PROGRAMS}/named_conditions.cpp", self.file("conditions"), "-g", "-O2", compiler=compiler)
            shown = self.heddle("run", self.file("conditions"), code=1).stdout
            for name in "box->ready", "local", "shared.taken":
                self.assertIn(f"waits for a notification of {name}.", shown, compiler)


class PointerValues(workshop.Workshop):
    programs = ("pointer_values",)

    def test_targets_are_named(self):
        self.explore("--trace", "error.trace", self.path("pointer_values"), code=1)
        shown = self.heddle("show", "--full", "error.trace").stdout
        for text in ("store head nullptr -> &first", "store head &first -> &second", " -> &fixed", "store number 0 -> 70000"):
            self.assertIn(text, shown)

    def test_a_variable_names_better_than_a_class(self):
        self.explore("--trace", "error.trace", self.path("pointer_values"), code=1)
        shown = self.heddle("show", "--full", "error.trace").stdout
        self.assertIn("load config->timeout = 0", shown)
        self.assertNotIn("Config::timeout", shown)


if __name__ == "__main__":
    workshop.main()
