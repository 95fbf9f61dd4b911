#!/usr/bin/env python3
"""An installed Heddle serves a project outside its tree: CMake package, pkg-config, launchers, pages.

HEDDLE_CATCH2=1 builds the tests of Catch2, which takes long, instead of those of GoogleTest.
"""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import workshop

CATCH2 = os.environ.get("HEDDLE_CATCH2") == "1"
CONSUMER = os.path.join(workshop.PROGRAMS, "consumer")


def call(*command, cwd=None, code=0, **environment):
    done = subprocess.run(command, cwd=cwd, env=workshop.clean_environment(**environment), text=True, capture_output=True)
    if done.returncode != code:
        raise AssertionError(f"{command} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Installed(unittest.TestCase):
    """Installs the build tree once, below a folder with a blank in its name."""

    @classmethod
    def setUpClass(cls):
        if not hasattr(Installed, "prefix"):
            Installed.install()

    @staticmethod
    def install():
        folder = tempfile.TemporaryDirectory()
        unittest.addModuleCleanup(folder.cleanup)
        Installed.folder = folder.name
        build = os.path.dirname(os.path.dirname(workshop.heddle_command))
        installed = os.path.join(folder.name, "first")
        call("cmake", "--install", build, "--prefix", installed)
        # The installed folder may be moved.
        Installed.prefix = os.path.join(folder.name, "moved away")
        os.rename(installed, Installed.prefix)
        Installed.heddle = os.path.join(Installed.prefix, "bin/heddle")

    def file(self, name):
        return os.path.join(self.folder, name)


class Consumer(Installed):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.build = os.path.join(cls.folder, "build tree")
        shutil.copytree(CONSUMER, os.path.join(cls.folder, "project"))
        call("cmake", "-G", "Ninja", "-S", os.path.join(cls.folder, "project"), "-B", cls.build,
             f"-DCMAKE_PREFIX_PATH={cls.prefix}", f"-DCONSUMER_CATCH2={'ON' if CATCH2 else 'OFF'}")
        call("cmake", "--build", cls.build)

    def test_tests_of_the_project(self):
        text = subprocess.run(["ctest", "--output-on-failure"], cwd=self.build, env=workshop.clean_environment(), text=True,
                              capture_output=True).stdout
        results = dict(re.findall(r"^ *\d+/\d+ Test +#\d+: (.*?) \.*(?: +|\*\*\*)(Passed|Failed|Not Run)", text, re.MULTILINE))
        expected = {"transfers": "Passed", "deadlock": "Passed"}
        if CATCH2:
            expected['heddle.keeps the sum; [always], "in all" ]=] schedules'] = "Passed"
            expected["heddle.deadlocks * in opposite directions"] = "Failed"
        else:
            expected.update({"heddle.Account.KeepsTheSum": "Passed", "heddle.Account.DeadlocksInOppositeDirections": "Failed",
                             "heddle.Account.DISABLED_IsNotRun": "Not Run", "heddle.Some/Named.IsZero/0": "Passed",
                             "heddle.Some/Named.IsZero/1": "Failed"})
        self.assertEqual(results, expected, text)
        self.assertIn("failed: deadlock", text)
        with open(os.path.join(self.build, "transfers.json")) as file:
            result = json.load(file)
        self.assertEqual(result["verdict"], "complete")
        # The library is instrumented.
        self.assertEqual(result["uninstrumented"], [])
        self.assertGreater(result["states"], 10)

    def test_list_of_tests(self):
        program = os.path.join(self.build, "account_test")
        for line in call(self.heddle, "test", "--list", program).splitlines():
            self.assertEqual(call(self.heddle, "test", "--list", program, line).splitlines(), [line])
        call(self.heddle, "test", "--list=nonsense", program, code=2)


@unittest.skipIf(CATCH2, "needs no Catch2")
class Recipes(Installed):
    def check_deadlock(self, program):
        self.assertIn("FAILED deadlock", call(self.heddle, "run", program, "in any order", cwd=self.folder, code=1))

    def test_pkg_config(self):
        """The flags hold no blank: pkg-config finds the package under another name."""
        plain = self.file("plain")
        os.symlink(self.prefix, plain)
        found = os.path.join(plain, "lib/pkgconfig")
        flags = {}
        for option in "--cflags", "--libs":
            flags[option] = call("pkg-config", option, "heddle", PKG_CONFIG_PATH=found).split()
        sources = [os.path.join(CONSUMER, name) for name in ("transfers.cpp", "account.cpp")]
        call("g++", "-std=c++20", "-O1", *flags["--cflags"], *sources, "-o", self.file("by_pkg_config"), *flags["--libs"])
        self.check_deadlock(self.file("by_pkg_config"))
        cxx = call("pkg-config", "--variable=cxx", "heddle", PKG_CONFIG_PATH=found).strip()
        self.assertIn("heddle", os.path.basename(cxx))
        self.assertTrue(os.access(cxx, os.X_OK))

    def test_launchers(self):
        objects = []
        for name in "transfers", "account":
            objects.append(self.file(name + ".o"))
            call(self.heddle, "c++", "--launch", "g++", "-std=c++20", "-O1", "-c", os.path.join(CONSUMER, name + ".cpp"), "-o",
                 objects[-1])
        call(self.heddle, "c++", "--launch", "g++", *objects, "-o", self.file("launched"))
        self.check_deadlock(self.file("launched"))
        call(self.heddle, "c++", "--launch", code=2)
        call(self.heddle, "c++", "--launch", "no-such-compiler", "-c", "x.cpp", code=2)
        call(self.heddle, "c++", "--print-flags=nonsense", code=2)

    def test_pages(self):
        share = os.path.join(self.prefix, "share")
        manual = os.path.join(share, "man/man1")
        commands = re.findall(r"^  heddle (\S+) .*\S  +\S", call(self.heddle, "help"), re.MULTILINE)
        self.assertIn("run", commands)
        self.assertEqual(sorted(os.listdir(manual)), sorted(["heddle.1"] + [f"heddle-{name}.1" for name in commands]))
        with open(os.path.join(manual, "heddle-run.1")) as file:
            page = file.read()
        options = re.findall(r"^  --(\S+)", call(self.heddle, "help", "run"), re.MULTILINE)
        self.assertGreater(len(options), 50)
        scripts = {}
        for path in "bash-completion/completions/heddle", "zsh/site-functions/_heddle", "fish/vendor_completions.d/heddle.fish":
            with open(os.path.join(share, path)) as file:
                scripts[path] = file.read()
        for option in options:
            self.assertIn("\\-\\-" + option.replace("-", "\\-"), page)
            for path, script in scripts.items():
                self.assertRegex(script, rf"(--|-l ){option}\b", path)

    def complete(self, *words):
        """Gives the completions of bash for the last word."""
        script = os.path.join(self.prefix, "share/bash-completion/completions/heddle")
        line = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _heddle; printf "%s\\n" "${COMPREPLY[@]}"'
        return call("bash", "-c", line, script, "heddle", *words, cwd=self.folder).splitlines()

    def test_completions_of_bash(self):
        self.assertEqual(self.complete("ru"), ["run"])
        self.assertEqual(self.complete("run", "--sar"), ["--sarif"])
        self.assertEqual(self.complete("run", "--search", "df"), ["dfs"])
        self.assertEqual(self.complete("test", "--fail-on", "=", "r"), ["race"])
        self.assertEqual(self.complete("run", "--visited", "bit"), ["bitstate="])
        self.assertEqual(self.complete("help", "sup"), ["supported"])
        self.assertEqual(self.complete("run", "--sarif", "mov"), ["moved away"])

    def test_mistakes(self):
        call(self.heddle, "help", "--completion", "tcsh", code=2)
        call(self.heddle, "help", "--man", "nonsense", code=2)
        call(self.heddle, "help", "--pages", "/dev/null/x", code=2)


if __name__ == "__main__":
    workshop.main()
