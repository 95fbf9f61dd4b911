#!/usr/bin/env python3
"""The heddle command as a user meets it: help, exit codes, and one sentence for every mistake.

usage: command_line_test.py HEDDLE [unittest arguments]
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HEDDLE = ""


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = dict(os.environ, LC_ALL="C")
        self.environment.pop("HEDDLE_OPTIONS", None)

    def heddle(self, *arguments, code=0):
        done = subprocess.run([HEDDLE, *arguments], cwd=self.folder, env=self.environment,
                              text=True, capture_output=True)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}{done.stderr}")
        return done

    def refused(self, *arguments):
        """Exit code 2, nothing on stdout, one line on stderr, which is returned."""
        done = self.heddle(*arguments, code=2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertRegex(done.stderr, r"\Aheddle: (gdb |(?![a-z]+ )\S).*[.?]\n\Z")
        return done.stderr[len("heddle: "):-1]

    def write(self, name, text, mode=0o644):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, mode)

    # A program that is linked with libheddle and is never started by these tests.
    def make_instrumented(self, name):
        self.write("runtime.c", "void heddle_stand_in(void) {}\n")
        self.write("program.c", "void heddle_stand_in(void); int main() { heddle_stand_in(); }\n")
        cc = shutil.which("gcc") or shutil.which("clang")
        for command in ([cc, "-shared", "-fPIC", "-Wl,-soname,libheddle.so", "runtime.c", "-o",
                         "libheddle.so"], [cc, "program.c", "-L.", "-lheddle", "-o", name]):
            subprocess.run(command, cwd=self.folder, check=True)

    def test_version_and_help(self):
        self.assertRegex(self.heddle("--version").stdout, r"^heddle \d+\.\d+\.\d+\n$")
        self.assertIn("heddle run [OPTIONS] [--] PROG ARGS", self.heddle("help").stdout)
        self.assertEqual(self.heddle("--help").stdout, self.heddle("help").stdout)
        for command in ("c++", "cc", "run", "replay", "show", "help"):
            self.assertIn(f"heddle {command}", self.heddle("help", command).stdout)
        for command in ("run", "replay", "show"):
            self.assertEqual(self.heddle(command, "--help").stdout,
                             self.heddle("help", command).stdout)

    def test_nothing_at_all_prints_help_and_fails(self):
        done = self.heddle(code=2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr, self.heddle("help").stdout)

    def test_unknown_commands(self):
        self.assertEqual(self.refused("rnu"), "Unknown command 'rnu'; did you mean `heddle run`?")
        self.assertIn("`heddle help` lists the commands", self.refused("frobnicate"))
        self.assertIn("did you mean `heddle replay`", self.refused("help", "reply"))
        self.assertIn("did you mean `heddle study run`", self.refused("study", "rnu"))

    def test_options_are_refused_in_one_sentence(self):
        self.assertIn("did you mean --seed", self.refused("run", "--sed", "3", "prog"))
        self.assertIn("did you mean --seed", self.refused("run", "--sed=3", "prog"))
        self.assertIn("--seed does not accept 'x'", self.refused("run", "--seed", "x", "prog"))
        self.assertEqual(self.refused("run", "--seed"), "--seed needs a value: --seed N.")
        self.assertIn("--keep-going does not accept 'maybe'",
                      self.refused("run", "--keep-going=maybe", "prog"))
        self.assertEqual(self.refused("run", "--report", "a", "prog"),
                         "--report is not available yet in this version.")
        self.assertIn("--search guided needs locations",
                      self.refused("run", "--search", "guided", "p"))
        self.assertIn("cannot run without a limit",
                      self.refused("run", "--search", "random", "--time", "none", "prog"))
        self.assertIn("add --backtrack fixed, random or luby",
                      self.refused("run", "--ratio", "0.5", "prog"))
        self.assertIn("--jobs does not accept '0'", self.refused("run", "--jobs", "0", "prog"))
        self.assertIn("bitstate=64MiB", self.refused("run", "--visited", "bitstate", "prog"))
        self.environment["HEDDLE_OPTIONS"] = "seed=x"
        self.assertIn("HEDDLE_OPTIONS: --seed does not accept 'x'", self.refused("run", "prog"))

    def test_programs_that_cannot_be_explored(self):
        self.assertIn("Name the program", self.refused("run"))
        self.assertIn("Name the program", self.refused("run", "--seed", "1", "--"))
        self.assertEqual(self.refused("run", "./nothing"), "The program './nothing' does not exist.")
        self.assertIn("The program '--nothing' does not exist", self.refused("run", "--", "--nothing"))
        self.assertIn("is not a program", self.refused("run", "."))
        self.write("text", "hello\n")
        self.assertIn("is not executable", self.refused("run", "./text"))
        self.write("script", "#!/bin/sh\n", 0o755)
        self.assertIn("is not an ELF program", self.refused("run", "script"))
        self.assertIn("is not instrumented", self.refused("run", shutil.which("ls")))
        self.assertIn("is not instrumented", self.refused("run", "ls", "--seed"))

    def test_outputs_are_checked_before_the_search(self):
        self.make_instrumented("prog")
        for option in ("--json", "--trace"):
            self.assertIn("cannot be written", self.refused("run", option, "none/such", "prog"))
            self.assertIn("cannot be written", self.refused("run", option, ".", "prog"))
        self.write("kept.json", "old")
        self.refused("run", "--json", "kept.json", "--trace", "none/such", "prog")
        self.refused("run", "--json", "new.json", "--trace", "none/such", "prog")
        with open(os.path.join(self.folder, "kept.json")) as file:
            self.assertEqual(file.read(), "old")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "new.json")))

    def test_traces_that_cannot_be_read(self):
        self.write("text", "hello\n")
        for command in ("replay", "show"):
            self.assertIn("Name", self.refused(command))
            self.assertIn("nothing", self.refused(command, "nothing"))
            self.assertIn("text", self.refused(command, "text"))
            self.assertIn("Name one trace", self.refused(command, "a", "b"))
            self.assertIn("Unknown option --wrong", self.refused(command, "--wrong", "a"))
        self.assertIn("Cannot read the trace 'a'", self.refused("replay", "--gdb", "a"))
        self.assertIn("--times needs a whole number", self.refused("replay", "--times", "0", "a"))

    def test_an_unknown_option_names_the_help_of_its_command(self):
        for command in ("run", "test", "states", "confirm", "replay"):
            self.assertIn(f"`heddle help {command}`", self.refused(command, "--zzzzzz", "a"))
        self.assertIn("`heddle help study`", self.refused("study", "run", "--zzzzzz", "a"))
        for command in ("show", "graph"):
            self.assertIn(f"`heddle {command}` accepts", self.refused(command, "--zzzzzz", "a"))


if __name__ == "__main__":
    HEDDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
