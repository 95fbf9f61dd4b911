#!/usr/bin/env python3
"""`heddle confirm` on generated programs: warnings at every frame of an access, through accessors, templates and inlined functions.

Each program has a variable without a lock and one with a lock, both accessed through the same functions.  A warning about the
first must never be refuted, one about the second never be confirmed.

HEDDLE_WARNING_PROGRAMS sets the number of programs, HEDDLE_WARNING_SEED the first seed.
"""
import os
import random
import re

import workshop

PROGRAMS = int(os.environ.get("HEDDLE_WARNING_PROGRAMS", "4"))
SEED = int(os.environ.get("HEDDLE_WARNING_SEED", "1"))
KINDS = ("[[gnu::noinline]] ", "[[gnu::always_inline]] inline ", "")
LEVELS = ("-O0", "-O1", "-O2")


class Source:
    """A program that is written line by line.  Each call stands on a line of its own."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = ["#include <mutex>", "#include <thread>", "std::mutex lock;"]
        # Frames of each access, innermost first: name of the variable and of the thread -> (function, line).
        self.frames = {}
        layers = self.random.randint(1, 3)
        is_template = self.random.random() < 0.5
        of_type = ["long" if is_template and self.random.random() < 0.5 else "int", "int"]
        self.add(f"{'template <typename T> ' if is_template else ''}struct Box {{")
        kind = self.random.choice(KINDS[1:])
        value = "T" if is_template else "int"
        self.add(f"  {value} value = 0;")
        get = ("get", self.add(f"  {kind}{value} get() const {{ return value; }}"))
        put = ("put", self.add(f"  {kind}void put({value} next) {{ value = next; }}"))
        self.add("};")
        boxes = [f"Box<{one}>" if is_template else "Box" for one in of_type]
        self.add(f"{boxes[0]} ordered;")
        self.add(f"{boxes[1]} racy;")
        reads, writes = [get], [put]
        for layer in range(layers):
            reads.append(self.layer(f"read{layer}", "box." + "get()" if layer == 0 else f"read{layer - 1}(box)", is_template, "int"))
            writes.append(self.layer(f"write{layer}", "box." + "put(1)" if layer == 0 else f"write{layer - 1}(box)", is_template, ""))
        self.thread("reader", f"sum += read{layers - 1}", reads)
        self.thread("writer", f"write{layers - 1}", writes)
        self.add("int main() {")
        for thread in ("reader", "writer"):
            self.add(f"  std::thread {thread[0]}({thread});")
        self.lines += ["  r.join();", "  w.join();", "}"]

    def add(self, line):
        self.lines.append(line)
        return len(self.lines)

    def layer(self, name, call, is_template, result):
        head = f"template <typename B> {self.random.choice(KINDS)}" if is_template else self.random.choice(KINDS)
        box = "B&" if is_template else "Box&"
        self.add(f"{head}{'int' if result else 'void'} {name}({box} box) {{")
        line = self.add(f"  {'return static_cast<int>(' if result else ''}{call}{')' if result else ''};")
        self.add("}")
        return name, line

    def thread(self, name, call, frames):
        self.add(f"void {name}() {{")
        if name == "reader":
            self.add("  int sum = 0;")
        self.add("  {")
        self.add("    const std::scoped_lock held(lock);")
        ordered = self.add(f"    {call}(ordered);")
        self.add("  }")
        racy = self.add(f"  {call}(racy);")
        self.add("}")
        self.frames["ordered", name] = [*frames, (name, ordered)]
        self.frames["racy", name] = [*frames, (name, racy)]

    def warning(self, variable, depths, names_variable, has_calls):
        """A report of ThreadSanitizer: each access is at one of its frames, with or without the calls of it."""
        text = "==================\nWARNING: ThreadSanitizer: data race (pid=1)\n"
        for thread, depth, access in (("writer", depths[0], "Write"), ("reader", depths[1], "Previous read")):
            frames = self.frames[variable, thread][depth:]
            text += f"  {access} of size 4 at 0x1 by thread T1:\n"
            for number, (function, line) in enumerate(frames if has_calls else frames[:1]):
                text += f"    #{number} {function} /source/program.cpp:{line} (program+0x1)\n"
            text += "\n"
        if names_variable:
            text += f"  Location is global '{variable}' of size 4 at 0x1 (program+0x1)\n\n"
        return text + "SUMMARY: ThreadSanitizer: data race\n==================\n"


class Generated(workshop.Workshop):
    def test_every_frame(self):
        counts = {}
        for seed in range(SEED, SEED + PROGRAMS):
            source = Source(seed)
            self.write("program.cpp", "\n".join(source.lines) + "\n")
            level, compiler = source.random.choice(LEVELS), source.random.choice(("g++", "clang++"))
            self.compile(self.file("program.cpp"), self.file("program"), level, compiler=(f"--compiler={compiler}",))
            depth = len(source.frames["racy", "reader"])
            for variable in ("racy", "ordered"):
                for _ in range(4):
                    depths = [source.random.randrange(depth) for _ in range(2)]
                    names, has_calls = source.random.random() < 0.5, source.random.random() < 0.7
                    # Without its name or its callers, nothing tells an access of one from one of the other.
                    is_told = names or has_calls or depths == [depth - 1] * 2
                    with self.subTest(seed=seed, variable=variable, depths=depths, names=names, has_calls=has_calls,
                                      level=level, compiler=compiler):
                        self.write("log", source.warning(variable, depths, names, has_calls))
                        done = self.heddle("confirm", "--quiet", "--trace", "found.trace", "--force", "program", "log",
                                           code=(0, 1, 3))
                        answer = re.search(r"^  (confirmed|refuted|not confirmed)", done.stdout, re.MULTILINE)[1]
                        counts[variable, answer] = counts.get((variable, answer), 0) + 1
                        if variable == "racy":
                            self.assertNotEqual(answer, "refuted", done.stdout)
                        elif is_told:
                            self.assertNotEqual(answer, "confirmed", done.stdout)
        print(counts)
        self.assertGreater(counts.get(("racy", "confirmed"), 0), 2 * PROGRAMS)


if __name__ == "__main__":
    workshop.main()
