#!/usr/bin/env python3
"""However the explored process dies, its parent tells the error and the schedule that led to it."""
import workshop


class Death(workshop.Workshop):
    programs = ("deaths",)

    def dies(self, how, kind, message, *options):
        """Explores, shows and replays one death; gives what was printed for a person."""
        result = self.explore("--trace", "error.trace", *options, self.path("deaths"), how, code=1)
        self.assertEqual(result["verdict"], "error")
        self.assertEqual(result["error"]["kind"], kind)
        self.assertRegex(result["error"]["message"], message)
        self.assertEqual(result["trace"], "error.trace")
        shown = self.heddle("show", "error.trace").stdout
        # The order that matters is in the schedule: begun by one thread, seen by the other.
        self.assertRegex(shown, r"store started 0 -> 1")
        self.assertRegex(shown, r"load started = 1")
        replayed = self.heddle("replay", "error.trace", code=1).stdout
        self.assertIn("The error reproduced", replayed)
        return shown

    def test_nothing_happens_without_a_reason(self):
        # One of its functions accesses memory by inline assembly.
        result = self.explore("--trust-uninstrumented", self.path("deaths"))
        self.assertEqual(result["verdict"], "complete")

    def test_killed_behind_our_back(self):
        self.dies("kill", "crash", "killed")

    def test_terminated_behind_our_back(self):
        self.dies("terminate", "crash", "signal 15")

    def test_ended_behind_our_back(self):
        self.dies("exit_group", "crash", "exited with status 0")

    def test_writing_over_our_memory(self):
        self.dies("overwrite", "crash", "overwrote memory of Heddle's runtime")

    def test_stack_overflow(self):
        self.assertIn("dive", self.dies("overflow", "crash", "stack overflow"))

    def test_call_of_a_null_pointer(self):
        self.dies("null_call", "crash", "SIGSEGV")

    def test_wild_pointer(self):
        self.dies("wild", "crash", r"^(wild pointer|invalid memory access)\b")

    def test_privileged_instruction(self):
        self.dies("privileged", "crash", "privileged instruction|illegal instruction")

    def test_misaligned_vector(self):
        self.dies("misaligned", "crash", "misaligned access|abort was called")

    def test_trap(self):
        self.assertIn("trap", self.dies("trap", "crash", "SIGFPE|SIGTRAP|SIGILL"))

    def test_abort_in_a_noexcept_function(self):
        self.assertIn("abort_without_exceptions", self.dies("abort", "crash", "abort"))

    def test_exception_in_a_noexcept_function(self):
        self.dies("throw", "exception", "thrown where nothing may be thrown")

    def test_every_search_survives(self):
        for options in (("--search", "dfs"), ("--search", "random"), ("--points", "all"),
                        ("--bound", "preemptions=1"), ("--keep-going",)):
            for how, message in (("kill", "killed"), ("exit_group", "status 0"),
                                 ("overflow", "stack overflow")):
                with self.subTest(options=options, how=how):
                    self.dies(how, "crash", message, *options)


if __name__ == "__main__":
    workshop.main()
