#!/usr/bin/env python3
"""heddle replay --gdb: a failure under the debugger, with the schedule enforced."""
import os
import subprocess

import workshop


class Debugger(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name in ("null_race", "lock_order"):
            cls.compile(os.path.join(workshop.PROGRAMS, name + ".cpp"), cls.path(name), "-g", "-O0")

    def debug(self, name, *commands):
        """The output of gdb, which was given these commands at the failure."""
        trace = self.file(name + ".trace")
        if not os.path.exists(trace):
            self.explore("--trace", trace, self.path(name), "word with blanks", "*", code=1)
        words = [word for command in commands for word in ("-ex", command)]
        return self.heddle("replay", trace, "--gdb", "--batch", *words).stdout

    def can_call(self):
        """Whether gdb can call a function of any process here: it fails where the processor has more registers than
        this gdb knows."""
        self.write("probe.c", "int three(void) { return 3; } int main(void) { return 0; }")
        self.execute("cc", "-g", "probe.c", "-o", "probe", code=0)
        words = ("-ex", "break main", "-ex", "run", "-ex", "print three()", "-ex", "kill")
        done = subprocess.run(["gdb", "-q", "--batch", *words, self.file("probe")], text=True, capture_output=True)
        return "$1 = 3" in done.stdout

    def in_order(self, text, *parts):
        position = 0
        for part in parts:
            found = text.find(part, position)
            self.assertGreaterEqual(found, 0, f"{part!r} is missing, or too early, in:\n{text}")
            position = found + len(part)

    def test_a_crash_stops_in_the_program(self):
        text = self.debug("null_race", "print node", "backtrace", "up", "print argv[1]", "print argv[2]")
        self.in_order(text, "Heddle: crash: null pointer dereference", "in main, after step", "use () at",
                      "$1 = (Node *) 0x0", "use()", "main(", '"word with blanks"', '"*"')
        self.assertNotIn("Conductor", text)
        self.assertNotIn("signal handler", text)

    def test_every_thread_has_a_stack(self):
        text = self.debug("lock_order", "heddle threads", "heddle thread 9", "heddle thread 2", "print taken",
                          "backtrace", "heddle thread 1", "print taken")
        self.in_order(text, "Heddle: deadlock", "blocked by thread 1", "thread join thread 1",
                      "blocked by thread 2", "mutex lock second", "blocked by thread 1", "mutex lock first",
                      "thread 2:", '"second"', "backwards(", "thread 1:", '"first"')

    def test_the_schedule_is_walked_in_both_directions(self):
        text = self.debug("null_race", "heddle goto 99", "heddle goto 1", "heddle step",
                          "heddle step 1", "heddle back 2", "heddle schedule", "continue")
        self.in_order(text, "step 1 of 3, by main", "step 2 of 3, by thread 1",
                      "step 3 of 3, by main", "step 1 of 3", "=>     1 >", "atomic store", "3 > main",
                      "Heddle: crash")

    def test_an_expression_is_no_step(self):
        if not self.can_call():
            self.skipTest("gdb cannot call functions here")
        text = self.debug("null_race", "heddle goto 2", "print load_twice()", "heddle step")
        self.in_order(text, "step 2 of 3, by thread 1", "$1 = 2", "step 3 of 3, by main")

    def test_a_core_file_has_the_threads(self):
        self.debug("lock_order", f"generate-core-file {self.file('core')}")
        script = os.path.join(os.path.dirname(workshop.heddle_command), "..", "lib", "heddle-gdb", "main.py")
        done = subprocess.run(["gdb", "-q", "--batch", "-x", script, "-ex", "heddle threads", "-ex", "heddle thread 2",
                               self.path("lock_order"), self.file("core")], text=True, capture_output=True)
        self.in_order(done.stdout, "thread join thread 1", "mutex lock second", "mutex lock first", "thread 2:",
                      "backwards")

    def test_breakpoints_watchpoints_and_steps(self):
        text = self.debug("null_race", "break use", "heddle goto 0", "continue", "next", "next", "watch plain",
                          "next", "continue", "next", "heddle back")
        self.in_order(text, "before the start of the program", "hit Breakpoint 1, use ()", "in step 0 of 3, by main",
                      "19", "20", "watchpoint 2: plain", "New value = 1", "in step 2 of 3, by thread 1",
                      "Heddle: crash", "step 3 of 3, by main")

    def test_wrong_use(self):
        self.write("trace", "")
        self.assertIn("--gdb", self.refused("replay", "trace", "-ex", "bt"))
        self.assertIn("--gdb", self.refused("replay", "trace", "--batch"))
        self.assertIn("-ex", self.refused("replay", "trace", "--gdb", "-ex"))
        self.assertIn("--times", self.refused("replay", "trace", "--gdb", "--times", "3"))

    def test_without_gdb(self):
        self.explore("--trace", "t", self.path("null_race"), code=1)
        text = self.refused("replay", "t", "--gdb", environment=workshop.clean_environment() | {"PATH": self.folder})
        self.assertIn("gdb is not installed", text)


if __name__ == "__main__":
    workshop.main()
