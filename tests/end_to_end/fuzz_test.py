#!/usr/bin/env python3
"""Command lines and trace files changed at random: no crash, no hang, exit code 2 or an ordinary one.

The same cases on every run; HEDDLE_FUZZ_CASES asks for more, HEDDLE_FUZZ_SEED for others.
"""
import os
import random
import subprocess

import workshop

CASES = int(os.environ.get("HEDDLE_FUZZ_CASES", "40"))
SEED = int(os.environ.get("HEDDLE_FUZZ_SEED", "1"))
WORDS = ("--seed", "--bound", "preemptions=1", "--points", "shared", "--states", "memory", "none", "--search", "dfs",
         "bfs", "prss", "--max-steps", "0", "1", "-1", "99999999999999999999", "--jobs", "2", "--time", "1s", "--help",
         "--", "", "-", "=", "--=", "--keep-going", "--backtrack", "random", "--threshold", "é", "\x01", "two\nlines", "x" * 300)
ORDINARY = (0, 1, 2, 3)  # of a run; 4 is for a changed trace alone


class Fuzz(workshop.Workshop):
    programs = ("lost_update",)

    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)

    def outcome(self, *arguments):
        done = subprocess.run([workshop.heddle_command, *arguments], cwd=self.folder, capture_output=True,
                              env=workshop.clean_environment(), stdin=subprocess.DEVNULL, timeout=workshop.HANG)
        if done.returncode == 2:
            self.assertRegex(done.stderr.decode(errors="replace"), r"\Aheddle: \S[^\n]*\n\Z", arguments)
        return done.returncode

    def test_command_lines(self):
        for _ in range(CASES):
            words = self.random.choices(WORDS, k=self.random.randrange(6))
            verb = self.random.choice(("run", "run", "run", "replay", "show", "states", "help", "rnu"))
            end = [self.path("lost_update")] if self.random.random() < 0.8 else []
            with self.subTest(words=[verb, *words, *end]):
                self.assertIn(self.outcome(verb, "--time", "5s", *words, *end) if verb == "run" else
                              self.outcome(verb, *words, *end), ORDINARY)

    def test_trace_files(self):
        self.explore("--trace", "whole.trace", self.path("lost_update"), code=1)
        whole = self.read("whole.trace")
        for number in range(CASES):
            self.write("changed.trace", self.changed(whole, keeps_form=number % 2 == 0))
            for verb in ("replay", "show"):
                with self.subTest(number=number, verb=verb):
                    self.assertIn(self.outcome(verb, "changed.trace"), (0, 1, 2, 4))

    def changed(self, data, keeps_form):
        """Another number somewhere, so that the file can still be read; or any byte."""
        data = bytearray(data)
        digits = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
        for _ in range(self.random.randrange(1, 4)):
            if keeps_form:
                data[self.random.choice(digits)] = self.random.choice(b"0123456789")
            else:
                data[self.random.randrange(len(data))] = self.random.randrange(256)
        return bytes(data)


if __name__ == "__main__":
    workshop.main()
