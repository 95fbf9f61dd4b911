"""The comparison with SPIN counts the states of both, or says in a sentence why it was skipped."""
import os
import re
import shutil
import subprocess
import sys
import unittest

import workshop

SCRIPT = os.path.join(workshop.HERE, os.pardir, os.pardir, "benchmarks", "spin_comparison.py")


class SpinComparison(workshop.Workshop):
    def compare(self, *arguments, path=os.environ["PATH"]):
        build = os.path.dirname(os.path.dirname(os.path.abspath(workshop.heddle_command)))
        return subprocess.run([sys.executable, SCRIPT, build, *arguments], env=workshop.clean_environment(PATH=path), text=True,
                              capture_output=True, timeout=workshop.HANG)

    def test_is_skipped_without_spin(self):
        done = self.compare(path=self.built)
        self.assertEqual((done.returncode, done.stdout.count("\n")), (0, 1), done.stderr)
        self.assertIn("install Debian's package `spin`", done.stdout)

    @unittest.skipUnless(shutil.which("spin"), "needs Debian's package spin")
    def test_both_visit_the_same_states(self):
        done = self.compare("2x2", "3x2", "--repetitions", "1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # Counted by hand: both outside, or one of them between two of its four steps.
        states = (2 + 1) ** 2 + 2 * (2 + 1) * (3 * 2)
        self.assertEqual(len(re.findall(rf"(?:SPIN|plain|sleep sets) +{states} ", done.stdout)), 3, done.stdout)

    @unittest.skipUnless(shutil.which("spin"), "needs Debian's package spin")
    def test_refuses_a_size_that_it_cannot_read(self):
        done = self.compare("many")
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("Traceback", done.stderr)
        self.assertIn("SEATSxMEALS", done.stderr)


if __name__ == "__main__":
    workshop.main()
