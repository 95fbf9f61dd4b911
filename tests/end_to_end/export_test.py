#!/usr/bin/env python3
"""A schedule that `heddle export` wrote survives edits of the program, and reports when it no longer applies."""
import json
import os
import subprocess

import workshop

LEVELS = ("-O0", "-O2")
ERRORS = {"BALANCE": "assertion", "LOCKS": "deadlock"}


class Export(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        source = os.path.join(workshop.PROGRAMS, "edited_bank.cpp")
        for error in ERRORS:
            cls.build(source, error)
            for edits in (("EDITED",), ("FIXED",), ("FIXED", "EDITED"), ("RENAMED",)):
                cls.build(source, error, *edits)
        cls.build(source, "BALANCE", "ATOMIC")
        cls.build(source, "LOCKS", "TOUCHED")
        cls.build(source, "LOCKS", "TOUCHED", "FIXED")

        for level in LEVELS:
            cls.compile(os.path.join(workshop.PROGRAMS, "lambdas.cpp"), cls.path("lambdas" + level), "-g", level)

    @classmethod
    def build(cls, source, *macros):
        cls.compile(source, cls.version(*macros), "-g", *("-D" + macro for macro in macros))

    @classmethod
    def version(cls, *macros):
        return cls.path("bank_" + "_".join(macros).lower())

    def export(self, error, *options, form=("--schedule",)):
        self.heddle("run", *options, "--trace", "error.trace", self.version(error), code=1)
        self.heddle("export", "error.trace", *form, "-o", "exported", "--force")
        return self.read("exported").decode()

    def follow(self, *macros, code):
        return self.heddle("replay", "exported", "--program", self.version(*macros), code=code).stdout

    def test_the_error_is_found_again_in_the_same_program(self):
        for error, kind in ERRORS.items():
            with self.subTest(error):
                self.assertEqual(json.loads(self.export(error))["failure"]["kind"], kind)
                self.assertIn("still leads to an error", self.follow(error, code=1))

    def test_the_error_is_found_again_in_an_edited_program(self):
        for error in ERRORS:
            with self.subTest(error):
                self.export(error)
                self.assertIn("still leads to an error", self.follow(error, "EDITED", code=1))

    def test_lambdas_have_the_same_names_at_every_level(self):
        for level in LEVELS:
            self.heddle("run", "--trace", "error.trace", self.path("lambdas" + level), code=1)
            self.heddle("export", "error.trace", "--schedule", "-o", "exported", "--force")
            for other in LEVELS:
                with self.subTest(level=level, other=other):
                    done = self.heddle("replay", "exported", "--program", self.path("lambdas" + other), code=1)
                    self.assertIn("still leads to an error", done.stdout)

    def test_a_repaired_program_passes(self):
        for error in ERRORS:
            for edits in (("FIXED",), ("FIXED", "EDITED")):
                with self.subTest(error=error, edits=edits):
                    self.export(error)
                    told = self.follow(error, *edits, code=0)
                    self.assertIn("is no longer possible: ", told)
                    self.assertIn("A search came to its end without an error.", told)

    def test_an_edit_that_misleads_the_schedule_hides_no_error(self):
        self.export("LOCKS")
        self.assertIn("but a search found one: deadlock", self.follow("LOCKS", "TOUCHED", code=1))
        self.follow("LOCKS", "TOUCHED", "FIXED", code=0)

    def test_a_search_that_does_not_finish_is_told_to_be_one(self):
        self.export("LOCKS")
        done = self.heddle("replay", "exported", "--program", self.version("LOCKS", "FIXED"), "--", "--max-executions", "1",
                           code=0)
        self.assertIn("A search of 1 execution found no error, but did not finish.", done.stdout)

    def test_a_repair_by_other_operations_passes(self):
        self.export("BALANCE")
        self.follow("BALANCE", "ATOMIC", code=0)

    def test_a_program_without_the_functions_is_not_judged(self):
        for error, function in (("BALANCE", "withdraw"), ("LOCKS", "transfer")):
            with self.subTest(error):
                self.export(error)
                self.assertIn(f"no longer applies: no thread executed a step in {function}; ",
                              self.follow(error, "RENAMED", code=77))

    def test_a_program_without_the_object_is_not_judged(self):
        text = self.export("LOCKS").replace("left.mutex", "lost.mutex").replace("right.mutex", "lost.mutex")
        self.write("exported", text)
        self.assertIn("no longer applies: no step is lock lost.mutex in transfer", self.follow("LOCKS", code=77))

    def test_a_schedule_as_found_is_exported_by_its_context_switches(self):
        for error in ERRORS:
            with self.subTest(error):
                orders = json.loads(self.export(error, "--search", "random", "--no-simplify"))["orders"]
                self.assertTrue(orders)
                self.follow(error, "EDITED", code=1)
                self.follow(error, "FIXED", code=0)

    def test_exported_sources_compile_and_judge_each_version(self):
        """Each form is compiled without Heddle; a macro names the program."""
        flags = {"plain": [], "gtest": ["-lgtest_main", "-lgtest"]}
        for form, libraries in flags.items():
            self.export("LOCKS", form=("--test", form))
            os.rename(self.file("exported"), self.file("exported.cpp"))
            for macros, code, words in ((("LOCKS",), 1, "still leads to an error"), (("LOCKS", "FIXED"), 0, ""),
                                        (("LOCKS", "RENAMED"), 77 if form == "plain" else 0, "no longer applies")):
                with self.subTest(form=form, macros=macros):
                    include = os.path.join(os.path.dirname(workshop.heddle_command), os.pardir, "include")
                    self.execute("c++", "-std=c++17", "-I", include, "exported.cpp", "-o", "test", *libraries,
                                 f'-DHEDDLE_PROGRAM_BANK_LOCKS="{self.version(*macros)}"', code=0)
                    environment = workshop.clean_environment(HEDDLE_COMMAND=workshop.heddle_command)
                    done = self.execute(self.file("test"), code=code, environment=environment)
                    self.assertIn(words, done.stdout)
                    if form == "gtest" and "RENAMED" in macros:
                        self.assertIn("[  SKIPPED ]", done.stdout)

    def test_a_test_without_the_command_fails(self):
        self.export("LOCKS", form=("--test", "plain"))
        os.rename(self.file("exported"), self.file("exported.cpp"))
        include = os.path.join(os.path.dirname(workshop.heddle_command), os.pardir, "include")
        self.execute("c++", "-std=c++17", "-I", include, "exported.cpp", "-o", "test", code=0)
        done = self.execute(self.file("test"), code=127, environment=workshop.clean_environment(HEDDLE_COMMAND="/nowhere"))
        self.assertIn("set HEDDLE_COMMAND", done.stdout)

    def test_the_same_trace_gives_the_same_test(self):
        self.assertEqual(self.export("BALANCE", form=("--test",)), self.export("BALANCE", form=("--test", "gtest")))
        self.assertEqual(self.heddle("export", "error.trace", "--test").stdout, self.read("exported").decode())

    def test_requests_that_make_no_sense_are_refused(self):
        self.export("LOCKS")
        self.heddle("export", "error.trace", "--schedule", "-o", "exported")  # as written before
        self.write("mine.cpp", "int main() {}")
        for arguments, words in (((), "Name the trace"), (("error.trace",), "Choose one thing to write"),
                                 (("error.trace", "--test", "--schedule"), "Choose one thing to write"),
                                 (("error.trace", "--test=boost"), "--test accepts gtest, catch2 and plain"),
                                 (("error.trace", "other", "--test"), "Name one trace"),
                                 (("error.trace", "--test", "-o"), "-o needs a file"),
                                 (("error.trace", "--test", "--wrong"), "Unknown option --wrong"),
                                 (("nowhere", "--test"), "nowhere"),
                                 (("error.trace", "--test", "-o", "mine.cpp"), "not written by Heddle"),
                                 (("error.trace", "--test", "-o", "error.trace"), "error.trace"),
                                 (("error.trace", "--test", "--program", self.version("LOCKS", "FIXED")), "another build")):
            with self.subTest(arguments):
                self.assertIn(words, self.refused("export", *arguments))

    def test_damaged_schedules_are_refused(self):
        good = self.export("LOCKS")
        for bad, words in ((good.replace('"heddle_schedule": 1', '"heddle_schedule": 2'), "another version"),
                           (good.replace("mutex_lock", "mutex_lick"), "is damaged"),
                           (good.replace('"earlier"', '"early"'), "is damaged"),
                           (good.replace('"deadlock"', '"gridlock"'), "is damaged"),
                           (good.replace('"options": "', '"options": "search=nothing:'), "does not accept")):
            self.write("bad", bad)
            with self.subTest(words):
                self.assertIn(words, self.refused("replay", "bad"))
        self.assertIn("need the trace", self.refused("replay", "exported", "--times", "2"))


if __name__ == "__main__":
    workshop.main()
