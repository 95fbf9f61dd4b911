#!/usr/bin/env python3
"""The Bazel recipe of docs/build_integration.md.  Needs Bazel 4 as Debian packages it; without it the test is skipped."""
import os
import shutil
import subprocess
import unittest

import recipe_sources
import workshop

BAZEL = shutil.which("bazel-4")
BUILD = """cc_library(name = "two", srcs = ["two.c"])
cc_test(name = "locked", srcs = ["locked.cpp"], copts = ["-std=c++20"], linkopts = ["-pthread"], deps = [":two"])
cc_test(name = "lost", srcs = ["lost.cpp"], copts = ["-std=c++20"], linkopts = ["-pthread"])
"""
# As in the document, with the folder of the command under test.
OPTIONS = """build:heddle --repo_env=CC=PREFIX/bin/heddle-cc --strip=never
test:heddle --strategy=TestRunner=local "--run_under=PREFIX/bin/heddle run --time 30s --"
"""
# Bazel downloads its rules.  Those that are built in do the same, without a network.
RULES = {"rules_cc": ("cc", "binary import library test toolchain toolchain_suite libc_top_alias proto_library"),
         "rules_java": ("java", "binary import library package_configuration plugin runtime test toolchain")}
COVERAGE = """package(default_visibility = ["//visibility:public"])
[sh_binary(name = name, srcs = ["none.sh"]) for name in ["coverage_report_generator", "lcov_merger"]]
"""


@unittest.skipUnless(BAZEL, "needs Bazel 4")
class Bazel(workshop.Workshop):
    def setUp(self):
        super().setUp()
        self.overrides = []
        for repository, (language, names) in RULES.items():
            rules = "".join(f"{language}_{name} = native.{language}_{name}\n" for name in names.split())
            self.add_repository(repository, {"BUILD": "", f"{language}/BUILD": "", f"{language}/defs.bzl": rules})
        self.add_repository("remote_coverage_tools", {"BUILD": COVERAGE, "none.sh": "exit 0\n"})
        self.options = OPTIONS.replace("PREFIX", os.path.dirname(os.path.dirname(workshop.heddle_command)))
        for name, content in (("WORKSPACE", ""), ("BUILD", BUILD), (".bazelrc", self.options), *recipe_sources.FILES.items()):
            self.add_file(os.path.join("project", name), content)
        self.environment = workshop.clean_environment(HOME=self.folder)
        self.addCleanup(self.bazel, "shutdown")

    def add_file(self, name, content):
        os.makedirs(os.path.dirname(self.file(name)), exist_ok=True)
        self.write(name, content, 0o755)

    def add_repository(self, repository, files):
        for name, content in {"WORKSPACE": "", **files}.items():
            self.add_file(os.path.join(repository, name), content)
        self.overrides.append(f"--override_repository={repository}={self.file(repository)}")

    def bazel(self, verb, *words):
        overrides = [] if verb == "shutdown" else self.overrides
        command = [BAZEL, f"--output_user_root={self.file('out')}", verb, *overrides, *words]
        return subprocess.run(command, cwd=self.file("project"), env=self.environment, stdin=subprocess.DEVNULL, text=True,
                              capture_output=True, timeout=workshop.HANG)

    def log(self, name):
        return self.read(f"project/bazel-testlogs/{name}/test.log").decode()

    def test_tests_run_through_heddle(self):
        done = self.bazel("test", "--config=heddle", "--noshow_progress", "//...")
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, 3, said)  # tests failed
        self.assertRegex(said, r"//:locked +PASSED")
        self.assertRegex(said, r"//:lost +FAILED")
        self.assertIn("PASSED: no error found", self.log("locked"))
        self.assertNotIn("not instrumented", self.log("locked"))
        # Debug information is kept, and so is the trace.
        self.assertRegex(self.log("lost"), r"load counter = 0 +\n? +(at )?lost.cpp:5 in add")
        self.heddle("replay", "bazel-bin/lost.runfiles/__main__/heddle-lost.trace", code=1, cwd=self.file("project"))

        self.check_programs_explore_themselves()

    def check_programs_explore_themselves(self):
        self.write("project/.bazelrc", self.options.splitlines()[0] + "\n")
        done = self.bazel("test", "--config=heddle", "--test_env=HEDDLE_OPTIONS=search=random:max-executions=7", "//...")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("FAILED", self.log("lost"))
        self.assertIn("INCOMPLETE", self.log("locked"))


if __name__ == "__main__":
    workshop.main()
