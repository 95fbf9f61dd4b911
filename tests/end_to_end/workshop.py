"""What the end-to-end tests share: programs built by `heddle c++`, and runs of the heddle command.

A test script ends with `workshop.main()` and is started as

    some_test.py HEDDLE [unittest arguments]
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, os.pardir, "programs"))

from standard_headers import allows  # noqa: E402

PROGRAMS = os.path.join(HERE, "programs")
HEADERS = os.environ.get("HEDDLE_TEST_HEADERS")  # a header to include first, precompiled
HANG = 100  # seconds; a command that takes longer hangs, which is a failure and not a wait
VARYING = ("seconds", "peak_rss", "executed_steps", "trace")  # of a result: not decided by program, options and seed

heddle_command = ""


def clean_environment(**more):
    """The environment without anything that steers Heddle or a compiler behind the test's back."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("HEDDLE_")}
    return dict(kept, LC_ALL="C", **more)


class Workshop(unittest.TestCase):
    """Builds `programs` once per class; each test gets a fresh current folder."""

    programs = ()

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.built = folder.name
        for name in cls.programs:
            cls.compile(os.path.join(PROGRAMS, name + ".cpp"), cls.path(name))

    @classmethod
    def path(cls, name):
        return os.path.join(cls.built, name)

    @staticmethod
    def compile(source, output, *flags, libraries=(), compiler=()):
        # With other flags than it was made with, a precompiled header may crash g++.
        headers = ["-include", HEADERS] if HEADERS and not flags and allows(source) else []
        command = [heddle_command, "c++", *compiler, "-std=c++20", "-O1", "-pthread", *flags, *headers, source, "-o",
                   output, *libraries]
        done = subprocess.run(command, env=clean_environment(), text=True, capture_output=True)
        if done.returncode != 0 or "warning:" in done.stderr:
            raise AssertionError(f"{command}\n{done.stdout}{done.stderr}")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def execute(self, *command, code, environment=None, cwd=None):
        done = subprocess.run(command, cwd=cwd or self.folder, env=environment or clean_environment(),
                              stdin=subprocess.DEVNULL, text=True, capture_output=True, timeout=HANG)
        codes = code if isinstance(code, tuple) else (code,)
        self.assertIn(done.returncode, codes, f"{command}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        return done

    def heddle(self, *arguments, code=0, **more):
        return self.execute(heddle_command, *arguments, code=code, **more)

    def explore(self, *arguments, code=0, **more):
        """`heddle run ARGUMENTS`; gives the result that it wrote as JSON."""
        self.heddle("run", "--json", "result.json", *arguments, code=code, **more)
        return self.result(**more)

    def result(self, cwd=None, **_):
        with open(os.path.join(cwd or self.folder, "result.json")) as file:
            return json.load(file)

    def refused(self, *arguments, **more):
        """Exit code 2, nothing on stdout, one line on stderr, which is returned.  It begins like a sentence."""
        done = self.heddle(*arguments, code=2, **more)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Aheddle: (gdb |(?![a-z]+ )\S)[^\n]*\n\Z")
        return done.stderr[len("heddle: "):-1]

    def file(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content, mode=0o644):
        data = content.encode() if isinstance(content, str) else content
        with open(self.file(name), "wb") as file:
            file.write(data)
        os.chmod(self.file(name), mode)

    def read(self, name):
        with open(self.file(name), "rb") as file:
            return file.read()


def main():
    global heddle_command
    heddle_command = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__")
