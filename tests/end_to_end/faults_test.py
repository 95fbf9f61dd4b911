#!/usr/bin/env python3
"""A program that ruins its own process is told from one that does not; Heddle's own files survive.

What never ends is in endless_test.py, deaths under a schedule are in death_test.py."""
import os
import pty
import termios

import workshop
from background import MARK, marked


class Faults(workshop.Workshop):
    programs = ("faults",)

    def command(self, fault):
        # One of its functions writes without instrumentation, on purpose.
        return ("run", "--json", "result.json", "--time", "5", "--states", "none", "--trace",
                "error.trace", "--trust-uninstrumented", self.path("faults"), fault)

    def run_fault(self, fault, code):
        """Within a few seconds; the result file and the trace are whole, and nobody is left."""
        environment = workshop.clean_environment(**{MARK: self.folder})
        done = self.heddle(*self.command(fault), code=code, environment=environment)
        self.assertEqual(marked(self.folder), [], "processes that were left behind")
        self.assertLess(len(done.stdout) + len(done.stderr), 10_000)
        self.assertEqual(os.path.exists(self.file("result.json")), code != 2)
        return self.result() if code != 2 else done.stderr

    def shown(self):
        return self.heddle("show", "error.trace").stdout

    def test_all_descriptors_closed(self):
        self.assertEqual(self.run_fault("close", 0)["verdict"], "complete")

    def test_eight_gibibytes_of_which_little_is_touched(self):
        result = self.run_fault("allocate", 0)
        self.assertEqual(result["verdict"], "complete")
        self.assertLess(result["peak_rss"], 1 << 28)

    def test_a_hundred_megabytes_of_output(self):
        self.assertEqual(self.run_fault("print", 0)["verdict"], "complete")

    def test_a_hundred_megabytes_of_output_before_an_error(self):
        self.assertEqual(self.run_fault("shout", 1)["error"]["kind"], "crash")
        self.assertLess(os.path.getsize(self.file("error.trace")), 4 << 20)
        self.assertIn("abort", self.shown())

    # Whether the recording dies in the same way depends on the layout of the library.  If it does not, the result says so.
    def test_writing_over_heddles_library(self):
        result = self.run_fault("library", (1, 3))
        if result["error"] is None:
            self.assertIn("overwrote memory of Heddle's runtime", result["coverage"])
            return
        self.assertEqual(result["error"]["kind"], "crash")
        self.assertIn("overwrote memory of Heddle's runtime", result["error"]["message"])
        # In its step, or in the next one, as the compiler and the library are laid out.
        self.assertRegex(self.shown(), "update counter(: the process ended during this step| 0 -> 1)")

    def test_another_process(self):
        self.assertIn("calls system", self.run_fault("system", 2))

    def test_another_process_behind_our_back(self):
        self.assertIn("started a process", self.run_fault("clone", 2))

    def overruns(self, fault):
        error = self.run_fault(fault, 1)["error"]
        self.assertEqual(error["kind"], "memory")
        self.assertIn("past the end of a heap block", error["message"])
        self.assertIn("corrupt_heap", self.shown())

    def test_writing_behind_a_block(self):
        self.overruns("overrun")

    def test_writing_over_everything_behind_a_block(self):
        self.run_fault("ruin", 1)
        self.assertIn("corrupt_heap", self.shown())

    def on_a_terminal(self, fault, code):
        """Runs it with a terminal of its own, which must come out as it went in; gives what is on it."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execv(workshop.heddle_command, (workshop.heddle_command, *self.command(fault)))
        self.addCleanup(os.close, terminal)
        before = termios.tcgetattr(terminal)
        printed = b""
        try:
            while block := os.read(terminal, 1 << 16):
                printed += block
        except OSError:
            pass  # nobody is left on it
        after = termios.tcgetattr(terminal)
        codes = code if isinstance(code, tuple) else (code,)
        self.assertIn(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), codes, printed)
        self.assertEqual(before, after)
        return printed.decode()

    def test_the_terminal_stays_as_it_is(self):
        for fault, code in (("close", 0), ("print", 0), ("ruin", 1), ("library", (1, 3))):
            with self.subTest(fault=fault):
                self.assertNotIn("xxxx", self.on_a_terminal(fault, code))

    def test_changing_the_terminal(self):
        self.assertIn("change the terminal", self.on_a_terminal("terminal", 2))
        self.assertEqual(self.run_fault("terminal", 0)["verdict"], "complete", "where there is none")


if __name__ == "__main__":
    workshop.main()
